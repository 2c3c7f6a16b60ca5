import type { Command } from 'commander'
import { VERSION } from '../../version.ts'
import { answer, type CommandEnv, newCommand } from '../env/command.ts'

export function versionCommand(env: CommandEnv): Command {
  const command = newCommand('version', 'print version, commit and build date')
  return command.action(() =>
    answer(command, env, VERSION, () => [
      `saola ${VERSION.version} (commit ${VERSION.commit}, built ${VERSION.date}, ` +
        `Bun ${VERSION.bun}, ${VERSION.platform})`,
    ]),
  )
}
