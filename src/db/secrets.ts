import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { assert } from '../base/assert.ts'
import type { Db } from './client.ts'
import { randomText } from './random.ts'
import { secrets } from './schema.ts'

const SECRET_BYTES = 32
const KEY_ID_CHARS = 4

/** Signs the tokens of places in vector tiles. */
export const POI_TOKEN_SECRET = 'poi-token'

export interface Secret {
  readonly name: string
  /** 4 characters, different for each secret of that name. */
  readonly keyId: string
  /** 32 random bytes. */
  readonly bytes: Uint8Array
  readonly createdAt: Date
  /** Null for the one that signs; the others only check what they signed before. */
  readonly retiredAt: Date | null
}

/** The current secret of that name, made when there is none: two servers get the same one. */
export async function ensureSecret(db: Db, name: string): Promise<Secret> {
  // The index allows one current secret a name: of two that insert at once, one inserts nothing.
  await db.insert(secrets).values(newSecret(name)).onConflictDoNothing()
  const [current] = await db
    .select()
    .from(secrets)
    .where(and(eq(secrets.name, name), isNull(secrets.retiredAt)))
  assert(current, 'a secret that was ensured is there')
  return current
}

/** All secrets of that name, the current one first, then the last retired first. */
export async function listSecrets(db: Db, name: string): Promise<Secret[]> {
  return db
    .select()
    .from(secrets)
    .where(eq(secrets.name, name))
    .orderBy(sql`${secrets.retiredAt} desc nulls first`)
}

/** Names of the secrets there are. */
export async function listSecretNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: secrets.name })
    .from(secrets)
    .orderBy(asc(secrets.name))
  return rows.map((row) => row.name)
}

/** Retires the current secret and makes a new one, which is returned. */
export async function rotateSecret(db: Db, name: string): Promise<Secret> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${secrets} in share row exclusive mode`)
    await tx
      .update(secrets)
      .set({ retiredAt: sql`now()` })
      .where(and(eq(secrets.name, name), isNull(secrets.retiredAt)))
    const [made] = await tx.insert(secrets).values(newSecret(name)).returning()
    assert(made, 'an insert returns its row')
    return made
  })
}

function newSecret(name: string) {
  return { name, keyId: randomText(KEY_ID_CHARS), bytes: randomBytes(SECRET_BYTES) }
}
