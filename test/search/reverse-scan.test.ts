import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PlaceId } from '../../src/base/ids.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { E7, type Point, toE7 } from '../../src/geo/point.ts'
import { buildSearch } from '../../src/search/build.ts'
import { buildReverse } from '../../src/search/build-reverse.ts'
import { buildWater } from '../../src/search/build-water.ts'
import type { Place } from '../../src/search/place.ts'
import type { ReverseQuery } from '../../src/search/query.ts'
import { resolve } from '../../src/search/resolve.ts'
import { openReverse, reverse } from '../../src/search/reverse.ts'
import { checkReverseIndex } from '../../src/search/reverse-layout.ts'
import { openSearch } from '../../src/search/search.ts'
import { openWater } from '../../src/search/water-layout.ts'
import { id, place, TOWN } from './town.ts'

/*
 * `reverse` against the plain way: the distance of every place, sorted. Places are drawn on a grid
 * of 3e-5 degrees (about 3 m), so that ties and several places on one spot occur.
 */

const STEP = 300
const ORIGIN: Point = { lon: 105, lat: 20 }

/** What comes first among answers. */
const TIERS = ['address', 'here', 'settlement'] as const
type Tier = (typeof TIERS)[number]

const spot = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
const drawn = fc.oneof(
  fc.record({ kind: fc.constantFrom('house', 'poi', 'shop', 'settlement'), at: spot }),
  fc.record({
    kind: fc.constantFrom('street', 'alley'),
    course: fc.array(spot, { minLength: 1, maxLength: 4 }),
  }),
)
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const lonAt = (x: number) => toE7(ORIGIN.lon) + x * STEP
const latAt = (y: number) => toE7(ORIGIN.lat) + y * STEP

/** `shop`: a POI whose street is known. */
function placeOf(drawing: Drawn, i: number): Place {
  const name = `Tên ${i}`
  const importance = ((i * 7) % 10) / 10
  if ('course' in drawing) {
    const lines = [Int32Array.from(drawing.course.flatMap(([x, y]) => [lonAt(x), latAt(y)]))]
    const kind = drawing.kind === 'alley' ? 'alley' : 'street'
    return place(kind, { id: `l${i}`, at: [0, 0], name, importance, lines })
  }
  const [x, y] = drawing.at
  const at: [number, number] = [lonAt(x) / E7, latAt(y) / E7]
  const base = { id: `p${i}`, at, name, importance }
  if (drawing.kind === 'house') return place('house', { ...base, houseNumber: `${i}` })
  if (drawing.kind === 'settlement') return place('settlement', base)
  return place('poi', drawing.kind === 'shop' ? { ...base, streetId: id('known') } : base)
}

const KNOWN_STREET = place('street', { id: 'known', at: [0, 0], name: 'Lê Lợi' })

function tierOf({ kind, streetId }: Place): Tier {
  if (kind === 'settlement') return 'settlement'
  return kind === 'house' || streetId !== null ? 'address' : 'here'
}

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

test('answers are those of a scan over every place: addresses, then here, then settlements', () => {
  fc.assert(
    fc.property(
      fc.array(drawn, { maxLength: 60 }),
      fc.tuple(
        fc.double({ min: -5, max: 65, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
      ),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 100 }),
      (drawings, [x, y], size, radiusM) => {
        const places = [KNOWN_STREET, ...drawings.map(placeOf)]
        const opened = openReverse(buildReverse(places), openSearch(buildSearch(places)))
        checkReverseIndex(opened.index, places.length)
        const point = { lon: lonAt(x) / E7, lat: latAt(y) / E7 }
        const query: ReverseQuery = { point, radiusM, size, lang: 'vi' }
        const found = reverse(opened, query)
        const byId = new Map(places.map((each) => [each.id, each]))
        const known = found.map((answer) => byId.get(answer.id)!)
        // Every answer is as far as it says, and within the radius.
        found.forEach((answer, i) => {
          expect(Math.abs(answer.distanceM - metresTo(point, known[i]!))).toBeLessThan(0.05)
          expect(answer.distanceM).toBeLessThan(radiusM + 0.02)
        })
        expect(new Set(found.map((answer) => answer.id)).size).toBe(found.length)
        // In their order, and nothing nearer is left out. 5 cm are what the scan is exact to.
        let last = 0
        let room = size
        for (const tier of TIERS) {
          const ofTier = found.filter((_, i) => tierOf(known[i]!) === tier)
          const all = places
            .filter((each) => tierOf(each) === tier)
            .map((each) => metresTo(point, each))
            .sort((a, b) => a - b)
          const surely = all.filter((metres) => metres < radiusM - 0.05).length
          const perhaps = all.filter((metres) => metres < radiusM + 0.05).length
          expect(ofTier.length).toBeGreaterThanOrEqual(Math.min(room, surely))
          expect(ofTier.length).toBeLessThanOrEqual(Math.min(room, perhaps))
          ofTier.forEach((answer, i) => {
            expect(Math.abs(answer.distanceM - all[i]!)).toBeLessThan(0.05)
            expect(found.indexOf(answer)).toBe(last++)
          })
          room -= ofTier.length
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('what is across a river comes after all that is on this bank, whatever it is', () => {
  const point = { lon: lonAt(30) / E7, lat: latAt(30) / E7 }
  fc.assert(
    fc.property(
      fc.array(
        drawn.filter((drawing) => 'at' in drawing),
        { maxLength: 60 },
      ),
      // A river from below all places to above them, east of the point.
      fc.array(fc.integer({ min: 31, max: 60 }), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 12 }),
      (drawings, bends, size) => {
        const rowOf = (bend: number) => -10 + (80 * bend) / (bends.length - 1)
        const course = bends.flatMap((x, i) => [lonAt(x - 0.5), latAt(rowOf(i)) + 50])
        const river = Int32Array.from(course, Math.round)
        const places = [KNOWN_STREET, ...drawings.map(placeOf)]
        fc.pre(!places.some((each) => isOn(river, each)))
        const water = openWater(buildWater({ middles: [river], banks: [] }))
        const search = openSearch(buildSearch(places))
        const opened = openReverse(buildReverse(places), search, water)
        const found = reverse(opened, { point, radiusM: 80, size, lang: 'vi' })
        const ranked = places
          .map((each) => ({ each, metres: metresTo(point, each) }))
          .filter(({ metres }) => metres <= 80)
          .map(({ each, metres }) => {
            const order = [Number(crosses(river, point, each)), TIERS.indexOf(tierOf(each)), metres]
            return { metres, order }
          })
          .sort((a, b) => {
            const differing = a.order.findIndex((value, i) => Math.abs(value - b.order[i]!) > 1e-3)
            return differing < 0 ? 0 : a.order[differing]! - b.order[differing]!
          })
        expect(found.length).toBe(Math.min(size, ranked.length))
        found.forEach((answer, i) => {
          expect(Math.abs(answer.distanceM - ranked[i]!.metres)).toBeLessThan(0.05)
        })
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
  const query: ReverseQuery = { point: ORIGIN, radiusM: 10, size: 2, lang: 'vi' }
  expect(reverse(opened, query).map((answer) => `${answer.id}`)).toEqual(['p1', 'p2'])
})

test('addresses read as everywhere else, in both languages', () => {
  const search = openSearch(buildSearch(TOWN))
  const opened = openReverse(buildReverse(TOWN), search)
  const seen = new Set<PlaceId>()
  for (const { lonE7, latE7 } of TOWN) {
    const point = { lon: lonE7 / E7, lat: latE7 / E7 }
    for (const lang of ['vi', 'en'] as const) {
      for (const answer of reverse(opened, { point, radiusM: 80, size: 20, lang })) {
        const { confidence, distanceM, lat, lon, ...shown } = answer
        const resolved = resolve(search, answer.id, lang)
        expect(resolved).toMatchObject(shown)
        seen.add(answer.id)
      }
    }
  }
  expect(seen.size).toBeGreaterThan(8)
})
