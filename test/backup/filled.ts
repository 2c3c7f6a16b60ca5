import { type SQL, sql } from 'drizzle-orm'
import { SCOPES } from '../../src/access/key.ts'
import { importCommand } from '../../src/commands/import/import.ts'
import { createKey, revokeKey, rotateKey } from '../../src/db/api-keys.ts'
import { DATASET_TABLES, STATE_TABLES } from '../../src/db/backup/tables.ts'
import { type DatabaseOptions, type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { setPlan } from '../../src/db/plans.ts'
import { ROUTING_SWITCH, turnSwitch } from '../../src/db/switches.ts'
import { runCommand } from '../commands/harness.ts'
import { scratchFile } from '../import/drawing.ts'
import { writeTown } from '../running-town.ts'

/* A database with something in every table, for backups. */

export const OWN_PLACE = 'Quán "Ốc\\Đảo"'
export const USAGE_ROWS = 3_000

const PLACES = scratchFile(
  'shops.csv',
  [
    'id,name,category,lat,lon,description',
    '1,"Quán ""Ốc\\Đảo""",cafe,20.0001,105.0001,"zwei\nZeilen, \\N"',
    '2,Tiệm 2,cafe,20.0002,105.0002,',
    '',
  ].join('\n'),
)

/** Gives a valid key. */
export async function fill(options: DatabaseOptions, usageRows = USAGE_ROWS): Promise<string> {
  const database = await openDatabase(options)
  try {
    await migrate(database)
    await writeTown(database, [])
    const key = await fillState(database.db, usageRows)
    const { code, log } = await runCommand(importCommand, ['import', PLACES], options)
    if (code !== 0) throw new Error(log)
    return key
  } finally {
    await database.close()
  }
}

async function fillState(db: Db, usageRows: number): Promise<string> {
  await setPlan(db, { name: 'vàng', perMinute: 100_000, perDay: 1_000_000 })
  const wanted = { organisation: 'Công ty "X"', scopes: SCOPES, expiresAt: new Date(4e12) }
  const issued = await createKey(db, { ...wanted, userName: 'an', plan: 'vàng' })
  const other = { ...wanted, userName: 'bình', organisation: null, plan: 'free', expiresAt: null }
  const revoked = await createKey(db, other)
  await revokeKey(db, revoked.id)
  const rotated = await createKey(db, other)
  await rotateKey(db, rotated.id, 3_600_000)
  await turnSwitch(db, ROUTING_SWITCH, false)
  await db.execute(sql`
    insert into secrets (name, key_id, bytes) values ('poi', 'aa', '\\x00ff5c27')`)
  await db.execute(sql`insert into usage_writers (writer, batch) values ('w', 9007199254740993)`)
  await db.execute(sql`
    insert into usage_daily (user_id, key_id, day, endpoint, requests, billable)
    select ${issued.userId}, ${issued.id}, '2020-01-01'::date + n, '/v1/suggest', n,
      9007199254740993
    from generate_series(1, ${usageRows}::integer) as n`)
  return issued.key
}

/** A sum of all rows of each table; of datasets only the active one's. */
export async function sumsOf(options: DatabaseOptions): Promise<Readonly<Record<string, string>>> {
  const database = await openDatabase(options)
  try {
    const sums: Record<string, string> = {}
    const active = sql`(select id from datasets where state = 'active')`
    const where: Readonly<Record<string, SQL>> = {
      datasets: sql`id = ${active}`,
      places: sql`dataset_id = ${active}`,
      dataset_files: sql`dataset_id = ${active}`,
    }
    for (const table of [...STATE_TABLES, ...DATASET_TABLES]) {
      const [row] = await database.db.execute<{ sum: string }>(sql`
        select count(*) || ' ' || coalesce(md5(string_agg(sum, '' order by sum)), '') as sum
        from (
          select md5(t::text) as sum from ${sql.identifier(table)} as t
          where ${where[table] ?? sql`true`}
        ) as rows`)
      sums[table] = row?.sum ?? ''
    }
    return sums
  } finally {
    await database.close()
  }
}
