import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { hashOf, isWellFormedKey, type KeyId } from '../../src/access/key.ts'
import {
  createKey,
  getKey,
  keysStamp,
  listKeyRecords,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '../../src/db/api-keys.ts'
import { getPlan, listPlans, setPlan } from '../../src/db/plans.ts'
import { apiKeys, users } from '../../src/db/schema.ts'
import { ensureUser, findUser, listUsers } from '../../src/db/users.ts'
import { onBothDatabases } from './databases.ts'

const NOT_THERE = 'k_zzzzzzzzzz' as KeyId

function wanted(fields: Partial<NewKey> = {}): NewKey {
  return {
    userName: 'Lan',
    organisation: null,
    scopes: ['geocoding:read'],
    plan: 'free',
    expiresAt: null,
    ...fields,
  }
}

onBothDatabases('keys', (database) => {
  afterEach(async () => {
    await database().db.delete(apiKeys)
    await database().db.delete(users)
  })

  test('a new key is shown once and stored hashed', async () => {
    const { db } = database()
    const expiresAt = new Date(Date.now() + 86_400_000)
    const issued = await createKey(
      db,
      wanted({
        organisation: 'Công ty "Sao La"',
        scopes: ['places:read', 'routing:read'],
        expiresAt,
      }),
    )
    expect(isWellFormedKey(issued.key)).toBe(true)
    const { key, ...shown } = issued
    expect(await listKeys(db)).toEqual([shown])
    expect(await listKeyRecords(db)).toEqual([
      {
        id: issued.id,
        userId: issued.userId,
        organisation: 'Công ty "Sao La"',
        hashHex: hashOf(key),
        scopes: ['places:read', 'routing:read'],
        perMinute: 60,
        perDay: 5_000,
        expiresAtMs: expiresAt.getTime(),
      },
    ])
    const [row] = await db.execute(sql`select k::text as everything from api_keys as k`)
    expect(row?.['everything']).not.toContain(key)
  })

  test('a user has many keys and is made once, however many ask at once', async () => {
    const { db } = database()
    await Promise.all([1, 2, 3, 4].map(() => createKey(db, wanted())))
    const minh = await createKey(db, wanted({ userName: 'Minh' }))
    await revokeKey(db, minh.id)
    const past = new Date(Date.now() - 1000)
    await createKey(db, wanted({ userName: 'Minh', expiresAt: past }))
    const found = (await listUsers(db)).map(({ name, keys, activeKeys }) => [
      name,
      keys,
      activeKeys,
    ])
    expect(found).toEqual([
      ['Lan', 4, 4],
      ['Minh', 2, 0],
    ])
    expect(await findUser(db, 'Minh')).toMatchObject({ id: minh.userId })
    expect(await findUser(db, 'minh')).toBeNull()
    expect((await ensureUser(db, 'Minh')).id).toBe(minh.userId)
  })

  test('a revoked key is gone from the records and stays in the list', async () => {
    const { db } = database()
    const { id } = await createKey(db, wanted())
    const revoked = await revokeKey(db, id)
    expect(revoked.revokedAt).toBeInstanceOf(Date)
    expect(await revokeKey(db, id)).toEqual(revoked)
    expect(await listKeyRecords(db)).toEqual([])
    expect(await listKeys(db)).toHaveLength(1)
  })

  describe('rotation', () => {
    test('without grace the old text is refused at once', async () => {
      const { db } = database()
      const before = await createKey(db, wanted())
      const after = await rotateKey(db, before.id, 0)
      expect(after).toMatchObject({ id: before.id, previousUntil: null })
      const hashes = (await listKeyRecords(db)).map(({ hashHex }) => hashHex)
      expect(hashes).toEqual([hashOf(after.key)])
    })

    test('with grace both are honoured, under one id, the old one until then', async () => {
      const { db } = database()
      const first = await createKey(db, wanted())
      await rotateKey(db, first.id, 60_000)
      const third = await rotateKey(db, first.id, 60_000)
      const records = await listKeyRecords(db)
      expect(records.map(({ id }) => id)).toEqual([first.id, first.id])
      expect(records[0]).toMatchObject({ hashHex: hashOf(third.key), expiresAtMs: null })
      expect(records[1]?.expiresAtMs).toBe(third.previousUntil?.getTime() as number)
      expect(records[1]?.expiresAtMs).toBeGreaterThan(Date.now() + 30_000)
      expect(records.map(({ hashHex }) => hashHex)).not.toContain(hashOf(first.key))
      await revokeKey(db, first.id)
      expect(await listKeyRecords(db)).toEqual([])
    })

    test('the old text never outlives the key', async () => {
      const { db } = database()
      const expiresAt = new Date(Date.now() + 10_000)
      const { id } = await createKey(db, wanted({ expiresAt }))
      await rotateKey(db, id, 3_600_000)
      const expiries = (await listKeyRecords(db)).map(({ expiresAtMs }) => expiresAtMs)
      expect(expiries).toEqual([expiresAt.getTime(), expiresAt.getTime()])
    })
  })

  test.each([
    ['showing', (id: KeyId) => getKey(database().db, id)],
    ['revoking', (id: KeyId) => revokeKey(database().db, id)],
    ['rotating', (id: KeyId) => rotateKey(database().db, id, 0)],
  ])('%s an unknown key', async (_, act) => {
    await expect(act(NOT_THERE)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a revoked key is not rotated, an unknown plan is named with those there are', async () => {
    const { db } = database()
    const { id } = await createKey(db, wanted())
    await revokeKey(db, id)
    await expect(rotateKey(db, id, 0)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(createKey(db, wanted({ userName: 'Hoa', plan: 'gold' }))).rejects.toThrow(
      'free, standard, unlimited',
    )
    expect(await findUser(db, 'Hoa')).toBeNull()
  })

  test('the stamp changes with every change of a key or plan, and with nothing else', async () => {
    const { db } = database()
    const seen = [await keysStamp(db)]
    const changes = async () => {
      const stamp = await keysStamp(db)
      expect(seen).not.toContain(stamp)
      seen.push(stamp)
      expect(await keysStamp(db)).toBe(stamp)
    }
    const { id } = await createKey(db, wanted())
    await changes()
    await rotateKey(db, id, 60_000)
    await changes()
    await setPlan(db, await getPlan(db, 'free'))
    await changes()
    await revokeKey(db, id)
    await changes()
    await ensureUser(db, 'Quang')
    expect(await keysStamp(db)).toBe(seen.at(-1) as string)
  })

  test('the stamp changes with what an older transaction wrote', async () => {
    const { db } = database()
    const [early, late, last] = [
      await createKey(db, wanted()),
      await createKey(db, wanted()),
      await createKey(db, wanted()),
    ]
    await db.transaction(async (older) => {
      await revokeKey(older, early.id)
      // One of its own within that, which is younger.
      await older.transaction((younger) => revokeKey(younger, late.id))
      const before = await keysStamp(older)
      await revokeKey(older, last.id)
      expect(await keysStamp(older)).not.toBe(before)
    })
  })

  test('plans are seeded, changed and added', async () => {
    const { db } = database()
    const seeded = [
      { name: 'free', perMinute: 60, perDay: 5_000 },
      { name: 'standard', perMinute: 600, perDay: 100_000 },
      { name: 'unlimited', perMinute: 1_000_000_000, perDay: 1_000_000_000 },
    ]
    expect(await listPlans(db)).toEqual(seeded)
    await setPlan(db, { name: 'free', perMinute: 10, perDay: 0 })
    await setPlan(db, { name: 'gold', perMinute: 6_000, perDay: 2_147_483_647 })
    expect((await listPlans(db)).map(({ name }) => name)).toEqual([
      'free',
      'standard',
      'unlimited',
      'gold',
    ])
    expect(await getPlan(db, 'free')).toEqual({ name: 'free', perMinute: 10, perDay: 0 })
    await expect(getPlan(db, 'Free')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
