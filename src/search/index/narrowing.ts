import type { SearchIndex } from './layout.ts'
import { endsAt, firstGoingOn } from './lookup.ts'

const ROWS = 16_384 // a power of two; rows are half a cache line
const COLUMNS = 8
const FREE = 0 // no depth that is asked for

/**
 * Which names go on with which word (`narrow` in lookup.ts), as far as it was asked for of late:
 * the same pairs and triples of syllables come again and again, and each costs two binary searches
 * through names that lie far apart. A row is overwritten by the next that falls on it.
 *
 *   rows  Uint32[8 · ROWS]   first name of the range, depth, first token and end of tokens; then
 *                            the first name and the end of what was found, whether it is a name
 */
export class Narrowing {
  private readonly index: SearchIndex
  private readonly rows = new Uint32Array(COLUMNS * ROWS).fill(FREE)
  /** The names found: `from` up to `to`. */
  from = 0
  to = 0
  /** Whether the first of them ends with the token that was asked for. */
  isName = false

  constructor(index: SearchIndex) {
    this.index = index
  }

  /**
   * Finds those of the names `from` up to `to` whose token at `depth`, at least 1, is one of
   * `tokenFrom` up to `tokenTo`. The range is all names that begin with some `depth` tokens.
   */
  find(from: number, to: number, depth: number, tokenFrom: number, tokenTo: number): void {
    const { rows } = this
    // All names that begin alike are one range: where it begins tells where it ends.
    const hash = Math.imul(from ^ Math.imul(tokenFrom ^ (tokenTo << 16), 0x9e3779b1), 0x85ebca6b)
    const at = COLUMNS * ((hash ^ (hash >>> 15) ^ depth) & (ROWS - 1))
    const isKnown =
      rows[at] === from &&
      rows[at + 1] === depth &&
      rows[at + 2] === tokenFrom &&
      rows[at + 3] === tokenTo
    if (!isKnown) {
      rows[at] = from
      rows[at + 1] = depth
      rows[at + 2] = tokenFrom
      rows[at + 3] = tokenTo
      this.look(at, to)
    }
    this.from = rows[at + 4]!
    this.to = rows[at + 5]!
    this.isName = rows[at + 6] !== 0
  }

  /** Fills in the rest of a row, for a range that ends at `to`. */
  private look(at: number, to: number): void {
    const { index, rows } = this
    const [from, depth, tokenFrom, tokenTo] = rows.subarray(at, at + 4)
    const first = firstGoingOn(index, from!, to, depth!, tokenFrom!)
    const end = firstGoingOn(index, first, to, depth!, tokenTo!)
    rows[at + 4] = first
    rows[at + 5] = end
    rows[at + 6] = endsAt(index, { from: first, to: end }, depth! + 1) ? 1 : 0
  }
}
