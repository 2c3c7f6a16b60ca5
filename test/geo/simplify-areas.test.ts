import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { dissolve } from '../../data/make/dissolve.ts'
import { areasOf, topologyOf } from '../../src/geo/arcs.ts'
import { crossingArcs } from '../../src/geo/crossings.ts'
import {
  type MultiPolygonE7,
  ringOrientation,
  sideOfRing,
  signedArea2,
} from '../../src/geo/ring.ts'
import { simplifyAreas } from '../../src/geo/simplify-areas.ts'
import { builtinBoundaries } from '../../src/import/units/builtin-data.ts'
import { ring } from '../boundaries/drawing.ts'
import { officialFeatures } from '../boundaries/official.ts'
import { sharedData } from '../shared-data.ts'

type Corner = readonly [number, number]

function square(x: number, y: number, side: number): MultiPolygonE7 {
  return [[ring(1, [x, y], [x + side, y], [x + side, y + side], [x, y + side])]]
}

function areaOf(polygons: MultiPolygonE7): number {
  return polygons.flat().reduce((sum, each) => sum + signedArea2(each), 0)
}

function faults(areas: readonly MultiPolygonE7[]): number {
  return crossingArcs(topologyOf(areas).arcs, () => true).size
}

describe('the topology of areas', () => {
  test('holds a shared side once', () => {
    const { arcs, shapes } = topologyOf([square(0, 0, 10), square(10, 0, 10)])
    expect(arcs.length).toBe(3)
    const [left, right] = shapes.map((polygons) => [...polygons[0]![0]!])
    expect(left!.filter((reference) => right!.includes(~reference)).length).toBe(1)
  })

  test('holds an enclave once: as the hole of one and the outer ring of the other', () => {
    const hole = ring(1, [4, 4], [4, 6], [6, 6], [6, 4])
    const { arcs } = topologyOf([[[square(0, 0, 10)[0]![0], hole]], square(4, 4, 2)])
    expect(arcs.length).toBe(2)
  })

  test('comes back as the areas it was made of', () => {
    const areas = builtinBoundaries().map(({ polygons }) => polygons)
    const back = areasOf(topologyOf(areas))
    expect(back.map((polygons) => polygons.map((polygon) => polygon.length))).toEqual(
      areas.map((polygons) => polygons.map((polygon) => polygon.length)),
    )
    for (const [i, polygons] of areas.entries()) {
      expect(Math.abs(areaOf(back[i]!) / areaOf(polygons) - 1)).toBeLessThan(1e-12)
      expect(dissolve([...polygons, ...reversed(back[i]!)])).toEqual([])
    }
  })
})

/** The same edges run backwards: together with the areas themselves nothing is left. */
function reversed(polygons: MultiPolygonE7): MultiPolygonE7 {
  return polygons.map(([outer, ...holes]) => [backwards(outer), ...holes.map(backwards)])
}

function backwards(line: Int32Array): Int32Array {
  const points: number[][] = []
  for (let i = 0; i < line.length; i += 2) points.unshift([line[i]!, line[i + 1]!])
  return Int32Array.from(points.flat())
}

describe('simplified areas', () => {
  test('keep their largest polygon, as a triangle at least', () => {
    const islands = [...square(0, 0, 1000), ...square(5000, 0, 3000), ...square(0, 5000, 2000)]
    const halves = [square(20_000, 0, 500), square(20_500, 0, 500)]
    const [kept, ...rest] = simplifyAreas([islands, ...halves, []], 1e7)
    expect(kept).toHaveLength(1)
    expect(sideOfRing(kept![0]![0], { lonE7: 6500, latE7: 1500 })).not.toBe(-1)
    expect(rest.map((area) => area.length)).toEqual([1, 1, 0])
    for (const [outer] of [...kept!, ...rest.flat()])
      expect(Math.abs(signedArea2(outer))).not.toBe(0)
  })

  const wards = sharedData('boundaries/wards.fgb')
  test.skipIf(wards === null)('a larger tolerance leaves no more points', () => {
    const bays = officialFeatures(wards ?? '', 8).filter(({ unit }) => unit.parentCode === '22')
    const [points = 0, fewer] = [1e6, 1e7].map((toleranceE7) => {
      const rings = simplifyAreas(
        bays.map(({ polygons }) => polygons),
        toleranceE7,
      ).flat(2)
      return rings.reduce((sum, each) => sum + each.length / 2, 0)
    })
    expect(fewer).toBeLessThanOrEqual(points)
  })

  test('a bay is not filled where an island of several units lies in it', () => {
    const bay: readonly Corner[] = [
      [600, 500],
      [500, 460],
      [400, 500],
    ]
    const land: MultiPolygonE7 = [[ring(1, [0, 0], [1000, 0], [1000, 500], ...bay, [0, 500])]]
    const units = [
      square(492, 478, 8),
      square(500, 478, 8),
      square(492, 486, 8),
      square(500, 486, 8),
    ]
    const [filled] = simplifyAreas([land], 60)
    expect(filled).toEqual([[ring(1, [0, 0], [1000, 0], [1000, 500], [0, 500])]])
    const [kept, ...island] = simplifyAreas([land, ...units], 60)
    expect(kept).toEqual(land)
    expect(island.every((area) => area.length === 1)).toBe(true)
  })

  test('islands before a ragged coast stay outside the land, whatever is left of both', () => {
    const drawn = fc.record({
      seed: fc.nat(),
      steps: fc.integer({ min: 2, max: 12 }),
      shrink: fc.integer({ min: 4, max: 40 }),
      tolerance: fc.integer({ min: 1, max: 3000 }),
    })
    fc.assert(
      fc.property(drawn, ({ seed, steps, shrink, tolerance }) => {
        const [land] = raggedGrid(seed, 1, steps)
        const islands = Array.from({ length: 30 }, (_, i) =>
          moved(raggedGrid(seed + i, 1, 6)[0]!, shrink, i * 330, CELL - 700 + noise(seed * 7 + i)),
        )
        const free = [land!]
        for (const island of islands) if (isApart([...free, island])) free.push(island)
        const [archipelago] = simplifyAreas([free.flat()], tolerance)
        expect(isApart(archipelago!.map((polygon) => [polygon]))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('neighbours of real shape share every point, at any tolerance', () => {
    const areas = builtinBoundaries().map(({ polygons }) => polygons)
    let before = areas.flat(2).reduce((sum, each) => sum + each.length, 0)
    for (const toleranceE7 of [1e3, 1e4, 1e5, 1e6]) {
      const simple = simplifyAreas(areas, toleranceE7)
      const points = simple.flat(2).reduce((sum, each) => sum + each.length, 0)
      expect(points).toBeLessThanOrEqual(before)
      before = points
      expect(simple.length).toBe(areas.length)
      expect(faults(simple)).toBe(0)
      const whole = dissolve(simple.flat())
      expect(whole.every((polygon) => polygon.length === 1)).toBe(true)
      const sum = simple.reduce((total, each) => total + areaOf(each), 0)
      expect(Math.abs(areaOf(whole) / sum - 1)).toBeLessThan(1e-9)
    }
  })

  test('a grid with ragged borders: no gap, no overlap, nothing crosses', () => {
    const ragged = fc.record({
      seed: fc.nat(),
      side: fc.integer({ min: 1, max: 5 }),
      steps: fc.integer({ min: 1, max: 12 }),
      tolerance: fc.integer({ min: 1, max: 4000 }),
    })
    fc.assert(
      fc.property(ragged, ({ seed, side, steps, tolerance }) => {
        const areas = raggedGrid(seed, side, steps)
        expect(faults(areas)).toBe(0)
        const simple = simplifyAreas(areas, tolerance)
        expect(faults(simple)).toBe(0)
        for (const each of simple.flat()) expect(each.map(ringOrientation)).toEqual([1])
        const whole = dissolve(simple.flat())
        expect(whole.flat().length).toBe(whole.length)
        expect(areaOf(whole)).toBe(simple.reduce((sum, each) => sum + areaOf(each), 0))
      }),
      { numRuns: 100 },
    )
  })

  test('without tolerance are what they were', () => {
    const areas = [square(0, 0, 10)]
    for (const tolerance of [0, -1, Number.NaN]) {
      expect(simplifyAreas(areas, tolerance)).toEqual(areas)
    }
  })

  test('what is smaller than the tolerance goes, its neighbour stays whole', () => {
    const hole = ring(1, [400, 400], [400, 410], [410, 410], [410, 400])
    const around: MultiPolygonE7 = [[square(0, 0, 1000)[0]![0], hole]]
    const islands = [...square(400, 400, 10), ...square(5000, 0, 1000)]
    const [large, small] = simplifyAreas([around, islands], 50)
    expect(small).toEqual(square(5000, 0, 1000))
    expect(large).toEqual(square(0, 0, 1000))
  })
})

/** Made smaller by a whole factor and put elsewhere. */
function moved(area: MultiPolygonE7, shrink: number, x: number, y: number): MultiPolygonE7 {
  return area.map(([outer]) => [
    outer.map((value, i) => Math.round(value / shrink) + (i % 2 === 0 ? x : y)),
  ])
}

/** Whether no border crosses another and no area holds the first point of another. */
function isApart(areas: readonly MultiPolygonE7[]): boolean {
  if (faults(areas) > 0) return false
  return areas.every((area, i) =>
    areas.every((other, k) => {
      const [lonE7 = 0, latE7 = 0] = other[0]![0]
      return i === k || sideOfRing(area[0]![0], { lonE7, latE7 }) < 0
    }),
  )
}

const CELL = 10_000
const WIGGLE = 1_500

/** Cells whose sides are ragged lines between the grid's corners, the same for both neighbours. */
function raggedGrid(seed: number, side: number, steps: number): MultiPolygonE7[] {
  const line = ([ax, ay]: Corner, [bx, by]: Corner): Corner[] => {
    if (ax > bx || ay > by) return line([bx, by], [ax, ay]).reverse()
    return Array.from({ length: steps + 1 }, (_, i): Corner => {
      const t = i / steps
      const off = i === 0 || i === steps ? 0 : noise(seed + ax * 31 + ay * 17 + bx * 7 + by + i)
      const isLevel = ay === by
      const along = Math.round((isLevel ? ax + t * (bx - ax) : ay + t * (by - ay)) || 0)
      return isLevel ? [along, ay + off] : [ax + off, along]
    })
  }
  return Array.from({ length: side * side }, (_, i): MultiPolygonE7 => {
    const x = (i % side) * CELL
    const y = Math.floor(i / side) * CELL
    const corners: Corner[] = [
      [x, y],
      [x + CELL, y],
      [x + CELL, y + CELL],
      [x, y + CELL],
    ]
    const points = corners.flatMap((corner, k) => line(corner, corners[(k + 1) % 4]!).slice(0, -1))
    return [[ring(1, ...points)]]
  })
}

/** Small enough near the corners not to cross the side around them: within a quarter of a step. */
function noise(n: number): number {
  const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d)
  return Math.round((((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32 - 0.5) * WIGGLE)
}
