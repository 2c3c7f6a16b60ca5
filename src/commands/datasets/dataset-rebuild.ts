import type { Command } from 'commander'
import { diskFullOr, roomFor } from '../../import/fetch/disk.ts'
import { rebuildDataset } from '../../import/rebuild.ts'
import { Progress } from '../../import/report/progress.ts'
import { answer, type CommandEnv, configOf, DATABASE_SETTINGS, newCommand } from '../env/command.ts'
import { withDatabase } from '../env/database.ts'

export function rebuildCommand(env: CommandEnv): Command {
  const command = newCommand(
    'rebuild',
    'make the indexes of the active dataset anew, as this program reads them; road graphs stay',
    DATABASE_SETTINGS,
  )
  return command.action(async () => {
    const { data } = configOf(command, env)
    const progress = new Progress(env)
    try {
      const { id, warnings } = await withDatabase(command, env, ({ db, kind }) =>
        rebuildDataset(db, { progress, signal: env.signal, room: roomFor(kind, data) }),
      )
      for (const warning of warnings) env.log(`warning: ${warning}`)
      answer(command, env, { id }, () => [`Dataset ${id} is active.`])
    } catch (error) {
      throw diskFullOr(error, data)
    }
  })
}
