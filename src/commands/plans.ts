import type { Command } from 'commander'
import { ServiceError } from '../base/errors.ts'
import { counted, withCommas } from '../base/shown-text.ts'
import { listPlans, type Plan, setPlan } from '../db/plans.ts'
import {
  answer,
  type CommandEnv,
  columns,
  DATABASE_SETTINGS,
  newCommand,
  newGroup,
} from './env/command.ts'
import { withDatabase } from './env/database.ts'

const REQUESTS_MAX = 2_147_483_647 // what the counters of the limiter hold

export function plansCommand(env: CommandEnv): Command {
  return newGroup('plans', 'how many requests keys are allowed', [
    listCommand(env),
    setCommand(env),
  ])
}

function listCommand(env: CommandEnv): Command {
  const command = newCommand('list', 'show all plans', DATABASE_SETTINGS)
  return command.action(async () => {
    const plans = await withDatabase(command, env, ({ db }) => listPlans(db))
    answer(command, env, { plans: plans.map(toJson) }, () =>
      columns([
        ['NAME', 'PER MINUTE', 'PER DAY'],
        ...plans.map(({ name, perMinute, perDay }) => [name, String(perMinute), String(perDay)]),
      ]),
    )
  })
}

function setCommand(env: CommandEnv): Command {
  const command = newCommand(
    'set',
    'change a plan for all its keys, or make a new one',
    DATABASE_SETTINGS,
  )
    .requiredOption('--per-minute <requests>', `0 to ${REQUESTS_MAX}`)
    .requiredOption('--per-day <requests>', `0 to ${REQUESTS_MAX}`)
  return command
    .argument('<name>', 'free, standard, unlimited or one of your own')
    .action(async (name: string) => {
      const { perMinute, perDay } = command.opts<Record<'perMinute' | 'perDay', string>>()
      const plan = {
        name: parseName(name),
        perMinute: parseRequests('--per-minute', perMinute),
        perDay: parseRequests('--per-day', perDay),
      }
      await withDatabase(command, env, ({ db }) => setPlan(db, plan))
      answer(command, env, toJson(plan), () => [
        `Plan ${plan.name}: ${counted(plan.perMinute, 'request')} a minute, ` +
          `${withCommas(plan.perDay)} a day. ` +
          'Running servers go by it within 5 seconds.',
      ])
    })
}

function toJson({ name, perMinute, perDay }: Plan) {
  return { name, per_minute: perMinute, per_day: perDay }
}

function parseName(text: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(text)) return text
  throw new ServiceError(
    'USAGE',
    'The name of a plan takes 1 to 40 lower-case letters, digits, _ and -.',
  )
}

function parseRequests(flag: string, text: string): number {
  const requests = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (requests <= REQUESTS_MAX) return requests
  throw new ServiceError(
    'USAGE',
    `${flag} is ${JSON.stringify(text)}; it takes a whole number from 0 to ${REQUESTS_MAX}.`,
  )
}
