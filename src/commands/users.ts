import type { Command } from 'commander'
import { momentText, ZONE } from '../access/window.ts'
import { listUsers } from '../db/users.ts'
import { answer, type CommandEnv, columns, DATABASE_SETTINGS, newCommand } from './env/command.ts'
import { withDatabase } from './env/database.ts'

export function usersCommand(env: CommandEnv): Command {
  const command = newCommand(
    'users',
    "show who owns keys; 'saola keys create' makes users",
    DATABASE_SETTINGS,
  )
  return command.action(async () => {
    const users = await withDatabase(command, env, ({ db }) => listUsers(db))
    const value = users.map(({ id, name, keys, activeKeys, createdAt }) => ({
      id,
      name,
      keys,
      active_keys: activeKeys,
      created_at: createdAt,
    }))
    answer(command, env, { users: value }, () =>
      columns([
        ['ID', 'NAME', 'KEYS', 'ACTIVE', `CREATED (${ZONE})`],
        ...users.map(({ id, name, keys, activeKeys, createdAt }) => [
          id,
          name,
          String(keys),
          String(activeKeys),
          momentText(createdAt),
        ]),
      ]),
    )
  })
}
