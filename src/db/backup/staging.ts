import { sql } from 'drizzle-orm'
import { ServiceError } from '../../base/errors.ts'
import type { Db } from '../client.ts'
import { migrate, migrateTo } from '../migrate.ts'
import { type BackupTable, DATASET_TABLES, STATE_TABLES } from './tables.ts'

/*
 * A second set of tables beside those in use, in a separate schema. It is filled in many short
 * transactions, which no reader sees, and takes the place of the first in one.
 */

const STAGING = 'saola_restoring'

/** Makes empty tables as they were after the first `migrations` migrations. */
export async function beginStaging(db: Db, migrations: number): Promise<void> {
  await dropStaging(db)
  await db.execute(sql`create schema ${sql.identifier(STAGING)}`)
  await migrateTo(db, STAGING, migrations)
  // Of their first rows the backup has its own.
  const all = [...STATE_TABLES, ...DATASET_TABLES]
  await inStaging(db, async (tx) => {
    const there = await tx.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = ${STAGING}`)
    const names = all.filter((table) => there.some(({ name }) => name === table))
    await tx.execute(sql.raw(`truncate ${names.join(', ')}`))
  })
}

/** Runs `work` in a transaction in which the names of tables mean those that are being filled. */
export function inStaging<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local search_path to ${sql.identifier(STAGING)}`)
    return work(tx)
  })
}

/** Brings what an older Saola's backup held to the schema of this program. */
export async function migrateStaging(db: Db): Promise<void> {
  await migrate({ db }, undefined, STAGING)
}

/** Within a transaction: puts `tables` in the place of those in use, which are dropped. */
export async function swapStaging(tx: Db, tables: readonly BackupTable[]): Promise<void> {
  const [row] = await tx.execute<{ name: string | null }>(sql`select current_schema() as name`)
  if (!row || row.name === null) {
    throw new ServiceError('CONFLICT', 'The database user has no schema: check its search_path.')
  }
  const inUse = sql.identifier(row.name)
  for (const table of tables.toReversed()) {
    await tx.execute(sql`drop table ${inUse}.${sql.identifier(table)}`)
  }
  for (const table of tables) {
    const staged = sql`${sql.identifier(STAGING)}.${sql.identifier(table)}`
    await tx.execute(sql`alter table ${staged} set schema ${inUse}`)
  }
  await dropStaging(tx)
}

/** Removes what a restore that failed or was killed has left; nothing when there is nothing. */
export async function dropStaging(db: Db): Promise<void> {
  await db.execute(sql`drop schema if exists ${sql.identifier(STAGING)} cascade`)
}
