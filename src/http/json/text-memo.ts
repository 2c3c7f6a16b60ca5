import type { JsonBytes } from './json-bytes.ts'
import { withRoom } from './room.ts'

/*
 * A text of each numbered thing, such as a POI, written when it is first asked for and copied from
 * then on: a copy takes 20 nanoseconds, the writing ten times as long and more.
 *
 *   rows   Uint32[4 · 4 s]  s sets, a power of two, of four rows, a line of the cache: thing n has
 *                       a row of set n mod s, until another takes it
 *                         1  n + 1; 0 is free
 *                         2  where its text begins in bytes, and where it ends
 *                         1  how long the first part of the text is, for who wants to stop there
 *   bytes  Uint8[…]     the texts, in the order in which they were asked for
 */

const ROW = 4
const SET = 4 * ROW
const SETS_MAX = 32_768
const NOT_KEPT = -1
/** Of each list of texts and thread: all that a large city has. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const FIRST_BYTES = 65_536

/** Of a text that has two. */
export type Part = 'both' | 'first' | 'rest'

export class KeptTexts {
  readonly #bytesMax: number
  readonly #setsMax: number
  // Weak: an index that was closed is freed, though no other is asked for its texts.
  #owner: WeakRef<object> | null = null
  #rows = new Uint32Array(SET)
  #mask = 0
  /** Position of the last text in a full set. */
  #turn = 0
  // A Buffer copies a part of itself without making an object for it.
  #bytes = Buffer.alloc(FIRST_BYTES)
  #length = 0

  /** `setsMax`: a power of two; four times as many texts are kept. */
  constructor(bytesMax = KEPT_BYTES_MAX, setsMax = SETS_MAX) {
    this.#bytesMax = bytesMax
    this.#setsMax = setsMax
  }

  /** Has to come before all else: texts of another owner's things, of so many, are forgotten. */
  open(owner: object, count: number): void {
    if (owner === this.#owner?.deref()) return
    this.#owner = new WeakRef(owner)
    let sets = 1
    while (4 * sets < count && sets < this.#setsMax) sets *= 2
    this.#rows = new Uint32Array(SET * sets)
    this.#mask = sets - 1
    this.#length = 0
  }

  /** Adds a text to `out`, or a part of it; false when it is not kept. */
  addTo(out: JsonBytes, number: number, part: Part): boolean {
    const rows = this.#rows
    const row = this.#rowOf(number)
    if (row === NOT_KEPT) return false
    const from = rows[row + 1]!
    const middle = from + rows[row + 3]!
    const to = rows[row + 2]!
    out.addBytes(this.#bytes, part === 'rest' ? middle : from, part === 'first' ? middle : to)
    return true
  }

  /** Keeps `text[from … to]` for what has no text; when the memory is used up, that alone. */
  keep(number: number, text: Uint8Array, from: number, to: number, firstBytes = 0): void {
    const bytes = to - from
    if (this.#length + bytes > this.#bytesMax) {
      this.#rows.fill(0)
      this.#length = 0
    }
    this.#bytes = withRoom(this.#bytes, this.#length + bytes)
    this.#bytes.set(text.subarray(from, to), this.#length)
    const row = this.#rowFor(number)
    this.#rows[row] = number + 1
    this.#rows[row + 1] = this.#length
    this.#length += bytes
    this.#rows[row + 2] = this.#length
    this.#rows[row + 3] = firstBytes
  }

  /** A free row of its set, else that whose turn it is. */
  #rowFor(number: number): number {
    const set = SET * (number & this.#mask)
    for (let row = set; row < set + SET; row += ROW) if (this.#rows[row] === 0) return row
    this.#turn = (this.#turn + ROW) % SET
    return set + this.#turn
  }

  /** Start of a thing's row; NOT_KEPT when it has none. */
  #rowOf(number: number): number {
    const rows = this.#rows
    const set = SET * (number & this.#mask)
    for (let row = set; row < set + SET; row += ROW) if (rows[row] === number + 1) return row
    return NOT_KEPT
  }
}
