import { afterEach, describe, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { DatasetId } from '../../src/base/ids.ts'
import { loadFile, storedFileNames, storeFile, verifyFile } from '../../src/db/dataset-files.ts'
import {
  abandonBuilding,
  activateDataset,
  activeDataset,
  createDataset,
  deleteDataset,
  getDataset,
  listDatasets,
  markReady,
  pruneDatasets,
  rollbackDataset,
  setManifest,
  touchDataset,
  vacuumDatasets,
} from '../../src/db/datasets.ts'
import { insertPlaces } from '../../src/db/places.ts'
import { datasetFiles, datasets, places } from '../../src/db/schema.ts'
import { onBothDatabases, scratchDirectory } from './databases.ts'
import { somePlace } from './place-samples.ts'

const SOURCE = { name: 'town.osm.pbf', description: 'a hand-drawn town' }
const NOT_THERE = '20261120-zzzzzz' as DatasetId

onBothDatabases('datasets', (database) => {
  afterEach(async () => {
    await database().db.delete(datasets)
  })

  const building = () => createDataset(database().db, SOURCE)
  async function ready(): Promise<DatasetId> {
    const id = await building()
    await markReady(database().db, id, { counts: { poi: 1 }, report: { seconds: 2 } })
    return id
  }
  async function activated(): Promise<DatasetId> {
    const id = await ready()
    await activateDataset(database().db, id)
    return id
  }

  describe('life', () => {
    test('building, ready, active', async () => {
      const { db } = database()
      const id = await building()
      expect(id).toMatch(/^\d{8}-[0-9a-hjkmnp-tv-z]{6}$/)
      const manifest = [{ name: 'search.idx', bytes: 3, sha256: 'ab'.repeat(32) }]
      await setManifest(db, id, manifest)
      await markReady(db, id, { counts: { poi: 7 }, report: { rejected: [] } })
      expect(await getDataset(db, id)).toEqual({
        id,
        state: 'ready',
        sourceName: SOURCE.name,
        sourceDescription: SOURCE.description,
        counts: { poi: 7 },
        report: { rejected: [] },
        manifest,
        createdAt: expect.any(Date),
        touchedAt: expect.any(Date),
        activatedAt: null,
      })
      expect(await activeDataset(db)).toBeNull()
      await activateDataset(db, id)
      expect(await activeDataset(db)).toMatchObject({ id, activatedAt: expect.any(Date) })
      expect((await listDatasets(db)).map((each) => [each.id, each.state])).toEqual([
        [id, 'active'],
      ])
    })

    test('activating takes the other one down, and again changes nothing', async () => {
      const { db } = database()
      const [first, second] = [await activated(), await activated()]
      const before = await activeDataset(db)
      expect(before?.id).toBe(second)
      expect(await activateDataset(db, second)).toEqual(before as never)
      expect((await getDataset(db, first)).state).toBe('ready')
    })

    test('of many activations at once one stands', async () => {
      const ids = await Promise.all([ready(), ready(), ready(), ready()])
      await Promise.all(ids.map((id) => activateDataset(database().db, id)))
      const states = (await listDatasets(database().db)).map((each) => each.state)
      expect(states.sort()).toEqual(['active', 'ready', 'ready', 'ready'])
    })

    test.each([
      [
        'activating what is being built',
        async () => activateDataset(database().db, await building()),
        'CONFLICT',
      ],
      [
        'activating what is not there',
        () => activateDataset(database().db, NOT_THERE),
        'NOT_FOUND',
      ],
      [
        'deleting the active one',
        async () => deleteDataset(database().db, await activated()),
        'CONFLICT',
      ],
      ['deleting what is not there', () => deleteDataset(database().db, NOT_THERE), 'NOT_FOUND'],
      [
        'a sign of life of a finished one',
        async () => touchDataset(database().db, await ready()),
        'CONFLICT',
      ],
      ['rolling back with none active', () => rollbackDataset(database().db), 'CONFLICT'],
      [
        'rolling back from the first',
        async () => activated().then(() => rollbackDataset(database().db)),
        'CONFLICT',
      ],
    ] as const)('%s is refused', async (_, act, code) => {
      const refusal: unknown = await act().then(
        () => null,
        (error: unknown) => error,
      )
      expect(refusal).toMatchObject({ name: 'ServiceError', code })
    })
  })

  describe('rollback', () => {
    test('goes further back each time, and activating goes forward again', async () => {
      const { db } = database()
      const [first, second, third] = [await activated(), await activated(), await activated()]
      await ready() // never active: nothing to go back to
      expect((await rollbackDataset(db)).id).toBe(second)
      expect((await rollbackDataset(db)).id).toBe(first)
      await expect(rollbackDataset(db)).rejects.toMatchObject({ code: 'CONFLICT' })
      expect((await activateDataset(db, third)).id).toBe(third)
      expect((await rollbackDataset(db)).id).toBe(first)
    })

    test('leads to what was active before, not to what was rejected', async () => {
      const { db } = database()
      const [good, bad] = [await activated(), await activated()]
      await rollbackDataset(db)
      const next = await activated()
      expect(await pruneDatasets(db, 1)).toEqual([bad])
      expect((await rollbackDataset(db)).id).toBe(good)
      await expect(rollbackDataset(db)).rejects.toMatchObject({ code: 'CONFLICT' })
      expect((await activateDataset(db, next)).id).toBe(next)
    })

    test('goes to what was active before, though the clock was set back since', async () => {
      const { db } = database()
      const [first, second] = [await activated(), await activated()]
      await db.execute(sql`
        update ${datasets} set activated_at = activated_at + interval '1 day'`)
      const third = await activated()
      expect((await activeDataset(db))?.id).toBe(third)
      expect((await rollbackDataset(db)).id).toBe(second)
      expect((await rollbackDataset(db)).id).toBe(first)
    })
  })

  describe('what goes', () => {
    test('prune keeps the active one, the last ones and what is being built', async () => {
      const { db } = database()
      const ids = [await activated(), await activated(), await activated(), await activated()]
      const inWork = await building()
      await rollbackDataset(db) // the third is active now
      const gone = await pruneDatasets(db, 1)
      expect(gone.toSorted()).toEqual([ids[0], ids[1]].toSorted() as never)
      const left = (await listDatasets(db)).map((each) => each.id)
      expect(left.toSorted()).toEqual([ids[2], ids[3], inWork].toSorted() as never)
      await vacuumDatasets(db)
    })

    test('a silent build is abandoned with all it has, one that lives is not', async () => {
      const { db } = database()
      const [dead, alive] = [await building(), await building()]
      await insertPlaces(db, dead, [somePlace('n1')])
      await storeFile(db, dead, 'search.idx', [new Uint8Array(10)])
      await db.execute(sql`update ${datasets} set touched_at = now() - interval '11 minutes'`)
      await touchDataset(db, alive)
      expect(await abandonBuilding(db)).toEqual([dead])
      expect((await listDatasets(db)).map((each) => each.id)).toEqual([alive])
      expect(await db.$count(places, eq(places.datasetId, dead))).toBe(0)
      expect(await db.$count(datasetFiles, eq(datasetFiles.datasetId, dead))).toBe(0)
    })
  })

  describe('files', () => {
    const directory = scratchDirectory()

    test.each([0, 1, 1 << 20, (1 << 20) + 1, 3_500_000])('%d bytes, in and out', async (size) => {
      const { db } = database()
      const id = await building()
      const bytes = randomBytes(size)
      const file = await storeFile(db, id, 'search.idx', inPieces(bytes, 700_001))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(file).toEqual({ name: 'search.idx', bytes: size, sha256 })
      await verifyFile(db, id, file)
      const path = join(directory, `${id}.idx`)
      await loadFile(db, id, file, path)
      expect(readFileSync(path).equals(bytes)).toBe(true)
      const parts = await db.$count(datasetFiles, eq(datasetFiles.datasetId, id))
      expect(parts).toBe(Math.ceil(size / (1 << 20)))
    })

    test('storing and verifying end at the part at which they are stopped', async () => {
      const { db } = database()
      const id = await building()
      const stop = (after: number) => () => {
        if (after-- === 0) throw new Error('stopped')
      }
      const bytes = randomBytes(3_500_000)
      await expect(storeFile(db, id, 'a.idx', [bytes], stop(2))).rejects.toThrow('stopped')
      expect(await db.$count(datasetFiles, eq(datasetFiles.datasetId, id))).toBe(2)
      const file = await storeFile(db, id, 'a.idx', [bytes])
      await expect(verifyFile(db, id, file, stop(3))).rejects.toThrow('stopped')
      await verifyFile(db, id, file, stop(4))
    })

    test('storing again replaces the file, whatever its length', async () => {
      const { db } = database()
      const id = await building()
      await storeFile(db, id, 'a.idx', [randomBytes(2_000_000)])
      const file = await storeFile(db, id, 'a.idx', [Uint8Array.of(1, 2, 3)])
      await storeFile(db, id, 'b.idx', [])
      await verifyFile(db, id, file)
      expect(await storedFileNames(db, id)).toEqual(['a.idx'])
    })

    test.each([
      [
        'a changed byte',
        sql`update dataset_files set bytes = set_byte(bytes, 5, 255) where part = 1`,
      ],
      ['a missing part', sql`delete from dataset_files where part = 1`],
      [
        'a part too many',
        sql`insert into dataset_files
          select dataset_id, name, 2, bytes, sha256 from dataset_files where part = 1`,
      ],
    ])('%s is noticed, and no file is left behind', async (_, damage) => {
      const { db } = database()
      const id = await building()
      const file = await storeFile(db, id, 'a.idx', [new Uint8Array(1_100_000)])
      await db.execute(damage)
      const path = join(directory, 'damaged.idx')
      const refusal: unknown = await loadFile(db, id, file, path).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'INVALID_DATASET' })
      expect(String(refusal)).toContain('a.idx')
      expect(existsSync(path)).toBe(false)
      expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([])
      await expect(verifyFile(db, id, file)).rejects.toMatchObject({ code: 'INVALID_DATASET' })
    })

    test('a finished dataset takes no file', async () => {
      const storing = storeFile(database().db, await ready(), 'a.idx', [new Uint8Array(1)])
      await expect(storing).rejects.toMatchObject({ code: 'CONFLICT' })
    })
  })
})

function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
