import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import ground from '../../drizzle/0001_ground.sql' with { type: 'text' }
import switches from '../../drizzle/0002_switches.sql' with { type: 'text' }
import placeLists from '../../drizzle/0003_place_lists.sql' with { type: 'text' }
import { ServiceError } from '../base/errors.ts'
import type { Database, Db } from './client.ts'

/*
 * Migrations are SQL files in drizzle/, taken into the program as text and applied in order, each
 * in a transaction of its own that also notes it in the journal. Every one of these transactions
 * begins with the same advisory lock and reads the journal anew, so any number of processes may
 * migrate at once. (A lock for the session would be everybody's on PGlite, which has one session.)
 */

interface Migration {
  readonly name: string
  readonly statements: string
}

/** A migration as a backup names it. */
export interface MigrationName {
  readonly name: string
  /** 64 lower-case hexadecimal digits, of its statements. */
  readonly sha256: string
}

/** In order. A released one is never changed: a correction is a new file. */
const MIGRATIONS: readonly Migration[] = [
  { name: '0001_ground', statements: ground },
  { name: '0002_switches', statements: switches },
  { name: '0003_place_lists', statements: placeLists },
]

/** "saola" in ASCII: a number that no other program on the database is likely to take. */
const LOCK_KEY = 0x73616f6c61

/** The result of `migrate`: names of the migrations applied, none when all were there already. */
export interface MigrationResult {
  readonly applied: readonly string[]
}

/**
 * Brings the database to the schema of this program. Several processes may do it at once. Throws
 * `CONFLICT` for a database that a newer program has migrated, before touching it. The tables are
 * those of `schema`, of the user's own when that is null.
 */
export async function migrate(
  { db }: Pick<Database, 'db'>,
  migrations: readonly Migration[] = MIGRATIONS,
  schema: string | null = null,
): Promise<MigrationResult> {
  const applied: string[] = []
  for (;;) {
    const name = await db.transaction(async (tx) => {
      if (schema !== null) await tx.execute(sql`set local search_path to ${sql.identifier(schema)}`)
      return applyNext(tx, migrations)
    })
    if (name === null) return { applied }
    applied.push(name)
  }
}

/** Makes the tables in an empty schema as the first `count` migrations leave them. */
export async function migrateTo(db: Db, schema: string, count: number): Promise<void> {
  await migrate({ db }, MIGRATIONS.slice(0, count), schema)
}

/** The migrations of this program, in order. */
export function migrationNames(): MigrationName[] {
  return MIGRATIONS.map(({ name, statements }) => ({ name, sha256: sha256(statements) }))
}

/**
 * Names of the migrations that the database lacks; it is only read. Throws `CONFLICT` as `migrate`
 * does, and the database's own error when it has no journal yet.
 */
export async function missingMigrations(db: Db): Promise<readonly string[]> {
  const done = await checkedJournal(db, MIGRATIONS)
  return MIGRATIONS.slice(done).map(({ name }) => name)
}

/** Applies the first migration that is missing and returns its name; null when none is. */
async function applyNext(tx: Db, migrations: readonly Migration[]): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
  await tx.execute(sql`
    create table if not exists saola_migrations (
      position integer primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamp(3) with time zone not null default now()
    )`)
  const done = await checkedJournal(tx, migrations)
  const next = migrations[done]
  if (!next) return null
  await tx.execute(sql.raw(next.statements))
  await tx.execute(sql`
    insert into saola_migrations (position, name, sha256)
    values (${done + 1}, ${next.name}, ${sha256(next.statements)})`)
  return next.name
}

/** Count of migrations applied: the first of these. Throws `CONFLICT` for others. */
async function checkedJournal(db: Db, migrations: readonly Migration[]): Promise<number> {
  const done = await db.execute<{ name: string; sha256: string }>(
    sql`select name, sha256 from saola_migrations order by position`,
  )
  done.forEach((row, i) => {
    checkSame(row, migrations[i])
  })
  return done.length
}

function checkSame(row: { name: string; sha256: string }, ours: Migration | undefined): void {
  if (!ours) {
    throw new ServiceError(
      'CONFLICT',
      `The database was migrated by a newer Saola (${row.name} is unknown to this one). ` +
        'Run that version, or restore a backup from before.',
    )
  }
  if (row.name !== ours.name || row.sha256 !== sha256(ours.statements)) {
    throw new ServiceError(
      'CONFLICT',
      `The database has ${row.name} in another form than this Saola's ${ours.name}: ` +
        'they are not of one line of releases. Use the Saola that made this database.',
    )
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
