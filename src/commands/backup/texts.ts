import { ServiceError } from '../../base/errors.ts'
import { counted } from '../../base/shown-text.ts'
import type { Holdings } from '../../db/backup/tables.ts'

/** `2 users, 3 keys, 1 place of your own` */
export function holdingsText(holdings: Holdings): string {
  const nouns = Object.entries(holdings).map(([noun, count]) => {
    const [first = '', ...rest] = noun.split(' ')
    const head = first.endsWith('ch') && count !== 1 ? `${first}e` : first
    return [counted(count, head), ...rest].join(' ')
  })
  return nouns.join(', ')
}

/** The content of a backup, by the rows of its tables. */
export function contentText(rows: Readonly<Record<string, number>>): string {
  const { users = 0, api_keys = 0, usage_daily = 0, operator_places = 0 } = rows
  return holdingsText({
    user: users,
    key: api_keys,
    'count of usage': usage_daily,
    'place of your own': operator_places,
  })
}

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ServiceError('INTERRUPTED', 'Stopped. Nothing was changed.')
}
