import { describe, expect, test } from 'bun:test'
import { toE7 } from '../../src/geo/point.ts'
import { WATER_FILE } from '../../src/import/dataset/dataset-files.ts'
import { readNodes } from '../../src/import/passes/read-nodes.ts'
import { readRelations } from '../../src/import/passes/read-relations.ts'
import { readWays } from '../../src/import/passes/read-ways.ts'
import { waterOf } from '../../src/import/passes/water.ts'
import { Rejections } from '../../src/import/report/report.ts'
import { VIETNAM_E7 } from '../../src/import/units/country.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { buildReverse } from '../../src/search/build/reverse.ts'
import { buildWater } from '../../src/search/build/water.ts'
import { openReverse, reverse } from '../../src/search/reverse/reverse.ts'
import { checkWater, openWater } from '../../src/search/reverse/water-layout.ts'
import { openSearch } from '../../src/search/search.ts'
import { place } from '../search/town.ts'
import { osmXml, readDrawing, scratchFile, TWO_WARDS } from './drawing.ts'

/*
 * A town on a river that runs north, x = 12 to 15. Đường Tây is on the west bank, a house and Đường
 * Đông on the east bank. A step is 11 m.
 */
const lonAt = (x: number) => 106.7 + x * 1e-4
const latAt = (y: number) => 10.7 + y * 1e-4
const course = (...steps: number[]) => [
  Int32Array.from(steps, (step, i) => toE7(i % 2 === 0 ? lonAt(step) : latAt(step))),
]

const PLACES = [
  place('street', { id: 'west', at: [0, 0], name: 'Đường Tây', lines: course(8, 0, 8, 60) }),
  place('street', { id: 'east', at: [0, 0], name: 'Đường Đông', lines: course(18, 0, 18, 60) }),
  place('house', {
    id: 'house',
    at: [lonAt(15.5), latAt(30)],
    houseNumber: '5',
    streetName: 'Đường Đông',
  }),
]
const BRIDGE = place('street', {
  id: 'bridge',
  at: [0, 0],
  name: 'Cầu Mới',
  lines: course(11.2, 35, 17, 35),
})
const SEARCH_FILES = new Map(
  [PLACES, [...PLACES, BRIDGE]].map((places) => [
    places.length,
    { search: openSearch(buildSearch(places)), bytes: buildReverse(places) },
  ]),
)

const CORNERS = `
  n11 12 -5
  n12 15 -5
  n13 15 65
  n14 12 65
  n15 13.5 -5
  n16 13.5 65
  n17 12 29
  n18 15 29
  n19 15 31
  n20 12 31
`

/** Barriers as the passes of an import find them. */
async function waterIn(drawing: string): Promise<Uint8Array> {
  const path = scratchFile('water.osm', osmXml(CORNERS + drawing))
  const relations = await readRelations(path, new Rejections(), {})
  const ways = await readWays(path, relations, {})
  await readNodes(path, relations.map, ways, VIETNAM_E7, {})
  return buildWater(waterOf(relations.water, ways))
}

/** What is within 90 m of a point. */
async function around(water: string, x: number, y: number, hasBridge = false): Promise<string[]> {
  const index = openWater(await waterIn(water))
  checkWater(index)
  const files = SEARCH_FILES.get(PLACES.length + Number(hasBridge))!
  const opened = openReverse(files.bytes, files.search, index)
  const point = { lon: lonAt(x), lat: latAt(y) }
  const answers = reverse(opened, { point, radiusM: 90, size: 5, lang: 'vi', isVietnamOnly: false })
  return answers.map(({ address }) => address)
}

const WEST_FIRST = ['Đường Tây', '5 Đường Đông', 'Đường Đông']
const HOUSE_FIRST = ['5 Đường Đông', 'Đường Tây', 'Đường Đông']

describe('water that nobody walks across', () => {
  test.each([
    ['area of a river', 'w9 n11 n12 n13 n14 n11    natural=water | water=river'],
    ['area drawn clockwise', 'w9 n14 n13 n12 n11 n14    waterway=riverbank'],
    ['area without a kind', 'w9 n11 n12 n13 n14 n11    natural=water'],
    ['middle of a river', 'w9 n15 n16    waterway=river'],
    ['middle of a canal', 'w9 n15 n16    waterway=canal | width=12'],
    ['short area of a river', 'w9 n17 n18 n19 n20 n17    natural=water | water=river'],
    ['both', 'w9 n15 n16    waterway=river\nw8 n11 n12 n13 n14 n11    natural=water'],
    [
      'relation',
      'w8 n11 n12 n13\nw9 n13 n14 n11\n' +
        'r9 w8:outer w9:outer    type=multipolygon | natural=water | water=river',
    ],
    [
      'relation that the extract has cut',
      'w8 n11 n12 n13\nr9 w8:outer w9:outer    type=multipolygon | natural=water',
    ],
    [
      'two areas side by side',
      'w8 n11 n12 n18 n17 n11    waterway=riverbank\nw9 n17 n18 n13 n14 n17    waterway=riverbank',
    ],
  ])('%s: this bank comes first', async (_, water) => {
    expect(await around(water, 11.9, 30)).toEqual(WEST_FIRST)
    // From the other side it is the house that is near, the street beside it, then the other bank.
    expect(await around(water, 16, 30)).toEqual(['5 Đường Đông', 'Đường Đông', 'Đường Tây'])
  })

  test.each([
    ['nothing', ''],
    ['stream', 'w9 n15 n16    waterway=stream'],
    ['drain', 'w9 n15 n16    waterway=drain'],
    ['narrow canal', 'w9 n15 n16    waterway=canal | width=2.5 m'],
    ['river in a tunnel', 'w9 n15 n16    waterway=river | tunnel=culvert'],
    ['pond that one walks around', 'w9 n17 n18 n19 n20 n17    natural=water | water=pond'],
    ['ditch', 'w9 n11 n12 n13 n14 n11    natural=water | water=ditch'],
    ['rain pool', 'w9 n11 n12 n13 n14 n11    natural=water | intermittent=yes'],
    ['relation of a course', 'w9 n15 n16\nr9 w9:main_stream    type=waterway | waterway=river'],
    ['river elsewhere', 'n98 300 0\nn99 300 60\nw9 n98 n99    waterway=river'],
  ])('%s is no barrier', async (_, water) => {
    expect(await around(water, 11.9, 30)).toEqual(HOUSE_FIRST)
  })

  test('who is on the water has both banks', async () => {
    const river = 'w9 n15 n16    waterway=river\nw8 n11 n12 n13 n14 n11    natural=water'
    for (const x of [12.5, 13.4, 14.5]) {
      expect(await around(river, x, 30)).toEqual(await around('', x, 30))
    }
  })

  test('a bridge is at hand on either bank', async () => {
    const river = 'w9 n11 n12 n13 n14 n11    natural=water | water=river'
    const [first, second] = await around(river, 11.9, 30, true)
    expect([first, second]).toEqual(['Đường Tây', 'Cầu Mới'])
    const fromEast = await around(river, 16, 30, true)
    expect(fromEast).toEqual(['5 Đường Đông', 'Đường Đông', 'Cầu Mới', 'Đường Tây'])
  })

  test('an import makes the file, and takes the river itself for what it was before', async () => {
    const river = 'w9 n11 n12 n13 n14 n11    natural=water | water=river | name=Sông Con'
    const { built, places } = await readDrawing(TWO_WARDS + CORNERS + river)
    expect(built.get(WATER_FILE)).toEqual(await waterIn(river))
    expect(places.filter(({ name }) => name === 'Sông Con')).toHaveLength(1)
  })
})
