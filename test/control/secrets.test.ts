import { afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { PoiSecret } from '../../src/access/poi-token.ts'
import { PoiSecretRegister } from '../../src/control/secrets.ts'
import { secrets } from '../../src/db/schema.ts'
import { listSecrets, POI_TOKEN_SECRET, rotateSecret } from '../../src/db/secrets.ts'
import { onBothDatabases } from '../db/databases.ts'

onBothDatabases('the register of secrets', (database) => {
  afterEach(async () => {
    await database().db.delete(secrets)
  })

  test('makes a secret where there is none, the same for all servers', async () => {
    const { db } = database()
    const told: (readonly PoiSecret[])[] = []
    const servers = [1, 2, 3].map(() => new PoiSecretRegister(db, (known) => told.push(known)))
    await Promise.all(servers.map((server) => server.refresh()))
    expect(told).toHaveLength(3)
    expect(told.map((known) => known.map(({ keyId }) => keyId).join())).toEqual(
      Array.from({ length: 3 }, () => told[0]?.[0]?.keyId ?? ''),
    )
    for (const server of servers) await server.refresh()
    expect(told).toHaveLength(3)
  })

  test('tells of a rotation, the new one first, and forgets the old in time', async () => {
    const { db } = database()
    const told: string[][] = []
    const server = new PoiSecretRegister(db, (known) => told.push(known.map(({ keyId }) => keyId)))
    await server.refresh()
    const old = told[0]?.[0] ?? ''
    const made = await rotateSecret(db, POI_TOKEN_SECRET)
    await server.refresh()
    const retiredAt = new Date(Date.now() - 36 * 60_000)
    await db.update(secrets).set({ retiredAt }).where(eq(secrets.keyId, old))
    await server.refresh()
    expect(told).toEqual([[old], [made.keyId, old], [made.keyId]])
    expect(await listSecrets(db, POI_TOKEN_SECRET)).toHaveLength(2)
  })
})
