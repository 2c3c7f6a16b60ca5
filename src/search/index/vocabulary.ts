import { RecentMap } from '../../base/recent-map.ts'
import type { Token } from '../../text/tokens.ts'
import { NONE, nameCount, type SearchIndex } from './layout.ts'
import { formOf, type NameRange, narrow, type TokenRange, tokenRange } from './lookup.ts'

/** The syllables of the language, and what is half typed, many times over. */
const WORDS_KEPT = 16_384

/** What a word of a query is in an index. */
export interface Word {
  /** As one token of the index or none. */
  readonly itself: TokenRange
  /** The tokens that begin with it. */
  readonly begun: TokenRange
  /** Its marked form, NONE when no name is spelt so. */
  readonly form: number
  /** Whether names have it as it is spelt, and otherwise. */
  readonly isEither: boolean
  /** The names whose first token it is. */
  readonly opens: NameRange
  /** The names whose first token begins with it. */
  readonly mayOpen: NameRange
}

/**
 * What the words of queries are in an index, kept: half a dozen binary searches each, while queries
 * are made of a few thousand syllables.
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
      isEither: form !== NONE && forms > 1,
      opens: narrow(index, names, 0, itself),
      mayOpen: narrow(index, names, 0, begun),
    }
  }
}
