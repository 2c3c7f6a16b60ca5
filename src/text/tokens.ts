import { type FoldedToken, foldToken, joinApostrophes, WORD } from './fold.ts'

/** A word or number of a text, as the indexes know it. */
export interface Token extends FoldedToken {
  /** What stands between it and the token before: '' at a letter-digit seam and at the start. */
  readonly before: string
}

export const TOKENS_MAX = 24 // one bit a token in the match masks, with room for expansions

const LETTERS_THEN_DIGITS = /^(\p{L}[\p{L}\p{M}]*)(\p{N}.*)$/u

/**
 * The tokens of a text, at most TOKENS_MAX; what comes after is dropped. A word is cut where
 * digits follow letters, so that `Q5`, `Q.5` and `q 5`, `CMT8` and `CMT 8` are the same two
 * tokens, but not where letters follow digits: `12A` is one number.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const before = text.slice(end, match.index)
    end = match.index + match[0].length
    tokens.push(...tokensOfWord(joinApostrophes(match[0]), before))
    if (tokens.length >= TOKENS_MAX) break
  }
  return tokens.slice(0, TOKENS_MAX)
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

const NUMBER = /^[0-9]/

/** Whether the token begins with a digit: `12`, `12a`, `3`. */
export function isNumber(token: Token): boolean {
  return NUMBER.test(token.folded)
}
