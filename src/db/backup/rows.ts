import { type SQL, sql } from 'drizzle-orm'
import type { DatasetId } from '../../base/ids.ts'
import type { Db } from '../client.ts'
import type { BackupTable } from './tables.ts'

/*
 * Rows as PostgreSQL itself writes them in JSON and reads them again: every value comes back as it
 * was, whatever the type of its column. A row is one line.
 */

const ROWS_AT_ONCE = 1_000

type Line = { readonly line: string }

/** Rows of a table, `ROWS_AT_ONCE` at a time. Within a transaction, one table after the other. */
export async function* readRows(
  tx: Db,
  table: BackupTable,
  where: SQL = sql`true`,
): AsyncGenerator<readonly string[], void, void> {
  await tx.execute(sql`
    declare saola_rows no scroll cursor for
    select row_to_json(t)::text as line from ${sql.identifier(table)} as t where ${where}`)
  for (;;) {
    const rows = await tx.execute<Line>(sql.raw(`fetch ${ROWS_AT_ONCE} from saola_rows`))
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await tx.execute(sql`close saola_rows`)
}

/** Places of a dataset by their ids, in short statements that need no transaction. */
export async function* readPlaceRows(
  db: Db,
  id: DatasetId,
): AsyncGenerator<readonly string[], void, void> {
  let after = ''
  for (;;) {
    const rows = await db.execute<Line & { id: string }>(sql`
      select id, row_to_json(t)::text as line from places as t
      where dataset_id = ${id} and id > ${after} order by id limit ${ROWS_AT_ONCE}`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Adds rows that were read by the functions above to a table of the same columns. */
export async function insertRows(
  tx: Db,
  table: BackupTable,
  lines: readonly string[],
): Promise<void> {
  const name = sql.identifier(table)
  await tx.execute(sql`
    insert into ${name}
    select * from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::text::json)`)
}

export async function countRows(tx: Db, table: BackupTable): Promise<number> {
  const [row] = await tx.execute<{ rows: number }>(sql`
    select count(*)::float8 as rows from ${sql.identifier(table)}`)
  return row?.rows ?? 0
}
