import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importCommand } from '../../src/commands/import/import.ts'
import { placesCommand } from '../../src/commands/places.ts'
import { activeDataset, rollbackDataset } from '../../src/db/datasets.ts'
import { listOperatorRows } from '../../src/db/operator-places.ts'
import { readPlaces } from '../../src/db/places.ts'
import { onBothDatabases, scratchDirectory } from '../db/databases.ts'
import { scratchFile } from '../import/drawing.ts'
import { writeTown } from '../running-town.ts'
import { type Outcome, runCommand } from './harness.ts'

/* Lists of an operator's places on the command line; each test goes on from the one before. */

const HEADING = 'id,name,category,lat,lon,address'
const csv = (...rows: string[]) => [HEADING, ...rows, ''].join('\n')
const numbered = (name: string, lat: number, count = 12) =>
  Array.from({ length: count }, (_, i) => `${i + 1},${name} ${i + 1},cafe,${lat}.00${i + 10},105,`)

const SHOPS = numbered('Tiệm', 20)
const BOOKS = numbered('Nhà sách', 21)
const FIRST = scratchFile('places.csv', csv(...SHOPS))
/** Another list, whose file has the same name and whose rows have the same ids. */
const SECOND = scratchFile('places.csv', csv(...BOOKS))

onBothDatabases('lists of places', (database) => {
  beforeAll(async () => {
    await writeTown(database(), [])
  })

  function saola(argv: readonly string[], says: boolean | null = null): Promise<Outcome> {
    const build = argv[0] === 'import' ? importCommand : placesCommand
    const person = says === null ? null : () => Promise.resolve(says)
    return runCommand(build, argv, database().options, person)
  }
  async function json(argv: readonly string[]) {
    const { code, out } = await saola([...argv, '--json'])
    return { code, ...JSON.parse(out) }
  }
  /** All that an import could change: rows with their moments, the active dataset, its places. */
  async function everything() {
    const { db, sql } = database()
    const active = await activeDataset(db)
    if (active === null) throw new Error('a dataset should be active')
    const own = (await Array.fromAsync(readPlaces(db, active.id)))
      .flat()
      .filter(({ source }) => source === 'operator')
    const moments =
      await sql`select id, updated_at::text as moment from operator_places order by id`
    return { id: active.id, own, rows: await listOperatorRows(db), moments: [...moments] }
  }
  async function namesOf(list: string): Promise<string[]> {
    const { places } = await json(['places', 'show', list])
    return places.map(({ name }: { name: string }) => name)
  }

  test('a first import makes a list, named by its file', async () => {
    const { code, out } = await saola(['import', FIRST])
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(
        "List 'places': 12 new, 0 changed, 0 gone, 0 unchanged, 0 refused. Dataset ",
      ),
    ])
    expect((await json(['places', 'lists'])).lists).toMatchObject([
      { name: 'places', places: 12, source: FIRST, imported_at: expect.any(String) },
    ])
  })

  test('another file of that name is stopped, and changes nothing', async () => {
    const before = await everything()
    const { code, out, log } = await saola(['import', SECOND])
    expect([code, out]).toEqual([1, ''])
    expect(log).toContain(`List 'places', last imported from ${FIRST}, has 12 places. `)
    expect(log).toContain('12 would become other places under their ids.')
    for (const way of ['--list NAME', '--replace']) expect(log).toContain(way)
    const rest = scratchFile('places.csv', csv(...SHOPS.slice(2)))
    expect(await json(['import', rest])).toMatchObject({
      code: 'CONFLICT',
      error: expect.stringContaining('2 would go.'),
    })
    expect(await everything()).toEqual(before)
  })

  test('a person is asked, and may say no', async () => {
    const before = await everything()
    const { code, log } = await saola(['import', SECOND], false)
    expect([code, log]).toEqual([1, expect.stringContaining('Nothing was changed.')])
    expect(await everything()).toEqual(before)
  })

  test('under another name it stands beside the first, with the same ids', async () => {
    const before = await everything()
    const report = await json(['import', SECOND, '--list', 'sách'])
    expect(report).toMatchObject({ code: 0, list: 'sách', new: 12, gone: 0, accepted: 12 })
    expect(report.warnings.join()).toContain('12 ids are those of places in another list')
    const after = await everything()
    expect(after.rows.filter(({ list }) => list === 'places')).toEqual(before.rows)
    expect(after.own).toHaveLength(24)
    expect(await namesOf('sách')).toContain('Nhà sách 1')
  })

  test('the same again changes nothing and builds nothing', async () => {
    const before = await everything()
    for (const argv of [[FIRST], [SECOND, '--list', 'sách']]) {
      const report = await json(['import', ...argv])
      expect(report).toMatchObject({ code: 0, unchanged: 12, new: 0, dataset: before.id })
    }
    expect(await everything()).toEqual(before)
  })

  test('a dry run tells the same and writes nothing', async () => {
    const before = await everything()
    const { code, out } = await saola(['import', SECOND, '--dry-run'])
    expect(code).toBe(0)
    expect(out).toBe(
      "List 'places': 0 new, 12 changed, 0 gone, 0 unchanged, 0 refused. Nothing was changed.\n" +
        'More than a tenth of the list would be lost: the import needs --replace.\n',
    )
    expect(await everything()).toEqual(before)
  })

  test('only what differs is written, under the place id it had', async () => {
    const before = await everything()
    const rows = SHOPS.with(0, '1,Tiệm Một,cafe,20.0010,105,').with(11, '13,Mới,bar,20,105,')
    const report = await json(['import', scratchFile('places.csv', csv(...rows)), '--dry-run'])
    expect(report).toMatchObject({ code: 0, new: 1, changed: 1, gone: 1, unchanged: 10 })
    const path = scratchFile('places.csv', csv(...rows, SHOPS[11] ?? ''))
    expect(await json(['import', path])).toMatchObject({ code: 0, new: 1, changed: 1, gone: 0 })
    const after = await everything()
    const known = new Set(before.moments.map(({ id, moment }) => `${id} ${moment}`))
    const moved = after.moments.filter(({ id, moment }) => !known.has(`${id} ${moment}`))
    expect(moved.map(({ id }) => id)).toEqual(['op1', 'op13'])
    expect(after.own.find(({ id }) => String(id) === 'op1')?.name).toBe('Tiệm Một')
    await saola(['import', FIRST, '--replace'])
  })

  const FAULTY = scratchFile('places.csv', csv(...SHOPS.with(1, '2,Tiệm 2,cafe,"20,1",105,')))

  test('a refused row leaves its place as it was, and is counted', async () => {
    const before = await everything()
    const { code, out, log } = await saola(['import', FAULTY])
    expect([code, log]).toEqual([0, expect.stringContaining('warning: 1 row refused')])
    expect(out).toStartWith("line 3: lat '20,1' has a decimal comma: write 20.1\nList 'places': ")
    expect(out).toContain('11 unchanged, 1 refused (former places kept: 1).')
    expect(await everything()).toEqual(before)
  })

  test.each([[[]], [['--dry-run']]])('with --strict it is a failure: %j', async (more) => {
    const before = await everything()
    const { code, out, log } = await saola(['import', FAULTY, '--strict', ...more])
    expect([code, out]).toEqual([1, expect.stringMatching(/^line 3: [^\n]*\n$/)])
    expect(log).toContain('saola: 1 of 12 rows refused, which --strict makes a failure.')
    expect(await json(['import', FAULTY, '--strict', ...more])).toMatchObject({
      code: 'INVALID_FILE',
      rejected: [{ line: 3 }],
    })
    expect(await everything()).toEqual(before)
    expect((await saola(['import', FIRST, '--strict', ...more])).code).toBe(0)
  })

  test('a dataset that was gone back from gets the same list again', async () => {
    const before = await everything()
    await saola(['import', scratchFile('one.csv', csv('1,Một mình,cafe,20,105,'))])
    await rollbackDataset(database().db)
    const report = await json(['import', scratchFile('one.csv', csv('1,Một mình,cafe,20,105,'))])
    expect(report).toMatchObject({ code: 0, new: 0, unchanged: 1 })
    expect((await everything()).own).toHaveLength(before.own.length + 1)
    expect((await saola(['places', 'remove', 'one', '--yes'])).code).toBe(0)
  })

  test('an empty list is taken with --replace only', async () => {
    const nothing = scratchFile('empty.csv', csv())
    expect(await json(['import', nothing])).toMatchObject({
      code: 'INVALID_FILE',
      error: expect.stringContaining('--replace'),
    })
    expect(await json(['import', nothing, '--replace'])).toMatchObject({ code: 0, list: 'empty' })
    expect((await json(['places', 'show', 'empty'])).places).toEqual([])
    const argv = ['import', nothing, '--list', 'sách', '--replace']
    expect(await json(argv)).toMatchObject({ code: 0, gone: 12, accepted: 0 })
    expect((await everything()).own.map(({ name }) => name)).not.toContain('Nhà sách 1')
    expect(await namesOf('sách')).toEqual([])
    const allRefused = scratchFile('empty.csv', csv('1,A,cafe,x,105,'))
    expect((await saola(['import', allRefused, '--replace'])).log).toContain('Line 2: lat ')
    await saola(['import', SECOND, '--list', 'sách'])
  })

  test('show: some in a table, all as JSON', async () => {
    const { out } = await saola(['places', 'show', 'places', '--limit', '2'])
    expect(out).toMatch(/^PLACE ID +NAME +CATEGORY +LAT +LON +ADDRESS\nop1 +Tiệm 1 +amenity=cafe/)
    expect(out).toEndWith('\n2 of 12 places; --limit 12 shows all.\n')
    const all = await json(['places', 'show', 'places'])
    expect(all).toMatchObject({ list: 'places', total: 12 })
    expect(all.places).toHaveLength(12)
    expect(all.places[0]).toMatchObject({ place_id: 'op1', id: '1', name: 'Tiệm 1', lat: 20.001 })
  })

  test.each(['csv', 'geojson'])('export as %s imports again without a change', async (format) => {
    const before = await everything()
    const path = join(scratchDirectory(), `out.${format}`)
    const { code, out } = await saola(['places', 'export', 'sách', '--output', path])
    expect([code, out]).toEqual([0, expect.stringContaining(`Wrote 12 places of list 'sách'`)])
    const report = await json(['import', path, '--list', 'sách'])
    expect(report).toMatchObject({ unchanged: 12, new: 0, changed: 0, gone: 0, rejected: [] })
    expect(await everything()).toEqual(before)
    const inline = (
      await saola(['places', 'export', 'sách', ...(format === 'csv' ? [] : ['--json'])])
    ).out
    expect(inline).toBe(readFileSync(path, 'utf8'))
  })

  test('remove: says how much goes, needs a yes', async () => {
    const before = await everything()
    const refused = await saola(['places', 'remove', 'sách'])
    expect([refused.code, refused.log]).toEqual([2, expect.stringMatching(/has 12 places.*--yes/)])
    expect((await saola(['places', 'remove', 'sách'], false)).code).toBe(1)
    expect(await everything()).toEqual(before)
    const { code, out } = await saola(['places', 'remove', 'sách'], true)
    expect([code, out]).toEqual([0, expect.stringContaining('12 places are gone. Dataset ')])
    const after = await everything()
    expect(after.own.map(({ name }) => name)).toEqual(
      before.own.slice(0, 12).map(({ name }) => name),
    )
    expect((await json(['places', 'remove', 'empty', '--yes'])).dataset).toBe(after.id)
    expect((await json(['places', 'lists'])).lists).toHaveLength(1)
  })

  test.each([
    ['show', []],
    ['export', []],
    ['remove', ['--yes']],
  ])('%s of a list that is not there: names those there are', async (action, more) => {
    expect(await json(['places', action, 'absent', ...more])).toMatchObject({
      code: 'NOT_FOUND',
      error: "There is no list 'absent'. There are 'places'.",
    })
  })

  test('what it exports is written where it can be, or the reason is told', async () => {
    const path = join(scratchDirectory(), 'nowhere', 'out.csv')
    const { code, log } = await saola(['places', 'export', 'places', '-o', path])
    expect([code, log]).toEqual([1, expect.stringContaining(`${path} cannot be written: ENOENT`)])
    expect(existsSync(path)).toBe(false)
  })
})

describe('wrong usage', () => {
  const extract = scratchFile('town.osm', '')
  const places = scratchFile('places.csv', csv(...SHOPS))
  test.each([
    [['import', extract, '--list', 'a'], 'for lists of places'],
    [['import', extract, '--replace'], 'for lists of places'],
    [
      ['import', 'a.geojson', '--level', '8', '--name-field', 'a', '--code-field', 'b', '--strict'],
      'for lists',
    ],
    [['import', places, '--list', ' '], '--list takes 1 to 255 characters'],
    [['import', places, '--list', 'a\nb'], '--list takes 1 to 255 characters'],
    [['places', 'show', 'a', '--limit', '0'], 'whole number'],
    [['places', 'export', 'a', '-o', 'a.txt'], '.csv or .geojson'],
  ])('%j', async (argv, said) => {
    const dataDir = join(scratchDirectory(), 'data')
    const build = argv[0] === 'import' ? importCommand : placesCommand
    const { code, log } = await runCommand(build, argv, { databaseUrl: null, dataDir })
    expect([code, log]).toEqual([2, expect.stringContaining(said)])
    expect(existsSync(dataDir)).toBe(false)
  })
})
