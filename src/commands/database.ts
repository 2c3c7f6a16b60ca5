import type { Command } from 'commander'
import { type Database, openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
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
  const { databaseUrl, data } = configOf(command, env)
  const database = await openDatabase({ databaseUrl, dataDir: data, log: env.log })
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
