import { beforeAll, expect, test } from 'bun:test'
import { chmodSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNWATCHED } from '../../src/base/on-step.ts'
import { buildMap } from '../../src/basemap/build/build.ts'
import type { Meaning } from '../../src/basemap/build/shapes.ts'
import { checkFiles } from '../../src/commands/datasets/dataset-check.ts'
import { MAP_FILE, SERVED_FILES } from '../../src/dataset.ts'
import { DATASET_FILES } from '../../src/import/dataset/dataset-files.ts'
import { openPoiIndex, type PoiIndex } from '../../src/pois/layout.ts'
import { openSearchIndex, type SearchIndex } from '../../src/search/index/layout.ts'
import { DEGREE, ring, unit } from '../boundaries/drawing.ts'
import { scratchDirectory } from '../scratch.ts'
import { place, TOWN } from '../search/town.ts'

/* What `saola datasets verify` finds in the files of a real dataset, whole and damaged. */

const SQUARE = [[ring(DEGREE, [104, 19], [106, 19], [106, 21], [104, 21])]] as const
const CONTENT = {
  places: [
    ...TOWN,
    place('poi', { id: 'quan1', at: [105.1, 20.1], name: 'Quán A', category: 'amenity=atm' }),
    place('poi', { id: 'quan2', at: [105.5, 20.5], name: 'Quán B', category: 'amenity=atm' }),
  ],
  boundaries: [unit('vn01', 4, SQUARE), unit('vn00001', 8, SQUARE)],
  rejections: { add() {} },
}
const CAFE: Meaning = {
  layer: 'pois',
  zoomMin: 0,
  detailZoom: 0,
  rank: 0,
  base: { kind: 'cafe' },
  detail: {},
}
const whole = scratchDirectory()
const files: string[] = []

beforeAll(async () => {
  for (const file of DATASET_FILES) {
    const bytes = await file.build(CONTENT, UNWATCHED)
    if (bytes === null) continue
    writeFileSync(join(whole, file.name), bytes)
    files.push(file.name)
  }
})

function copy(): string {
  const directory = scratchDirectory()
  cpSync(whole, directory, { recursive: true })
  return directory
}

test('a whole dataset has no fault', () => {
  expect(files).toContain('boundaries-8.fgb')
  expect(checkFiles(whole, files)).toEqual([])
})

test('a base map that is cut short or something else is a fault, none is not', () => {
  const directory = copy()
  const { head, tiles } = buildMap(
    { zoomMax: 0, bounds: [104, 19, 106, 21], center: [105, 20, 8], attribution: 'a' },
    () => ({ areas: [], lines: [], points: [{ meaning: CAFE, x: 0, y: 0 }] }),
  )
  const bytes = Buffer.concat([head, ...tiles])
  const found = (content: Uint8Array | string) => {
    writeFileSync(join(directory, MAP_FILE), content)
    return checkFiles(directory, [...files, MAP_FILE])
  }
  expect(found(bytes)).toEqual([])
  expect(found(bytes.subarray(0, -1))).toEqual([expect.stringContaining('is cut short')])
  expect(found('something else')).toEqual([expect.stringContaining('is no PMTiles archive')])
  expect(checkFiles(directory, files)).toEqual([])
})

test.each(SERVED_FILES.filter((name) => !/^(water|routing|basemap)|@/.test(name)))(
  '%s that is missing, cut short or something else is a fault',
  (name) => {
    const directory = copy()
    const path = join(directory, name)
    chmodSync(path, 0o644)
    truncateSync(path, Math.floor(readFileSync(path).length / 2))
    expect(checkFiles(directory, files).join('\n')).toStartWith(`${name}: `)
    writeFileSync(path, 'something else')
    expect(checkFiles(directory, files).join('\n')).toStartWith(`${name}: `)
    rmSync(path)
    const rest = files.filter((each) => each !== name)
    expect(checkFiles(directory, rest)).toContain(`${name} is missing`)
  },
)

test('the polygons of one level are not those of the other', () => {
  const directory = copy()
  cpSync(join(whole, 'boundaries-4.fgb'), join(directory, 'boundaries-8.fgb'))
  expect(checkFiles(directory, files)).toEqual([
    'boundaries-8.fgb: a file of polygons is of one level',
  ])
})

/** Does something to the numbers of an index in a copy; what is found to be wrong then. */
function faultsAfter<Index>(
  name: string,
  open: (bytes: Uint8Array) => Index,
  damage: (index: Index) => void,
): readonly string[] {
  const directory = copy()
  const bytes = new Uint8Array(readFileSync(join(directory, name)))
  damage(open(bytes))
  writeFileSync(join(directory, name), bytes)
  return checkFiles(directory, files)
}

const BEYOND = 0xfffffff0

test.each<[string, (index: SearchIndex) => void]>([
  ['no slot for ids is free', ({ idSlots }) => idSlots.fill(1)],
  [
    'a place has no slot',
    ({ idSlots }) =>
      idSlots.fill(
        0,
        idSlots.findIndex((slot) => slot > 0),
      ),
  ],
  ['a slot leads nowhere', (index) => index.idSlots.fill(BEYOND, 0, 1)],
  ['an edit form leads nowhere', ({ editToken }) => editToken.fill(BEYOND)],
  ['a category is no string', ({ category }) => category.fill(BEYOND, 0, 1)],
  ['a key of a house is no string', ({ houseKey }) => houseKey.fill(BEYOND)],
  ['numbers along a street descend', ({ houseLeading }) => houseLeading.reverse()],
  ['a reference lies below none', ({ around }) => around.fill(-5, 0, 1)],
  ['the cells of a kind descend', ({ kindCell }) => kindCell.reverse()],
  ['a kind is unknown', ({ kind, places }) => kind.fill(200, places - 1)],
  ['a marked form does not exist', ({ formFirst }) => formFirst.fill(BEYOND, -1)],
  ['marked forms descend', ({ formFirst }) => formFirst.reverse()],
])('search.idx: %s', (_, damage) => {
  const faults = faultsAfter('search.idx', openSearchIndex, damage)
  expect(faults.join('\n')).toStartWith('search.idx: ')
})

test.each<[string, (index: PoiIndex) => void]>([
  ['no slot for ids is free', ({ idSlots }) => idSlots.fill(1)],
  ['a category is unknown', ({ category }) => category.fill(200)],
])('pois.idx: %s', (_, damage) => {
  expect(faultsAfter('pois.idx', openPoiIndex, damage).join('\n')).toStartWith('pois.idx: ')
})
