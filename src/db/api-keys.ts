import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import {
  hashOf,
  KEY_RANDOM_BYTES,
  type KeyId,
  type KeyRecord,
  keyFromRandom,
  type Scope,
  type UserId,
} from '../access/key.ts'
import { ServiceError } from '../base/errors.ts'
import type { Db } from './client.ts'
import { getPlan } from './plans.ts'
import { randomText } from './random.ts'
import { apiKeys, plans, usageDaily, users } from './schema.ts'
import { ensureUser } from './users.ts'

const ID_RANDOM_CHARS = 10
const PREFIX_CHARS = 14 // sk_live_ and 6 more: tells keys apart, far too little to guess one

/** A key in lists: everything but its text, which is not stored. */
export interface ApiKey {
  readonly id: KeyId
  readonly userId: UserId
  readonly userName: string
  readonly organisation: string | null
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly plan: string
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly createdAt: Date
  /** The last day in Asia/Ho_Chi_Minh with a request, `2026-11-20`; null when there was none. */
  readonly lastUsedDay: string | null
  /** Until when the text from before the last rotation is honoured too; null when it is not. */
  readonly previousUntil: Date | null
}

export interface NewKey {
  readonly userName: string
  readonly organisation: string | null
  readonly scopes: readonly Scope[]
  readonly plan: string
  readonly expiresAt: Date | null
}

/** A key with its text, which is shown once and kept nowhere. */
export interface IssuedKey extends ApiKey {
  readonly key: string
}

/** Makes a key, and its user when there is none of that name. Throws `NOT_FOUND` for the plan. */
export async function createKey(db: Db, wanted: NewKey): Promise<IssuedKey> {
  return db.transaction(async (tx) => {
    await getPlan(tx, wanted.plan)
    const user = await ensureUser(tx, wanted.userName)
    const secret = newSecret()
    const id = `k_${randomText(ID_RANDOM_CHARS)}` as KeyId
    await tx.insert(apiKeys).values({
      id,
      userId: user.id,
      organisation: wanted.organisation,
      hash: secret.hash,
      prefix: secret.prefix,
      scopes: [...wanted.scopes],
      plan: wanted.plan,
      expiresAt: wanted.expiresAt,
    })
    return { ...(await getKey(tx, id)), key: secret.text }
  })
}

/** Throws `NOT_FOUND`. */
export async function getKey(db: Db, id: KeyId): Promise<ApiKey> {
  const [row] = await selectKeys(db).where(eq(apiKeys.id, id))
  if (!row) {
    throw new ServiceError(
      'NOT_FOUND',
      `There is no key ${id}. 'saola keys list' shows the ids of all keys.`,
    )
  }
  return row
}

/** Oldest first, revoked and expired ones too. */
export async function listKeys(db: Db): Promise<ApiKey[]> {
  return selectKeys(db).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
}

/** From now on the key is refused. Revoking again changes nothing. Throws `NOT_FOUND`. */
export async function revokeKey(db: Db, id: KeyId): Promise<ApiKey> {
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()`, previousHash: null, previousUntil: null })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
  return getKey(db, id)
}

/**
 * Gives a key a new text; id, counts and everything else stay. The text before is honoured for
 * `graceMs` more, and one from a rotation before that no longer. Throws `NOT_FOUND`, `CONFLICT`
 * for a revoked key.
 */
export async function rotateKey(db: Db, id: KeyId, graceMs: number): Promise<IssuedKey> {
  return db.transaction(async (tx) => {
    const secret = newSecret()
    const rotated = await tx
      .update(apiKeys)
      .set({
        hash: secret.hash,
        prefix: secret.prefix,
        previousHash: graceMs > 0 ? sql`${apiKeys.hash}` : null,
        previousUntil: graceMs > 0 ? sql`now() + ${graceMs} * interval '1 millisecond'` : null,
      })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id })
    const key = await getKey(tx, id)
    if (rotated.length === 0) {
      throw new ServiceError('CONFLICT', `Key ${id} is revoked: create a new one instead.`)
    }
    return { ...key, key: secret.text }
  })
}

/**
 * The keys that servers hold in memory: every key that is not revoked, expired ones included since
 * clocks differ. A key in the grace time of a rotation has two records under one id, the old text's
 * expiring with the grace.
 */
export async function listKeyRecords(db: Db): Promise<KeyRecord[]> {
  const rows = await db
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      organisation: apiKeys.organisation,
      hash: apiKeys.hash,
      scopes: apiKeys.scopes,
      perMinute: plans.perMinute,
      perDay: plans.perDay,
      expiresAt: apiKeys.expiresAt,
      previousHash: apiKeys.previousHash,
      previousUntil: apiKeys.previousUntil,
    })
    .from(apiKeys)
    .innerJoin(plans, eq(plans.name, apiKeys.plan))
    .where(isNull(apiKeys.revokedAt))
    .orderBy(asc(apiKeys.id))
  return rows.flatMap(({ hash, expiresAt, previousHash, previousUntil, ...rest }) => {
    const expiresAtMs = expiresAt?.getTime() ?? null
    const current = { ...rest, hashHex: hexOf(hash), expiresAtMs }
    if (!previousHash || !previousUntil) return [current]
    const untilMs = Math.min(previousUntil.getTime(), expiresAtMs ?? Number.POSITIVE_INFINITY)
    return [current, { ...current, hashHex: hexOf(previousHash), expiresAtMs: untilMs }]
  })
}

/**
 * A text that changes whenever a key or a plan does, so that servers need to read all keys only
 * then. Made of the numbers of the transactions that wrote the rows: unlike a column with the
 * time, it misses nothing that commits late.
 */
export async function keysStamp(db: Db): Promise<string> {
  const [row] = await db.execute<{ stamp: string }>(sql`
    select concat_ws('.', count(*), sum(xmin::text::bigint)) as stamp from (
      select xmin from ${apiKeys} union all select xmin from ${plans}
    ) as written`)
  return row?.stamp ?? ''
}

function selectKeys(db: Db) {
  return db
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      userName: users.name,
      organisation: apiKeys.organisation,
      prefix: apiKeys.prefix,
      scopes: apiKeys.scopes,
      plan: apiKeys.plan,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      createdAt: apiKeys.createdAt,
      lastUsedDay: sql<string | null>`(
        select max(${usageDaily.day})::text from ${usageDaily}
        where ${usageDaily.keyId} = ${apiKeys.id}
      )`,
      previousUntil: apiKeys.previousUntil,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .$dynamic()
}

function newSecret(): { text: string; hash: Uint8Array; prefix: string } {
  const text = keyFromRandom(randomBytes(KEY_RANDOM_BYTES))
  const hash = Buffer.from(hashOf(text), 'hex')
  return { text, hash, prefix: text.slice(0, PREFIX_CHARS) }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
