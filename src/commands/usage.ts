import type { Command } from 'commander'
import { dateOfDay, dayOf, dayOfDate, USAGE_DAYS_BACK, ZONE } from '../access/window.ts'
import { ServiceError } from '../base/errors.ts'
import { usageByUser } from '../db/usage.ts'
import { answer, type CommandEnv, columns, DATABASE_SETTINGS, newCommand } from './env/command.ts'
import { withDatabase } from './env/database.ts'

export function usageCommand(env: CommandEnv): Command {
  const command = newCommand('usage', 'show who made how many requests', DATABASE_SETTINGS)
    .option(
      '--from <date>',
      `first day, in Vietnam (default ${USAGE_DAYS_BACK} days before the last)`,
    )
    .option('--to <date>', 'last day (default today)')
    .option('--user <name>', 'only this user')
  return command.action(async () => {
    const given = command.opts<Record<string, string | undefined>>()
    const to = parseDay('--to', given['to'], dayOf(Date.now()))
    const from = parseDay('--from', given['from'], to - USAGE_DAYS_BACK)
    if (from > to) throw new ServiceError('USAGE', '--from is after --to: swap them.')
    const period = { from: dateOfDay(from), to: dateOfDay(to) }
    const rows = await withDatabase(command, env, ({ db }) =>
      usageByUser(db, period.from, period.to, given['user'] ?? null),
    )
    answer(command, env, { ...period, usage: rows }, () =>
      columns([
        [`DATE (${ZONE})`, 'USER', 'ENDPOINT', 'REQUESTS', 'BILLABLE'],
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
