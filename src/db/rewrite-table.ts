import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * Writes a table anew, without the room of rows that were deleted, `rowsMax` rows a statement: the
 * embedded database answers others in between, which during VACUUM FULL wait for its end. Returns
 * false, and changes nothing, when somebody has written to the table meanwhile. Its one index is
 * that of its primary key. Not within a transaction.
 */
export async function rewriteTable(db: Db, table: string, rowsMax: number): Promise<boolean> {
  const copy = `${table}_rewritten`
  const run = (statement: string, on: Db = db) => on.execute(sql.raw(statement))
  await run(`drop table if exists ${copy}`) // of one that was killed
  const before = await stampOf(db, table)
  await run(`create table ${copy} (like ${table} including all)`)
  const starts = await startsOf(db, table, rowsMax)
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1]
    const upTo = end === undefined ? '' : ` and ctid < '${end}'`
    await run(`insert into ${copy} select * from ${table} where ctid >= '${start}'${upTo}`)
  }
  return db.transaction(async (tx) => {
    await run(`lock table ${table} in access exclusive mode`, tx)
    const isSame = (await stampOf(tx, table)) === before
    const references = await tx.execute<{ name: string; definition: string }>(sql`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = ${table}::regclass and contype = 'f'`)
    await run(`drop table ${isSame ? table : copy}`, tx)
    if (!isSame) return false
    await run(`alter table ${copy} rename to ${table}`, tx)
    await run(`alter index ${copy}_pkey rename to ${table}_pkey`, tx)
    for (const { name, definition } of references) {
      await run(`alter table ${table} add constraint ${name} ${definition}`, tx)
    }
    return true
  })
}

/** Position in the table, `(block,row)`, of every `rowsMax`th of its rows. */
async function startsOf(db: Db, table: string, rowsMax: number): Promise<readonly string[]> {
  const rows = await db.execute<{ start: string }>(sql`
    select place::text as start from (
      select ctid as place, row_number() over (order by ctid) as number
      from ${sql.identifier(table)}
    ) as numbered
    where number % ${rowsMax}::integer = 1 % ${rowsMax}::integer order by place`)
  return rows.map(({ start }) => start)
}

/** Changes whenever a row does: it is made of the transactions that wrote them. */
async function stampOf(db: Db, table: string): Promise<string> {
  const [row] = await db.execute<{ stamp: string }>(sql`
    select concat_ws('.', count(*), sum(xmin::text::bigint)) as stamp
    from ${sql.identifier(table)}`)
  return row?.stamp ?? ''
}
