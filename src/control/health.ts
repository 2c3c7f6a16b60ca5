import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

const TIMEOUT_MS = 2_000
/** Everybody may ask for the health: an answer serves all who ask shortly after. */
const FRESH_MS = 500

/** Whether the database answers. */
export class DatabaseProbe {
  readonly #db: Db
  /** The one query under way: a database that hangs is not asked again before it answers that. */
  #asked: Promise<boolean> | null = null
  #latest: Promise<boolean> | null = null
  #askedAtMs = 0

  constructor(db: Db) {
    this.#db = db
  }

  isUp(): Promise<boolean> {
    const nowMs = performance.now()
    if (!this.#latest || nowMs - this.#askedAtMs > FRESH_MS) {
      this.#askedAtMs = nowMs
      this.#latest = this.#ask()
    }
    return this.#latest
  }

  async #ask(): Promise<boolean> {
    this.#asked ??= this.#query().finally(() => {
      this.#asked = null
    })
    const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
    const isUp = await Promise.race([this.#asked, timedOut])
    clearTimeout(timer)
    return isUp
  }

  #query(): Promise<boolean> {
    return this.#db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
  }
}
