import { randomUUID } from 'node:crypto'
import type { KeyId, UserId } from '../access/key.ts'
import type { UsageRow } from '../access/usage-counter.ts'
import { dateOfDay } from '../access/window.ts'
import type { Db } from '../db/client.ts'
import { addUsage, type UsageCount } from '../db/usage.ts'

/** Where counts come from: takes all that were made since the last time. */
export type Drain = () => Promise<readonly UsageRow[]>

/** Hears how far the writing is, to tell how old the oldest count is that is not written. */
export interface FlushWatch {
  /** Before all counts are taken from where they were made. */
  takeOver(): void
  /** All that were taken are written. */
  handOver(): void
}

const UNWATCHED: FlushWatch = { takeOver() {}, handOver() {} }

/**
 * Brings counts into the database, each exactly once. A batch whose fate is unknown, because the
 * database went away, is sent again as it was; what is counted meanwhile waits in the counters.
 */
export class UsageLedger {
  readonly #db: Db
  readonly #drain: Drain
  readonly #ownerOf: (id: KeyId) => UserId | null
  readonly #watch: FlushWatch
  readonly #writer = randomUUID()
  #batch = 0
  #unconfirmed: readonly UsageCount[] | null = null

  constructor(
    db: Db,
    drain: Drain,
    ownerOf: (id: KeyId) => UserId | null,
    watch: FlushWatch = UNWATCHED,
  ) {
    this.#db = db
    this.#drain = drain
    this.#ownerOf = ownerOf
    this.#watch = watch
  }

  /** Writes everything counted up to now. Fails while the database is away; nothing is lost. */
  async flush(): Promise<void> {
    if (this.#unconfirmed) {
      await this.#send(this.#unconfirmed)
      this.#watch.handOver()
    }
    this.#watch.takeOver()
    const counts = (await this.#drain()).flatMap((row) => this.#countOf(row))
    if (counts.length > 0) await this.#send(counts)
    this.#watch.handOver()
  }

  /**
   * Ends the counting: how many requests are counted and not known to be in the database. Those of
   * a batch that failed, and what was counted since and waited for it.
   */
  async abandon(): Promise<number> {
    const since = await this.#drain()
    return requestsOf(this.#unconfirmed ?? []) + requestsOf(since)
  }

  async #send(counts: readonly UsageCount[]): Promise<void> {
    if (this.#unconfirmed !== counts) {
      this.#unconfirmed = counts
      this.#batch++
    }
    await addUsage(this.#db, { writer: this.#writer, batch: this.#batch }, counts)
    this.#unconfirmed = null
  }

  #countOf({ keyId, endpoint, day, requests, billable }: UsageRow): UsageCount[] {
    const userId = this.#ownerOf(keyId)
    // Only a key that was accepted is counted, so its owner is known.
    return userId === null
      ? []
      : [{ userId, keyId, day: dateOfDay(day), endpoint, requests, billable }]
  }
}

function requestsOf(counts: readonly { readonly requests: number }[]): number {
  return counts.reduce((sum, { requests }) => sum + requests, 0)
}
