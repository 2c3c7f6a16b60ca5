import type { Command } from 'commander'
import { answer, type CommandEnv, DATABASE_SETTINGS, newCommand } from './env/command.ts'
import { withNewDatabase } from './env/database.ts'

export function migrateCommand(env: CommandEnv): Command {
  const command = newCommand(
    'migrate',
    'bring the database to the schema of this program; every other command does it too',
    DATABASE_SETTINGS,
  )
  return command.action(async () => {
    const done = await withNewDatabase(command, env, async ({ kind }, applied) => ({
      database: kind,
      applied,
    }))
    answer(command, env, done, () => ['The database is up to date.'])
  })
}
