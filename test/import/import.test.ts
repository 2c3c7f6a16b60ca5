import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { ServiceError } from '../../src/base/errors.ts'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { verifyFile } from '../../src/db/dataset-files.ts'
import { activeDataset, createDataset, type Dataset, listDatasets } from '../../src/db/datasets.ts'
import { machineName } from '../../src/db/embedded/machine.ts'
import { listOperatorPlaces } from '../../src/db/operator-places.ts'
import { countPlaces, readPlaces } from '../../src/db/places.ts'
import { datasets } from '../../src/db/schema.ts'
import { DATASET_FILES } from '../../src/import/dataset/dataset-files.ts'
import { type ReadExtract, readExtract } from '../../src/import/extract.ts'
import { importExtract, tryExtract } from '../../src/import/import-extract.ts'
import { importOperators, readOperators } from '../../src/import/import-operator.ts'
import { Progress } from '../../src/import/report/progress.ts'
import type { Place } from '../../src/search/model/place.ts'
import { onBothDatabases } from '../db/databases.ts'
import { osmXml, quietProgress, scratchFile, TWO_WARDS, WEST_WARD } from './drawing.ts'

const TOWN = scratchFile(
  'town.osm',
  osmXml(`${TWO_WARDS}
    n1 10 50
    n2 90 50
    w1 n1 n2  highway=residential | name=Nguyễn Trãi
    n10 50 51  amenity=cafe | name=Cà phê Sân | addr:housenumber=12 | addr:street=Nguyễn Trãi`),
)
const OWN_PLACES = `id,name,category,lat,lon,house_number,street
1,Tiệm của tôi,cafe,10.7051,106.7051,14,Nguyễn Trãi
2,Tiệm thứ hai,bar,10.7052,106.7052,,
3,Hỏng,bar,,106.7052,,
`
const running = new AbortController().signal

async function importTown(db: Db, progress: Progress = quietProgress(), signal = running) {
  return importContent(db, await readExtract(TOWN, progress, signal), progress, signal)
}

function importContent(db: Db, content: ReadExtract, progress = quietProgress(), signal = running) {
  return importExtract(db, { path: TOWN, name: 'town.osm' }, content, [], {
    progress,
    signal,
  })
}

async function importOwn(db: Db, text: string, list = 'own', isReplacing = false) {
  const source = scratchFile('own.csv', text)
  const job = { list, source, isReplacing, file: await readOperators(source, 'csv') }
  return importOperators(db, job, refuse, { progress: quietProgress(), signal: running })
}

async function refuse(loss: string): Promise<never> {
  throw new ServiceError('CONFLICT', loss)
}

async function theActive(db: Db): Promise<Dataset> {
  const active = await activeDataset(db)
  if (active === null) throw new Error('a dataset should be active')
  return active
}

async function activePlaces(db: Db): Promise<Place[]> {
  const { id } = await theActive(db)
  const places: Place[] = []
  for await (const page of readPlaces(db, id)) places.push(...page)
  return places
}

async function failure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'none'
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error)
  }
}

/** Does `deed` when a pass of that name begins. */
function progressThat(pass: string, deed: () => void): Progress {
  class Watching extends Progress {
    override start(name: string): void {
      super.start(name)
      if (name === pass) deed()
    }
  }
  return new Watching({ log: () => {}, progress: () => {} })
}

onBothDatabases('an import', (database) => {
  test('makes a dataset of rows and files, checks it and activates it', async () => {
    const { db } = database()
    const report = await importTown(db)
    const active = await theActive(db)
    expect(active).toMatchObject({ id: report.dataset, sourceName: 'town.osm' })
    expect<unknown>(await countPlaces(db, active.id)).toEqual(report.counts)
    expect(active.counts).toEqual(report.counts)
    // Those are made of the extract's file (export.test.ts): here there is only what was read.
    const built = DATASET_FILES.filter(({ from }) => from !== 'roads' && from !== 'map')
    expect(active.manifest.map(({ name }) => name)).toEqual(built.map(({ name }) => name))
    for (const file of active.manifest) await verifyFile(db, active.id, file)
    expect(active.report).toMatchObject({ country: 'VN', read: { nodes: 9, ways: 4 } })
  })

  test('repeated gives the same ids, and leaves the one before to go back to', async () => {
    const { db } = database()
    const before = await activePlaces(db)
    const first = await theActive(db)
    await importTown(db)
    expect(await activePlaces(db)).toEqual(before)
    const states = (await listDatasets(db)).map(({ id, state }) => `${id} ${state}`)
    expect(states).toContain(`${first.id} ready`)
  })

  test('adds places of an operator, which stay for the next extract', async () => {
    const { db } = database()
    const before = await activePlaces(db)
    const report = await importOwn(db, OWN_PLACES)
    expect(report).toMatchObject({ accepted: 2, rejected: [{ line: 4, reason: 'lat is empty' }] })
    const own = (places: readonly Place[]) => places.filter(({ source }) => source === 'operator')
    const street = before.find(({ name }) => name === 'Nguyễn Trãi')
    expect(own(await activePlaces(db))).toMatchObject([
      { id: 'op1', wardId: WEST_WARD, streetId: street?.id, houseNumber: '14' },
      { id: 'op2', wardId: WEST_WARD, streetId: null, provinceId: 'vn79' },
    ])
    expect((await activePlaces(db)).filter(({ source }) => source !== 'operator')).toEqual(before)
    await importTown(db)
    expect(own(await activePlaces(db)).map(({ id }) => String(id))).toEqual(['op1', 'op2'])
  })

  test('of a list again replaces what it held', async () => {
    const { db } = database()
    await importOwn(db, OWN_PLACES.replace(/^2,.*\n/m, ''), 'own', true)
    expect((await listOperatorPlaces(db)).map(({ id }) => String(id))).toEqual(['op1'])
    const own = (await activePlaces(db)).filter(({ source }) => source === 'operator')
    expect(own.map(({ id }) => String(id))).toEqual(['op1'])
  })

  test.each([
    ['another list of places', 8, (db: Db) => importOwn(db, OWN_PLACES, 'one')],
    ['an extract', 9, (db: Db, town: ReadExtract) => importContent(db, town)],
  ])('beside that of %s loses nothing: the later one says so', async (_, number, other) => {
    const { db } = database()
    // Read before the race: both begin at what is active now, however long a file takes to read.
    const town = await readExtract(TOWN, quietProgress(), running)
    const row = `id,name,category,lat,lon\n${number},Quán Tám,bar,10.7053,106.7053\n`
    const mine = importOwn(db, row, 'mine', true)
    const codes = await Promise.all([failure(mine), failure(other(db, town))])
    expect(codes.toSorted()).toEqual(['CONFLICT', 'none'])
    const own = (await activePlaces(db)).filter(({ source }) => source === 'operator')
    const ids = (places: readonly Place[]) => places.map(({ id }) => String(id))
    expect(ids(own)).toEqual(ids(await listOperatorPlaces(db)))
  })

  test('of nothing that can be taken changes nothing', async () => {
    const { db } = database()
    const active = await theActive(db)
    const own = await listOperatorPlaces(db)
    expect(await failure(importOwn(db, 'name,lat,lon\nA,x,1\n'))).toBe('INVALID_FILE')
    expect((await theActive(db)).id).toBe(active.id)
    expect(await listOperatorPlaces(db)).toEqual(own)
  })

  test.each(['rows to the database', 'boundaries.idx', 'activate'])(
    'stopped at %s leaves everything as it was',
    async (pass) => {
      const { db } = database()
      const before = await listDatasets(db)
      const controller = new AbortController()
      const progress = progressThat(pass, () => controller.abort())
      expect(await failure(importTown(db, progress, controller.signal))).toBe('INTERRUPTED')
      expect(await listDatasets(db)).toEqual(before)
    },
  )

  test.each(['search.idx: names', 'reverse.idx: lines'])(
    'stopped in the step %s, which no signal interrupts, leaves everything as it was',
    async (step) => {
      const { db } = database()
      const before = await listDatasets(db)
      const shown: string[] = []
      const stopping = new Progress({
        log: () => {},
        progress(text) {
          shown.push(text)
          if (text.startsWith(step)) throw new ServiceError('INTERRUPTED', 'Stopped.')
        },
      })
      expect(await failure(importTown(db, stopping))).toBe('INTERRUPTED')
      expect(shown.at(-1)).toMatch(/: [a-z]+ +░+ 0 %$/)
      expect(await listDatasets(db)).toEqual(before)
    },
  )

  test('whose database goes away leaves what the next import deletes', async () => {
    const { db, options } = database()
    const before = await theActive(db)
    const other = await openDatabase(options)
    const progress = progressThat('search.idx', () => void other.close())
    try {
      await importTown(other.db, progress)
      throw new Error('the import should have failed')
    } catch (error) {
      const told = other.explain(error)
      expect(told instanceof ServiceError ? told.code : told).toBe('DATABASE_UNAVAILABLE')
    }
    expect((await theActive(db)).id).toBe(before.id)
    await importTown(db)
    expect((await listDatasets(db)).filter(({ state }) => state === 'building')).toEqual([])
  })

  test('deletes what a killed one has left, and nothing of one that runs', async () => {
    const { db } = database()
    const build = async (pid: number) => {
      const id = await createDataset(db, { name: 'x', description: '' })
      const report = { builder: { machine: machineName(), pid } }
      await db.update(datasets).set({ report }).where(eq(datasets.id, id))
      return id
    }
    const dead = await build(999_999_999)
    const alive = await build(process.ppid)
    await importTown(db)
    const building = (await listDatasets(db)).filter(({ state }) => state === 'building')
    expect(building.map(({ id }) => id)).toEqual([alive])
    expect(building.map(({ id }) => id)).not.toContain(dead)
    await db.delete(datasets).where(eq(datasets.id, alive))
  })

  test('beside another is safe: both end, one is active', async () => {
    const { db } = database()
    const reports = await Promise.all([importTown(db), importTown(db)])
    const active = await theActive(db)
    expect(reports.map(({ dataset }) => String(dataset))).toContain(active.id)
    expect((await listDatasets(db)).filter(({ state }) => state === 'building')).toEqual([])
  })
})

describe('what is no extract', () => {
  const read = (path: string) =>
    tryExtract({ path, name: path }, quietProgress(), new AbortController().signal)

  test.each([
    ['an empty file', ''],
    ['a text', 'hello'],
    ['a web page', '<!doctype html><html></html>'],
    ['half a file', readFileSync(TOWN, 'utf8').slice(0, 600)],
  ])('%s is refused', async (_, content) => {
    expect(await failure(read(scratchFile('x.osm.pbf', content)))).toBe('INVALID_FILE')
  })

  test('a missing file is refused', async () => {
    expect(await failure(read('/nonexistent/x.osm.pbf'))).toBe('INVALID_FILE')
    expect(await failure(readOperators('/nonexistent/x.csv', 'csv'))).toBe('INVALID_FILE')
  })

  test('an extract of nothing is taken, with a warning', async () => {
    const report = await read(scratchFile('x.osm', osmXml('')))
    expect(report).toMatchObject({ dataset: null, warnings: ['the extract is empty'] })
  })
})
