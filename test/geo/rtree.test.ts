import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { MinHeap } from '../../src/base/heap.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { E7 } from '../../src/geo/point.ts'
import { buildRTree, checkRTree, visitNearest } from '../../src/geo/rtree.ts'
import { projectOn } from '../../src/geo/segment.ts'

const lonE7 = fc.integer({ min: 1_058_000_000, max: 1_058_100_000 })
const latE7 = fc.integer({ min: 210_000_000, max: 210_100_000 })
const position = fc.tuple(lonE7, latE7)

describe('packed Hilbert R-tree', () => {
  test('visits the points within the radius, nearest first, like a scan', () => {
    fc.assert(
      fc.property(
        fc.array(position, { maxLength: 400 }),
        position,
        fc.integer({ min: 1, max: 900 }),
        (points, [lon, lat], radiusM) => {
          const tree = buildRTree(Int32Array.from(points.flatMap(([x, y]) => [x, y, x, y])))
          checkRTree(tree)
          const from = { lon: lon / E7, lat: lat / E7 }
          const found: number[] = []
          let last = 0
          visitNearest(tree, from, radiusM, new MinHeap(4), (item, metres) => {
            expect(metres).toBeGreaterThanOrEqual(last)
            last = metres
            found.push(item)
            return true
          })
          // Plane and sphere differ by 1e-5: points that close to the rim may go either way.
          const metresTo = ([x, y]: [number, number]) =>
            distanceM(from, { lon: x / E7, lat: y / E7 })
          const inside = points.filter((point) => metresTo(point) < radiusM * 0.9999).length
          const around = points.filter((point) => metresTo(point) < radiusM * 1.0001).length
          expect(new Set(found).size).toBe(found.length)
          expect(found.length).toBeGreaterThanOrEqual(inside)
          expect(found.length).toBeLessThanOrEqual(around)
        },
      ),
    )
  })

  test('stops when told to', () => {
    const tree = buildRTree(Int32Array.from([0, 0, 0, 0, 10, 0, 10, 0]))
    const found: number[] = []
    visitNearest(tree, { lon: 0, lat: 0 }, 1000, new MinHeap(), (item) => {
      found.push(item)
      return false
    })
    expect(found).toEqual([0])
  })

  test.each([0, 1, 16, 17, 257])('holds %i items', (count) => {
    const boxes = Int32Array.from({ length: count * 4 }, (_, i) => (i >> 2) * 10)
    checkRTree(buildRTree(boxes))
  })

  test('a check finds a box that does not enclose its children', () => {
    const tree = buildRTree(Int32Array.from({ length: 40 * 4 }, (_, i) => (i >> 2) * 10))
    tree.boxes[41 * 4] = 5000
    expect(() => checkRTree(tree)).toThrow('encloses')
  })
})

describe('projection on a segment', () => {
  test('is never farther than any point of the segment', () => {
    fc.assert(
      fc.property(
        position,
        position,
        position,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, p, t) => {
          const from = { lon: p[0] / E7, lat: p[1] / E7 }
          const { distanceM: metres, along } = projectOn(from, a[0], a[1], b[0], b[1])
          expect(along).toBeGreaterThanOrEqual(0)
          expect(along).toBeLessThanOrEqual(1)
          const other = {
            lon: (a[0] + t * (b[0] - a[0])) / E7,
            lat: (a[1] + t * (b[1] - a[1])) / E7,
          }
          expect(metres).toBeLessThanOrEqual(distanceM(from, other) * 1.0001 + 0.01)
        },
      ),
    )
  })
})
