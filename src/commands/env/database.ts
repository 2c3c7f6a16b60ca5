import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Database, openDatabase } from '../../db/client.ts'
import { prepareDirectory } from '../../db/embedded/data-directory.ts'
import { hasEmbeddedDatabase } from '../../db/embedded/embedded.ts'
import { isWithoutTables } from '../../db/failure.ts'
import { migrate, missingMigrations } from '../../db/migrate.ts'
import { type CommandEnv, configOf } from './command.ts'

type Work<T> = (database: Database, applied: readonly string[]) => Promise<T>

/**
 * Runs `work` on the database that a command's settings name, migrated, and closes it. `applied`
 * names the migrations that were missing. Failures of the database come out as ServiceErrors that
 * say what to do: `NOT_FOUND` where there is no data directory, which few commands may make.
 */
export function withDatabase<T>(command: Command, env: CommandEnv, work: Work<T>): Promise<T> {
  return onDatabase(command, env, false, work)
}

/** The same for a command that begins a data directory where there is none. */
export function withNewDatabase<T>(command: Command, env: CommandEnv, work: Work<T>): Promise<T> {
  return onDatabase(command, env, true, work)
}

/**
 * The data directory for a command that keeps files there, whichever the database. Throws
 * `NOT_FOUND` when there is none.
 */
export function existingData(command: Command, env: CommandEnv): string {
  const { data } = configOf(command, env)
  prepareDirectory(resolve(data), false)
  return data
}

async function onDatabase<T>(
  command: Command,
  env: CommandEnv,
  mayCreate: boolean,
  work: Work<T>,
): Promise<T> {
  const database = await openedBy(command, env, mayCreate)
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
  const database = await openedBy(command, env, false)
  return closing(database, async () => {
    const missing = await missingMigrations(database.db).catch((error: unknown) => {
      if (isWithoutTables(error)) return null
      throw error
    })
    return missing === null ? work(null, []) : work(database, missing)
  })
}

function openedBy(command: Command, env: CommandEnv, mayCreate: boolean): Promise<Database> {
  const { databaseUrl, data, databaseConnectSeconds } = configOf(command, env)
  const connectMsMax = databaseConnectSeconds * 1000
  return openDatabase({ databaseUrl, dataDir: data, mayCreate, connectMsMax, log: env.log })
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
