import { assert } from '../base/assert.ts'
import { ServiceError } from '../base/errors.ts'
import type { KeyId } from './key.ts'
import { dayOf, dayStartMs, minuteOf, minuteStartMs } from './window.ts'

/*
 * Allowances of keys in fixed windows: the UTC minute and the Vietnamese day.
 *
 *   state  Int32[SLOTS * STRIDE]  one slot a key, zero at first, shared by all workers:
 *     +0  tag           32 bits of the key id's hash; 0 while the slot is free
 *     +1  minute        the minute that +2 counts, minutes since 1970; ROLLING while it changes
 *     +2  minute count  requests admitted in it, 0 <= count <= limit
 *     +3  day           the day that +4 counts, days since 1970; ROLLING while it changes
 *     +4  day count     requests admitted in it
 *
 * Every word is read and written with Atomics, so the limits hold across workers. A slot is found
 * by linear probing from the other bits of the hash and is never given back: keys come and go
 * slowly, and a restart starts afresh.
 */

const SLOTS = 131_072
const STRIDE = 8 // 32 bytes: a slot never straddles a cache line
const TAG = 0
const MINUTE = 1
const DAY = 3
const COUNT = 1 // a window's count stands right after it
const ROLLING = -1
/** A worker needs nanoseconds to roll a window over; after some milliseconds it is dead. */
const ROLLING_TURNS_MAX = 1_000_000
/** A window that is never now. */
const LONG_AGO = 0

/** Memory that one limiter needs, bytes; allocate a SharedArrayBuffer of it to share one. */
export const LIMITER_BYTES = SLOTS * STRIDE * 4

export interface Allowance {
  readonly perMinute: number
  readonly perDay: number
}

/** The limiter's decision on one request; limits and remainders in requests. */
export interface Decision {
  readonly minuteLimit: number
  readonly minuteRemaining: number
  readonly dayLimit: number
  readonly dayRemaining: number
  /** The window that refuses; null when the request is allowed. */
  readonly refusedBy: 'minute' | 'day' | null
  /** Whole seconds until that window ends, at least 1; 0 when the request is allowed. */
  readonly retryAfterS: number
}

export class Limiter {
  readonly #state: Int32Array
  /** Slots of the keys that this thread has met. */
  readonly #offsets = new Map<KeyId, number>()

  /** `memory`: `LIMITER_BYTES` bytes, zero or the state of another limiter to share. */
  constructor(memory: ArrayBufferLike = new ArrayBuffer(LIMITER_BYTES)) {
    assert(memory.byteLength === LIMITER_BYTES, 'a limiter has exactly its memory')
    this.#state = new Int32Array(memory)
  }

  /** Counts one request if both windows have room for it. A refused request costs nothing. */
  allow(id: KeyId, limits: Allowance, nowMs: number): Decision {
    const at = this.#offsetOf(id)
    const minute = this.#enter(at + MINUTE, minuteOf(nowMs))
    const day = this.#enter(at + DAY, dayOf(nowMs))
    if (!this.#take(at + MINUTE + COUNT, limits.perMinute)) {
      return this.#decision(at, limits, 'minute', minuteStartMs(minute + 1) - nowMs)
    }
    if (!this.#take(at + DAY + COUNT, limits.perDay)) {
      this.#giveBack(at + MINUTE + COUNT)
      return this.#decision(at, limits, 'day', dayStartMs(day + 1) - nowMs)
    }
    return this.#decision(at, limits, null, 0)
  }

  /** The state of both windows, nothing counted: for answers that come before the limits. */
  peek(id: KeyId, limits: Allowance, nowMs: number): Decision {
    const at = this.#offsetOf(id)
    this.#enter(at + MINUTE, minuteOf(nowMs))
    this.#enter(at + DAY, dayOf(nowMs))
    return this.#decision(at, limits, null, 0)
  }

  /** Requests that were counted for the key's day before this process began. */
  seedDay(id: KeyId, count: number, nowMs: number): void {
    const at = this.#offsetOf(id)
    this.#enter(at + DAY, dayOf(nowMs))
    Atomics.add(this.#state, at + DAY + COUNT, count)
  }

  #offsetOf(id: KeyId): number {
    const known = this.#offsets.get(id)
    if (known !== undefined) return known
    const offset = this.#claim(id)
    this.#offsets.set(id, offset)
    return offset
  }

  #claim(id: KeyId): number {
    const hash = Bun.hash.wyhash(id)
    const tag = Number(BigInt.asIntN(32, hash >> 32n)) || 1
    const home = Number(hash & BigInt(SLOTS - 1))
    for (let probe = 0; probe < SLOTS; probe++) {
      const offset = ((home + probe) % SLOTS) * STRIDE
      const found = Atomics.compareExchange(this.#state, offset + TAG, 0, tag)
      if (found === 0 || found === tag) return offset
    }
    throw new ServiceError(
      'SERVICE_UNAVAILABLE',
      `This server counts at most ${SLOTS} keys. Revoke unused keys and restart it.`,
    )
  }

  /**
   * Makes the window at `at` the one of now and returns it. A clock that is set back a little does
   * not give an allowance twice: the later window goes on. One that was two windows or more ahead
   * was wrong and starts afresh.
   */
  #enter(at: number, now: number): number {
    const state = this.#state
    for (let turns = 0; ; turns++) {
      const window = Atomics.load(state, at)
      if (window === now || window === now + 1) return window
      if (window === ROLLING) {
        // Another worker is between the last two lines of this loop, unless it died there.
        if (turns < ROLLING_TURNS_MAX) continue
        Atomics.compareExchange(state, at, ROLLING, LONG_AGO)
        turns = 0
        continue
      }
      if (Atomics.compareExchange(state, at, window, ROLLING) !== window) continue
      Atomics.store(state, at + COUNT, 0)
      Atomics.store(state, at, now)
    }
  }

  #take(at: number, limit: number): boolean {
    const state = this.#state
    for (;;) {
      const count = Atomics.load(state, at)
      if (count >= limit) return false
      if (Atomics.compareExchange(state, at, count, count + 1) === count) return true
    }
  }

  #giveBack(at: number): void {
    // A window that rolled over meanwhile has nothing to give back.
    const state = this.#state
    const count = Atomics.load(state, at)
    if (count > 0) Atomics.compareExchange(state, at, count, count - 1)
  }

  #decision(
    at: number,
    limits: Allowance,
    refusedBy: 'minute' | 'day' | null,
    waitMs: number,
  ): Decision {
    const state = this.#state
    const minuteCount = Atomics.load(state, at + MINUTE + COUNT)
    const dayCount = Atomics.load(state, at + DAY + COUNT)
    return {
      minuteLimit: limits.perMinute,
      minuteRemaining: Math.max(0, limits.perMinute - minuteCount),
      dayLimit: limits.perDay,
      dayRemaining: Math.max(0, limits.perDay - dayCount),
      refusedBy,
      retryAfterS: refusedBy === null ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
    }
  }
}
