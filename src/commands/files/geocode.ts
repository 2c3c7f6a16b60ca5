import type { Command } from 'commander'
import { GEOCODE_COLUMNS } from '../../bulk/geocode-row.ts'
import type { CommandEnv } from '../env/command.ts'
import { langOf, runWholeFile, type WholeFileCommand, wholeFileCommand } from './whole-file.ts'

const KIND: WholeFileCommand = {
  name: 'geocode',
  description: 'find the positions of all addresses of a CSV file',
  done: 'geocoded',
  doing: 'Geocoding',
  help: `
Writes ${GEOCODE_COLUMNS.slice(0, 6).join(', ')},
${GEOCODE_COLUMNS.slice(6).join(', ')} behind each row; 'error' says why a
row has no answer.`,
}

export function geocodeCommand(env: CommandEnv): Command {
  const command = wholeFileCommand(KIND)
  return command.action(async (file: string) => {
    await runWholeFile({ command, env, kind: KIND }, file, {
      question: { task: 'geocode', lang: langOf(command), to: 'new' },
      added: GEOCODE_COLUMNS,
    })
  })
}
