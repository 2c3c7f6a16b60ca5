import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Line } from '../../../src/geo/line.ts'
import { reverseRing, ringOrientation, sideOfRing } from '../../../src/geo/ring.ts'
import { buildWater, type Water } from '../../../src/search/build/water.ts'
import { Banks } from '../../../src/search/reverse/river-sides.ts'
import { checkWater, openWater } from '../../../src/search/reverse/water-layout.ts'

/*
 * Water drawn in units of 1e-7 degrees around 105° E, 20° N. A cell of the grid is 8,192 units, so
 * lines of some 30,000 pass through several.
 */

const [EAST, NORTH] = [1_050_000_000, 200_000_000]
const UNIT_M = 0.011
const RADIUS_M = 1_100

type Spot = readonly [x: number, y: number]

const lineOf = (spots: readonly Spot[]): Line =>
  Int32Array.from(spots.flatMap(([x, y]) => [EAST + x, NORTH + y]))

/** A closed outline with its inside on the left. */
function outline(spots: readonly Spot[]): Line {
  const ring = lineOf([...spots, spots[0]!])
  if (ringOrientation(ring) < 0) reverseRing(ring)
  return ring
}

function open(water: Water) {
  const index = openWater(buildWater(water))
  checkWater(index)
  return index
}

/** Whether `to` is on the other bank for who stands at `from`. */
function across(water: Water, from: Spot, to: Spot): boolean {
  const banks = new Banks(open(water))
  const hasWater = banks.goTo(EAST + from[0], NORTH + from[1], RADIUS_M, UNIT_M, UNIT_M)
  return hasWater && banks.isAcross(EAST + to[0], NORTH + to[1])
}

const rectangle = (west: number, south: number, east: number, north: number): Spot[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

describe('the other bank', () => {
  const course: Spot[] = [
    [0, -30_000],
    [0, 30_000],
  ]
  const middle = { middles: [lineOf(course)], banks: [] }
  const river = { middles: [], banks: [outline(rectangle(-4_000, -30_000, 4_000, 30_000))] }
  const both = { ...middle, banks: river.banks }

  test.each([
    ['a middle line', middle],
    ['an area', river],
    ['both', both],
  ])('of %s is across, this one is not', (_, water) => {
    expect(across(water, [-5_000, 0], [5_000, 1_000])).toBe(true)
    expect(across(water, [5_000, 0], [-5_000, 1_000])).toBe(true)
    expect(across(water, [-5_000, 0], [-6_000, 20_000])).toBe(false)
    // Beyond the source of the river.
    expect(across(water, [-5_000, 40_000], [5_000, 40_000])).toBe(false)
  })

  test.each([
    ['an area', river],
    ['both', both],
  ])('is nowhere for who is in the water of %s', (_, water) => {
    expect(across(water, [-1_000, 0], [-5_000, 0])).toBe(false)
    expect(across(water, [-1_000, 0], [5_000, 0])).toBe(false)
    expect(across(water, [1_000, 100], [5_000, 0])).toBe(false)
    expect(across(water, [1_000, 100], [-5_000, 0])).toBe(false)
  })

  test('a landing in the water is of the bank on whose side of the middle it lies', () => {
    expect(across(both, [-5_000, 0], [-2_000, 0])).toBe(false)
    expect(across(both, [-5_000, 0], [2_000, 0])).toBe(true)
    expect(across(river, [-5_000, 0], [2_000, 0])).toBe(false)
  })

  test('a door at the very bank is on land', () => {
    expect(across(river, [-4_000, 0], [-6_000, 500])).toBe(false)
    expect(across(river, [-5_000, 0], [-4_000, 700])).toBe(false)
    expect(across(river, [-4_000, 0], [4_000, 0])).toBe(true)
  })

  test('an island is a bank of its own', () => {
    const island = lineOf([...rectangle(-1_000, -2_000, 1_000, 2_000), [-1_000, -2_000]])
    if (ringOrientation(island) > 0) reverseRing(island)
    const water = { middles: [], banks: [...river.banks, island] }
    expect(across(water, [-5_000, 0], [0, 0])).toBe(true)
    expect(across(water, [0, 0], [-5_000, 0])).toBe(true)
    expect(across(water, [0, 0], [0, 1_500])).toBe(false)
    expect(across(water, [2_000, 0], [0, 0])).toBe(false)
  })

  test('a river mapped in parts is one: who is in it is in it beyond their border', () => {
    const parts = [
      outline(rectangle(-4_000, -30_000, 4_000, 777)),
      outline(rectangle(-4_000, 777, 4_000, 30_000)),
    ]
    const water = { middles: [], banks: parts }
    expect(across(water, [0, 0], [-5_000, 3_000])).toBe(false)
    expect(across(water, [0, 0], [0, 3_000])).toBe(false)
    expect(across(water, [-5_000, 0], [0, 3_000])).toBe(false)
    expect(across(water, [-5_000, 0], [5_000, 3_000])).toBe(true)
    // The same river twice is still one.
    const twice = { middles: [], banks: [...river.banks, ...river.banks] }
    expect(across(twice, [-5_000, 0], [0, 0])).toBe(false)
    expect(across(twice, [-5_000, 0], [5_000, 0])).toBe(true)
  })

  test('without water nothing is across', () => {
    expect(across({ middles: [], banks: [] }, [0, 0], [1_000, 0])).toBe(false)
    expect(across(river, [500_000, 0], [501_000, 0])).toBe(false)
  })
})

/** Corners on a coarse grid, so that lines through corners and along edges are common. */
const coarse = fc.integer({ min: -12, max: 12 }).map((steps) => steps * 2_500)
const spot = fc.tuple(coarse, coarse)

describe('against brute force', () => {
  test('a middle is crossed where its line and the way over have ends on either side', () => {
    fc.assert(
      fc.property(fc.array(spot, { minLength: 2, maxLength: 8 }), spot, spot, (line, from, to) => {
        // Half a step aside, so that no end lies on the line: what then counts is a table above.
        const start: Spot = [from[0] + 1_111, from[1] + 1_003]
        const end: Spot = [to[0] + 1_117, to[1] + 1_009]
        // Lines are cut to whole units: what is that close to one may be on either side.
        fc.pre(line.every((a, i) => [start, end].every((p) => isClear(p, a, line[i + 1] ?? a))))
        const isCrossed = line.some((a, i) => {
          const b = line[i + 1]
          return b !== undefined && meets(start, end, a, b)
        })
        expect(across({ middles: [lineOf(line)], banks: [] }, start, end)).toBe(isCrossed)
      }),
      { numRuns: 2_000 },
    )
  })

  test('an area is between two points on land when their way enters it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coarse, coarse, coarse, coarse), { minLength: 1, maxLength: 3 }),
        spot,
        spot,
        (boxes, from, to) => {
          // Side by side, so that areas share borders at most.
          const areas = boxes.map(([ax, ay, bx, by], i) => {
            const shift = i * 70_000
            const [west, east] = [Math.min(ax, bx) - 1_000, Math.max(ax, bx) + 1_000]
            const [south, north] = [Math.min(ay, by) - 1_000, Math.max(ay, by) + 1_000]
            return outline(rectangle(west + shift, south, east + shift, north))
          })
          const start: Spot = [from[0] + 1_111, from[1] + 1_003]
          const end: Spot = [to[0] + 1_117, to[1] + 1_009]
          const isWet = (spot: Spot) => areas.some((area) => inside(area, spot))
          const wetOnWay = Array.from(
            { length: 2_001 },
            (_, step): Spot => [
              Math.round(start[0] + ((end[0] - start[0]) * step) / 2_000),
              Math.round(start[1] + ((end[1] - start[1]) * step) / 2_000),
            ],
          ).filter(isWet).length
          // A way that only cuts a corner may be missed by the points on it.
          if (wetOnWay > 0 && wetOnWay < 3) return
          const expected = !isWet(start) && !isWet(end) && wetOnWay > 0
          const isDry = wetOnWay === 0
          const found = across({ middles: [], banks: areas }, start, end)
          if (isDry && found) expect(cutsCorner(areas, start, end)).toBe(true)
          else expect(found).toBe(expected)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

function inside(area: Line, [x, y]: Spot): boolean {
  return sideOfRing(area, { lonE7: EAST + x, latE7: NORTH + y }) > 0
}

/** Whether the way passes a corner of an area more closely than points on it would show. */
function cutsCorner(areas: readonly Line[], start: Spot, end: Spot): boolean {
  return areas.some((area) => {
    for (let i = 0; i + 3 < area.length; i += 2) {
      const a: Spot = [area[i]! - EAST, area[i + 1]! - NORTH]
      const b: Spot = [area[i + 2]! - EAST, area[i + 3]! - NORTH]
      if (meets(start, end, a, b)) return true
    }
    return false
  })
}

/** Whether the spot is more than two units from the line through a and b. */
function isClear([x, y]: Spot, a: Spot, b: Spot): boolean {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  if (length === 0) return true
  return Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length > 2
}

/** Plain: no three of the points lie on one line, or two pieces share the end that does. */
function meets(p: Spot, q: Spot, a: Spot, b: Spot): boolean {
  const turn = (u: Spot, v: Spot, w: Spot) =>
    Math.sign((v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0]))
  const isSplit = turn(p, q, a) >= 0 !== turn(p, q, b) >= 0
  return isSplit && turn(a, b, p) !== turn(a, b, q)
}
