import type { JsonBytes } from './json-bytes.ts'
import { withRoom } from './room.ts'

/*
 * A text of each numbered thing, such as a POI, written when it is first asked for and copied from
 * then on: a copy takes 20 nanoseconds, the writing ten times as long and more.
 *
 *   rows   Uint32[4 r]  r a power of two; thing n has row n mod r, until another takes it
 *                         1  n + 1; 0 is free
 *                         2  where its text begins in bytes, and where it ends
 *                         1  how long the first part of the text is, for who wants to stop there
 *   bytes  Uint8[…]     the texts, in the order in which they were asked for
 */

const ROW = 4
const ROWS_MAX = 131_072
/** Of each list of texts and thread: all that a large city has. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const FIRST_BYTES = 65_536
const LINE_BYTES = 64

export class KeptTexts {
  readonly #bytesMax: number
  readonly #rowsMax: number
  // Who is closed goes, though nothing is asked in its place.
  #owner: WeakRef<object> | null = null
  #rows = new Uint32Array(ROW)
  #mask = 0
  // A Buffer copies a part of itself without making an object for it.
  #bytes = Buffer.alloc(FIRST_BYTES)
  #length = 0

  /** `rowsMax`: a power of two. */
  constructor(bytesMax = KEPT_BYTES_MAX, rowsMax = ROWS_MAX) {
    this.#bytesMax = bytesMax
    this.#rowsMax = rowsMax
  }

  /** Has to come before all else: texts of another owner's things, of so many, are forgotten. */
  open(owner: object, count: number): void {
    if (owner === this.#owner?.deref()) return
    this.#owner = new WeakRef(owner)
    let rows = 1
    while (rows < count && rows < this.#rowsMax) rows *= 2
    this.#rows = new Uint32Array(ROW * rows)
    this.#mask = rows - 1
    this.#length = 0
  }

  /** What `fetch` has read, so that no compiler finds the reading useless. */
  fetched = 0

  /**
   * Has the memory of a text brought near that will be copied soon: reads that do not wait for each
   * other take the time of one, where copies one after the other would each wait for theirs.
   */
  fetch(number: number): void {
    const rows = this.#rows
    const row = this.#rowOf(number)
    if (rows[row] !== number + 1) return
    const bytes = this.#bytes
    const to = rows[row + 2]!
    let sum = 0
    for (let at = rows[row + 1]!; at < to; at += LINE_BYTES) sum += bytes[at]!
    this.fetched += sum + bytes[to - 1]!
  }

  /** How long the text is, bytes; 0 when it is not kept. */
  bytesOf(number: number): number {
    const rows = this.#rows
    const row = this.#rowOf(number)
    return rows[row] === number + 1 ? rows[row + 2]! - rows[row + 1]! : 0
  }

  /** Copies a text that is kept to `out`, which has room for it; where it ends. */
  copy(number: number, out: Uint8Array, at: number): number {
    const row = this.#rowOf(number)
    const from = this.#rows[row + 1]!
    const to = this.#rows[row + 2]!
    this.#bytes.copy(out, at, from, to)
    return at + to - from
  }

  /** Adds a text that is kept to `out`. */
  addTo(out: JsonBytes, number: number): void {
    const row = this.#rowOf(number)
    out.addBytes(this.#bytes, this.#rows[row + 1]!, this.#rows[row + 2]!)
  }

  addFirstTo(out: JsonBytes, number: number): void {
    const row = this.#rowOf(number)
    const from = this.#rows[row + 1]!
    out.addBytes(this.#bytes, from, from + this.#rows[row + 3]!)
  }

  addRestTo(out: JsonBytes, number: number): void {
    const row = this.#rowOf(number)
    const from = this.#rows[row + 1]! + this.#rows[row + 3]!
    out.addBytes(this.#bytes, from, this.#rows[row + 2]!)
  }

  /** Keeps `text[from … to]` as the text; when the memory is used up, that alone. */
  keep(number: number, text: Uint8Array, from: number, to: number, firstBytes = 0): void {
    const bytes = to - from
    if (this.#length + bytes > this.#bytesMax) {
      this.#rows.fill(0)
      this.#length = 0
    }
    this.#bytes = withRoom(this.#bytes, this.#length + bytes)
    this.#bytes.set(text.subarray(from, to), this.#length)
    const row = this.#rowOf(number)
    this.#rows[row] = number + 1
    this.#rows[row + 1] = this.#length
    this.#length += bytes
    this.#rows[row + 2] = this.#length
    this.#rows[row + 3] = firstBytes
  }

  #rowOf(number: number): number {
    return ROW * (number & this.#mask)
  }
}
