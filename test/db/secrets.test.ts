import { afterEach, expect, test } from 'bun:test'
import { secrets } from '../../src/db/schema.ts'
import { ensureSecret, listSecretNames, listSecrets, rotateSecret } from '../../src/db/secrets.ts'
import { onBothDatabases } from './databases.ts'

onBothDatabases('secrets', (database) => {
  afterEach(async () => {
    await database().db.delete(secrets)
  })

  test('servers that start at once get the same secret', async () => {
    const { db } = database()
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => ensureSecret(db, 'poi-token')))
    expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1)
    expect(made[0]?.bytes).toHaveLength(32)
    expect(await db.$count(secrets)).toBe(1)
  })

  test('rotation keeps the old ones, the current one first', async () => {
    const { db } = database()
    const first = await ensureSecret(db, 'poi-token')
    const second = await rotateSecret(db, 'poi-token')
    const third = await rotateSecret(db, 'poi-token')
    expect(await ensureSecret(db, 'poi-token')).toEqual(third)
    const listed = await listSecrets(db, 'poi-token')
    expect(listed.map(({ keyId }) => keyId)).toEqual([third.keyId, second.keyId, first.keyId])
    expect(listed.map(({ retiredAt }) => retiredAt === null)).toEqual([true, false, false])
    expect(Buffer.from(listed[2]?.bytes ?? []).equals(first.bytes)).toBe(true)
  })

  test('rotations at once leave one current secret; names are apart', async () => {
    const { db } = database()
    await ensureSecret(db, 'other')
    await Promise.all([1, 2, 3].map(() => rotateSecret(db, 'poi-token')))
    const current = (await listSecrets(db, 'poi-token')).filter((each) => each.retiredAt === null)
    expect(current).toHaveLength(1)
    expect(await listSecretNames(db)).toEqual(['other', 'poi-token'])
    expect(await listSecrets(db, 'other')).toHaveLength(1)
  })
})
