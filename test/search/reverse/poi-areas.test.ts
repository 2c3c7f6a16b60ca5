import { describe, expect, test } from 'bun:test'
import { E7, toE7 } from '../../../src/geo/point.ts'
import { buildSearch } from '../../../src/search/build/build-search.ts'
import { groundM2 } from '../../../src/search/build/poi-areas.ts'
import { buildReverse } from '../../../src/search/build/reverse.ts'
import type { Place } from '../../../src/search/model/place.ts'
import { checkReverseIndex } from '../../../src/search/reverse/layout.ts'
import { openReverse, reverse } from '../../../src/search/reverse/reverse.ts'
import { openSearch } from '../../../src/search/search.ts'
import { place, TOWN } from '../town.ts'

/*
 * Who stands on the ground of a POI is there. A campus of 200 m by 200 m with a yard that is not
 * its own, a hall in it, a stall at the hall's corner and a street along its southern edge; far off
 * an estate of more than a square kilometre with a street through it.
 */

const [LON, LAT] = [105.3, 20.3]
const M = 1 / 111_195
const at = (x: number, y: number): [number, number] => [LON + x * M, LAT + y * M]

/** Counterclockwise from its south-western corner. */
function box(west: number, south: number, east: number, north: number): Int32Array {
  const corners = [at(west, south), at(east, south), at(east, north), at(west, north)]
  return Int32Array.from([...corners, corners[0]!].flat(), toE7)
}

/** The same the other way round: a hole. */
function hole(...sides: [number, number, number, number]): Int32Array {
  const ring = box(...sides)
  return Int32Array.from(ring, (_, i) => ring[ring.length - 2 - i + 2 * (i % 2)]!)
}

const line = (...points: [number, number][]) => [Int32Array.from(points.flat(), toE7)]
const campus = [box(0, 0, 200, 200), hole(150, 150, 190, 190)]

const GROUNDS: readonly Place[] = [
  place('poi', { id: 'g1', at: at(20, 100), name: 'Trường Mây', lines: campus }),
  place('poi', { id: 'g2', at: at(110, 110), name: 'Nhà Gió', lines: [box(100, 100, 120, 120)] }),
  place('poi', { id: 'g3', at: at(101, 101), name: 'Quán Lá' }),
  place('street', {
    id: 's70',
    at: at(0, -5),
    name: 'Nắng',
    lines: line(at(-99, -5), at(999, -5)),
  }),
  place('poi', { id: 'g4', at: at(9e3, 9e3), name: 'Vườn Lớn', lines: [box(8e3, 8e3, 1e4, 1e4)] }),
  place('street', {
    id: 's71',
    at: at(8e3, 9e3),
    name: 'Sông',
    lines: line(at(8e3, 9e3), at(1e4, 9e3)),
  }),
  place('poi', { id: 'g5', at: at(9005, 9030), name: 'Quầy Lá' }),
]

const places = [...TOWN, ...GROUNDS]
const near = openReverse(buildReverse(places), openSearch(buildSearch(places)))

function find(x: number, y: number, size = 1) {
  const [lon, lat] = at(x, y)
  return reverse(near, { point: { lon, lat }, radiusM: 50, size, lang: 'vi', isVietnamOnly: false })
}

describe('the ground of a POI', () => {
  test.each([
    ['in the yard of the school, nothing near', 30, 60, 'g1'],
    ['beside the street', 60, 2, 'g1'],
    ['on the street, out of the ground', 60, -3, 's70'],
    ['in the hall, which is in the school', 114, 114, 'g2'],
    ['right beside a stall', 102, 101, 'g3'],
    ['in the hole, where nothing is near', 170, 170, undefined],
    ['on large ground, at a street', 9500, 9010, 's71'],
    ['on large ground, far from all', 9500, 9500, 'g4'],
    ['on large ground, at a stall', 9005, 9029, 'g5'],
  ])('%s', (_, x, y, key) => {
    expect(find(x, y)[0]?.id as string | undefined).toBe(key as string)
  })

  test('is where one stands, at no distance', () => {
    const [lon, lat] = at(30, 60)
    expect(find(30, 60)).toMatchObject([{ distanceM: 0, confidence: 0.8 }])
    const [hit] = find(30, 60)
    expect([hit?.lon, hit?.lat]).toEqual([toE7(lon) / E7, toE7(lat) / E7])
  })

  test('stands once among more answers', () => {
    expect(find(110, 112, 3).map(({ id }) => id as string)).toEqual(['g2', 'g3'])
  })
})

test('an index of areas passes its check, and a damaged one does not', () => {
  checkReverseIndex(near.index, places.length)
  const { areas } = near.index
  expect(areas?.place.length).toBe(3)
  if (areas === null) return
  const fails = (changed: Partial<typeof areas>) =>
    expect(() =>
      checkReverseIndex({ ...near.index, areas: { ...areas, ...changed } }, places.length),
    )
  fails({ place: areas.place.map(() => places.length) }).toThrow('known place')
  fails({ size: areas.size.slice().reverse() }).toThrow('by their size')
  fails({ ringFirst: areas.ringFirst.subarray(1) }).toThrow('lists of areas')
  fails({ coords: areas.coords.subarray(2) }).toThrow('end with')
})

test('ground is measured without its holes', () => {
  const all = 200 ** 2 - 40 ** 2
  expect(groundM2(campus) / all / Math.cos((LAT * Math.PI) / 180)).toBeCloseTo(1, 3)
  expect(groundM2([])).toBe(0)
})
