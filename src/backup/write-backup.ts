import { sql } from 'drizzle-orm'
import { assert } from '../base/assert.ts'
import { ServiceError } from '../base/errors.ts'
import { readPlaceRows, readRows } from '../db/backup/rows.ts'
import { type BackupTable, STATE_TABLES } from '../db/backup/tables.ts'
import type { Database, Db } from '../db/client.ts'
import { readFileParts } from '../db/dataset-files.ts'
import { activeDataset, type Dataset, listDatasets } from '../db/datasets.ts'
import { migrationNames } from '../db/migrate.ts'
import { type Sink, writeArchive } from './archive.ts'
import { Aside } from './aside.ts'
import {
  type BackupEntry,
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  HEADER_NAME,
  MANIFEST_NAME,
  partName,
  rowsName,
} from './format.ts'

/** An entry of rows ends with the row that makes it so long. */
const ROWS_CHARS = 1 << 20

export interface BackupOptions {
  /** Version of this program. */
  readonly saola: string
  readonly madeAt: Date
  readonly withDataset: boolean
  readonly sink: Sink
  /** A directory for a while, on the disk of the embedded database; unused with PostgreSQL. */
  readonly scratch: string
  /** Called before each entry; what it throws ends the work. */
  readonly onEntry: () => void
}

export interface WrittenBackup {
  readonly header: BackupHeader
  readonly rows: BackupManifest['rows']
}

/** Takes an entry of the archive. */
type Put = (name: string, content: Uint8Array) => Promise<void>

/**
 * Writes a backup as the database is at one moment. What changes while a server runs is read in one
 * transaction; so is the dataset, on PostgreSQL. The embedded database has one transaction for
 * everybody: there the dataset, which never changes, is read after it, and what changes is put
 * aside first, lest a slow sink keeps the server waiting. Throws `CONFLICT` when the dataset is
 * deleted meanwhile, `INVALID_DATASET` when it is damaged.
 */
export async function writeBackup(
  { db, kind }: Database,
  options: BackupOptions,
): Promise<WrittenBackup> {
  const entries: BackupEntry[] = []
  const rows: Record<string, number> = {}
  let header: BackupHeader | null = null
  await writeArchive(options.sink, async (archive) => {
    const put: Put = async (name, content) => {
      options.onEntry()
      entries.push(await archive.put(name, content))
    }
    const write = kind === 'postgres' ? writeInOne : writeStateFirst
    header = await write(db, options, put, rows)
    await archive.put(MANIFEST_NAME, jsonBytes({ entries, rows } satisfies BackupManifest))
  })
  assert(header, 'an archive that was written has a header')
  return { header, rows }
}

async function writeInOne(
  db: Db,
  options: BackupOptions,
  put: Put,
  rows: Record<string, number>,
): Promise<BackupHeader> {
  return inSnapshot(db, async (tx) => {
    const dataset = options.withDataset ? await activeDataset(tx) : null
    const header = headerOf(dataset, 'postgres', options)
    await put(HEADER_NAME, jsonBytes(header))
    await putState(tx, dataset, put, rows)
    if (dataset !== null) await putDataset(tx, dataset, put, rows)
    return header
  })
}

async function writeStateFirst(
  db: Db,
  options: BackupOptions,
  put: Put,
  rows: Record<string, number>,
): Promise<BackupHeader> {
  const aside = await Aside.in(options.scratch)
  try {
    const dataset = await inSnapshot(db, async (tx) => {
      const dataset = options.withDataset ? await activeDataset(tx) : null
      const putAside: Put = (name, content) => {
        options.onEntry()
        return aside.put(name, content)
      }
      await putState(tx, dataset, putAside, rows)
      return dataset
    })
    const header = headerOf(dataset, 'embedded', options)
    await put(HEADER_NAME, jsonBytes(header))
    for await (const { name, content } of aside.entries()) await put(name, content)
    if (dataset !== null) {
      await putDataset(db, dataset, put, rows)
      await requireStillThere(db, dataset)
    }
    return header
  } finally {
    await aside.close()
  }
}

function inSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

function headerOf(
  dataset: Dataset | null,
  database: BackupHeader['database'],
  { saola, madeAt }: BackupOptions,
): BackupHeader {
  return {
    format: FORMAT,
    saola,
    madeAt: madeAt.toISOString(),
    database,
    migrations: migrationNames(),
    dataset: dataset?.id ?? null,
  }
}

/** Everything but the dataset's places and files. */
async function putState(
  tx: Db,
  dataset: Dataset | null,
  put: Put,
  rows: Record<string, number>,
): Promise<void> {
  for (const table of STATE_TABLES) rows[table] = await putRows(put, table, readRows(tx, table))
  if (dataset === null) return
  const batches = readRows(tx, 'datasets', sql`id = ${dataset.id}`)
  rows['datasets'] = await putRows(put, 'datasets', batches)
}

async function putDataset(
  db: Db,
  dataset: Dataset,
  put: Put,
  rows: Record<string, number>,
): Promise<void> {
  rows['places'] = await putRows(put, 'places', readPlaceRows(db, dataset.id))
  let parts = 0
  for (const file of dataset.manifest) {
    let part = 0
    for await (const content of readFileParts(db, dataset.id, file)) {
      await put(partName(file.name, part++), content)
    }
    parts += part
  }
  rows['dataset_files'] = parts
}

/** Returns how many rows there were. */
async function putRows(
  put: Put,
  table: BackupTable,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  let [count, number, chars] = [0, 0, 0]
  let lines: string[] = []
  const flush = async () => {
    await put(rowsName(table, number++), Buffer.from(`${lines.join('\n')}\n`))
    lines = []
    chars = 0
  }
  for await (const batch of batches) {
    for (const line of batch) {
      lines.push(line)
      chars += line.length
      count++
      if (chars > ROWS_CHARS) await flush()
    }
  }
  if (lines.length > 0) await flush()
  return count
}

/** Deleted is a dataset with its places and files at once: it was there all the time, or is not. */
async function requireStillThere(db: Db, { id }: Dataset): Promise<void> {
  if ((await listDatasets(db)).some((dataset) => dataset.id === id)) return
  throw new ServiceError(
    'CONFLICT',
    `Dataset ${id} was deleted while it was read. Run the command again.`,
  )
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
