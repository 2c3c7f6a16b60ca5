import { sql } from 'drizzle-orm'
import { type DatabaseState, ServiceError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'

const TIMEOUT_MS = 2_000
/** Health is open to all: one answer serves all requests shortly after it. */
const FRESH_MS = 500

type Probed = Pick<Database, 'db' | 'kind' | 'explain'>

/** State of the database. */
export class DatabaseProbe {
  readonly #database: Probed
  /** The one query under way: a database that hangs gets no second query before it answers. */
  #asked: Promise<DatabaseState> | null = null
  #latest: Promise<DatabaseState> | null = null
  #askedAtMs = 0

  constructor(database: Probed) {
    this.#database = database
  }

  state(): Promise<DatabaseState> {
    const nowMs = performance.now()
    if (!this.#latest || nowMs - this.#askedAtMs > FRESH_MS) {
      this.#askedAtMs = nowMs
      this.#latest = this.#ask()
    }
    return this.#latest
  }

  async #ask(): Promise<DatabaseState> {
    this.#asked ??= this.#query().finally(() => {
      this.#asked = null
    })
    const { promise: timedOut, resolve } = Promise.withResolvers<DatabaseState>()
    const timer = setTimeout(() => resolve('away'), TIMEOUT_MS)
    const state = await Promise.race([this.#asked, timedOut])
    clearTimeout(timer)
    return state
  }

  async #query(): Promise<DatabaseState> {
    const { db, kind, explain } = this.#database
    try {
      const [row] = await db.execute<{ is_read_only: string }>(
        sql`select current_setting('transaction_read_only') as is_read_only`,
      )
      if (row?.is_read_only !== 'on') return 'up'
      // The embedded one is read-only only for want of space.
      return kind === 'embedded' ? 'full' : 'read-only'
    } catch (error) {
      const failure = explain(error)
      return failure instanceof ServiceError && failure.code === 'DISK_FULL' ? 'full' : 'away'
    }
  }
}
