import type { Command } from 'commander'
import { momentText, ZONE } from '../access/window.ts'
import { ROUTING_SWITCH, readSwitch, type SwitchState, turnSwitch } from '../db/switches.ts'
import { answer, type CommandEnv, DATABASE_SETTINGS, newCommand, newGroup } from './env/command.ts'
import { withDatabase } from './env/database.ts'

/** A server's own setting wins over the switch, and no command can see it. */
const EXCEPT = 'Servers started with ROUTING_ENABLED=false stay without it.'

export function routingCommand(env: CommandEnv): Command {
  return newGroup('routing', 'switch directions off and on, on all servers of the database', [
    turnCommand(env, true),
    turnCommand(env, false),
    statusCommand(env),
  ])
}

function turnCommand(env: CommandEnv, isOn: boolean): Command {
  const what = isOn ? 'answer /v1/directions again' : 'answer /v1/directions with 503 from now on'
  const word = wordOf(isOn)
  const command = newCommand(word, what, DATABASE_SETTINGS)
  return command.action(async () => {
    const state = await withDatabase(command, env, ({ db }) => turnSwitch(db, ROUTING_SWITCH, isOn))
    answer(command, env, toJson(state), () => [
      `Routing is switched ${word}. Running servers follow within 5 seconds.`,
      ...(isOn ? [EXCEPT] : []),
    ])
  })
}

function statusCommand(env: CommandEnv): Command {
  const command = newCommand('status', 'show whether it is switched on', DATABASE_SETTINGS)
  return command.action(async () => {
    const state = await withDatabase(command, env, ({ db }) => readSwitch(db, ROUTING_SWITCH))
    const { changedAt } = state
    const since = changedAt === null ? '' : ` since ${momentText(changedAt)} (${ZONE})`
    answer(command, env, toJson(state), () => [
      `Routing is switched ${wordOf(state.isOn)}${since}.`,
      ...(state.isOn ? [EXCEPT] : []),
    ])
  })
}

function wordOf(isOn: boolean): 'on' | 'off' {
  return isOn ? 'on' : 'off'
}

function toJson({ isOn, changedAt }: SwitchState) {
  return { routing: wordOf(isOn), changed_at: changedAt }
}
