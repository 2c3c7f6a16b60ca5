import { describe, expect, test } from 'bun:test'
import { dayOf } from '../../../src/access/window.ts'
import { ServiceError } from '../../../src/base/errors.ts'
import type { UsagePeriod } from '../../../src/http/request/deps.ts'
import { NOON, Town } from '../town.ts'

const TODAY = dayOf(NOON)

describe('/v1/usage', () => {
  test('answers the counts of the period and the quota of today', async () => {
    const town = new Town({
      usageOf: async () => ({
        days: [
          { day: TODAY - 1, requests: 7, billable: 5 },
          { day: TODAY, requests: 3, billable: 2 },
        ],
        byEndpoint: [{ endpoint: '/v1/suggest', requests: 10, billable: 7 }],
        usedToday: 3,
        usedOfLimit: 3,
        limitPerDay: 5000,
      }),
    })
    const { status, body } = await town.ask('/v1/usage')
    expect(status).toBe(200)
    expect(body).toEqual({
      from: '2026-10-21',
      to: '2026-11-20',
      total: { requests: 10, billable: 7 },
      days: [
        { date: '2026-11-19', requests: 7, billable: 5 },
        { date: '2026-11-20', requests: 3, billable: 2 },
      ],
      by_endpoint: [{ endpoint: '/v1/suggest', requests: 10, billable: 7 }],
      quota: {
        date: '2026-11-20',
        limit: 5000,
        used: 3,
        remaining: 4997,
        resets_at: '2026-11-21T00:00:00+07:00',
      },
    })
  })

  test.each([
    ['of revoked keys is not of what remains', 9, 2, 3],
    ['beyond a limit that was lowered leaves nothing, and not less', 9, 9, 0],
  ])('use %s', async (_, usedToday, usedOfLimit, remaining) => {
    const use = { usedToday, usedOfLimit, limitPerDay: 5 }
    const town = new Town({ usageOf: async () => ({ days: [], byEndpoint: [], ...use }) })
    const { body } = await town.ask('/v1/usage')
    expect(body['quota']).toMatchObject({ limit: 5, used: 9, remaining })
  })

  test.each([
    ['', TODAY - 30, TODAY],
    ['from=2026-11-01', TODAY - 19, TODAY],
    ['to=2026-11-01', TODAY - 49, TODAY - 19],
    ['from=2026-11-20&to=2026-11-20', TODAY, TODAY],
    ['from=2025-11-20&to=2026-11-20', TODAY - 365, TODAY],
    ['from=2026-11-20&to=2026-12-24', TODAY, TODAY + 34],
  ])('asks for the days of %p', async (query, fromDay, toDay) => {
    const asked: [string, UsagePeriod][] = []
    const town = new Town({
      async usageOf(userId, period) {
        asked.push([userId, period])
        return { days: [], byEndpoint: [], usedToday: 0, usedOfLimit: 0, limitPerDay: 0 }
      },
    })
    expect((await town.ask(`/v1/usage?${query}`)).status).toBe(200)
    expect(asked).toEqual([['lan', { fromDay, toDay }]])
  })

  test('takes its days from Vietnam', async () => {
    const town = new Town()
    town.nowMs = Date.parse('2026-11-20T17:00:00Z')
    expect((await town.ask('/v1/usage')).body).toMatchObject({ to: '2026-11-21' })
  })

  test.each([
    ['from=2026-02-29', "'from' must be a date written YYYY-MM-DD, got '2026-02-29'"],
    ['from=2026-13-01', "'from' must"],
    ['from=20-11-2026', "'from' must"],
    ['from=', "'from' must"],
    ['to=today', "'to' must"],
    ['from=0000-01-01&to=0000-01-02', "'to' must"],
    ['to=2026-11-20T00:00:00Z', "'to' must"],
    ['to=2026-11-20&to=2026-11-20', "'to' is given twice"],
    ['from=2026-11-20&to=2026-11-19', 'must not be after'],
    ['from=2026-11-21', 'must not be after'],
    ['from=2025-11-19&to=2026-11-20', 'at most 366 days'],
  ])('refuses %p', async (query, message) => {
    const { status, body } = await new Town().ask(`/v1/usage?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test('is 503 while the database is away, and tells no more', async () => {
    const town = new Town({
      async usageOf() {
        throw new ServiceError('DATABASE_UNAVAILABLE', 'db.internal:5432 refused the connection')
      },
    })
    const { status, body, text } = await town.ask('/v1/usage')
    expect([status, body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(text).not.toContain('db.internal')
    // The control plane has logged the outage, once.
    expect(town.logged).toEqual([])
  })

  test('is not billed', async () => {
    const town = new Town()
    await town.ask('/v1/usage')
    expect(town.usage.drain()).toMatchObject([{ endpoint: '/v1/usage', requests: 1, billable: 0 }])
  })
})
