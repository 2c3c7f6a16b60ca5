import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { distanceM } from '../../../src/geo/distance.ts'
import { E7, toE7 } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { buildReverse } from '../../../src/search/build/reverse.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { resolve } from '../../../src/search/resolve.ts'
import { checkReverseIndex } from '../../../src/search/reverse/layout.ts'
import { openReverse, reverse } from '../../../src/search/reverse/reverse.ts'
import { openSearch } from '../../../src/search/search.ts'
import { id, place, TOWN } from '../town.ts'

function open(places: readonly Place[]) {
  return openReverse(buildReverse(places), openSearch(buildSearch(places)))
}

const town = open(TOWN)
const at = (lon: number, lat: number, size = 1, radiusM = 50) =>
  reverse(town, { point: { lon, lat }, radiusM, size, lang: 'vi', isVietnamOnly: false })

test('the built index passes its check', () => {
  checkReverseIndex(town.index, TOWN.length)
  expect(() => checkReverseIndex(town.index, TOWN.length - 1)).toThrow('known place')
  const cells = town.index.cells.slice()
  cells[0]! += 1
  expect(() => checkReverseIndex({ ...town.index, cells }, TOWN.length)).toThrow()
})

describe('reverse', () => {
  test('a house on its spot is certain', () => {
    expect(at(105.0002, 20.0011)[0]).toMatchObject({
      id: 'h0',
      address: '12 Nguyễn Trãi, Phường Bến Gỗ, Thành phố Sao La',
      confidence: 1,
      distanceM: 0,
    })
  })

  test('a door within the radius comes before the nearer road', () => {
    const [first, second] = at(105.0002, 20.00102, 2, 20)
    expect(first?.id as string).toBe('h0')
    expect(second).toMatchObject({ id: 's1', lat: 20.001, lon: 105.0002 })
  })

  test('a street without houses answers with the point on it', () => {
    const [answer] = at(105.1019, 20.0011)
    expect(answer).toMatchObject({ id: 's2', lon: 105.1019, lat: 20.001 })
    expect(answer?.distanceM).toBeCloseTo(11.12, 1)
    expect(answer?.confidence).toBeLessThan(0.8)
  })

  test('nothing within the radius is no answer', () => {
    expect(at(105.05, 20.05)).toEqual([])
    expect(at(105.0002, 20.0014, 5, 10)).toEqual([])
    expect(open([]).index.cells.length).toBe(0)
    expect(
      reverse(open([]), {
        point: { lon: 0, lat: 0 },
        radiusM: 50,
        size: 1,
        lang: 'vi',
        isVietnamOnly: false,
      }),
    ).toEqual([])
  })

  test('streets found are those of a scan over every segment, nearest first', () => {
    const degrees = fc.integer({ min: 0, max: 9000 })
    const course = fc.array(fc.tuple(degrees, degrees), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(course, { minLength: 1, maxLength: 30 }),
        degrees,
        degrees,
        (courses, x, y) => {
          const streets = courses.map((points, i) =>
            place('street', {
              id: `s${i}`,
              at: [105, 20],
              name: `Phố ${i}`,
              lines: [
                Int32Array.from(points.flatMap(([lon, lat]) => [toE7(105) + lon, toE7(20) + lat])),
              ],
            }),
          )
          const point = { lon: 105 + x / E7, lat: 20 + y / E7 }
          const found = reverse(open(streets), {
            point,
            radiusM: 60,
            size: 5,
            lang: 'vi',
            isVietnamOnly: false,
          })
          const metres = streets
            .map(({ id, lines }) => ({ id, metres: scan(point, lines[0]!) }))
            .filter((each) => each.metres <= 60)
            .sort((a, b) => a.metres - b.metres)
            .slice(0, 5)
          expect(found.length).toBe(metres.length)
          found.forEach((answer, i) => {
            expect(Math.abs(answer.distanceM - metres[i]!.metres)).toBeLessThan(0.1)
          })
        },
      ),
    )
  })
})

/** Distance to a line by trying a thousand points of each segment. */
function scan(point: { lon: number; lat: number }, line: Int32Array): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let k = 0; k + 3 < line.length; k += 2) {
    for (let step = 0; step <= 1000; step++) {
      const lon = (line[k]! + ((line[k + 2]! - line[k]!) * step) / 1000) / E7
      const lat = (line[k + 1]! + ((line[k + 3]! - line[k + 1]!) * step) / 1000) / E7
      nearest = Math.min(nearest, distanceM(point, { lon, lat }))
    }
  }
  return nearest
}

/** A main street, an alley that leaves it, doors and places: who stands where gets what. */
describe('what goes before what is nearer', () => {
  const line = (...degrees: number[]) => [Int32Array.from(degrees, toE7)]
  const leLoi = { streetName: 'Lê Lợi', streetId: id('s') }
  const alley = { streetName: 'Lê Lợi', streetId: id('s'), houseNumber: '42' }
  const block = open([
    place('street', {
      id: 's',
      at: [105, 20],
      name: 'Lê Lợi',
      lines: line(105, 20, 105.01, 20),
    }),
    // The same street beyond the border of a ward.
    place('street', {
      id: 'piece',
      at: [105.012, 20],
      name: 'Lê Lợi',
      lines: line(105.01, 20, 105.02, 20),
    }),
    place('alley', {
      id: 'a',
      at: [105.001, 20.001],
      name: 'Hẻm 42',
      lines: line(105.001, 20, 105.001, 20.002),
      ...alley,
    }),
    place('house', { id: 'inner', at: [105.0013, 20.0015], houseNumber: '42/5', ...leLoi }),
    place('house', { id: 'h420', at: [105.0013, 20.001], houseNumber: '420', ...leLoi }),
    place('house', { id: 'h7', at: [105.005, 20.0001], houseNumber: '7', ...leLoi }),
    place('house', { id: 'h9', at: [105.0104, 20.0001], houseNumber: '9', ...leLoi }),
    place('poi', { id: 'cafe', at: [105.0052, 20.0002], name: 'Cà phê' }),
    place('poi', { id: 'bench', at: [105.008, 19.9999], name: 'Ghế đá' }),
  ])
  const first = (lon: number, lat: number, radiusM = 50) =>
    reverse(block, { point: { lon, lat }, radiusM, size: 5, lang: 'vi', isVietnamOnly: false })[0]
      ?.id as string

  test.each([
    ['a door on another street than the alley around one does not', 105.001, 20.0009, 'a'],
    ['it does when it is about as near', 105.00122, 20.001, 'h420'],
    ['a door of the alley does, its number begins with that', 105.001, 20.0016, 'inner'],
    ['a door of the street that one stands on does', 105.0046, 20, 'h7'],
    ['another piece of it is the same street', 105.01001, 20, 'h9'],
    ['a place does without a street where one is at it', 105.0052, 20.0002, 'cafe'],
    ['a door does where it is hardly farther than such a place', 105.0051, 20.0002, 'h7'],
    ['a road does before a place that is farther, of no street', 105.008, 19.99997, 's'],
  ])('%s', (_, lon, lat, wanted) => {
    expect(first(lon, lat)).toBe(wanted)
  })

  test('a door far down the street does not, in a wide radius', () => {
    expect(first(105.0058, 20, 100)).toBe('s')
    expect(first(105.0054, 20, 100)).toBe('h7')
  })

  test('no answer is surer than the one before it', () => {
    for (let x = 0; x <= 60; x++) {
      const point = { lon: 105 + x / 10_000, lat: 20.0001 }
      const found = reverse(block, {
        point,
        radiusM: 100,
        size: 5,
        lang: 'vi',
        isVietnamOnly: false,
      })
      const sure = found.map(({ confidence }) => confidence)
      expect(sure).toEqual([...sure].sort((a, b) => b - a))
    }
  })
})

test('what reads the same is one answer, the nearest, and leaves room for others', () => {
  const where = { streetName: 'Lê Lợi', provinceId: id('p1') }
  const doors = Array.from({ length: 30 }, (_, i) =>
    place('house', { id: `d${i}`, at: [105 + i / 1e6, 20], houseNumber: '97', ...where }),
  )
  const next = place('house', { id: 'next', at: [105.0001, 20], houseNumber: '99', ...where })
  const lines = (lat: number) => [Int32Array.from([104.999, lat, 105.001, lat], toE7)]
  const near = open([
    ...TOWN,
    ...doors,
    next,
    place('street', { id: 'oneWay', at: [105, 20], name: 'Lê Lợi', lines: lines(20.0001) }),
    place('street', { id: 'otherWay', at: [105, 20], name: 'Lê Lợi', lines: lines(20.0002) }),
  ])
  const ask = (size: number) =>
    reverse(near, {
      point: { lon: 105, lat: 20 },
      radiusM: 50,
      size,
      lang: 'vi',
      isVietnamOnly: false,
    }).map(({ id }) => id as string)
  expect(ask(5)).toEqual(['d0', 'next', 'oneWay'])
  expect(ask(2)).toEqual(['d0', 'next'])
  expect(ask(1)).toEqual(['d0'])
})

test('the middle of a village comes after everything else', () => {
  const places = [
    place('settlement', { id: 'village', at: [105, 20], name: 'Thôn Đoài' }),
    place('poi', { id: 'well', at: [105.0003, 20], name: 'Giếng làng' }),
  ]
  const query = {
    point: { lon: 105, lat: 20 },
    radiusM: 50,
    size: 5,
    lang: 'vi' as const,
    isVietnamOnly: false,
  }
  const [first, second] = reverse(open(places), query)
  expect(first?.id as string).toBe('well')
  expect(second).toMatchObject({ id: 'village', confidence: 0.3, distanceM: 0 })
})

test('an answer is resolved by its id, near it and with its address', () => {
  const number = fc.constantFrom('1', '3', '5', '7a', '9', '11', '95', '201', '301', '2', '4/1')
  const door = fc.record({
    number,
    kind: fc.constantFrom('house' as const, 'poi' as const),
    x: fc.integer({ min: 0, max: 40 }),
    isFar: fc.boolean(),
  })
  const doors = fc.array(door, { minLength: 2, maxLength: 8 })
  const wards = fc.constantFrom({ wardId: id('w1') }, { wardId: id('w2') })
  fc.assert(
    fc.property(doors, wards, fc.integer({ min: 0, max: 40 }), (drawn, ward, x) => {
      const lines = [Int32Array.from([105, 20, 105.004, 20], toE7)]
      const its = { provinceId: id('p1'), streetId: id('sA'), streetName: 'Phố Lá', ...ward }
      const houses = drawn.map(({ number, kind, x, isFar }, i) => {
        const at: [number, number] = [105 + x / 10_000, isFar ? 20.02 : 20.0002]
        return place(kind, { id: `dA${i}`, at, name: `Quán ${i}`, houseNumber: number, ...its })
      })
      const street = { id: 'sA', at: [105, 20] as [number, number], name: 'Phố Lá', lines }
      const where = { wardId: id('w1'), provinceId: id('p1') }
      const near = open([...TOWN, place('street', { ...street, ...where }), ...houses])
      const point = { lon: 105 + x / 10_000, lat: 20 }
      for (const hit of reverse(near, {
        point,
        radiusM: 15,
        size: 5,
        lang: 'vi',
        isVietnamOnly: false,
      })) {
        const known = resolve(near.search, hit.id, 'vi')
        expect(known?.address).toBe(hit.address)
        if (hit.id.includes('~')) expect(distanceM(known!, hit)).toBeLessThan(150)
      }
    }),
    { numRuns: 300 },
  )
})

test('a street has the number that a door would have there, on the nearer side', () => {
  const doors = [
    ['2', 105.0, 20.0001],
    ['12', 105.0005, 20.0001],
    ['1', 105.0, 19.9999],
    ['11', 105.0005, 19.9999],
  ] as const
  const street = place('street', {
    id: 's',
    at: [105, 20],
    name: 'Lê Lợi',
    lines: [Int32Array.from([105, 20, 105.001, 20], toE7)],
  })
  const houses = doors.map(([houseNumber, lon, lat]) =>
    place('house', { id: `h${houseNumber}`, at: [lon, lat], houseNumber, streetId: id('s') }),
  )
  const leLoi = open([street, ...houses])
  const nearest = (lon: number, lat: number) =>
    reverse(leLoi, {
      point: { lon, lat },
      radiusM: 15,
      size: 1,
      lang: 'vi',
      isVietnamOnly: false,
    })[0]
  expect(nearest(105.0002, 20.00005)).toMatchObject({ id: 's~6', address: '6 Lê Lợi' })
  expect(nearest(105.0002, 19.99995)).toMatchObject({ id: 's~5', address: '5 Lê Lợi' })
  expect(nearest(105.0009, 20)).toMatchObject({ id: 's', address: 'Lê Lợi' })
})

test('what lies abroad is left out where only Vietnam is asked for', () => {
  const at: [number, number] = [104.5, 10.5]
  const places = [
    ...TOWN,
    place('poi', { id: 'kampot', at, name: 'Kampot', provinceId: null }),
    place('poi', { id: 'border', at: [104.5002, 10.5], name: 'Quán', provinceId: id('p1') }),
  ]
  const near = open(places)
  const ask = (isVietnamOnly: boolean) =>
    reverse(near, {
      point: { lon: at[0], lat: at[1] },
      radiusM: 50,
      size: 1,
      lang: 'vi',
      isVietnamOnly,
    })
  expect(ask(false)).toMatchObject([{ id: 'kampot', country: 'ZZ' }])
  expect(ask(true)).toMatchObject([{ id: 'border', country: 'VN' }])
})
