import type { Command } from 'commander'
import { SETTING_NAMES, SETTINGS, settingsInForce } from '../config.ts'
import { answer, type CommandEnv, columns, newCommand } from './env/command.ts'

export function configCommand(env: CommandEnv): Command {
  const command = newCommand(
    'config',
    'print the settings in force and where each came from; passwords are hidden',
    SETTING_NAMES,
  )
  return command.action(() => {
    const settings = settingsInForce(command.opts(), env.variables)
    const value = Object.fromEntries(
      settings.map(({ name, value, origin }) => [name, { value, origin }]),
    )
    answer(command, env, value, () =>
      columns([
        ['FLAG', 'VALUE', 'FROM', 'ENVIRONMENT'],
        ...settings.map(({ name, value, origin }) => {
          const { flag, env: variable } = SETTINGS[name]
          return [flag, value, origin, variable]
        }),
      ]),
    )
  })
}
