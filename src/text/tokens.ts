import { type FoldedToken, foldToken, joinApostrophes } from './fold.ts'
import { wordEnd, wordStart } from './word.ts'
import { WordMemo } from './word-memo.ts'

/** A word or number of a text, as the indexes know it. */
export interface Token extends FoldedToken {
  /** What stands between it and the token before: '' at a letter-digit seam and at the start. */
  readonly before: string
}

export const TOKENS_MAX = 24 // one bit a token in the match masks, with room for expansions

const SPACE = 0x20

const LETTERS_THEN_DIGITS = /^(\p{L}[\p{L}\p{M}]*)(\p{N}.*)$/u

/**
 * The tokens of a text, at most `max`; what comes after is dropped. A word is cut where
 * digits follow letters, so that `Q5`, `Q.5` and `q 5`, `CMT8` and `CMT 8` are the same two
 * tokens, but not where letters follow digits: `12A` is one number.
 */
export function tokenize(text: string, max = TOKENS_MAX): Token[] {
  const tokens: Token[] = []
  let end = 0
  while (tokens.length < max) {
    const first = wordStart(text, end)
    if (first === text.length) break
    const last = wordEnd(text, first)
    const parts = partsOf(text, first, last)
    for (let i = 0; i < parts.length && tokens.length < max; i++) {
      const { folded, marked, hasMarks } = parts[i]!
      tokens.push({ folded, marked, hasMarks, before: i === 0 ? between(text, end, first) : '' })
    }
    end = last
  }
  return tokens
}

/** What stands between two words; nearly always one space, which need not be cut out. */
function between(text: string, from: number, to: number): string {
  return to - from === 1 && text.charCodeAt(from) === SPACE ? ' ' : text.slice(from, to)
}

/** Words met so far, folded: syllables are few. */
const knownWords = new WordMemo<readonly FoldedToken[]>()
const KNOWN_WORD_CHARS_MAX = 24

function partsOf(text: string, first: number, end: number): readonly FoldedToken[] {
  const known = knownWords.get(text, first, end)
  if (known) return known
  const word = text.slice(first, end)
  const parts = tokensOfWord(joinApostrophes(word), '')
  if (word.length <= KNOWN_WORD_CHARS_MAX) knownWords.add(word, parts)
  return parts
}

/** One word, cut where digits follow letters. `before` is what stands in front of it. */
export function tokensOfWord(word: string, before: string): Token[] {
  const seam = LETTERS_THEN_DIGITS.exec(word)
  if (!seam?.[1] || !seam[2]) return [{ ...foldToken(word), before }]
  return [
    { ...foldToken(seam[1]), before },
    { ...foldToken(seam[2]), before: '' },
  ]
}

/** Whether the token begins with a digit: `12`, `12a`, `3`. */
export function isNumber(token: Token): boolean {
  const code = token.folded.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}
