import type { Command } from 'commander'
import { ServiceError } from '../../base/errors.ts'
import { convertColumns } from '../../bulk/convert-row.ts'
import { SYSTEMS } from '../../convert/units.ts'
import type { CommandEnv } from '../env/command.ts'
import { langOf, runWholeFile, type WholeFileCommand, wholeFileCommand } from './whole-file.ts'

const KIND: WholeFileCommand = {
  name: 'convert',
  description: 'tell all addresses of a CSV file in the units of after or before July 2025',
  done: 'converted',
  doing: 'Converting',
  help: `
Writes the other address, its units with their codes, those that were named, decided_by,
confidence and, where a ward was divided, all candidates with their shares behind each row;
'error' says why a row has no answer.`,
}

export function convertCommand(env: CommandEnv): Command {
  const command = wholeFileCommand(KIND)
  command.option('--to <system>', "'new' units or the 'old' ones of before July 2025", 'new')
  return command.action(async (file: string) => {
    const to = SYSTEMS.find((system) => system === command.opts()['to'])
    if (to === undefined) throw new ServiceError('USAGE', `--to accepts ${SYSTEMS.join(' and ')}.`)
    await runWholeFile({ command, env, kind: KIND }, file, {
      question: { task: 'convert', lang: langOf(command), to },
      added: convertColumns(to),
    })
  })
}
