import { expect, test } from 'bun:test'
import { DatabaseProbe } from '../../src/control/health.ts'
import type { Db } from '../../src/db/client.ts'
import { until } from '../running-town.ts'

/** Later than any answer of a probe is given to others. */
const STALE_MS = 600

/** A database that answers a query when it is told to. */
function slowDatabase() {
  const queries: PromiseWithResolvers<void>[] = []
  const execute = () => {
    const query = Promise.withResolvers<void>()
    queries.push(query)
    return query.promise
  }
  return { db: { execute } as unknown as Db, queries }
}

test('a database that hangs is asked once, however often others ask', async () => {
  const { db, queries } = slowDatabase()
  const probe = new DatabaseProbe(db)
  const answers = [probe.isUp()]
  for (let i = 0; i < 3; i++) {
    await Bun.sleep(STALE_MS)
    answers.push(probe.isUp())
  }
  expect(queries).toHaveLength(1)
  expect(await answers[0]).toBe(false)
  queries[0]?.resolve()
  expect(await answers[3]).toBe(true)
})

test('once it has answered, it is asked again', async () => {
  const { db, queries } = slowDatabase()
  const probe = new DatabaseProbe(db)
  const first = probe.isUp()
  queries[0]?.reject(new Error('gone'))
  expect(await first).toBe(false)
  await Bun.sleep(STALE_MS)
  const second = probe.isUp()
  await until(async () => queries.length === 2)
  queries[1]?.resolve()
  expect(await second).toBe(true)
})
