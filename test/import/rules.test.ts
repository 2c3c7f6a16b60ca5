import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rulesIn, setRules, writeContainer } from '../../src/base/container.ts'
import { fingerprintOf } from '../../src/base/fingerprint.ts'
import { DATASET_FILES } from '../../src/import/dataset/dataset-files.ts'
import { otherRules, otherRulesIn, recordRules } from '../../src/import/dataset/rules.ts'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { type Insertion, runChanged, sourceFile } from '../changed-source.ts'
import { scratchDirectory } from '../scratch.ts'
import { id, place, TOWN } from '../search/town.ts'

setDefaultTimeout(60_000)

const ROOT = join(import.meta.dir, '../..')
const NAMES = DATASET_FILES.map(({ name }) => name).filter((name) => name.endsWith('.idx'))
const newFile = () => writeContainer('test', 1, { a: Uint8Array.of(1, 2, 3) })

function made(base: ReadonlyMap<string, Uint8Array> | null = null) {
  return new Map(
    NAMES.map((name) => {
      const bytes = newFile()
      recordRules(name, bytes, base)
      return [name, bytes]
    }),
  )
}

test('a fingerprint is of what tables hold, in their order', () => {
  const all = [
    [['a', 1]],
    [['b', 1]],
    [
      ['a', 1],
      ['b', 1],
    ],
    [
      ['b', 1],
      ['a', 1],
    ],
  ].map((rows) => fingerprintOf({ of: new Map(rows as [string, number][]) }))
  expect(new Set(all).size).toBe(all.length)
  expect(fingerprintOf(new Set([/a/]))).not.toBe(fingerprintOf(new Set([/b/])))
  expect(fingerprintOf({ a: 1, f: () => 1 })).toBe(fingerprintOf({ a: 1, f: () => 2 }))
})

test('what this program makes has its rules; what tells none, others', () => {
  expect(otherRules(made())).toEqual([])
  const old = new Map(NAMES.map((name) => [name, newFile()]))
  const [rebuilt = '', imported = ''] = otherRules(old)
  expect(rebuilt).toBe(
    'Made with other rules (lexicon, categories) than this Saola has: search.idx, ' +
      "pois.idx, tiles.idx. Run 'saola datasets rebuild'.",
  )
  expect(imported).toContain('(tags, boundaries, water, roads)')
  for (const name of NAMES) expect(rebuilt + imported).toContain(name)
  expect(imported).toContain('import the extract again')
})

test('a rebuild does not hide by which rules the places were imported', () => {
  const base = made()
  setRules(base.get('search.idx')!, { ...rulesIn(base.get('search.idx')!), tags: 'other' })
  const [line = '', ...more] = otherRules(made(base))
  expect(more).toEqual([])
  expect(line).toContain('(tags)')
  expect(line).toContain('search.idx, reverse.idx, pois.idx, tiles.idx')
  expect(otherRules(made(new Map()))[0]).toContain('(tags)')
})

const CHANGES: readonly (Insertion & { readonly table: string; readonly files: string })[] = [
  {
    file: 'lexicon/places.ts',
    after: "  { asked: 'trạm sạc, charging station', surely: 'amenity=charging_station' },",
    line: "  { asked: 'chòi thử', surely: 'amenity=hut' },",
    table: 'lexicon',
    files: 'search.idx',
  },
  {
    file: 'category.ts',
    after: "'buddhist_temple',\n  ],",
    line: "  [/^masjid/, 'mosque'],",
    table: 'categories',
    files: 'pois.idx, tiles.idx',
  },
  {
    file: 'importance.ts',
    after: "  ['amenity=bus_station', 0.42],",
    line: "  ['amenity=hut', 0.5],",
    table: 'tags',
    files: 'search.idx, reverse.idx, pois.idx, tiles.idx',
  },
  {
    file: 'poi-tags.ts',
    after: "  { key: 'shop' },",
    line: "  { key: 'hut' },",
    table: 'tags',
    files: 'search.idx, reverse.idx, pois.idx, tiles.idx',
  },
  {
    file: 'boundary-tags.ts',
    after: "CODE_KEYS = ['ref:gso',",
    line: "'code',",
    table: 'boundaries',
    files: 'boundaries.idx',
  },
  {
    file: 'water-tags.ts',
    after: "  ['natural', ['water']],",
    line: "  ['hut', ['yes']],",
    table: 'water',
    files: 'water.idx',
  },
  {
    file: 'speeds.ts',
    after: "  ['unpaved', [25, 25]],",
    line: "  ['hut', [25, 25]],",
    table: 'roads',
    files: 'routing-car.idx, routing-motobike.idx',
  },
  {
    file: 'barrier-tags.ts',
    after: "  ['kerb', ['pass', 'pass']],",
    line: "  ['hut', ['pass', 'pass']],",
    table: 'roads',
    files: 'routing-car.idx, routing-motobike.idx',
  },
]

test.each(CHANGES)('a line in the middle of $file is seen', async ({ table, files, ...change }) => {
  const directory = scratchDirectory()
  for (const [name, bytes] of made()) writeFileSync(join(directory, name), bytes)
  const program = `
    import { otherRulesIn } from '@/rules.ts'
    const names = ${JSON.stringify(NAMES)}
    console.log(JSON.stringify(otherRulesIn(${JSON.stringify(directory)}, names)))`
  expect(otherRulesIn(directory, NAMES)).toEqual([])
  expect(await runChanged([change], program)).toEqual([
    expect.stringContaining(`(${table}) than this Saola has: ${files}.`),
  ])
})

test('the fingerprints see every table: modules of rules keep none to themselves', () => {
  const rules = join(ROOT, sourceFile('rules.ts'))
  const source = readFileSync(rules, 'utf8')
  const modules = [...source.matchAll(/^import \* as \w+ from '(.+)'$/gm)].map(
    ([, path = '']) => path,
  )
  expect(modules.length).toBeGreaterThan(12)
  const hidden = modules.flatMap((path) => {
    const text = readFileSync(join(dirname(rules), path), 'utf8')
    return [...text.matchAll(/^const ([A-Z]\w*)/gm)].map(([, name]) => `${path} ${name}`)
  })
  // The limits of a search for a misspelt id, which no file holds.
  expect(hidden).toEqual([
    '../../pois/categories.ts BY_ID',
    '../../pois/categories.ts NEAR_IDS_MAX',
    '../../pois/categories.ts WRONG_CHARS_MAX',
    '../../pois/categories.ts EDITS_BEHIND_MAX',
  ])
})

describe('an index made before a kind was inserted', () => {
  const poi = (of: string, category: string) =>
    place('poi', { id: of, at: [105, 20], name: of, category, provinceId: id('p1') })
  const search = buildSearch([
    ...TOWN,
    poi('fuel', 'amenity=fuel'),
    poi('parking', 'amenity=parking'),
    poi('hut', 'amenity=hut'),
  ])
  const ask = async (bytes: Uint8Array, insertions: readonly Insertion[]) => {
    const file = join(scratchDirectory(), 'search.idx')
    writeFileSync(file, bytes)
    return runChanged(
      insertions,
      `import { openSearch } from '@/search/search.ts'
       import { geocode } from '@/search/geocode.ts'
       const search = openSearch(Bun.mmap(${JSON.stringify(file)}))
       const focus = { lon: 105, lat: 20 }
       const find = (address) => geocode(search, { address, lang: 'vi', focus })?.place.id ?? null
       console.log(JSON.stringify(['cây xăng', 'bãi đỗ xe', 'chòi thử'].map(find)))`,
    )
  }

  test('lists each kind that it has, and no other in its place', async () => {
    expect(await ask(search, [])).toEqual(['fuel', 'parking', null])
    expect(await ask(search, [CHANGES[0]!])).toEqual(['fuel', 'parking', null])
  })

  test('lists none if it is so old that it does not tell which it has', async () => {
    const text = Buffer.from(search)
    text.write('kindNags', text.indexOf('kindTags'))
    expect(await ask(text, [])).toEqual([null, null, null])
  })
})
