import type { Token } from '../../text/tokens.ts'
import { NONE, nameCount, type SearchIndex } from './layout.ts'
import {
  endsAt,
  formCount,
  formOf,
  type NameRange,
  narrow,
  type TokenRange,
  tokenRange,
} from './lookup.ts'

/** Rows that are kept: the syllables of the language, and what is half typed, many times over. */
const ROWS = 16_384 // a power of two

/*
 * The columns of a word, one line of the processor's cache.
 */
const KEY = 0
/** The word itself, as one token of the index or none: from here up to the next. */
export const FROM = 1
export const TO = 2
/** The tokens that begin with it. */
export const BEGUN_FROM = 3
export const BEGUN_TO = 4
/** Its marked form, NONE when no name is spelt so. */
export const FORM = 5
/** The names whose first token it is. */
export const OPENS_FROM = 6
export const OPENS_TO = 7
/** The names whose first token begins with it. */
export const MAY_OPEN_FROM = 8
export const MAY_OPEN_TO = 9
/** 1 where the first of the names that it opens is the word and no more, else 0. */
export const IS_NAME = 10
/** 1 where names have the word as it is spelt, and otherwise, else 0. */
export const IS_EITHER = 11
export const WORD_COLUMNS = 16

/**
 * What the words of queries are in an index, looked up once: half a dozen binary searches each,
 * while queries are made of a few thousand syllables. A row is overwritten by the next word that
 * falls on it.
 *
 *   rows  Int32[WORD_COLUMNS * ROWS]   columns above, at the key of the word's token
 */
export class Vocabulary {
  private readonly index: SearchIndex
  private readonly rows = new Int32Array(WORD_COLUMNS * ROWS)

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Copies the columns of a word to `words`, from `at` on. */
  copy(token: Token, words: Int32Array, at: number): void {
    const { rows } = this
    const row = this.rowOf(token)
    for (let column = 0; column < WORD_COLUMNS; column++) words[at + column] = rows[row + column]!
  }

  /** The word itself, as one token of the index or none. */
  itself(token: Token): TokenRange {
    const row = this.rowOf(token)
    return { from: this.rows[row + FROM]!, to: this.rows[row + TO]! }
  }

  /** The word, unfinished: the tokens that begin with it. */
  begunBy(token: Token): TokenRange {
    const row = this.rowOf(token)
    return { from: this.rows[row + BEGUN_FROM]!, to: this.rows[row + BEGUN_TO]! }
  }

  /** The names whose first token it is. */
  openedBy(token: Token): NameRange {
    const row = this.rowOf(token)
    return { from: this.rows[row + OPENS_FROM]!, to: this.rows[row + OPENS_TO]! }
  }

  /** Where the row of the token begins. */
  private rowOf(token: Token): number {
    const { key } = token
    const row = WORD_COLUMNS * (key & (ROWS - 1))
    // Long words have no key: hardly any is in an index.
    if (key === 0 || this.rows[row + KEY] !== key) this.lookUp(token, row)
    return row
  }

  private lookUp(token: Token, row: number): void {
    const { index, rows } = this
    const names = { from: 0, to: nameCount(index) }
    const itself = tokenRange(index, token.folded, false)
    const begun = tokenRange(index, token.folded, true)
    const opens = narrow(index, names, 0, itself)
    const mayOpen = narrow(index, names, 0, begun)
    rows[row + KEY] = token.key
    rows[row + FROM] = itself.from
    rows[row + TO] = itself.to
    rows[row + BEGUN_FROM] = begun.from
    rows[row + BEGUN_TO] = begun.to
    rows[row + FORM] = formOf(index, itself, token)
    rows[row + OPENS_FROM] = opens.from
    rows[row + OPENS_TO] = opens.to
    rows[row + MAY_OPEN_FROM] = mayOpen.from
    rows[row + MAY_OPEN_TO] = mayOpen.to
    rows[row + IS_NAME] = endsAt(index, opens, 1) ? 1 : 0
    rows[row + IS_EITHER] = rows[row + FORM] !== NONE && formCount(index, itself) > 1 ? 1 : 0
  }
}
