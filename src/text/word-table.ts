import { entries } from './lexicon/concept.ts'
import { type Token, tokenize } from './tokens.ts'

/* Tables of words as a text is read by them: at a token, the longest entry. */

/** Words of a table as they are compared: folded, and with their marks. */
interface KnownWords<T> {
  readonly folded: readonly string[]
  readonly marked: readonly string[]
  readonly means: T
}

/** Lines of a table by the first of their words, the longer first. */
export type WordTable<T> = ReadonlyMap<string, readonly KnownWords<T>[]>

/** `words`: lists of words, each of which means the content of the line. */
export function tableOf<T extends { readonly words: string }>(lines: readonly T[]): WordTable<T> {
  const known = lines.flatMap((line) =>
    entries(line.words).map((words) => {
      const tokens = tokenize(words)
      const folded = tokens.map((token) => token.folded)
      return { folded, marked: tokens.map(({ marked }) => marked), means: line }
    }),
  )
  known.sort((a, b) => b.folded.length - a.folded.length)
  return Map.groupBy(known, ({ folded }) => folded[0] ?? '')
}

/**
 * The longest words of the table that begin at token `at`; marks must agree where any are typed.
 */
export function wordsAt<T>(table: WordTable<T>, tokens: readonly Token[], at: number) {
  for (const { folded, marked, means } of table.get(tokens[at]!.folded) ?? []) {
    if (areAt(folded, marked, tokens, at)) return { end: at + folded.length, means }
  }
  return null
}

function areAt(
  folded: readonly string[],
  marked: readonly string[],
  tokens: readonly Token[],
  at: number,
): boolean {
  for (let k = 0; k < folded.length; k++) {
    const token = tokens[at + k]
    if (token === undefined || token.folded !== folded[k]) return false
    if (token.hasMarks && token.marked !== marked[k]) return false
  }
  return true
}
