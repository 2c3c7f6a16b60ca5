import type { Pois } from '../pois/pois.ts'
import { withRoom } from './room.ts'

/*
 * A text of each POI, written when it is first asked for and copied from then on: a copy takes 20
 * nanoseconds, the writing ten times as long and more.
 *
 *   from   Uint32[n]  where the text of a POI begins in bytes
 *   to     Uint32[n]  where it ends; 0 for one that is not kept
 *   bytes  Uint8[…]   the texts, in the order in which they were asked for
 */

/** Of each list of texts and thread: all that a large city has. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const FIRST_BYTES = 65_536

export class KeptTexts {
  readonly #bytesMax: number
  #pois: Pois | null = null
  #from = new Uint32Array(0)
  #to = new Uint32Array(0)
  // A Buffer copies a part of itself without making an object for it.
  #bytes = Buffer.alloc(FIRST_BYTES)
  #length = 0

  constructor(bytesMax = KEPT_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** Has to come before all else: texts of another index are forgotten. */
  open(pois: Pois): void {
    if (pois === this.#pois) return
    this.#pois = pois
    this.#from = new Uint32Array(pois.index.pois)
    this.#to = new Uint32Array(pois.index.pois)
    this.#length = 0
  }

  /** What `fetch` has read, so that no compiler finds the reading useless. */
  fetched = 0

  /**
   * Has the memory of texts brought near that will be copied soon: reads that do not wait for each
   * other take the time of one, where copies one after the other would each wait for theirs.
   */
  fetch(pois: readonly number[]): void {
    const bytes = this.#bytes
    let sum = 0
    for (let i = 0; i < pois.length; i++) {
      const from = this.#from[pois[i]!]!
      const to = this.#to[pois[i]!]!
      if (to > 0) sum += bytes[from]! + bytes[(from + to) >> 1]! + bytes[to - 1]!
    }
    this.fetched = sum
  }

  /** How long the text of a POI is, bytes; 0 when it is not kept. */
  bytesOf(poi: number): number {
    const to = this.#to[poi]!
    return to === 0 ? 0 : to - this.#from[poi]!
  }

  /** Copies the text of a POI, which is kept, to `out`, which has room for it; where it ends. */
  copy(poi: number, out: Uint8Array, at: number): number {
    const from = this.#from[poi]!
    const to = this.#to[poi]!
    this.#bytes.copy(out, at, from, to)
    return at + to - from
  }

  /** Keeps `text[from … to]` as the text of a POI; when the memory is used up, that alone. */
  keep(poi: number, text: Uint8Array, from: number, to: number): void {
    const bytes = to - from
    if (this.#length + bytes > this.#bytesMax) {
      this.#to.fill(0)
      this.#length = 0
    }
    this.#reserve(bytes)
    this.#bytes.set(text.subarray(from, to), this.#length)
    this.#from[poi] = this.#length
    this.#length += bytes
    this.#to[poi] = this.#length
  }

  #reserve(bytes: number): void {
    this.#bytes = withRoom(this.#bytes, this.#length + bytes)
  }
}
