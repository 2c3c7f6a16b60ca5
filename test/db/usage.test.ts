import { beforeAll, beforeEach, expect, test } from 'bun:test'
import type { KeyId, UserId } from '../../src/access/key.ts'
import { createKey, listKeys } from '../../src/db/api-keys.ts'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { usageDaily, usageWriters } from '../../src/db/schema.ts'
import {
  addUsage,
  dayTotals,
  forgetWriters,
  requestsOf,
  type UsageCount,
  usageByUser,
  usageOf,
} from '../../src/db/usage.ts'
import { onBothDatabases } from './databases.ts'

const TODAY = '2026-11-20'

onBothDatabases('usage', (database) => {
  let lan: { readonly id: KeyId; readonly userId: UserId }
  let lanToo: typeof lan
  let minh: typeof lan

  beforeAll(async () => {
    const rest = { organisation: null, scopes: [], plan: 'free', expiresAt: null }
    lan = await createKey(database().db, { ...rest, userName: 'Lan' })
    lanToo = await createKey(database().db, { ...rest, userName: 'Lan' })
    minh = await createKey(database().db, { ...rest, userName: 'Minh' })
  })
  beforeEach(async () => {
    await database().db.delete(usageDaily)
    await database().db.delete(usageWriters)
  })

  function count(key: typeof lan, requests: number, fields: Partial<UsageCount> = {}): UsageCount {
    const { id: keyId, userId } = key
    return { keyId, userId, day: TODAY, endpoint: 'suggest', requests, billable: 1, ...fields }
  }

  test('endpoints have the names of the contract, whatever they were called once', async () => {
    const { db } = database()
    await add(db, { writer: 'a', batch: 1 }, [
      count(lan, 3, { endpoint: '/v1/pois/:placeId' }),
      count(lanToo, 4, { endpoint: '/v1/pois/{placeId}' }),
      count(lan, 5, { endpoint: '/v1/pois/tiles/:z/:x/:y' }),
      count(lan, 6, { endpoint: '/v1/pois' }),
    ])
    const named = [
      { endpoint: '/v1/pois', requests: 6 },
      { endpoint: '/v1/pois/tiles/{z}/{x}/{y}', requests: 5 },
      { endpoint: '/v1/pois/{placeId}', requests: 7 },
    ]
    expect(byName(await usageOf(db, lan.userId, TODAY, TODAY))).toMatchObject(named)
    expect(byName(await usageByUser(db, TODAY, TODAY, 'Lan'))).toMatchObject(named)
  })

  test('requests of all keys of a user on a day, and of some', async () => {
    const { db } = database()
    await add(db, { writer: 'a', batch: 1 }, [
      count(lan, 3),
      count(lan, 4, { endpoint: 'geocode' }),
      count(lan, 50, { day: '2026-11-19' }),
      count(lanToo, 600),
      count(minh, 7000),
    ])
    const requests = (keys: readonly KeyId[]) => requestsOf(db, lan.userId, keys, TODAY)
    expect(await requests([lan.id])).toEqual({ byAll: 607, byThese: 7 })
    expect(await requests([lan.id, lanToo.id])).toEqual({ byAll: 607, byThese: 607 })
    expect(await requests([])).toEqual({ byAll: 607, byThese: 0 })
    expect(await requestsOf(db, lan.userId, [lan.id], '2026-11-21')).toEqual({
      byAll: 0,
      byThese: 0,
    })
  })

  test('counts add up by key, day and endpoint', async () => {
    const { db } = database()
    await add(db, { writer: 'a', batch: 1 }, [
      count(lan, 3),
      count(lan, 2, { endpoint: 'geocode' }),
      count(lanToo, 10),
      count(minh, 100),
      count(lan, 7, { day: '2026-11-19' }),
    ])
    await add(db, { writer: 'a', batch: 2 }, [count(lan, 4, { billable: 0 })])
    expect(await usageOf(db, lan.userId, '2026-11-19', TODAY)).toEqual([
      { day: '2026-11-19', endpoint: 'suggest', requests: 7, billable: 1 },
      { day: TODAY, endpoint: 'geocode', requests: 2, billable: 1 },
      { day: TODAY, endpoint: 'suggest', requests: 17, billable: 2 },
    ])
    expect(await usageOf(db, lan.userId, '2026-11-21', '2026-11-30')).toEqual([])
    const totals = await dayTotals(db, TODAY)
    expect(new Map(totals.map((total) => [total.keyId, total.requests]))).toEqual(
      new Map([
        [lan.id, 9],
        [lanToo.id, 10],
        [minh.id, 100],
      ]),
    )
    expect(await usageByUser(db, TODAY, TODAY, 'Minh')).toEqual([
      { date: TODAY, user: 'Minh', endpoint: 'suggest', requests: 100, billable: 1 },
    ])
    expect(await usageByUser(db, '2026-11-19', TODAY, null)).toHaveLength(4)
    const used = new Map((await listKeys(db)).map((key) => [key.id, key.lastUsedDay]))
    expect(used.get(lan.id)).toBe(TODAY)
  })

  test('a batch that is sent again counts once, whenever the connection broke', async () => {
    const { db, options } = database()
    const batch = { writer: 'a', batch: 1 }
    const counts = [count(lan, 5)]
    // Broken before the commit: the transaction is rolled back with the connection.
    const other = await openDatabase(options)
    const broken = other.db.transaction(async (tx) => {
      await add(tx, batch, counts)
      throw new Error('the connection broke')
    })
    await expect(broken).rejects.toThrow('broke')
    await other.close()
    expect(await usageOf(db, lan.userId, TODAY, TODAY)).toEqual([])
    // Broken after the commit, before the answer.
    expect(await add(db, batch, counts)).toBe(5)
    expect(await add(db, batch, counts)).toBe(0)
    expect(await add(db, { writer: 'a', batch: 2 }, counts)).toBe(5)
    expect(await usageOf(db, lan.userId, TODAY, TODAY)).toMatchObject([{ requests: 10 }])
  })

  test('what several processes send for one writer counts once', async () => {
    const { db } = database()
    const batches = [1, 2, 3, 4].map((batch) => ({ batch, counts: [count(lan, 10 ** batch)] }))
    const sent = [2, 4, 3, 4].map((upTo) => addUsage(db, 'a', batches.slice(0, upTo)))
    const added = await Promise.all(sent)
    expect(added.reduce((sum, requests) => sum + requests, 0)).toBe(11_110)
    expect(await usageOf(db, lan.userId, TODAY, TODAY)).toMatchObject([{ requests: 11_110 }])
  })

  test('many servers at once, in any order of keys, lose nothing', async () => {
    const { db } = database()
    const forwards = [lan, lanToo, minh].map((key) => count(key, 1))
    const writers = Array.from({ length: 8 }, (_, i) => `server ${i}`)
    for (let batch = 1; batch <= 5; batch++) {
      await Promise.all(
        writers.map((writer, i) =>
          add(db, { writer, batch }, i % 2 === 0 ? forwards : forwards.toReversed()),
        ),
      )
    }
    const totals = await dayTotals(db, TODAY)
    expect(totals.map((total) => total.requests)).toEqual([40, 40, 40])
  })

  test('big sums stay exact', async () => {
    const { db } = database()
    const requests = 2_000_000_000
    await add(db, { writer: 'a', batch: 1 }, [count(lan, requests)])
    await add(db, { writer: 'a', batch: 2 }, [count(lan, requests)])
    expect(await dayTotals(db, TODAY)).toMatchObject([{ requests: 2 * requests }])
  })

  test('a writer that writes again is not gone', async () => {
    const { db, sql } = database()
    await add(db, { writer: 'here', batch: 1 }, [])
    await sql`update usage_writers set seen_at = now() - interval '31 days'`
    await add(db, { writer: 'here', batch: 2 }, [])
    expect(await forgetWriters(db)).toBe(0)
  })

  test('writers of servers long gone are forgotten', async () => {
    const { db, sql } = database()
    await add(db, { writer: 'gone', batch: 1 }, [])
    await sql`update usage_writers set seen_at = now() - interval '31 days'`
    await add(db, { writer: 'here', batch: 1 }, [])
    expect(await forgetWriters(db)).toBe(1)
    expect(await db.$count(usageWriters)).toBe(1)
  })
})

function add(
  db: Db,
  { writer, batch }: { readonly writer: string; readonly batch: number },
  counts: readonly UsageCount[],
): Promise<number> {
  return addUsage(db, writer, [{ batch, counts }])
}

/** Databases differ in where they put a brace. */
function byName<Row extends { readonly endpoint: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1))
}
