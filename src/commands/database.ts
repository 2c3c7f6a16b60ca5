import type { Command } from 'commander'
import { type Database, openDatabase } from '../db/client.ts'
import { hasEmbeddedDatabase } from '../db/embedded.ts'
import { isWithoutTables } from '../db/failure.ts'
import { migrate, missingMigrations } from '../db/migrate.ts'
import { type CommandEnv, configOf } from './command.ts'

/**
 * Runs `work` on the database that a command's settings name, migrated, and closes it. `applied`
 * names the migrations that were missing. Failures of the database come out as ServiceErrors that
 * say what to do.
 */
export async function withDatabase<T>(
  command: Command,
  env: CommandEnv,
  work: (database: Database, applied: readonly string[]) => Promise<T>,
): Promise<T> {
  const database = await openedBy(command, env)
  return closing(database, async () => {
    const { applied } = await migrate(database)
    for (const name of applied) env.log(`Migrated the database: ${name}.`)
    return work(database, applied)
  })
}

/**
 * The same for work that must not change anything: null where no database was made yet, else with
 * the names of the migrations that it lacks.
 */
export async function withDatabaseAsItIs<T>(
  command: Command,
  env: CommandEnv,
  work: (database: Database | null, missing: readonly string[]) => Promise<T>,
): Promise<T> {
  const { databaseUrl, data } = configOf(command, env)
  if (databaseUrl === null && !hasEmbeddedDatabase(data)) return work(null, [])
  const database = await openedBy(command, env)
  return closing(database, async () => {
    const missing = await missingMigrations(database.db).catch((error: unknown) => {
      if (isWithoutTables(error)) return null
      throw error
    })
    return missing === null ? work(null, []) : work(database, missing)
  })
}

function openedBy(command: Command, env: CommandEnv): Promise<Database> {
  const { databaseUrl, data } = configOf(command, env)
  return openDatabase({ databaseUrl, dataDir: data, log: env.log })
}

async function closing<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.close()
  }
}
