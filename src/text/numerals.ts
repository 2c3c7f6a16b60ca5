import { foldToken } from './fold.ts'
import { foldedEntries } from './lexicon/concept.ts'
import { ROMAN, SPELT_DIGITS } from './lexicon/numbers.ts'
import { NUMBER, roleOf } from './roles.ts'
import { anyHas, type Token, tokenOf } from './tokens.ts'

/*
 * Numbers that names write in more than one way. Names and queries are both brought to the form
 * with digits: `Ba Tháng Hai`, `3 Tháng 2` and `3/2` meet as `3 thang 2` and `3 2`, `Vincom II` and
 * `Vincom 2` as `vincom 2`.
 */

const UNITS: ReadonlyMap<string, number> = new Map(
  SPELT_DIGITS.flatMap((words, i) => foldedEntries(words).map((word) => [word, i + 1] as const)),
)

const TEN = 'muoi'
const MONTH = 'thang'
const MARKED_MONTH = 'thang1'

/** A word that may be written in digits: most are none, and need no more than this. */
const COUNTS = roleOf([...UNITS.keys(), TEN, ...ROMAN.keys()])

/** Units that are counted, with their marks on: `quận Ba`; unmarked `quan ba` is anybody's bar. */
const COUNTED_UNITS = markedWords('quận phường')
/** First words of their numbers. */
const UNIT_NUMBERS = markedWords('một hai ba bốn tư năm sáu bảy tám chín mười')

/**
 * The tokens with dates, counted units and Roman numerals in digits, and numbers without zeros in
 * front (`Phường 03`); or null when there is nothing to change.
 */
export function withDigits(tokens: readonly Token[]): Token[] | null {
  if (!anyHas(tokens, NUMBER | COUNTS)) return null
  const out: Token[] = []
  let changed = false
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!
    const spelt = isSpeltOut(tokens, i) ? spelledNumber(tokens, i) : null
    const digits = spelt ? String(spelt.value) : digitsOf(token, i > 0)
    if (digits === undefined) {
      out.push(token)
      i++
      continue
    }
    changed = true
    out.push(tokenOf(digits, token.before))
    i += spelt ? spelt.length : 1
  }
  return changed ? out : null
}

/** A date by its numbers alone, as signs have it: `3 thang 2` is `3 2`; null for none. */
export function withoutMonthWord(tokens: readonly Token[]): Token[] | null {
  const at = tokens.findIndex(
    (token, i) => isMonthWord(token) && isDigits(tokens[i - 1]) && isDigits(tokens[i + 1]),
  )
  return at === -1 ? null : [...tokens.slice(0, at), ...tokens.slice(at + 1)]
}

/** `tháng`, marked or not; `Nam Thắng` is a village, not the month of May. */
function isMonthWord(token: Token | undefined): boolean {
  return token?.folded === MONTH && (!token.hasMarks || token.marked === MARKED_MONTH)
}

/** The plain digits of `05` or of a Roman number; undefined for other tokens. */
function digitsOf({ folded }: Token, mayBeRoman: boolean): string | undefined {
  if (folded.charCodeAt(0) === ZERO) return /^0([1-9][0-9]?)$/.exec(folded)?.[1]
  return mayBeRoman ? ROMAN.get(folded) : undefined
}

const ZERO = 0x30

/** Beside the word for month a spelt number is one, and where it is all the name of a unit. */
function isSpeltOut(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (isMonthWord(before)) return true
  const spelt = spelledNumber(tokens, i)
  if (spelt === null) return false
  const next = tokens[i + spelt.length]
  if (isMonthWord(next)) return true
  // `quận Ba, Sài Gòn`, but neither `phường Ba Đình` nor `phường Nam Lý`.
  const isAll = next === undefined || next.before.includes(',')
  const isMarkedSo = UNIT_NUMBERS.has(tokens[i]!.marked)
  return before !== undefined && COUNTED_UNITS.has(before.marked) && isMarkedSo && isAll
}

/** `ba`, `muoi`, `muoi hai`, `hai muoi`, `ba muoi mot`. */
function spelledNumber(
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly length: number } | null {
  const word = tokens[at]!.folded
  const next = tokens[at + 1]?.folded ?? ''
  if (word === TEN) {
    const unit = UNITS.get(next)
    return unit === undefined ? { value: 10, length: 1 } : { value: 10 + unit, length: 2 }
  }
  const first = UNITS.get(word)
  if (first === undefined) return null
  if (next !== TEN) return { value: first, length: 1 }
  const unit = UNITS.get(tokens[at + 2]?.folded ?? '')
  return unit === undefined
    ? { value: first * 10, length: 2 }
    : { value: first * 10 + unit, length: 3 }
}

function isDigits(token: Token | undefined): boolean {
  return token !== undefined && /^[0-9]{1,2}$/.test(token.folded)
}

function markedWords(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map((word) => foldToken(word).marked))
}
