import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Database, openDatabase } from '../db/client.ts'
import { prepareDirectory } from '../db/data-directory.ts'
import { migrate } from '../db/migrate.ts'
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
  const { databaseUrl, data } = configOf(command, env)
  const database = await openDatabase({ databaseUrl, dataDir: data, mayCreate, log: env.log })
  try {
    const { applied } = await migrate(database)
    for (const name of applied) env.log(`Migrated the database: ${name}.`)
    return await work(database, applied)
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.close()
  }
}
