import { assert } from '../base/assert.ts'

/*
 * A table that remembers a value for each of the names met of late, in memory of fixed size that
 * workers can share.
 *
 *   rows  Int32[SETS * WAYS * STRIDE]  zero at first:
 *     +0  tag    32 bits of the name's hash; 0 while the row was never used
 *     +1  time   in the caller's unit, the row's age
 *     +2  value  the caller's
 *
 * A name lives in one of the WAYS rows of its set; when all are taken the oldest gives way. So a
 * flood of names costs accuracy, never memory. Two workers that claim one row in the same
 * microsecond lose one of the two values: the callers can bear that.
 */

const SETS = 8_192
const WAYS = 8
const STRIDE = 4
const TAG = 0
const TIME = 1
const VALUE = 2

/** Names remembered, at most. */
export const RECENT_NAMES_MAX = SETS * WAYS

/** Memory that one table needs, bytes. */
export const RECENT_TABLE_BYTES = RECENT_NAMES_MAX * STRIDE * 4

/** A row of the table, as the index of its first word. */
export type Row = number

export class RecentTable {
  readonly #rows: Int32Array

  constructor(memory: ArrayBufferLike) {
    assert(memory.byteLength === RECENT_TABLE_BYTES, 'a table has exactly its memory')
    this.#rows = new Int32Array(memory)
  }

  /** The row of `name`; when it has none, the oldest row of its set, emptied for it. */
  claim(name: string): Row {
    const hash = Bun.hash.wyhash(name)
    const tag = Number(BigInt.asIntN(32, hash >> 32n)) || 1
    const first = Number(hash & BigInt(SETS - 1)) * WAYS * STRIDE
    let oldest = first
    for (let way = 0; way < WAYS; way++) {
      const row = first + way * STRIDE
      if (Atomics.load(this.#rows, row + TAG) === tag) return row
      if (this.timeOf(row) < this.timeOf(oldest)) oldest = row
    }
    Atomics.store(this.#rows, oldest + TIME, 0)
    Atomics.store(this.#rows, oldest + VALUE, 0)
    Atomics.store(this.#rows, oldest + TAG, tag)
    return oldest
  }

  /** 0 for a row that was just claimed. */
  timeOf(row: Row): number {
    return Atomics.load(this.#rows, row + TIME)
  }

  setTime(row: Row, time: number): void {
    Atomics.store(this.#rows, row + TIME, time)
  }

  /** 0 for a row that was just claimed. */
  valueOf(row: Row): number {
    return Atomics.load(this.#rows, row + VALUE)
  }

  setValue(row: Row, value: number): void {
    Atomics.store(this.#rows, row + VALUE, value)
  }

  /** The value after adding `step`. */
  add(row: Row, step: number): number {
    return Atomics.add(this.#rows, row + VALUE, step) + step
  }
}
