import { expect, test } from 'bun:test'
import { DatabaseProbe } from '../../src/control/health.ts'
import type { Db } from '../../src/db/client.ts'
import { until } from '../running-town.ts'

/** Later than any answer of a probe is given to others. */
const STALE_MS = 600

/** A database that answers a query when it is told to. */
function slowDatabase() {
  const queries: PromiseWithResolvers<unknown[]>[] = []
  const execute = () => {
    const query = Promise.withResolvers<unknown[]>()
    queries.push(query)
    return query.promise
  }
  const db = { execute } as unknown as Db
  const database = { db, kind: 'postgres', explain: (error: unknown) => error } as const
  return { database, queries }
}

test('a database that hangs is asked once, however often others ask', async () => {
  const { database, queries } = slowDatabase()
  const probe = new DatabaseProbe(database)
  const answers = [probe.state()]
  for (let i = 0; i < 3; i++) {
    await Bun.sleep(STALE_MS)
    answers.push(probe.state())
  }
  expect(queries).toHaveLength(1)
  expect(await answers[0]).toBe('away')
  queries[0]?.resolve([])
  expect(await answers[3]).toBe('up')
})

test('once it has answered, it is asked again', async () => {
  const { database, queries } = slowDatabase()
  const probe = new DatabaseProbe(database)
  const first = probe.state()
  queries[0]?.reject(new Error('gone'))
  expect(await first).toBe('away')
  await Bun.sleep(STALE_MS)
  const second = probe.state()
  await until(async () => queries.length === 2)
  queries[1]?.resolve([])
  expect(await second).toBe('up')
})

test('a standby is up, but takes no changes', async () => {
  const { database, queries } = slowDatabase()
  const state = new DatabaseProbe(database).state()
  queries[0]?.resolve([{ is_read_only: 'on' }])
  expect(await state).toBe('read-only')
})
