import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { datasetsCommand } from '../../src/commands/datasets/datasets.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { storeFile, verifyFile } from '../../src/db/dataset-files.ts'
import {
  activateDataset,
  activeDataset,
  createDataset,
  type Dataset,
  markReady,
  pruneDatasets,
  setManifest,
  shrinkDatasets,
} from '../../src/db/datasets.ts'
import { migrate } from '../../src/db/migrate.ts'
import { countPlaces, insertPlaces } from '../../src/db/places.ts'
import { embeddedFromTemplate } from '../db/databases.ts'
import { type OtherProcess, startProcess } from '../db/processes.ts'
import { scratchDirectory } from '../scratch.ts'
import { TOWN } from '../search/town.ts'
import { runCommand } from './harness.ts'

/* What datasets leave on the disk, in an embedded database that another process holds all along. */

setDefaultTimeout(300_000)

const FILE_BYTES = 48 << 20
const PIECE_BYTES = 4 << 20
/** The database without datasets, the program's part, and one log. */
const MORE_BYTES = 100e6
const LOG_BYTES_MAX = 6 * (16 << 20)

const dataDir = scratchDirectory()
let holder: OtherProcess
let database: Database

beforeAll(async () => {
  await embeddedFromTemplate(dataDir)
  holder = startProcess('open', { databaseUrl: null, dataDir })
  await holder.ready
  database = await openDatabase({ databaseUrl: null, dataDir })
  await migrate(database)
  await importOnce()
  await importOnce()
})
afterAll(async () => {
  await database.close()
  await holder.kill()
})

async function importOnce(): Promise<void> {
  const { db } = database
  const id = await createDataset(db, { name: 'random', description: '' })
  await insertPlaces(db, id, TOWN)
  await setManifest(db, id, [await storeFile(db, id, 'search.idx', pieces())])
  await markReady(db, id, { counts: {}, report: {} })
  await activateDataset(db, id)
}

/** Of bytes that no file system makes less of. */
function* pieces(): Generator<Uint8Array> {
  for (let at = 0; at < FILE_BYTES; at += PIECE_BYTES) {
    yield Buffer.concat(
      Array.from({ length: PIECE_BYTES >> 16 }, () =>
        crypto.getRandomValues(Buffer.alloc(1 << 16)),
      ),
    )
  }
}

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

const logBytes = (): number => bytesIn(join(dataDir, 'db', 'pg_wal'))

async function expectWhole(active: Dataset | null): Promise<void> {
  expect(active?.manifest).toHaveLength(1)
  for (const file of active?.manifest ?? []) await verifyFile(database.db, active!.id, file)
  const counts = Object.values(await countPlaces(database.db, active!.id))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(TOWN.length)
}

test('the log of two imports is short while the database is open', () => {
  expect(logBytes()).toBeLessThan(LOG_BYTES_MAX)
})

test('without room to write the tables anew they stay, and it is told how much lacks', async () => {
  const before = bytesIn(join(dataDir, 'db', 'base'))
  await pruneDatasets(database.db, 0)
  const shrunk = await shrinkDatasets(database.db, 1e6)
  expect(shrunk).toEqual({ lacking: expect.any(Number) })
  expect(Object(shrunk).lacking).toBeGreaterThan(FILE_BYTES)
  expect(bytesIn(join(dataDir, 'db', 'base'))).toBeGreaterThanOrEqual(before)
})

test('after prune all is at most twice the active dataset and a little', async () => {
  const active = await activeDataset(database.db)
  const { code, log } = await runCommand(
    (env) => datasetsCommand(env, () => []),
    ['datasets', 'prune', '--keep', '0'],
    { databaseUrl: null, dataDir },
  )
  expect([code, log]).toEqual([0, ''])
  expect(bytesIn(dataDir)).toBeLessThan(2 * FILE_BYTES + MORE_BYTES)
  // It holds one where there were two: nearly the size of its file.
  expect(bytesIn(join(dataDir, 'db', 'base'))).toBeLessThan(1.2 * FILE_BYTES + 40e6)
  expect(await activeDataset(database.db)).toEqual(active)
  await expectWhole(active)
})

test('a crash right after it loses nothing', async () => {
  const active = await activeDataset(database.db)
  await database.close()
  await holder.kill()
  expect(await reopened()).toEqual(active)
  await expectWhole(active)
})

test('segments that an older Saola has left in store are used up at the next start', async () => {
  await database.close()
  const log = join(dataDir, 'db', 'pg_wal')
  expect(logSegmentNumbers(log).length).toBeLessThanOrEqual(2)
  const current = Math.max(...logSegmentNumbers(log))
  for (let i = 1; i <= 8; i++) {
    const name = `00000001${(current + i).toString(16).toUpperCase().padStart(16, '0')}`
    writeFileSync(join(log, name), '')
    truncateSync(join(log, name), 16 << 20)
  }
  const active = await reopened()
  expect(logSegmentNumbers(log).length).toBeLessThanOrEqual(2)
  expect(Math.min(...logSegmentNumbers(log))).toBeGreaterThan(current)
  await expectWhole(active)
})

/** Below 256 the number of a segment is the end of its name. */
function logSegmentNumbers(log: string): number[] {
  return readdirSync(log).flatMap((name) =>
    /^0{7}10{14}[0-9A-F]{2}$/.test(name) ? [Number.parseInt(name.slice(-2), 16)] : [],
  )
}

async function reopened(): Promise<Dataset | null> {
  database = await openDatabase({ databaseUrl: null, dataDir })
  return activeDataset(database.db)
}
