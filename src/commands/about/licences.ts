import type { Command } from 'commander'
import noticesPath from '../../../data/notices.txt' with { type: 'file' }
import { answer, type CommandEnv, newCommand } from '../env/command.ts'

export function licencesCommand(env: CommandEnv): Command {
  const command = newCommand('licences', 'print the licences of all that is in this program')
  return command.action(async () => {
    // By path: a quarter of a megabyte that no other command reads.
    const notices = await Bun.file(noticesPath).text()
    answer(command, env, { notices }, () => [notices.trimEnd()])
  })
}
