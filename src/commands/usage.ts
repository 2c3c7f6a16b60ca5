import type { Command } from 'commander'
import { dateOfDay, dayOf, dayOfDate } from '../access/window.ts'
import { ServiceError } from '../base/errors.ts'
import { usageByUser } from '../db/usage.ts'
import { answer, type CommandEnv, columns, DATABASE_SETTINGS, newCommand } from './command.ts'
import { withDatabase } from './database.ts'

const DAYS_BACK = 30 // as /v1/usage has it

export function usageCommand(env: CommandEnv): Command {
  const command = newCommand('usage', 'show who made how many requests', DATABASE_SETTINGS)
    .option('--from <date>', `first day, in Vietnam (default ${DAYS_BACK} days back)`)
    .option('--to <date>', 'last day (default today)')
    .option('--user <name>', 'only this user')
  return command.action(async () => {
    const given = command.opts<Record<string, string | undefined>>()
    const today = dayOf(Date.now())
    const from = parseDay('--from', given['from'], today - DAYS_BACK)
    const to = parseDay('--to', given['to'], today)
    if (from > to) throw new ServiceError('USAGE', '--from is after --to: swap them.')
    const period = { from: dateOfDay(from), to: dateOfDay(to) }
    const rows = await withDatabase(command, env, ({ db }) =>
      usageByUser(db, period.from, period.to, given['user'] ?? null),
    )
    answer(command, env, { ...period, usage: rows }, () =>
      columns([
        ['DATE', 'USER', 'ENDPOINT', 'REQUESTS', 'BILLABLE'],
        ...rows.map(({ date, user, endpoint, requests, billable }) => [
          date,
          user,
          endpoint,
          String(requests),
          String(billable),
        ]),
      ]),
    )
  })
}

function parseDay(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const day = dayOfDate(text)
  if (day !== null) return day
  throw new ServiceError(
    'USAGE',
    `${flag} is ${JSON.stringify(text)}; it takes a date: 2026-11-20.`,
  )
}
