import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PlaceId } from '../../../src/base/ids.ts'
import { distanceM } from '../../../src/geo/distance.ts'
import { E7, type Point, toE7 } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { buildReverse } from '../../../src/search/build/reverse.ts'
import { buildWater } from '../../../src/search/build/water.ts'
import type { Place } from '../../../src/search/model/place.ts'
import type { ReverseAnswer, ReverseQuery } from '../../../src/search/model/query.ts'
import { resolve } from '../../../src/search/resolve.ts'
import { checkReverseIndex } from '../../../src/search/reverse/layout.ts'
import { openReverse, reverse } from '../../../src/search/reverse/reverse.ts'
import { openWater } from '../../../src/search/reverse/water-layout.ts'
import { openSearch } from '../../../src/search/search.ts'
import { id, place, TOWN } from '../town.ts'

/*
 * `reverse` against the plain way: the distance of every place and what it is set behind, sorted.
 * Places are drawn on a grid of 3e-5 degrees (about 3 m), so that ties and several places on one
 * spot occur.
 */

const STEP = 300
const ORIGIN: Point = { lon: 105, lat: 20 }

/** What distances are exact to: of lines a thousand points are looked at. */
const SLACK_M = 0.05
const AS_NEAR_M = 10

const spot = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
const drawnPoint = fc.record({
  kind: fc.constantFrom('house', 'poi', 'shop', 'settlement'),
  at: spot,
  road: fc.option(fc.nat(4), { nil: null }),
})
const drawnRoad = fc.record({
  kind: fc.constantFrom('street', 'alley'),
  course: fc.array(spot, { minLength: 1, maxLength: 4 }),
})
const drawnRoads = fc.array(drawnRoad, { maxLength: 5 })
const drawnPoints = fc.array(drawnPoint, { maxLength: 40 })
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

const lonAt = (x: number) => toE7(ORIGIN.lon) + x * STEP
const latAt = (y: number) => toE7(ORIGIN.lat) + y * STEP

function roadOf({ kind, course }: Drawn<typeof drawnRoad>, i: number): Place {
  const lines = [Int32Array.from(course.flatMap(([x, y]) => [lonAt(x), latAt(y)]))]
  const name = `Đường ${i}`
  return place(kind, { id: `l${i}`, at: [0, 0], name, importance: importanceOf(i), lines })
}

/** `shop`: a POI whose street is known. A house or shop is on `road`, where that is one. */
function pointOf({ kind, at: [x, y], road }: Drawn<typeof drawnPoint>, i: number): Place {
  const at: [number, number] = [lonAt(x) / E7, latAt(y) / E7]
  const base = { id: `p${i}`, at, name: `Tên ${i}`, importance: importanceOf(i) }
  const streetId = id(road === null ? 'known' : `l${road}`)
  if (kind === 'house') return place('house', { ...base, houseNumber: `${i}`, streetId })
  if (kind === 'settlement') return place('settlement', base)
  return place('poi', kind === 'shop' ? { ...base, streetId } : base)
}

const importanceOf = (i: number) => ((i * 7) % 10) / 10

const KNOWN_STREET = place('street', { id: 'known', at: [0, 0], name: 'Lê Lợi' })

/** By the great circle; of a line to the nearest of many points on it. Infinite without a place. */
function metresTo(from: Point, { kind, lonE7, latE7, lines }: Place): number {
  if (kind !== 'street' && kind !== 'alley') {
    return distanceM(from, { lon: lonE7 / E7, lat: latE7 / E7 })
  }
  let nearest = Number.POSITIVE_INFINITY
  for (const line of lines) {
    for (let k = 0; k + 3 < line.length; k += 2) {
      nearest = Math.min(nearest, ...pointsOn(line, k).map((point) => distanceM(from, point)))
    }
  }
  return nearest
}

function pointsOn(line: Int32Array, k: number): Point[] {
  return Array.from({ length: 1001 }, (_, step) => ({
    lon: (line[k]! + ((line[k + 2]! - line[k]!) * step) / 1000) / E7,
    lat: (line[k + 1]! + ((line[k + 3]! - line[k + 1]!) * step) / 1000) / E7,
  }))
}

interface Scanned {
  readonly place: Place
  readonly metres: number
  /** The least and most that it may be set behind, as far as the scan can tell. */
  readonly behindMin: number
  readonly behindMax: number
}

/** What is within the radius, or may be. */
function scan(
  places: readonly Place[],
  point: Point,
  radiusM: number,
  isAcross: (each: Place) => boolean = () => false,
): Scanned[] {
  const near = places
    .map((each) => ({ place: each, metres: metresTo(point, each) }))
    .filter(({ metres }) => metres < radiusM + SLACK_M)
  const isRoad = ({ kind }: Place) => kind === 'street' || kind === 'alley'
  const known = new Set(places.map((each) => each.id))
  const roads = near.filter(({ place, metres }) => isRoad(place) && metres < radiusM)
  const nearestM = Math.min(...roads.map(({ metres }) => metres))
  return near.map(({ place, metres }) => {
    const behind = (roadM: number) => {
      const { kind, streetId } = place
      const here = roads.filter((road) => road.metres <= roadM + AS_NEAR_M)
      if (isRoad(place)) return 50
      if (kind === 'settlement') return 1_000
      if (streetId === null || !known.has(streetId)) {
        if (kind === 'poi') return metres <= roadM ? 20 : 50
      } else if (here.some((road) => road.place.id === streetId)) return 0
      return metres <= roadM + AS_NEAR_M ? 0 : 50
    }
    const across = isAcross(place) ? 10_000 : 0
    const both = [behind(nearestM - 2 * SLACK_M), behind(nearestM + 2 * SLACK_M)]
    return {
      place,
      metres,
      behindMin: Math.min(...both) + across,
      behindMax: Math.max(...both) + across,
    }
  })
}

/** Found is the best of what the scan has, in its order. */
function expectBest(
  found: readonly ReverseAnswer[],
  scanned: readonly Scanned[],
  size: number,
  radiusM: number,
): void {
  const byId = new Map(scanned.map((each) => [`${each.place.id}`, each]))
  const ids = found.map((answer) => answer.id.split('~')[0] ?? '')
  expect(new Set(ids).size).toBe(found.length)
  const known = ids.map((each) => byId.get(each)!)
  found.forEach((answer, i) => {
    expect(Math.abs(answer.distanceM - known[i]!.metres)).toBeLessThan(SLACK_M)
    expect(answer.distanceM).toBeLessThan(radiusM + 0.02)
    const before = known[i - 1]
    if (!before) return
    expect(answer.confidence).toBeLessThanOrEqual(found[i - 1]!.confidence)
    const most = known[i]!.metres + known[i]!.behindMax
    expect(before.metres + before.behindMin).toBeLessThan(most + 2 * SLACK_M)
  })
  const surely = scanned.filter(({ metres }) => metres < radiusM - SLACK_M)
  expect(found.length).toBeGreaterThanOrEqual(Math.min(size, surely.length))
  const last = known.at(-1)
  for (const { place, metres, behindMax } of surely) {
    if (!last || ids.includes(place.id)) continue
    expect(metres + behindMax).toBeGreaterThan(last.metres + last.behindMin - 2 * SLACK_M)
  }
}

test('answers are those of a scan over every place', () => {
  fc.assert(
    fc.property(
      drawnRoads,
      drawnPoints,
      fc.tuple(
        fc.double({ min: -5, max: 65, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
      ),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 100 }),
      (roads, points, [x, y], size, radiusM) => {
        const places = [KNOWN_STREET, ...roads.map(roadOf), ...points.map(pointOf)]
        const opened = openReverse(buildReverse(places), openSearch(buildSearch(places)))
        checkReverseIndex(opened.index, places.length)
        const point = { lon: lonAt(x) / E7, lat: latAt(y) / E7 }
        const found = reverse(opened, { point, radiusM, size, lang: 'vi', isVietnamOnly: false })
        expectBest(found, scan(places, point, radiusM), size, radiusM)
      },
    ),
    { numRuns: 300 },
  )
})

test('what is across a river comes after all that is on this bank, whatever it is', () => {
  const point = { lon: lonAt(30) / E7, lat: latAt(30) / E7 }
  fc.assert(
    fc.property(
      drawnPoints,
      // A river from below all places to above them, east of the point.
      fc.array(fc.integer({ min: 31, max: 60 }), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 12 }),
      (points, bends, size) => {
        const rowOf = (bend: number) => -10 + (80 * bend) / (bends.length - 1)
        const course = bends.flatMap((x, i) => [lonAt(x - 0.5), latAt(rowOf(i)) + 50])
        const river = Int32Array.from(course, Math.round)
        const places = [KNOWN_STREET, ...points.map(pointOf)]
        fc.pre(!places.some((each) => isOn(river, each)))
        const water = openWater(buildWater({ middles: [river], banks: [] }))
        const search = openSearch(buildSearch(places))
        const opened = openReverse(buildReverse(places), search, water)
        const found = reverse(opened, {
          point,
          radiusM: 80,
          size,
          lang: 'vi',
          isVietnamOnly: false,
        })
        const isAcross = (each: Place) => crosses(river, point, each)
        expectBest(found, scan(places, point, 80, isAcross), size, 80)
      },
    ),
    { numRuns: 300 },
  )
})

/** Whether the place is in the middle of the river, as near as its line is rounded. */
function isOn(line: Int32Array, { lonE7, latE7 }: Place): boolean {
  for (let k = 0; k + 3 < line.length; k += 2) {
    const [ax, ay, bx, by] = [line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!]
    const area = (bx - ax) * (latE7 - ay) - (by - ay) * (lonE7 - ax)
    if (Math.abs(area) < 2 * Math.hypot(bx - ax, by - ay)) return true
  }
  return false
}

/** Whether the way from the point to the place crosses the line. */
function crosses(line: Int32Array, { lon, lat }: Point, { lonE7, latE7 }: Place): boolean {
  const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) =>
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0
  const [x, y] = [toE7(lon), toE7(lat)]
  for (let k = 0; k + 3 < line.length; k += 2) {
    const [ax, ay, bx, by] = [line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!]
    const isSplit = turn(x, y, lonE7, latE7, ax, ay) !== turn(x, y, lonE7, latE7, bx, by)
    if (isSplit && turn(ax, ay, bx, by, x, y) !== turn(ax, ay, bx, by, lonE7, latE7)) return true
  }
  return false
}

test('of two on one spot the one that is worth more comes first', () => {
  const places = [0.1, 0.9, 0.5].map((importance, i) =>
    place('poi', { id: `p${i}`, at: [105, 20], name: `Quán ${i}`, importance }),
  )
  const opened = openReverse(buildReverse(places), openSearch(buildSearch(places)))
  const query: ReverseQuery = {
    point: ORIGIN,
    radiusM: 10,
    size: 2,
    lang: 'vi',
    isVietnamOnly: false,
  }
  expect(reverse(opened, query).map((answer) => `${answer.id}`)).toEqual(['p1', 'p2'])
})

test('addresses read as everywhere else, in both languages', () => {
  const search = openSearch(buildSearch(TOWN))
  const opened = openReverse(buildReverse(TOWN), search)
  const seen = new Set<PlaceId>()
  for (const { lonE7, latE7 } of TOWN) {
    const point = { lon: lonE7 / E7, lat: latE7 / E7 }
    for (const lang of ['vi', 'en'] as const) {
      for (const answer of reverse(opened, {
        point,
        radiusM: 80,
        size: 20,
        lang,
        isVietnamOnly: false,
      })) {
        const { confidence, distanceM, lat, lon, ...shown } = answer
        const resolved = resolve(search, answer.id, lang)
        expect(resolved).toMatchObject(shown)
        seen.add(answer.id)
      }
    }
  }
  expect(seen.size).toBeGreaterThan(8)
})
