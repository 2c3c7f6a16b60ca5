import type { Token } from '../text/tokens.ts'
import { nameCount, type SearchIndex } from './layout.ts'
import { endsAt, formOf, narrow, tokenRange } from './lookup.ts'

/** What one word of a query is in an index: one flat record, as queries read all of it. */
export interface Word {
  /** The word itself, as one token of the index or none: `from` up to `to`. */
  readonly from: number
  readonly to: number
  /** The tokens that begin with it. */
  readonly begunFrom: number
  readonly begunTo: number
  /** Its marked form, NONE when no name is spelt so. */
  readonly form: number
  /** The names whose first token it is. */
  readonly opensFrom: number
  readonly opensTo: number
  /** Whether the first of these is the word and no more. */
  readonly isName: boolean
  /** The names whose first token begins with it. */
  readonly mayOpenFrom: number
  readonly mayOpenTo: number
}

/** Words that are kept: the syllables of the language, and what is half typed, many times over. */
const WORDS_MAX = 20_000

/**
 * The words of queries, looked up once: half a dozen binary searches each, while queries are made
 * of a few thousand syllables. Emptied when it is full.
 */
export class Vocabulary {
  private readonly index: SearchIndex
  private readonly plain = new Map<string, Word>()
  private readonly marked = new Map<string, Word & { readonly folded: string }>()

  constructor(index: SearchIndex) {
    this.index = index
  }

  word(token: Token): Word {
    return token.hasMarks ? this.markedWord(token) : this.plainWord(token)
  }

  private plainWord(token: Token): Word {
    const { folded } = token
    const known = this.plain.get(folded)
    if (known) return known
    if (this.plain.size === WORDS_MAX) this.plain.clear()
    const word = this.lookUp(token)
    this.plain.set(folded, word)
    return word
  }

  private markedWord(token: Token): Word {
    const { folded, marked } = token
    const known = this.marked.get(marked)
    // A tone digit may be a digit after all: `12á` and `12a1` are marked alike.
    if (known?.folded === folded) return known
    if (this.marked.size === WORDS_MAX) this.marked.clear()
    const word = { ...this.lookUp(token), folded }
    this.marked.set(marked, word)
    return word
  }

  private lookUp(token: Token): Word {
    const { index } = this
    const names = { from: 0, to: nameCount(index) }
    const itself = tokenRange(index, token.folded, false)
    const begun = tokenRange(index, token.folded, true)
    const opens = narrow(index, names, 0, itself)
    const mayOpen = narrow(index, names, 0, begun)
    return {
      from: itself.from,
      to: itself.to,
      begunFrom: begun.from,
      begunTo: begun.to,
      form: formOf(index, itself, token),
      opensFrom: opens.from,
      opensTo: opens.to,
      isName: endsAt(index, opens, 1),
      mayOpenFrom: mayOpen.from,
      mayOpenTo: mayOpen.to,
    }
  }
}
