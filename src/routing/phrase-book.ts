/**
 * Phrases that were made of late, each known by five whole numbers below 2³² that it was made from:
 * most of what a route says has been said before. A phrase stays until another one wants its place,
 * so that a book holds PLACES at most: some hundred bytes each.
 *
 *   keys     Uint32[5 places]  the numbers of the phrase at each place
 *   phrases  string[places]    the phrases; undefined where there is none
 */
export class PhraseBook {
  readonly #keys = new Uint32Array(KEY * PLACES)
  readonly #phrases = new Array<string | undefined>(PLACES).fill(undefined)

  /** Null when it is not known, or not any more. */
  find(a: number, b: number, c: number, d: number, e: number): string | null {
    const place = placeOf(a, b, c, d, e)
    const keys = this.#keys
    const at = KEY * place
    if (keys[at] !== a >>> 0 || keys[at + 1] !== b >>> 0 || keys[at + 2] !== c >>> 0) return null
    if (keys[at + 3] !== d >>> 0 || keys[at + 4] !== e >>> 0) return null
    return this.#phrases[place] ?? null
  }

  keep(a: number, b: number, c: number, d: number, e: number, phrase: string): void {
    const place = placeOf(a, b, c, d, e)
    const at = KEY * place
    this.#keys[at] = a
    this.#keys[at + 1] = b
    this.#keys[at + 2] = c
    this.#keys[at + 3] = d
    this.#keys[at + 4] = e
    this.#phrases[place] = phrase
  }
}

const KEY = 5
const PLACE_BITS = 13
const PLACES = 1 << PLACE_BITS

/** Multiplied by the golden ratio, whose high bits depend on all that went in (Knuth 6.4). */
function placeOf(a: number, b: number, c: number, d: number, e: number): number {
  let hash = Math.imul(a, GOLDEN) ^ b
  hash = Math.imul(hash ^ (hash >>> 15), GOLDEN) ^ c
  hash = Math.imul(hash ^ (hash >>> 15), GOLDEN) ^ d
  hash = Math.imul(hash ^ (hash >>> 15), GOLDEN) ^ e
  return Math.imul(hash ^ (hash >>> 15), GOLDEN) >>> (32 - PLACE_BITS)
}

const GOLDEN = 0x9e3779b1
