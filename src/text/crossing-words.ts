import { numberChains } from './house-number.ts'
import { entries } from './lexicon/concept.ts'
import { CROSSING, JOINING, LEADING, MEETING, OPENING } from './lexicon/crossings.ts'
import { isNumber, type Token, tokenize } from './tokens.ts'

/*
 * Places named as the crossing of two streets: `ngã tư Hàng Bài Tràng Tiền`,
 * `góc Lý Thường Kiệt và Bà Triệu`.
 */

/** Signs between two streets. */
const SEAM = /^\s*[-–—,;/|+×]\s*$/

const openings = tokenLines(OPENING)
const meetings = tokenLines(MEETING)
const leadings = tokenLines(LEADING)
const crossings = tokenLines(CROSSING)
const joinings = tokenLines(`${CROSSING}, ${JOINING}`)

const FIRST_WORDS = new Set([...openings.keys(), ...meetings.keys(), ...leadings.keys()])

/** A text as the name of a crossing. */
export interface CrossingReading {
  /** Tokens of the two streets, one after the other, and of their unit. */
  readonly tokens: readonly Token[]
  /**
   * Index of the second street, if no word shows that it is a crossing: `Kim Mã, Núi Trúc` may as
   * well be a street in a unit. Else 0.
   */
  readonly seam: number
}

/** Whether a text may name a crossing, by its first word: most do not, and need only this check. */
export function mayTellCrossing(text: string, tokens: readonly Token[]): boolean {
  return joinsBySign(text) || FIRST_WORDS.has(tokens[0]?.folded ?? '')
}

/** Whether a text has the one sign that alone means a crossing. */
export function joinsBySign(text: string): boolean {
  return text.includes('&')
}

/**
 * The streets of a crossing, without the words for crossings, the likeliest reading first. Empty
 * where a text names no crossing.
 */
export function crossingReadings(tokens: readonly Token[]): CrossingReading[] {
  let leading = 0
  for (let more = 1; more > 0; leading += more) more = longestAt(leadings, tokens, leading)
  const opened = leading + longestAt(openings, tokens, leading)
  if (opened > leading) return joinedReadings(tokens.slice(opened))
  const met = leading + longestAt(meetings, tokens, leading)
  if (met > leading && tokens.some((_, i) => i > met && joinsAt(tokens, i))) {
    return joinedReadings(tokens.slice(met))
  }
  // `Đầu Cầu` is no street at the beginning of Cầu.
  const rests = leading === 0 ? [tokens] : [tokens, tokens.slice(leading)]
  return rests.flatMap((rest) =>
    rest.some((_, i) => i > 0 && namesCrossing(rest, i))
      ? joinedReadings(rest)
      : seamReadings(rest),
  )
}

function joinedReadings(rest: readonly Token[]): CrossingReading[] {
  if (rest.length < 2) return []
  const joined = { tokens: withoutJoinings(rest), seam: 0 }
  return joined.tokens.length === rest.length ? [joined] : [joined, { tokens: rest, seam: 0 }]
}

/** `Kim Mã - Núi Trúc`, but not `12 - Núi Trúc`: a number in front is that of a house. */
function seamReadings(rest: readonly Token[]): CrossingReading[] {
  const seam = rest.findIndex((_, i) => i > 0 && joinsAt(rest, i))
  if (seam < 0 || numberChains(rest.slice(0, seam)).some(({ first }) => first === 0)) return []
  const second = rest.slice(seam + longestAt(joinings, rest, seam))
  return second.length === 0 ? [] : [{ tokens: [...rest.slice(0, seam), ...second], seam }]
}

/** Whether something joins token `at` to what is before it; numbers joined so are one. */
function joinsAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!
  if (longestAt(joinings, tokens, at) > 0) return true
  return SEAM.test(token.before) && !(isNumber(token) && isNumber(tokens[at - 1]!))
}

function namesCrossing(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.before.includes('&') || longestAt(crossings, tokens, at) > 0
}

/** But for the first word: nothing is joined to what is not there. */
function withoutJoinings(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const length = at === 0 ? 0 : longestAt(joinings, tokens, at)
    if (length === 0) kept.push(tokens[at]!)
    at += Math.max(1, length)
  }
  return kept
}

/** Count of tokens from `at` on that are one of the lines: of several the longest; 0 for none. */
function longestAt(lines: TokenLines, tokens: readonly Token[], at: number): number {
  const beginning = lines.get(tokens[at]?.folded ?? '')
  if (beginning === undefined) return 0
  let longest = 0
  for (const line of beginning) {
    const isIt = line.every((word, i) => isWord(tokens[at + i], word))
    if (isIt && line.length > longest) longest = line.length
  }
  return longest
}

function isWord(token: Token | undefined, word: Token): boolean {
  if (!token || token.folded !== word.folded) return false
  return !token.hasMarks || isNumber(token) || token.marked === word.marked
}

/** Lines of words by the first of each. */
type TokenLines = ReadonlyMap<string, readonly Token[][]>

function tokenLines(list: string): TokenLines {
  return Map.groupBy(
    entries(list).map((line) => tokenize(line)),
    ([first]) => first?.folded ?? '',
  )
}
