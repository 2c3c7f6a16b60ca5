import { t } from 'elysia'
import type { UserId } from '../../access/key.ts'
import { dateOfDay, dayOf, dayOfDate, USAGE_DAYS_BACK } from '../../access/window.ts'
import { ServiceError } from '../../base/errors.ts'
import { json } from '../answer.ts'
import type { UsagePeriod, UserUsage } from '../deps.ts'
import { type Param, refused } from '../params.ts'
import type { QueryString } from '../query-string.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { named, record, whole } from '../schema.ts'

const PERIOD_DAYS_MAX = 366

const FROM = date('from', `First day; by default ${USAGE_DAYS_BACK} days before the last.`)
const TO = date('to', 'Last day, inclusive; by default today in Vietnam.')

const DATE = t.String({ format: 'date' })
const COUNT = whole({ minimum: 0 })
const COUNTS = { requests: COUNT, billable: COUNT }
const TOTAL = named('UsageTotal', record(COUNTS))
const DAY = named('UsageOfDay', record({ date: DATE, ...COUNTS }))
const ENDPOINT = named('UsageOfEndpoint', record({ endpoint: t.String(), ...COUNTS }))
const QUOTA = named(
  'Quota',
  record({
    date: DATE,
    limit: COUNT,
    used: COUNT,
    remaining: COUNT,
    resets_at: t.String({ format: 'date-time' }),
  }),
)
const USAGE = named(
  'Usage',
  record({
    from: DATE,
    to: DATE,
    total: TOTAL,
    days: t.Array(DAY),
    by_endpoint: t.Array(ENDPOINT),
    quota: QUOTA,
  }),
)

const DOCS = {
  operation: 'usage',
  tag: 'Account',
  summary: "Requests of the key's owner, and today's quota",
  description:
    "Counts of all keys of the user who owns the key, by day (Vietnamese time), and today's " +
    'quota: `used` by all of them, revoked ones too, `limit` of those that are valid now, and ' +
    '`remaining` to these. Any valid key may ask.',
  params: [FROM, TO],
  answer: {
    description: 'The counts of the period.',
    schema: USAGE,
    example: {
      from: '2026-10-21',
      to: '2026-11-20',
      total: { requests: 4210, billable: 1873 },
      days: [{ date: '2026-11-20', requests: 4210, billable: 1873 }],
      by_endpoint: [{ endpoint: '/v1/suggest', requests: 4210, billable: 1873 }],
      quota: {
        date: '2026-11-20',
        limit: 100000,
        used: 4210,
        remaining: 95790,
        resets_at: '2026-11-21T00:00:00+07:00',
      },
    },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function usageRoute(
  usageOf: (userId: UserId, period: UsagePeriod) => Promise<UserUsage>,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/usage',
    access: 'key',
    scope: null,
    docs: DOCS,
    async answer({ query, key, nowMs }) {
      const today = dayOf(nowMs)
      const period = readPeriod(query, today)
      return json(toWire(period, today, await usageOf(key.userId, period)), false)
    },
  }
}

function readPeriod(query: QueryString, today: number): UsagePeriod {
  const toDay = TO.read(query) ?? today
  const fromDay = FROM.read(query) ?? toDay - USAGE_DAYS_BACK
  if (fromDay > toDay) {
    throw new ServiceError(
      'BAD_REQUEST',
      `Parameter 'from' (${dateOfDay(fromDay)}) must not be after 'to' (${dateOfDay(toDay)}).`,
    )
  }
  if (toDay - fromDay >= PERIOD_DAYS_MAX) {
    throw new ServiceError('BAD_REQUEST', `Ask for at most ${PERIOD_DAYS_MAX} days at once.`)
  }
  return { fromDay, toDay }
}

/** A date of the calendar as a Vietnamese day; null when absent. */
function date(name: string, description: string): Param<number | null> {
  return {
    name,
    description,
    example: '2026-11-20',
    required: false,
    schema: t.String({ format: 'date' }),
    read(query) {
      const raw = query.get(name)
      if (raw === null) return null
      const day = dayOfDate(raw)
      if (day === null) throw refused(name, 'must be a date written YYYY-MM-DD', raw)
      return day
    },
  }
}

function toWire(period: UsagePeriod, today: number, usage: UserUsage): typeof USAGE.static {
  const total = { requests: 0, billable: 0 }
  for (const { requests, billable } of usage.days) {
    total.requests += requests
    total.billable += billable
  }
  return {
    from: dateOfDay(period.fromDay),
    to: dateOfDay(period.toDay),
    total,
    days: usage.days.map(({ day, requests, billable }) => ({
      date: dateOfDay(day),
      requests,
      billable,
    })),
    by_endpoint: usage.byEndpoint.map(({ endpoint, requests, billable }) => ({
      endpoint,
      requests,
      billable,
    })),
    quota: {
      date: dateOfDay(today),
      limit: usage.limitPerDay,
      used: usage.usedToday,
      remaining: Math.max(0, usage.limitPerDay - usage.usedOfLimit),
      resets_at: `${dateOfDay(today + 1)}T00:00:00+07:00`,
    },
  }
}
