import type { Point } from '../../geo/point.ts'
import { type Token, tokenize } from '../../text/tokens.ts'

/** Words read at most: floors and flats in front leave the plan the part that gazetteers hold. */
const WORDS_MAX = 48

/** A text to search for, read once: everything behind works on its tokens. */
export interface Query {
  /** As typed. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** Whether the last word may go on. */
  readonly typing: boolean
  readonly focus: Point | null
}

export function parse(text: string, typing: boolean, focus: Point | null): Query {
  return { text, tokens: tokenize(text, WORDS_MAX), typing, focus }
}
