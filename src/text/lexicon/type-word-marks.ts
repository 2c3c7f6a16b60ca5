import { roleOf } from '../roles.ts'
import type { Token } from '../tokens.ts'
import { MARKED_TYPE_WORDS } from './type-words.ts'

const IS_MARKED = roleOf(MARKED_TYPE_WORDS.keys())

const TONE = /[1-5]$/

/** Whether the token, of a name on a map, has marks that the type word of its letters has not. */
export function isSpeltOtherwise({ folded, marked, hasMarks }: Token): boolean {
  return hasMarks && (MARKED_TYPE_WORDS.get(folded) ?? marked) !== marked
}

/**
 * Whether the token was typed as another word than the type word of its letters. Missing marks mean
 * nothing: someone who is still typing `duong` or `dương` may mean `đường`.
 */
export function isOtherWord({ folded, marked, hasMarks }: Token): boolean {
  if (!hasMarks) return false
  const expected = MARKED_TYPE_WORDS.get(folded)
  if (expected === undefined || expected === marked) return false
  const tone = TONE.exec(marked)?.[0]
  if (tone !== undefined && !expected.endsWith(tone)) return true
  for (let i = 0; i < folded.length; i++) {
    if (marked[i] !== folded[i] && marked[i] !== expected[i]) return true
  }
  return false
}

/** Whether the token was typed without the marks that the type word of its letters has. */
export function lacksMarks(token: Token): boolean {
  return !token.hasMarks && token.has(IS_MARKED)
}
