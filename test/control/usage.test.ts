import { expect, test } from 'bun:test'
import type { KeyId, UserId } from '../../src/access/key.ts'
import { UsageCounter } from '../../src/access/usage-counter.ts'
import { dayOf } from '../../src/access/window.ts'
import { UsageLedger } from '../../src/control/usage.ts'
import { createKey } from '../../src/db/api-keys.ts'
import type { Db } from '../../src/db/client.ts'
import { usageOf } from '../../src/db/usage.ts'
import { onBothDatabases } from '../db/databases.ts'

const DATE = '2026-11-20'
const DAY = dayOf(Date.parse(DATE))

function count(counter: UsageCounter, key: KeyId, requests: number): void {
  for (let i = 0; i < requests; i++) counter.record(key, '/v1/suggest', DAY, true)
}

test('tells as lost what failed and what was counted since', async () => {
  const counter = new UsageCounter()
  const key = 'k' as KeyId
  const away = { transaction: () => Promise.reject(new Error('away')) } as unknown as Db
  const ledger = new UsageLedger(
    away,
    async () => counter.drain(),
    () => 'u' as UserId,
  )
  count(counter, key, 3)
  await expect(ledger.flush()).rejects.toThrow('away')
  count(counter, key, 10_000)
  await expect(ledger.flush()).rejects.toThrow('away')
  expect(await ledger.abandon()).toBe(10_003)
})

onBothDatabases('the ledger of usage', (database) => {
  test('sends again what failed, once, and has lost nothing then', async () => {
    const { db } = database()
    const rest = { organisation: null, scopes: [], plan: 'free', expiresAt: null }
    const { id, userId } = await createKey(db, { ...rest, userName: 'Lan' })
    const counter = new UsageCounter()
    let isAway = false
    const sometimes = {
      // The database adds the counts, but the answer is lost.
      async transaction(work: Parameters<Db['transaction']>[0]) {
        const done = await db.transaction(work)
        if (isAway) throw new Error('away')
        return done
      },
    } as unknown as Db
    const ledger = new UsageLedger(
      sometimes,
      async () => counter.drain(),
      () => userId,
    )
    count(counter, id, 3)
    isAway = true
    await expect(ledger.flush()).rejects.toThrow('away')
    count(counter, id, 4)
    isAway = false
    await ledger.flush()
    expect(await ledger.abandon()).toBe(0)
    expect(await usageOf(db, userId, DATE, DATE)).toMatchObject([{ requests: 7, billable: 7 }])
  })
})
