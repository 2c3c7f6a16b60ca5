import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  CellGridWriter,
  type CellsAround,
  cellGridArrays,
  cellsAround,
  checkCellGrid,
  openCellGrid,
} from '../../src/geo/cell-grid.ts'

type Spot = readonly [lon: number, lat: number]
type Segment = readonly [lonA: number, latA: number, lonB: number, latB: number]

/** A grid over segments, those of no length as points; records are positions in `lists`. */
function gridOver(segments: readonly Segment[]) {
  const writer = new CellGridWriter(segments.map((segment) => Int32Array.from(segment)))
  segments.forEach(([lonA, latA, lonB, latB], item) => {
    if (lonA === lonB && latA === latB) writer.addPoint(lonA, latA, item)
    else writer.addSegment(lonA, latA, lonB, latB, item)
  })
  const cells = writer.lists()
  const { first, items } = cells
  const lists = [...cells.keys].map((_, i) => [...items.subarray(first[i], first[i + 1])])
  const { frame, slots } = cellGridArrays(writer.frame, cells, Uint32Array.from(lists.keys()))
  return { grid: openCellGrid(frame, slots), lists }
}

/** Nearest first; a unit is a metre each way. */
function cellsOf({ grid, lists }: ReturnType<typeof gridOver>, at: Spot, radius: number) {
  const found: CellsAround = { records: [], gaps: [] }
  const count = cellsAround(grid, ...at, radius, 1, 1, found)
  const cells = found.records.slice(0, count).map((record, i) => ({
    gap: found.gaps[i] ?? Number.NaN,
    items: lists[record] ?? [],
  }))
  expect(new Set(found.records.slice(0, count)).size).toBe(count)
  return cells
}

/** What the cells around a position hold. */
function around(built: ReturnType<typeof gridOver>, at: Spot, radius: number): Set<number> {
  return new Set(cellsOf(built, at, radius).flatMap(({ items }) => items))
}

/** The distance of the nearest of a thousand points of the segment. */
function distanceTo([lonA, latA, lonB, latB]: Segment, [lon, lat]: Spot): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let step = 0; step <= 1000; step++) {
    const x = lonA + ((lonB - lonA) * step) / 1000
    const y = latA + ((latB - latA) * step) / 1000
    nearest = Math.min(nearest, Math.hypot(x - lon, y - lat))
  }
  return nearest
}

const town = fc.integer({ min: -60_000, max: 60_000 })
const earth = fc.record({
  lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
})

describe('a grid of cells', () => {
  test('leads to every point and line within reach, wherever it lies', () => {
    fc.assert(
      fc.property(
        earth,
        fc.array(fc.tuple(town, town, town, town, fc.boolean()), { maxLength: 60 }),
        fc.tuple(town, town),
        fc.integer({ min: 0, max: 30_000 }),
        (origin, shapes, [x, y], reach) => {
          const segments = shapes.map(([ax, ay, bx, by, isPoint]): Segment => {
            const [lon, lat] = [origin.lon + ax, origin.lat + ay]
            return isPoint ? [lon, lat, lon, lat] : [lon, lat, origin.lon + bx, origin.lat + by]
          })
          const built = gridOver(segments)
          checkCellGrid(built.grid, built.lists.length)
          const at: Spot = [origin.lon + x, origin.lat + y]
          const cells = cellsOf(built, at, reach)
          segments.forEach((segment, item) => {
            const distance = distanceTo(segment, at)
            if (distance > reach) return
            // In a cell that is no farther than the segment: it may be left out beyond that.
            const gaps = cells.flatMap(({ gap, items }) => (items.includes(item) ? [gap] : []))
            expect(Math.sqrt(Math.min(...gaps))).toBeLessThanOrEqual(distance + 1e-6)
          })
        },
      ),
    )
  })

  test('covers the whole Earth with coarser cells, found by their keys all the same', () => {
    fc.assert(
      fc.property(fc.array(earth, { minLength: 1, maxLength: 50 }), (points) => {
        const corners: Segment[] = [
          [-1_800_000_000, -900_000_000, -1_800_000_000, -900_000_000],
          [1_800_000_000, 900_000_000, 1_800_000_000, 900_000_000],
        ]
        const all = [...corners, ...points.map(({ lon, lat }): Segment => [lon, lat, lon, lat])]
        const built = gridOver(all)
        checkCellGrid(built.grid, built.lists.length)
        all.forEach(([lon, lat], item) => {
          expect(around(built, [lon, lat], 0).has(item)).toBe(true)
        })
      }),
    )
  })

  test('far from a point there is nothing, and its own cell comes first', () => {
    const segments: Segment[] = [
      [0, 0, 0, 0],
      [9_000, 0, 9_000, 0],
      [9_000, 9_000, 9_000, 9_000],
      [400_000, 400_000, 400_000, 400_000],
    ]
    const built = gridOver(segments)
    expect(around(built, [-100_000, 0], 50_000)).toEqual(new Set())
    expect(around(built, [0, 0], 1_000)).toEqual(new Set([0]))
    expect(cellsOf(built, [9_000, 9_000], 1_000)).toEqual([
      { gap: 0, items: [2] },
      { gap: 808 ** 2, items: [1] },
    ])
  })

  test('an empty one leads nowhere', () => {
    const built = gridOver([])
    checkCellGrid(built.grid, 0)
    expect(around(built, [0, 0], 1_000_000)).toEqual(new Set())
  })

  test('the check finds a key that lies elsewhere and a record that is not there', () => {
    const build = () => {
      const writer = new CellGridWriter([Int32Array.of(0, 0, 100_000, 100_000)])
      writer.addPoint(0, 0, 0)
      writer.addPoint(100_000, 100_000, 1)
      return cellGridArrays(writer.frame, writer.lists(), Uint32Array.of(0, 1))
    }
    const { frame, slots } = build()
    expect(() => checkCellGrid(openCellGrid(frame, slots), 1)).toThrow('record')
    slots[slots.findIndex((key, at) => key !== 0 && at % 2 === 0)]! += 1
    expect(() => checkCellGrid(openCellGrid(frame, slots), 2)).toThrow()
    const outside = build().frame
    outside[3] = 1
    expect(() => checkCellGrid(openCellGrid(outside, build().slots), 2)).toThrow()
  })
})
