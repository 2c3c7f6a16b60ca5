import type { KeyId } from './key.ts'
import { RECENT_TABLE_BYTES, RecentTable, type Row } from './recent-table.ts'

/** A session that is silent for longer ends; the next request opens a new one. */
export const SESSION_IDLE_MS = 180_000

/** Time is kept in steps of ten seconds: 32 bits of them last for centuries. */
const TICK_MS = 10_000

/**
 * Autocomplete sessions: the suggests with one `sessionToken` and the resolve that ends them are
 * one billable request. Tokens belong to the key that sent them. Bounded: when more than
 * `RECENT_NAMES_MAX` sessions are open the oldest are forgotten and billed anew.
 */
export class Sessions {
  readonly #table: RecentTable

  /** `memory`: `RECENT_TABLE_BYTES` bytes, zero or those of other sessions to share. */
  constructor(memory: ArrayBufferLike = new ArrayBuffer(RECENT_TABLE_BYTES)) {
    this.#table = new RecentTable(memory)
  }

  /** Notes a suggest. True when it opens a session, and so is the billable one. */
  suggest(keyId: KeyId, token: string, nowMs: number): boolean {
    const tick = Math.floor(nowMs / TICK_MS)
    const row = this.#table.claim(`${keyId} ${token}`)
    const opens = this.#isClosed(row, tick)
    this.#table.setTime(row, tick)
    return opens
  }

  /** Ends the session, if there is one. True when there was none: the resolve is billable. */
  resolve(keyId: KeyId, token: string, nowMs: number): boolean {
    const row = this.#table.claim(`${keyId} ${token}`)
    const billable = this.#isClosed(row, Math.floor(nowMs / TICK_MS))
    this.#table.setTime(row, 0)
    return billable
  }

  #isClosed(row: Row, tick: number): boolean {
    const lastTick = this.#table.timeOf(row)
    return lastTick === 0 || (tick - lastTick) * TICK_MS > SESSION_IDLE_MS
  }
}
