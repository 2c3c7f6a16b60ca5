import { RecentMap } from '../../base/recent-map.ts'
import type { Token } from '../../text/tokens.ts'
import { NONE, nameCount, type SearchIndex } from './layout.ts'
import { formOf, type NameRange, narrow, type TokenRange, tokenRange } from './lookup.ts'

/** Many times the syllables of the language and their beginnings. */
const WORDS_KEPT = 16_384

/** A word of a query, looked up in an index. */
export interface Word {
  /** The token that the word is, or an empty range. */
  readonly itself: TokenRange
  /** The tokens that begin with it. */
  readonly begun: TokenRange
  /** Its marked form, NONE when no name is spelt so. */
  readonly form: number
  /** Whether names have it spelt as it is, and with other marks. */
  readonly isAmbiguous: boolean
  /** The names whose first token it is. */
  readonly opens: NameRange
  /** The names whose first token begins with it. */
  readonly mayOpen: NameRange
}

/**
 * The words of queries, looked up in an index and kept: each costs half a dozen binary searches,
 * and queries are made of a few thousand syllables.
 */
export class Vocabulary {
  private readonly index: SearchIndex
  private readonly kept = new RecentMap<number, Word>(WORDS_KEPT)

  constructor(index: SearchIndex) {
    this.index = index
  }

  of(token: Token): Word {
    const { key } = token
    // Long words have no key: hardly any is in an index.
    const known = key === 0 ? undefined : this.kept.get(key)
    if (known) return known
    const word = this.lookUp(token)
    this.kept.set(key, word)
    return word
  }

  /** The token that the word is; with `isBegun`, those that it begins. */
  rangeOf(token: Token, isBegun: boolean): TokenRange {
    const { itself, begun } = this.of(token)
    return isBegun ? begun : itself
  }

  private lookUp(token: Token): Word {
    const { index } = this
    const names = { from: 0, to: nameCount(index) }
    const itself = tokenRange(index, token.folded, false)
    const begun = tokenRange(index, token.folded, true)
    const form = formOf(index, itself, token)
    const forms = index.formFirst[itself.to]! - index.formFirst[itself.from]!
    return {
      itself,
      begun,
      form,
      isAmbiguous: form !== NONE && forms > 1,
      opens: narrow(index, names, 0, itself),
      mayOpen: narrow(index, names, 0, begun),
    }
  }
}
