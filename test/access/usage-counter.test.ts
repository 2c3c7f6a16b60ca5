import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { KeyId } from '../../src/access/key.ts'
import { UsageCounter, type UsageRow } from '../../src/access/usage-counter.ts'

const LAN = 'lan' as KeyId

test('a batch has one row a key, endpoint and day, and is given once', () => {
  const counter = new UsageCounter()
  counter.record(LAN, '/v1/suggest', 20_000, true)
  counter.record(LAN, '/v1/suggest', 20_000, false)
  counter.record(LAN, '/v1/reverse', 20_000, true)
  counter.record(LAN, '/v1/suggest', 20_001, true)
  expect(sorted(counter.drain())).toEqual([
    { keyId: LAN, endpoint: '/v1/reverse', day: 20_000, requests: 1, billable: 1 },
    { keyId: LAN, endpoint: '/v1/suggest', day: 20_000, requests: 2, billable: 1 },
    { keyId: LAN, endpoint: '/v1/suggest', day: 20_001, requests: 1, billable: 1 },
  ])
  expect(counter.drain()).toEqual([])
})

test('nothing is lost or doubled, whatever fails to be written', () => {
  const request = fc.record({
    kind: fc.constant('request' as const),
    key: fc.constantFrom('lan', 'minh'),
    endpoint: fc.constantFrom('/v1/suggest', '/v1/reverse'),
    day: fc.integer({ min: 20_000, max: 20_002 }),
    billable: fc.boolean(),
  })
  const flush = fc.record({ kind: fc.constant('flush' as const), succeeds: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.oneof(request, flush), { maxLength: 60 }), (steps) => {
      const counter = new UsageCounter()
      const written: UsageRow[] = []
      const asked: UsageRow[] = []
      for (const step of steps) {
        if (step.kind === 'request') {
          const { key, endpoint, day, billable } = step
          counter.record(key as KeyId, endpoint, day, billable)
          const row = { keyId: key as KeyId, endpoint, day }
          asked.push({ ...row, requests: 1, billable: billable ? 1 : 0 })
        } else {
          const batch = counter.drain()
          if (step.succeeds) written.push(...batch)
          else counter.restore(batch)
        }
      }
      written.push(...counter.drain())
      expect(totals(written)).toEqual(totals(asked))
    }),
  )
})

test('requests that come while a batch is written are in the next one', () => {
  const counter = new UsageCounter()
  counter.record(LAN, '/v1/suggest', 20_000, true)
  const batch = counter.drain()
  counter.record(LAN, '/v1/suggest', 20_000, false)
  counter.restore(batch)
  expect(counter.drain()).toEqual([
    { keyId: LAN, endpoint: '/v1/suggest', day: 20_000, requests: 2, billable: 1 },
  ])
})

function nameOf(row: UsageRow): string {
  return `${row.keyId} ${row.endpoint} ${row.day}`
}

function sorted(rows: UsageRow[]): UsageRow[] {
  return rows.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

function totals(rows: readonly UsageRow[]): Record<string, [number, number]> {
  const sums: Record<string, [number, number]> = {}
  for (const row of rows) {
    const [requests, billable] = sums[nameOf(row)] ?? [0, 0]
    sums[nameOf(row)] = [requests + row.requests, billable + row.billable]
  }
  return sums
}
