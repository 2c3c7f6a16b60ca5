import { addressParts } from '../text/address.ts'
import type { PartKind } from '../text/lexicon/addresses.ts'
import { type Token, tokenize, tokenStart } from '../text/tokens.ts'
import { wordEnd } from '../text/word.ts'
import { foldedSpan } from '../text/words.ts'
import type { FoundIntersection } from './interpret/intersections.ts'
import { type BesideMatch, isBeside } from './interpret/nearness.ts'
import type { Match } from './model/match.ts'
import type { PlaceAnswer, Query } from './model/query.ts'
import { bits } from './plan/token-mask.ts'

/*
 * The typed words that an answer lacks. A match knows the tokens of its interpretation. The typed
 * tokens are aligned with these: equal tokens with each other, and each gap between them with the
 * gap there.
 */

/** The words of a text that its answer lacks, and the other name by which the place was found. */
export interface Leftover {
  /** As typed, in their order. */
  readonly unmatched: readonly string[]
  /** As typed; null where the answer shows that name. */
  readonly otherName: string | null
}

const NOTHING: Leftover = { unmatched: [], otherName: null }

/** Parts of an address that say nothing of the place, or only what every answer says. */
const SAYS_NOTHING: ReadonlySet<PartKind> = new Set([
  ...(['country', 'former', 'label', 'linking', 'asking', 'asking behind'] as const),
])

/** Joins tokens that are one word to a person: `12/3`, `P.7`. */
const JOINT = /^[/.\-–]?$/

/** `answer` is called only where words are left over, or another name was typed. */
export function leftoverOf(query: Query, match: Match, answer: () => PlaceAnswer): Leftover {
  if (isAll(query, match)) return NOTHING
  const { tokens } = query
  const spans = alignedWith(tokens, match.tokens)
  const held = heldMask(match, answer)
  const left = isBeside(match)
    ? leftBeside(query, match, held)
    : leftOf(spans, held, 0, tokens.length)
  const otherName = otherNameOf(query, spans, match, answer)
  return left.length === 0 && otherName === null
    ? NOTHING
    : { unmatched: wordsOf(query, withoutEmpty(query, left)), otherName }
}

/** The typed words that a crossing does not explain, as typed; without the words for a crossing. */
export function unmatchedByCrossing(
  query: Query,
  { tokens, mask }: FoundIntersection,
): readonly string[] {
  const spans = alignedWith(query.tokens, tokens)
  const left = indices(query.tokens).filter((i) => spans[i] !== 0 && (spans[i]! & mask) === 0)
  return wordsOf(query, withoutEmpty(query, left))
}

/** Whether the match explains all that was typed, by an official name. */
function isAll({ tokens }: Query, { tokens: read, otherNameMask, ...match }: Match): boolean {
  if (read !== tokens || otherNameMask !== 0 || !isDoor(match)) return false
  return (bits(0, tokens.length) & ~match.mask) === 0
}

/** Whether the answer has the number that the query asks for, if any. */
function isDoor({ numberMatch }: Pick<Match, 'numberMatch'>): boolean {
  return numberMatch === 'none' || numberMatch === 'house' || numberMatch === 'between'
}

/** The tokens that the answer has: the 12 of `12/3` found as alley 12, none of a missing number. */
function heldMask(match: Match, answer: () => PlaceAnswer): number {
  const { tokens, mask, numberMask, numberMatch } = match
  if (isDoor(match)) return mask
  if (numberMatch === 'missing') return mask & ~numberMask
  const name = new Set(tokenize(answer().mainText).map(({ folded }) => folded))
  const isIn = (i: number) => name.has(tokens[i]!.folded)
  return tokens.reduce((held, _, i) => (isIn(i) ? held : held & ~(numberMask & (1 << i))), mask)
}

/** The typed tokens from `first` to `end` that no token in `held` stands for. */
function leftOf(spans: readonly number[], held: number, first: number, end: number): number[] {
  const left: number[] = []
  for (let i = first; i < end; i++) if ((spans[i - first]! & held) === 0) left.push(i)
  return left
}

/** The tokens left of both parts of a text; the words for nearness between them are explained. */
function leftBeside({ tokens }: Query, match: BesideMatch, held: number): number[] {
  const { whatEnd, whereFirst, landmark } = match
  const what = alignedWith(tokens.slice(0, whatEnd), match.tokens)
  const left = leftOf(what, held, 0, whatEnd)
  if (landmark === null) return left
  const where = alignedWith(tokens.slice(whereFirst), landmark.tokens)
  return [...left, ...leftOf(where, landmark.mask, whereFirst, tokens.length)]
}

function withoutEmpty({ tokens }: Query, left: number[]): number[] {
  if (left.length === 0) return left
  const empty = addressParts(tokens).filter(({ kind }) => SAYS_NOTHING.has(kind))
  return left.filter((i) => !empty.some(({ first, end }) => i >= first && i < end))
}

/** The name that was typed, unless the answer has it, with or without spaces (`Hanoi`). */
function otherNameOf(
  { text, tokens: typed }: Query,
  spans: readonly number[],
  { tokens, otherNameMask }: Match,
  answer: () => PlaceAnswer,
): string | null {
  if (otherNameMask === 0) return null
  const named = indices(typed).filter((i) => (spans[i]! & otherNameMask) !== 0)
  const [first] = named
  if (first === undefined) return null
  const name = tokens.filter((_, i) => (otherNameMask & (1 << i)) !== 0)
  const shown = tokenize(answer().address)
  const has = (joint: string) => textOf(shown, joint).includes(textOf(name, joint))
  if (has(' ') || (name.length === 1 && has(''))) return null
  return text.slice(tokenStart(text, first), endOf(text, typed, named.at(-1)!))
}

function textOf(tokens: readonly Token[], joint: string): string {
  const text = foldedSpan(tokens, 0, tokens.length)
  return joint === '' ? text.replaceAll(' ', '') : ` ${text} `
}

/** The tokens as words of the text, as typed. */
function wordsOf({ text, tokens }: Query, left: readonly number[]): readonly string[] {
  const words: string[] = []
  for (let at = 0; at < left.length; ) {
    const first = left[at]!
    let last = first
    while (left[++at] === last + 1 && JOINT.test(tokens[last + 1]!.before)) last++
    words.push(text.slice(tokenStart(text, first), endOf(text, tokens, last)))
  }
  return words
}

/** The end of a token in the text, UTF-16 units. */
function endOf(text: string, tokens: readonly Token[], at: number): number {
  const next = tokens[at + 1]
  if (next?.before === '') return tokenStart(text, at + 1)
  return wordEnd(text, tokenStart(text, at))
}

function indices(tokens: readonly Token[]): number[] {
  return tokens.map((_, i) => i)
}

/** Of each typed token the tokens of an interpretation that stand for it, as bits; 0 for none. */
function alignedWith(typed: readonly Token[], read: readonly Token[]): readonly number[] {
  const spans: number[] = new Array(typed.length).fill(0)
  for (let i = 0, k = 0; i < typed.length && k < read.length; ) {
    if (isSame(typed[i]!, read[k]!)) {
      spans[i++] = 1 << k++
      continue
    }
    const gap = gapBefore(typed, i, read, k)
    const end = i + (gap >> 8)
    const readEnd = k + (gap & 0xff)
    const isEven = end - i === readEnd - k
    for (let at = i; at < end; at++) spans[at] = isEven ? 1 << (k + at - i) : bits(k, readEnd)
    i = end
    k = readEnd
  }
  return spans
}

/** The fewest tokens to skip in both up to the next equal ones: 256 a + b. */
function gapBefore(typed: readonly Token[], i: number, read: readonly Token[], k: number): number {
  const [typedCount, readCount] = [typed.length - i, read.length - k]
  for (let sum = 1; sum < typedCount + readCount; sum++) {
    for (let a = Math.max(0, sum - readCount + 1); a <= sum && a < typedCount; a++) {
      if (isSame(typed[i + a]!, read[k + sum - a]!)) return (a << 8) | (sum - a)
    }
  }
  return (typedCount << 8) | readCount
}

function isSame(a: Token, b: Token): boolean {
  return a === b || a.folded === b.folded
}
