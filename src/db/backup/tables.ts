import { sql } from 'drizzle-orm'
import type { Db } from '../client.ts'

/** The tables in every backup; each comes after those that it refers to. */
export const STATE_TABLES = [
  'users',
  'plans',
  'api_keys',
  'usage_daily',
  'usage_writers',
  'switches',
  'secrets',
  'operator_lists',
  'operator_places',
] as const

/** The tables of the active dataset in it, in the same order. */
export const DATASET_TABLES = ['datasets', 'places', 'dataset_files'] as const

export type BackupTable = (typeof STATE_TABLES)[number] | (typeof DATASET_TABLES)[number]

export function isBackupTable(name: string): name is BackupTable {
  return [...STATE_TABLES, ...DATASET_TABLES].some((table) => table === name)
}

/** The content of a database that its operator would lose, by name; counts of 0 are left out. */
export type Holdings = Readonly<Record<string, number>>

/**
 * Counts what an operator has put into the database. The plans that every database begins with, the
 * built-in dataset and secrets, which a server makes by itself, are nothing of that kind.
 */
export async function holdingsOf(db: Db): Promise<Holdings> {
  const [row] = await db.execute<{ [noun: string]: number }>(sql`
    select (select count(*)::integer from users) as user,
      (select count(*)::integer from api_keys) as key,
      (select count(*)::integer from plans where (name, per_minute, per_day) not in (
        ('free', 60, 5000), ('standard', 600, 100000),
        ('unlimited', 1000000000, 1000000000))) as "plan of your own",
      (select count(*)::integer from usage_daily) as "count of usage",
      (select count(*)::integer from switches) as switch,
      (select count(*)::integer from operator_lists) as "list of places",
      (select count(*)::integer from operator_places) as "place of your own",
      (select count(*)::integer from datasets where source_name <> 'builtin') as dataset`)
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count > 0))
}

/**
 * Whether other processes of Saola are connected to this PostgreSQL database: a server always is.
 * Right as long as this process has asked for one thing at a time, on one connection.
 */
export async function hasOtherClients(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ others: number }>(sql`
    select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and application_name = 'saola'
      and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  return (row?.others ?? 0) > 0
}
