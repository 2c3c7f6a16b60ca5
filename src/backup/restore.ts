import { ServiceError } from '../base/errors.ts'
import type { DatasetId } from '../base/ids.ts'
import { counted } from '../base/shown-text.ts'
import { countRows, insertRows } from '../db/backup/rows.ts'
import {
  beginStaging,
  dropStaging,
  inStaging,
  migrateStaging,
  swapStaging,
} from '../db/backup/staging.ts'
import {
  type BackupTable,
  DATASET_TABLES,
  type Holdings,
  holdingsOf,
  isBackupTable,
  STATE_TABLES,
} from '../db/backup/tables.ts'
import type { Db } from '../db/client.ts'
import { insertFilePart, verifyFile } from '../db/dataset-files.ts'
import { activeDataset } from '../db/datasets.ts'
import { type ReadEntry, readArchive } from './archive.ts'
import type { CheckedBackup } from './check-backup.ts'
import { damaged, MANIFEST_NAME, placeOfEntry } from './format.ts'

export interface RestoreWork {
  /** Called before each entry; what it throws ends the work. */
  readonly onEntry: () => void
  /** The content of the database when its operator agreed to lose it. */
  readonly before: Holdings
  /** Throws when others use the database. */
  readonly requireAlone: (db: Db) => Promise<void>
}

/**
 * Puts a checked backup in the place of what the database holds: all tables in one transaction at
 * the end, of which the database shows nothing before. A backup without a dataset leaves those that
 * there are. Throws `CONFLICT` when others have changed the database meanwhile.
 */
export async function restoreBackup(
  db: Db,
  backup: CheckedBackup,
  work: RestoreWork,
): Promise<void> {
  const { header } = backup
  const tables = header.dataset === null ? STATE_TABLES : [...STATE_TABLES, ...DATASET_TABLES]
  await beginStaging(db, header.migrations.length)
  try {
    await fillStaging(db, backup, work.onEntry)
    await verifyRows(db, backup)
    await migrateStaging(db)
    await verifyFiles(db, work.onEntry)
    await db.transaction(async (tx) => {
      await work.requireAlone(tx)
      await requireUnchanged(tx, work.before)
      await swapStaging(tx, tables)
    })
  } catch (error) {
    // Best effort: the database may be gone, and the next restore begins with it.
    await dropStaging(db).catch(() => {})
    throw error
  }
}

async function fillStaging(
  db: Db,
  { path, header, manifest }: CheckedBackup,
  onEntry: () => void,
): Promise<void> {
  let at = 0
  for await (const entry of readArchive(path)) {
    onEntry()
    if (entry.name === MANIFEST_NAME) return
    // Whoever wrote to the file meanwhile is not to be trusted because it was whole before.
    if (manifest.entries[at++]?.sha256 !== entry.sha256) throw damaged('it has just been changed')
    await inStaging(db, (tx) => insertEntry(tx, header.dataset, entry))
  }
}

async function insertEntry(tx: Db, dataset: string | null, entry: ReadEntry): Promise<void> {
  const place = placeOfEntry(entry.name)
  if (place === null) return // the header
  if (place.kind === 'rows') {
    if (!isBackupTable(place.table)) throw damaged(`${place.table} is no table`)
    const lines = new TextDecoder().decode(entry.content).trimEnd().split('\n')
    await insertRows(tx, place.table, lines)
  } else {
    if (dataset === null) throw damaged(`${entry.name} is of no dataset`)
    const { file, part } = place
    const row = { datasetId: dataset as DatasetId, name: file, part, bytes: entry.content }
    await insertFilePart(tx, row)
  }
}

async function verifyRows(db: Db, { manifest }: CheckedBackup): Promise<void> {
  for (const [table, rows] of Object.entries(manifest.rows)) {
    if (!isBackupTable(table)) throw damaged(`${table} is no table`)
    await requireRows(db, table, rows)
  }
}

async function verifyFiles(db: Db, onPart: () => void): Promise<void> {
  const dataset = await inStaging(db, activeDataset)
  if (dataset === null) return
  for (const file of dataset.manifest) {
    await inStaging(db, (tx) => verifyFile(tx, dataset.id, file, onPart))
  }
}

async function requireRows(db: Db, table: BackupTable, rows: number): Promise<void> {
  const found = await inStaging(db, (tx) => countRows(tx, table))
  if (found === rows) return
  throw new ServiceError(
    'INVALID_FILE',
    `${table} has ${counted(found, 'row')} of the backup's ${rows}. Nothing was changed.`,
  )
}

async function requireUnchanged(tx: Db, before: Holdings): Promise<void> {
  if (Bun.deepEquals(await holdingsOf(tx), before)) return
  throw new ServiceError(
    'CONFLICT',
    'The database was changed while the backup was read. Nothing of it was restored: stop what ' +
      'uses the database, and run the command again.',
  )
}
