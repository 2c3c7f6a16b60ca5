import { isNumber, type Token, tokenize } from './tokens.ts'

/*
 * Words by which a place is told as the crossing of two streets: `ngã tư Hàng Bài Tràng Tiền`, `góc
 * Lý Thường Kiệt và Bà Triệu`. A local expert may add a line. Typed with other marks a word is
 * another one (`cát` is not `cắt`), typed without any it may be either.
 */

/** In front of the first street. */
const OPENING = [
  'ngã ba',
  'ngã tư',
  'ngã năm',
  'ngã sáu',
  'ngã bảy',
  'ngã 3',
  'ngã 4',
  'ngã 5',
  'ngã 6',
  'ngã 7',
  'vòng xoay',
  'vòng xuyến',
  'bùng binh', // the South's roundabout
  'nút giao',
  'giao lộ',
  'góc',
  'góc ngã tư',
  'góc ngã ba',
  'intersection of',
  'intersection',
  'junction of',
  'crossing of',
  'corner of',
  'corner',
]

/** Between the two streets, and enough to tell a crossing. */
const CROSSING = ['giao với', 'giao', 'cắt']

/** Between them, but between much else, too. */
const JOINING = ['với', 'và', 'and']

const openings = tokenLines(OPENING)
const crossings = tokenLines(CROSSING)
const joinings = tokenLines([...CROSSING, ...JOINING])

const OPENING_WORDS = new Set(openings.map(([first]) => first?.folded))

/** Whether a text may tell a crossing, by its first word: most do not, and need but this look. */
export function mayTellCrossing(text: string): boolean {
  return text.includes('&') || OPENING_WORDS.has(tokenize(text, 1)[0]?.folded)
}

/**
 * What is said of a crossing, without the words that say it is one: the tokens of the two streets,
 * one after the other, and of where they lie; the likeliest reading first. Empty where a text tells
 * no crossing.
 */
export function crossingReadings(tokens: readonly Token[]): Token[][] {
  const opening = longestAt(openings, tokens, 0)
  const rest = tokens.slice(opening)
  const isTold = opening > 0 || rest.some((_, i) => i > 0 && tellsCrossing(rest, i))
  if (!isTold || rest.length < 2) return []
  const joined = withoutJoinings(rest)
  return joined.length === rest.length ? [joined] : [joined, [...rest]]
}

function tellsCrossing(tokens: readonly Token[], at: number): boolean {
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

/** How many tokens from `at` on are one of the lines: of several the longest; 0 for none. */
function longestAt(lines: readonly Token[][], tokens: readonly Token[], at: number): number {
  let longest = 0
  for (const line of lines) {
    const isIt = line.every((word, i) => isWord(tokens[at + i], word))
    if (isIt && line.length > longest) longest = line.length
  }
  return longest
}

function isWord(token: Token | undefined, word: Token): boolean {
  if (!token || token.folded !== word.folded) return false
  return !token.hasMarks || isNumber(token) || token.marked === word.marked
}

function tokenLines(lines: readonly string[]): Token[][] {
  return lines.map((line) => tokenize(line))
}
