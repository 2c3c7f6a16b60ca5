import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findInBox, mortonOrder } from '../../src/tiles/quadtree.ts'

const anywhere = fc.integer({ min: 0, max: 2 ** 32 - 1 })
/** Many points in few places: ties, neighbours, and both sides of the highest bits. */
const coordinate = fc.oneof(
  anywhere,
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 2 ** 31 - 20, max: 2 ** 31 + 20 }),
)
const point = fc.tuple(coordinate, coordinate)

/** The place on the curve, bit by bit. */
function morton(x: number, y: number): bigint {
  let place = 0n
  for (let bit = 31; bit >= 0; bit--) {
    place = place * 4n + BigInt((y >>> bit) & 1) * 2n + BigInt((x >>> bit) & 1)
  }
  return place
}

describe('points along the Morton curve', () => {
  test('are ordered like their interleaved bits', () => {
    fc.assert(
      fc.property(point, point, ([ax, ay], [bx, by]) => {
        const a = morton(ax, ay)
        const b = morton(bx, by)
        expect(Math.sign(mortonOrder(ax, ay, bx, by))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
      { numRuns: 1_000 },
    )
  })

  test('are found in a box as by a scan', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 300 }), point, point, (points, a, b) => {
        const sorted = points.toSorted(([ax, ay], [bx, by]) => mortonOrder(ax, ay, bx, by))
        const xs = Uint32Array.from(sorted, ([x]) => x)
        const ys = Uint32Array.from(sorted, ([, y]) => y)
        const box = {
          west: Math.min(a[0], b[0]),
          east: Math.max(a[0], b[0]) + 1,
          north: Math.min(a[1], b[1]) - 64,
          south: Math.max(a[1], b[1]) + 64,
        }
        const expected = [...xs.keys()].filter(
          (i) =>
            xs[i]! >= box.west && xs[i]! < box.east && ys[i]! >= box.north && ys[i]! < box.south,
        )
        const found = new Uint32Array(400)
        found[0] = 7
        const count = findInBox(xs, ys, 0, xs.length, box, found, 1)
        expect([...found.subarray(0, count)]).toEqual([7, ...expected])
        const few = new Uint32Array(3)
        expect(findInBox(xs, ys, 0, xs.length, box, few, 0)).toBe(Math.min(3, expected.length))
      }),
      { numRuns: 500 },
    )
  })
})
