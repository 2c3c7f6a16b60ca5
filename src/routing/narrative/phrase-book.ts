import { jsonBytesOf, LANE, type Phrase } from '../model/phrase.ts'

/**
 * Phrases that were made of late, each known by five whole numbers below 2³² that it was made from:
 * most of what a route says has been said before. A phrase stays until another one wants its place
 * or there is no room for more, so that a book holds PLACES and LANES at most.
 *
 *   rows   Uint32[8 places]  the numbers of the phrase at each place, where it begins in lanes, its
 *                            bytes plus 1, or 0 where there is none; half a line of the cache
 *   lanes  Int32[…]          the phrases as `Phrase` has them, in the order in which they were made
 */
export class PhraseBook {
  readonly #rows = new Uint32Array(ROW * PLACES)
  /** Phrases that were given away may outlive a book that is full: it then begins another. */
  #lanes = new Int32Array(LANES)
  #length = 0

  /** Null when it is not known, or not any more. */
  find(a: number, b: number, c: number, d: number, e: number): Phrase | null {
    const rows = this.#rows
    const row = ROW * placeOf(a, b, c, d, e)
    if (rows[row] !== a >>> 0 || rows[row + 1] !== b >>> 0 || rows[row + 2] !== c >>> 0) return null
    if (rows[row + 3] !== d >>> 0 || rows[row + 4] !== e >>> 0) return null
    const bytes = rows[row + BYTES]! - 1
    if (bytes < 0) return null
    const lanes = this.#lanes
    const at = rows[row + AT]!
    return { lanes, at, bytes }
  }

  keep(a: number, b: number, c: number, d: number, e: number, text: string): Phrase {
    const written = jsonBytesOf(text)
    const length = Math.ceil(written.length / LANE)
    if (this.#length + length > this.#lanes.length) this.#startAnew(length)
    const lanes = this.#lanes
    const at = this.#length
    new Uint8Array(lanes.buffer, LANE * at).set(written)
    this.#length += length
    this.#rows.set([a, b, c, d, e, at, written.length + 1], ROW * placeOf(a, b, c, d, e))
    return { lanes, at, bytes: written.length }
  }

  #startAnew(length: number): void {
    this.#rows.fill(0)
    this.#lanes = new Int32Array(Math.max(LANES, length))
    this.#length = 0
  }
}

const ROW = 8
/** In a row. */
const AT = 5
const BYTES = 6
/** A country's main roads say 5,000: few of so many places are wanted twice. */
const PLACE_BITS = 15
const PLACES = 1 << PLACE_BITS
/** 2 MB: of a phrase some 20. */
const LANES = 1 << 19

/** Multiplied by the golden ratio, whose high bits depend on all that went in (Knuth 6.4). */
function placeOf(a: number, b: number, c: number, d: number, e: number): number {
  let hash = Math.imul(a, GOLDEN) ^ b
  hash = Math.imul(hash ^ (hash >>> 15), GOLDEN) ^ c
  hash = Math.imul(hash ^ (hash >>> 15), GOLDEN) ^ d
  hash = Math.imul(hash ^ (hash >>> 15), GOLDEN) ^ e
  return Math.imul(hash ^ (hash >>> 15), GOLDEN) >>> (32 - PLACE_BITS)
}

const GOLDEN = 0x9e3779b1
