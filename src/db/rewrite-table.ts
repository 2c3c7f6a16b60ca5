import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * Writes a table anew, without the room of rows that were deleted, `blocksMax` of its blocks a
 * statement: the embedded database answers others in between, which during VACUUM FULL wait for its
 * end. Returns false, and changes nothing, when somebody has written to the table meanwhile. Its
 * one index is that of its primary key. Not within a transaction.
 */
export async function rewriteTable(db: Db, table: string, blocksMax: number): Promise<boolean> {
  const copy = `${table}_rewritten`
  const run = (statement: string, on: Db = db) => on.execute(sql.raw(statement))
  await run(`drop table if exists ${copy}`) // of one that was killed
  const before = await stampOf(db, table)
  await run(`create table ${copy} (like ${table} including all)`)
  for (let at = 0; at < before.blocks; at += blocksMax) {
    await run(
      `insert into ${copy} select * from ${table} ` +
        `where ctid >= '(${at},0)'::tid and ctid < '(${at + blocksMax},0)'::tid`,
    )
  }
  return db.transaction(async (tx) => {
    await run(`lock table ${table} in access exclusive mode`, tx)
    const isSame = (await stampOf(tx, table)).rows === before.rows
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

/** `rows` changes whenever a row does: it is made of the transactions that wrote them. */
async function stampOf(db: Db, table: string): Promise<{ rows: string; blocks: number }> {
  const [stamp] = await db.execute<{ rows: string; blocks: number }>(sql`
    select concat_ws('.', count(*), sum(xmin::text::bigint)) as rows,
      (pg_relation_size(${table}) / current_setting('block_size')::integer)::float8 as blocks
    from ${sql.identifier(table)}`)
  return stamp ?? { rows: '', blocks: 0 }
}
