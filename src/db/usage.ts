import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { KeyId, UserId } from '../access/key.ts'
import { arrayText } from './arrays.ts'
import type { Db } from './client.ts'
import { usageDaily, usageWriters, users } from './schema.ts'

/** A writer that has been silent for this long is forgotten. */
const WRITER_SILENT_DAYS_MAX = 30

/**
 * The name of an endpoint: its path in the contract. Older rows have the variable parts of its path
 * in another form, `/v1/pois/:placeId`.
 */
const ENDPOINT = sql<string>`regexp_replace(${usageDaily.endpoint}, ':([a-zA-Z]+)', '{\\1}', 'g')`

/** Counts of one key at one endpoint on one day. */
export interface UsageCount {
  readonly userId: UserId
  readonly keyId: KeyId
  /** In Asia/Ho_Chi_Minh, `2026-11-20`. */
  readonly day: string
  readonly endpoint: string
  readonly requests: number
  readonly billable: number
}

/** Counts that a writer adds at once. */
export interface UsageBatch {
  /** 1, 2, 3 …, rising from one batch of a writer to the next. */
  readonly batch: number
  /** At most one a key, day and endpoint. */
  readonly counts: readonly UsageCount[]
}

/**
 * Adds counts to the days they belong to. `writer` is a random name for whoever numbered the
 * batches. Those up to the writer's last number in the database are there already: when the
 * connection breaks, or the process is killed, nobody knows, so they may be sent again, by several
 * processes at once too, and are added exactly once. Returns how many requests this call added.
 */
export async function addUsage(
  db: Db,
  writer: string,
  batches: readonly UsageBatch[],
): Promise<number> {
  return db.transaction(async (tx) => {
    // Whoever else sends for this writer waits here until this transaction has ended.
    const [last] = await tx
      .insert(usageWriters)
      .values({ writer, batch: 0 })
      .onConflictDoUpdate({ target: usageWriters.writer, set: { seenAt: sql`now()` } })
      .returning({ batch: usageWriters.batch })
    const fresh = batches.filter(({ batch }) => batch > (last?.batch ?? 0))
    if (fresh.length === 0) return 0
    const newest = Math.max(...fresh.map(({ batch }) => batch))
    const counts = fresh.flatMap((each) => each.counts)
    if (counts.length > 0) await upsertCounts(tx, counts)
    await tx.update(usageWriters).set({ batch: newest }).where(eq(usageWriters.writer, writer))
    return requestsIn(fresh)
  })
}

/** Requests in batches, together. */
export function requestsIn(batches: readonly UsageBatch[]): number {
  const counts = batches.flatMap((each) => each.counts)
  return counts.reduce((sum, { requests }) => sum + requests, 0)
}

/** Sums over all keys of a user from one day to another, both included, by day and endpoint. */
export async function usageOf(
  db: Db,
  userId: UserId,
  from: string,
  to: string,
): Promise<{ day: string; endpoint: string; requests: number; billable: number }[]> {
  return db
    .select({
      day: usageDaily.day,
      endpoint: ENDPOINT,
      requests: sql`sum(${usageDaily.requests})`.mapWith(Number),
      billable: sql`sum(${usageDaily.billable})`.mapWith(Number),
    })
    .from(usageDaily)
    .where(and(eq(usageDaily.userId, userId), between(usageDaily.day, from, to)))
    .groupBy(usageDaily.day, ENDPOINT)
    .orderBy(asc(usageDaily.day), asc(ENDPOINT))
}

/** Requests of all keys of a user on one day, and of some of them. */
export async function requestsOf(
  db: Db,
  userId: UserId,
  keyIds: readonly KeyId[],
  day: string,
): Promise<{ byAll: number; byThese: number }> {
  const sum = sql`sum(${usageDaily.requests})`
  const isOfThese = inArray(usageDaily.keyId, [...keyIds])
  const [row] = await db
    .select({
      byAll: sql`coalesce(${sum}, 0)`.mapWith(Number),
      byThese: sql`coalesce(${sum} filter (where ${isOfThese}), 0)`.mapWith(Number),
    })
    .from(usageDaily)
    .where(and(eq(usageDaily.userId, userId), eq(usageDaily.day, day)))
  return row ?? { byAll: 0, byThese: 0 }
}

/** Requests of all users, or of one, by day, user and endpoint; both dates included. */
export async function usageByUser(
  db: Db,
  from: string,
  to: string,
  userName: string | null,
): Promise<{ date: string; user: string; endpoint: string; requests: number; billable: number }[]> {
  return db
    .select({
      date: usageDaily.day,
      user: users.name,
      endpoint: ENDPOINT,
      requests: sql`sum(${usageDaily.requests})`.mapWith(Number),
      billable: sql`sum(${usageDaily.billable})`.mapWith(Number),
    })
    .from(usageDaily)
    .innerJoin(users, eq(users.id, usageDaily.userId))
    .where(
      and(
        between(usageDaily.day, from, to),
        userName === null ? undefined : eq(users.name, userName),
      ),
    )
    .groupBy(usageDaily.day, users.name, ENDPOINT)
    .orderBy(asc(usageDaily.day), asc(users.name), asc(ENDPOINT))
}

/** The use of every key on one day: the start of the limiters of a new server. */
export async function dayTotals(
  db: Db,
  day: string,
): Promise<{ keyId: KeyId; userId: UserId; requests: number; billable: number }[]> {
  return db
    .select({
      keyId: usageDaily.keyId,
      userId: usageDaily.userId,
      requests: sql`sum(${usageDaily.requests})`.mapWith(Number),
      billable: sql`sum(${usageDaily.billable})`.mapWith(Number),
    })
    .from(usageDaily)
    .where(eq(usageDaily.day, day))
    .groupBy(usageDaily.keyId, usageDaily.userId)
}

/** Forgets writers of servers that are long gone; returns how many. */
export async function forgetWriters(db: Db): Promise<number> {
  const result = await db
    .delete(usageWriters)
    .where(sql`${usageWriters.seenAt} < now() - ${WRITER_SILENT_DAYS_MAX} * interval '1 day'`)
  return result.count
}

async function upsertCounts(tx: Db, counts: readonly UsageCount[]): Promise<void> {
  const ids = <T extends string>(values: readonly T[]) => sql`${arrayText(values)}::text[]`
  const sums = (values: readonly number[]) => sql`${arrayText(values)}::bigint[]`
  // In one order everywhere, lest two servers that add at once wait for each other's rows.
  await tx.execute(sql`
    insert into ${usageDaily} (user_id, key_id, day, endpoint, requests, billable)
    select user_id, key_id, day::date, endpoint, sum(requests), sum(billable)
    from unnest(
      ${ids(counts.map((count) => count.userId))},
      ${ids(counts.map((count) => count.keyId))},
      ${ids(counts.map((count) => count.day))},
      ${ids(counts.map((count) => count.endpoint))},
      ${sums(counts.map((count) => count.requests))},
      ${sums(counts.map((count) => count.billable))}
    ) as given (user_id, key_id, day, endpoint, requests, billable)
    group by user_id, key_id, day, endpoint
    order by user_id, day, key_id, endpoint
    on conflict (user_id, day, key_id, endpoint) do update
    set requests = ${usageDaily}.requests + excluded.requests,
        billable = ${usageDaily}.billable + excluded.billable`)
}
