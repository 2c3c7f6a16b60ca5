import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PlaceId } from '../../src/base/ids.ts'
import { stringAt } from '../../src/base/string-pool.ts'
import { distanceM } from '../../src/geo/distance.ts'
import { toE7 } from '../../src/geo/point.ts'
import { buildPois } from '../../src/pois/build.ts'
import { poiDetail } from '../../src/pois/detail.ts'
import { checkPoiIndex, openPoiIndex } from '../../src/pois/layout.ts'
import { listPois, type PoiQuery } from '../../src/pois/list.ts'
import type { OpeningCalendar } from '../../src/pois/opening.ts'
import type { Poi } from '../../src/pois/poi.ts'
import { openPois, type Pois } from '../../src/pois/pois.ts'
import { poi } from './sample.ts'

const CATEGORIES = ['restaurant', 'cafe', 'bank', ...Array.from({ length: 90 }, (_, i) => `c${i}`)]
const NOON = Date.parse('2026-11-20T05:00:00Z')
const everyDay = (...times: number[]): OpeningCalendar => ({
  form: 'weekday',
  firstDay: 0,
  times: Array.from({ length: 7 }, () => times),
})
const OPEN = everyDay(480, 1_200)
const SHUT = everyDay(1_200, 1_440)

function opened(pois: readonly Poi[]) {
  return openPois(buildPois({ pois, categories: CATEGORIES, holidays: [] }))
}

/** What the index says of the POIs that are listed. */
function told(pois: Pois, query: PoiQuery) {
  const { index, categoryIds } = pois
  return listPois(pois, query).numbers.map((number) => ({
    id: stringAt(index.strings, index.id[number] ?? 0),
    name: stringAt(index.strings, index.name[number] ?? 0),
    category: categoryIds[index.category[number] ?? 0] ?? '',
    lon: (index.tree.positions[number * 2] ?? 0) / 1e7,
    lat: (index.tree.positions[number * 2 + 1] ?? 0) / 1e7,
  }))
}

/** The same by looking at every POI. */
function scan(pois: readonly Poi[], query: PoiQuery): { ids: string[]; distancesM: number[] } {
  const { box, near, categories, ratingMin, openAtMs } = query
  const found = pois
    .filter(
      ({ lonE7, latE7, category, rating, opening }) =>
        lonE7 >= toE7(box.west) &&
        lonE7 <= toE7(box.east) &&
        latE7 >= toE7(box.south) &&
        latE7 <= toE7(box.north) &&
        (categories === null || categories.includes(category)) &&
        (ratingMin === null || (rating !== null && rating >= ratingMin)) &&
        (openAtMs === null || opening === OPEN),
    )
    .map((each) => {
      const at = { lon: each.lonE7 / 1e7, lat: each.latE7 / 1e7 }
      return { id: each.id as string, distanceM: distanceM(near, at) }
    })
    .sort((a, b) => a.distanceM - b.distanceM || (a.id < b.id ? -1 : 1))
    .slice(0, query.limit)
  return { ids: found.map(({ id }) => id), distancesM: found.map((each) => each.distanceM) }
}

const degrees = (max: number) => fc.integer({ min: -max * 1e7, max: max * 1e7 })
/** All over the Earth, or so dense that many share a place. */
const position = fc.oneof(
  fc.record({ lonE7: degrees(180), latE7: degrees(90) }),
  fc.record({
    lonE7: fc.integer({ min: 0, max: 40 }).map((x) => 1_067_000_000 + x * 100),
    latE7: fc.integer({ min: 0, max: 40 }).map((y) => 107_000_000 + y * 100),
  }),
)
const attributes = fc.record({
  category: fc.constantFrom('restaurant', 'cafe', 'c1', 'c88'),
  rating: fc.option(fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10)),
  opening: fc.constantFrom(OPEN, SHUT, null),
})
const somePois = fc
  .array(fc.tuple(position, attributes), { maxLength: 300 })
  .map((all) =>
    all.map(([at, known], i) => poi({ id: `n${(i * 7919) % 100_003}`, ...at, ...known })),
  )
const someBox = fc
  .oneof(
    fc.tuple(degrees(180), degrees(180), degrees(90), degrees(90)),
    fc
      .tuple(fc.nat(4_000), fc.nat(4_000), fc.nat(4_000), fc.nat(4_000))
      .map(([a, b, c, d]) => [
        1_067_000_000 + a,
        1_067_000_000 + b,
        107_000_000 + c,
        107_000_000 + d,
      ]),
  )
  .map(([a = 0, b = 0, c = 0, d = 0]) => ({
    west: Math.min(a, b) / 1e7,
    east: Math.max(a, b) / 1e7,
    south: Math.min(c, d) / 1e7,
    north: Math.max(c, d) / 1e7,
  }))
const someQuery = fc.record({
  box: someBox,
  near: position.map(({ lonE7, latE7 }) => ({ lon: lonE7 / 1e7, lat: latE7 / 1e7 })),
  limit: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(2_000)),
  categories: fc.option(fc.subarray(['restaurant', 'cafe', 'bank', 'c88', 'unheard_of']), {
    freq: 1,
  }),
  ratingMin: fc.option(
    fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100),
    { freq: 1 },
  ),
  openAtMs: fc.constantFrom(null, null, NOON),
})

describe('a list', () => {
  test('is what a look at every POI gives', () => {
    fc.assert(
      fc.property(somePois, fc.array(someQuery, { minLength: 1, maxLength: 8 }), (all, queries) => {
        const pois = opened(all)
        checkPoiIndex(pois.index)
        for (const query of queries) {
          const listed = told(pois, query)
          const expected = scan(all, query)
          const byId = new Map(all.map((each) => [each.id as string, each]))
          const distancesM = listed.map(({ lon, lat }) => distanceM(query.near, { lon, lat }))
          expect(distancesM).toHaveLength(expected.distancesM.length)
          distancesM.forEach((each, i) => {
            expect(each).toBeCloseTo(expected.distancesM[i] ?? Number.NaN, 6)
          })
          for (const { id, name, category, lon, lat } of listed) {
            const original = byId.get(id)
            expect({ name, category, lonE7: toE7(lon), latE7: toE7(lat) }).toEqual({
              name: original?.name ?? '',
              category: original?.category ?? '',
              lonE7: original?.lonE7 ?? 0,
              latE7: original?.latE7 ?? 0,
            })
          }
          expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('of a category that is rare or not is the same', () => {
    const random = fc.tuple(
      fc.integer({ min: 1_050, max: 1_080 }),
      fc.integer({ min: 200, max: 230 }),
    )
    fc.assert(
      fc.property(fc.array(random, { minLength: 600, maxLength: 900 }), (places) => {
        const all = places.map(([lon, lat], i) =>
          poi({
            id: `n${i}`,
            category: i % 7 === 0 ? 'bank' : 'cafe',
            lonE7: lon * 1_000_000,
            latE7: lat * 1_000_000,
          }),
        )
        const pois = opened(all)
        const twice = [
          ['cafe', 'cafe'],
          ['bank', 'bank'],
        ]
        for (const categories of [['bank'], ['cafe'], ['cafe', 'bank'], ...twice]) {
          const query = { ...QUERY, box: { west: 105, south: 20, east: 107.5, north: 22.5 } }
          const asked = { ...query, near: { lon: 106.21371, lat: 21.42719 }, limit: 40, categories }
          expect(told(pois, asked).map(({ id }) => id as string)).toEqual(scan(all, asked).ids)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('with a rating at least asked for has what is shown as such, and no other', () => {
    const all = Array.from({ length: 501 }, (_, i) => poi({ id: `n${i}`, rating: i / 100 }))
    const pois = opened(all)
    const asked = all.flatMap(({ rating }) => [rating ?? 0, (rating ?? 0) + 1e-9])
    for (const ratingMin of [...asked, 3.999, 3.9949].filter((each) => each <= 5)) {
      const listed = told(pois, { ...QUERY, limit: 600, ratingMin }).map(({ id }) => id)
      const shown = listed.map((id) => poiDetail(pois, id as PlaceId, NOON)?.rating ?? Number.NaN)
      expect(shown.every((each) => each >= ratingMin)).toBe(true)
      expect(shown).toHaveLength(all.filter(({ rating }) => (rating ?? 0) >= ratingMin).length)
    }
  })

  const COUNTRY = { west: 102, south: 6.4, east: 117.9, north: 23.5 }
  const QUERY: PoiQuery = {
    box: COUNTRY,
    near: { lon: 106.7, lat: 10.7 },
    limit: 500,
    categories: null,
    ratingMin: null,
    openAtMs: null,
  }
  const idsOf = (all: readonly Poi[], more: Partial<PoiQuery> = {}) =>
    told(opened(all), { ...QUERY, ...more }).map(({ id }) => id)

  test('orders those at one place by id, wherever it is cut', () => {
    const tower = Array.from({ length: 100 }, (_, i) => poi({ id: `n${(i * 37) % 100}` }))
    const ids = tower.map(({ id }) => id as string).sort()
    expect(idsOf(tower)).toEqual(ids)
    expect(idsOf(tower, { limit: 10 })).toEqual(ids.slice(0, 10))
  })

  test('orders those at the same distance by id', () => {
    const around = [
      poi({ id: 'n3', lonE7: 1_067_000_100 }),
      poi({ id: 'n1', lonE7: 1_066_999_900 }),
      poi({ id: 'n2' }),
    ]
    expect(idsOf(around)).toEqual(['n2', 'n1', 'n3'])
    expect(idsOf(around, { limit: 2 })).toEqual(['n2', 'n1'])
  })

  test('takes in what lies on the edges of the box', () => {
    const box = { west: 106.7, south: 10.7, east: 106.8, north: 10.8 }
    const corners = [
      poi({ id: 'n1' }),
      poi({ id: 'n2', lonE7: 1_068_000_000, latE7: 108_000_000 }),
      poi({ id: 'n3', lonE7: 1_068_000_001, latE7: 108_000_000 }),
      poi({ id: 'n4', latE7: 106_999_999 }),
    ]
    expect(idsOf(corners, { box })).toEqual(['n1', 'n2'])
  })

  test('of a rating has those with at least as much', () => {
    const rated = [
      poi({ id: 'n1', rating: 4.29 }),
      poi({ id: 'n2', rating: 4.3 }),
      poi({ id: 'n3', rating: 0 }),
      poi({ id: 'n4' }),
    ]
    expect(idsOf(rated, { ratingMin: 4.3 })).toEqual(['n2'])
    expect(idsOf(rated, { ratingMin: 0 })).toEqual(['n1', 'n2', 'n3'])
  })

  test('of no POIs is empty', () => expect(idsOf([])).toEqual([]))

  test('of what is open follows the clock', () => {
    const places = [
      poi({ id: 'day', opening: OPEN }),
      poi({ id: 'night', opening: everyDay(0, 120, 1_200, 1_440) }),
      poi({ id: 'unknown' }),
    ]
    const pois = opened(places)
    const at = (hours: number) => {
      const openAtMs = Date.parse('2026-11-19T17:00:00Z') + hours * 3_600_000
      return told(pois, { ...QUERY, openAtMs }).map(({ id }) => id)
    }
    expect(at(0)).toEqual(['night'])
    expect(at(2)).toEqual([])
    expect(at(7.99)).toEqual([])
    expect(at(8)).toEqual(['day'])
    expect(at(20)).toEqual(['night'])
  })
})

describe('pois.idx', () => {
  const three = [
    poi({ id: 'n1', category: 'cafe', rating: 4 }),
    poi({ id: 'n2', lonE7: 1_068_000_000, opening: OPEN }),
    poi({ id: 'n3', latE7: 210_000_000, category: 'c88' }),
  ]
  const bytes = buildPois({ pois: three, categories: CATEGORIES, holidays: [1, 2] })

  test('is the same whatever the order of what it is built from', () => {
    const again = { pois: [...three].reverse(), categories: CATEGORIES, holidays: [1, 2] }
    expect(buildPois(again)).toEqual(bytes)
  })

  test.each([
    ['a bound', 'bounds', 'knows its bounds'],
    ['a category', 'category', 'bitmaps tell what lies beneath'],
    ['a rating', 'rating', 'best rating beneath'],
    ['opening hours', 'hours', 'opening hours'],
    ['a name', 'name', 'a string of a POI exists'],
    ['a time', 'times', 'times of a day ascend'],
    ['a holiday', 'holidays', 'holidays ascend'],
  ] as const)('that is wrong about %s is found out', (_, column, message) => {
    const index = openPoiIndex(bytes.slice())
    const array = column === 'bounds' ? index.tree.bounds : index[column]
    array[0] = column === 'category' ? 2 : 60_000
    expect(() => checkPoiIndex(index)).toThrow(message)
  })

  test('that has neighbours in the wrong order is found out', () => {
    const both = [poi({ id: 'n1' }), poi({ id: 'n2' })]
    const index = openPoiIndex(buildPois({ pois: both, categories: CATEGORIES, holidays: [] }))
    index.id.reverse()
    expect(() => checkPoiIndex(index)).toThrow('in the order of ids')
  })
})
