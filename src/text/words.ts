import type { TypeClass } from './lexicon/concept.ts'
import { isOtherWord } from './lexicon/type-word-marks.ts'
import { CLOSING_TYPE_WORDS, TYPE_WORDS } from './lexicon/type-words.ts'
import { roleOf } from './roles.ts'
import type { Token } from './tokens.ts'

/* Finds the words in a text that are types of names (lexicon/type-words.ts). */

/** Type words by their words from the last to the first. */
interface TypeWordTree {
  words: string
  classes: readonly TypeClass[] | null
  readonly before: Map<string, TypeWordTree>
}

const TYPE_WORD_TREE = typeWordTree()

/** The last word of a type word. */
const ENDS_TYPE_WORD = roleOf(TYPE_WORD_TREE.before.keys())

function typeWordTree(): TypeWordTree {
  const root: TypeWordTree = { words: '', classes: null, before: new Map() }
  for (const [words, classes] of TYPE_WORDS) {
    let node = root
    for (const word of words.split(' ').reverse()) {
      const next = node.before.get(word) ?? { words: '', classes: null, before: new Map() }
      node.before.set(word, next)
      node = next
    }
    node.words = words
    node.classes = classes
  }
  return root
}

const CLOSES = roleOf(CLOSING_TYPE_WORDS)

/** The class that the token announces behind a name; null for most words. */
export function closingClasses(token: Token): readonly TypeClass[] | null {
  return token.has(CLOSES) ? (TYPE_WORDS.get(token.folded) ?? null) : null
}

/** A type word in a text, from token `first` on. */
export interface TypeWord {
  readonly first: number
  /** As in `TYPE_WORDS`, folded. */
  readonly words: string
  readonly classes: readonly TypeClass[]
}

/** The longest type word that ends right before token `end`, and where it begins; or null. */
export function typeWordBefore(tokens: readonly Token[], end: number): TypeWord | null {
  if (end === 0 || !tokens[end - 1]!.has(ENDS_TYPE_WORD)) return null
  let node = TYPE_WORD_TREE
  let longest: TypeWord | null = null
  for (let first = end - 1; first >= 0; first--) {
    const longer = node.before.get(tokens[first]!.folded)
    if (!longer) break
    node = longer
    if (first === end - 1 && isOtherWord(tokens[first]!)) continue
    if (node.classes) longest = { first, words: node.words, classes: node.classes }
  }
  return longest
}

/** The folded words of tokens `first` to `end`, joined by spaces. */
export function foldedSpan(tokens: readonly Token[], first: number, end: number): string {
  let text = tokens[first]?.folded ?? ''
  for (let i = first + 1; i < end; i++) text += ` ${tokens[i]!.folded}`
  return text
}
