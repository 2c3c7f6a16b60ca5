import { asc, eq, sql } from 'drizzle-orm'
import type { UserId } from '../access/key.ts'
import { assert } from '../base/assert.ts'
import type { Db } from './client.ts'
import { randomText } from './random.ts'
import { apiKeys, users } from './schema.ts'

const ID_RANDOM_CHARS = 10

export interface User {
  readonly id: UserId
  readonly name: string
  readonly createdAt: Date
}

export interface UserSummary extends User {
  /** Keys that are neither revoked nor expired. */
  readonly activeKeys: number
  readonly keys: number
}

/** The user of that name, made when there is none. */
export async function ensureUser(db: Db, name: string): Promise<User> {
  const [made] = await db
    .insert(users)
    .values({ id: `u_${randomText(ID_RANDOM_CHARS)}` as UserId, name })
    .onConflictDoUpdate({ target: users.name, set: { name } })
    .returning()
  assert(made, 'an upsert returns its row')
  return made
}

/** Null when there is none. */
export async function findUser(db: Db, name: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.name, name))
  return row ?? null
}

/** By name. */
export async function listUsers(db: Db): Promise<UserSummary[]> {
  const active = sql`${apiKeys.revokedAt} is null
    and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`
  return db
    .select({
      id: users.id,
      name: users.name,
      createdAt: users.createdAt,
      activeKeys: sql<number>`(count(${apiKeys.id}) filter (where ${active}))::integer`,
      keys: sql<number>`count(${apiKeys.id})::integer`,
    })
    .from(users)
    .leftJoin(apiKeys, eq(apiKeys.userId, users.id))
    .groupBy(users.id)
    .orderBy(asc(users.name))
}
