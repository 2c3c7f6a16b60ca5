import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  CellGridWriter,
  checkCellGrid,
  openCellGrid,
  recordsAround,
} from '../../src/geo/cell-grid.ts'

type Segment = readonly [lonA: number, latA: number, lonB: number, latB: number]

/** A grid over segments, those of no length as points; records are positions in `lists`. */
function gridOver(segments: readonly Segment[]) {
  const writer = new CellGridWriter(segments.flat())
  segments.forEach(([lonA, latA, lonB, latB], item) => {
    if (lonA === lonB && latA === latB) writer.addPoint(lonA, latA, item)
    else writer.addSegment(lonA, latA, lonB, latB, item)
  })
  const lists: (readonly number[])[] = []
  const { frame, slots } = writer.finish((items) => lists.push(items) - 1)
  return { grid: openCellGrid(frame, slots), lists }
}

/** What the cells around a box hold. */
function around({ grid, lists }: ReturnType<typeof gridOver>, at: [number, number], reach: number) {
  const found: number[] = []
  const count = recordsAround(grid, ...at, reach, reach, found)
  expect(new Set(found.slice(0, count)).size).toBe(count)
  return new Set(found.slice(0, count).flatMap((record) => lists[record] ?? []))
}

/** Whether any of a thousand points of the segment lies in the box. */
function entersBox([lonA, latA, lonB, latB]: Segment, [lon, lat]: [number, number], reach: number) {
  for (let step = 0; step <= 1000; step++) {
    const x = lonA + ((lonB - lonA) * step) / 1000
    const y = latA + ((latB - latA) * step) / 1000
    if (Math.abs(x - lon) <= reach && Math.abs(y - lat) <= reach) return true
  }
  return false
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
          const at: [number, number] = [origin.lon + x, origin.lat + y]
          const found = around(built, at, reach)
          segments.forEach((segment, item) => {
            if (entersBox(segment, at, reach)) expect(found.has(item)).toBe(true)
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
    const found: number[] = []
    recordsAround(built.grid, 9_000, 9_000, 9_000, 9_000, found)
    expect(built.lists[found[0] ?? -1]).toEqual([2])
  })

  test('an empty one leads nowhere', () => {
    const built = gridOver([])
    checkCellGrid(built.grid, 0)
    expect(around(built, [0, 0], 1_000_000)).toEqual(new Set())
  })

  test('the check finds a key that lies elsewhere and a record that is not there', () => {
    const build = () => {
      const writer = new CellGridWriter([0, 0, 100_000, 100_000])
      writer.addPoint(0, 0, 0)
      writer.addPoint(100_000, 100_000, 1)
      return writer.finish((items) => items[0] ?? 0)
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
