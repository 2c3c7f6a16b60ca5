import type { Command } from 'commander'
import notices from '../../../data/notices.txt' with { type: 'text' }
import { answer, type CommandEnv, newCommand } from '../env/command.ts'

export function licencesCommand(env: CommandEnv): Command {
  const command = newCommand('licences', 'print the licences of all that is in this program')
  return command.action(() => answer(command, env, { notices }, () => [notices.trimEnd()]))
}
