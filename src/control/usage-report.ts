import type { KeyId, UserId } from '../access/key.ts'
import { dateOfDay, dayOfDate } from '../access/window.ts'
import { assert } from '../base/assert.ts'
import type { Db } from '../db/client.ts'
import { requestsOf, usageOf } from '../db/usage.ts'

/** Counts of a user's keys. Days are Vietnamese days since 1970-01-01. */
export interface UsageReport {
  /** Days with requests, ascending. */
  readonly days: readonly { day: number; requests: number; billable: number }[]
  readonly byEndpoint: readonly { endpoint: string; requests: number; billable: number }[]
  readonly usedToday: number
  /** The part of `usedToday` that counts towards today's limit. */
  readonly usedOfLimit: number
}

/**
 * The database's counts for the days `fromDay` to `toDay`, both included, of all keys of a user.
 * For today also those of all keys and of the valid ones: today's limit is the sum of the latter.
 */
export async function readUsageReport(
  db: Db,
  userId: UserId,
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
  today: number,
  validKeys: readonly KeyId[],
): Promise<UsageReport> {
  const used = await requestsOf(db, userId, validKeys, dateOfDay(today))
  const rows = await usageOf(db, userId, dateOfDay(fromDay), dateOfDay(toDay))
  return {
    days: summed(rows, (row) => row.day).map(([date, counts]) => ({
      day: dayFrom(date),
      ...counts,
    })),
    byEndpoint: summed(rows, (row) => row.endpoint).map(([endpoint, counts]) => ({
      endpoint,
      ...counts,
    })),
    usedToday: used.byAll,
    usedOfLimit: used.byThese,
  }
}

interface Counts {
  readonly requests: number
  readonly billable: number
}

/** Sums by name, in ascending order of names. */
function summed<Row extends Counts>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): [string, Counts][] {
  const sums = Map.groupBy(rows, nameOf)
  return [...sums]
    .map(([name, group]): [string, Counts] => [
      name,
      {
        requests: group.reduce((sum, row) => sum + row.requests, 0),
        billable: group.reduce((sum, row) => sum + row.billable, 0),
      },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function dayFrom(date: string): number {
  const day = dayOfDate(date)
  assert(day !== null, 'the database holds dates of the calendar')
  return day
}
