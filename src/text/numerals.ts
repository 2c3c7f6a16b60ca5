import type { Token } from './tokens.ts'

/*
 * Numbers that names write in more than one way. Names and queries are both brought to the form
 * with digits: `Ba Tháng Hai`, `3 Tháng 2` and `3/2` meet as `3 thang 2` and `3 2`, `Vincom II` and
 * `Vincom 2` as `vincom 2`.
 */

/** Spelt numbers as they occur in dates: days and months. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['mot', 1],
  ['hai', 2],
  ['ba', 3],
  ['bon', 4],
  ['tu', 4], // tháng tư
  ['nam', 5],
  ['lam', 5], // mười lăm
  ['sau', 6],
  ['bay', 7],
  ['tam', 8],
  ['chin', 9],
])

/** I, V and X alone are letters, VI is a syllable; the rest is unmistakable. */
const ROMAN: ReadonlyMap<string, string> = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['xi', '11'],
  ['xii', '12'],
])

const MONTH = 'thang'

/** The tokens with dates and Roman numerals in digits, or null when there is nothing to change. */
export function withDigits(tokens: readonly Token[]): Token[] | null {
  const out: Token[] = []
  let changed = false
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!
    const spelt = isBesideMonth(tokens, i) ? spelledNumber(tokens, i) : null
    const roman = i > 0 ? ROMAN.get(token.folded) : undefined
    const digits = spelt ? String(spelt.value) : roman
    if (digits === undefined) {
      out.push(token)
      i++
      continue
    }
    changed = true
    out.push({ folded: digits, marked: digits, hasMarks: false, before: token.before })
    i += spelt ? spelt.length : 1
  }
  return changed ? out : null
}

/** A date by its numbers alone, as it stands on signs: `3 thang 2` is `3 2`; null for none. */
export function withoutMonthWord(tokens: readonly Token[]): Token[] | null {
  const at = tokens.findIndex(
    (token, i) => token.folded === MONTH && isDigits(tokens[i - 1]) && isDigits(tokens[i + 1]),
  )
  return at === -1 ? null : [...tokens.slice(0, at), ...tokens.slice(at + 1)]
}

/** Before or after the word for month a spelt number is a number, elsewhere a name. */
function isBesideMonth(tokens: readonly Token[], i: number): boolean {
  if (tokens[i - 1]?.folded === MONTH) return true
  const spelt = spelledNumber(tokens, i)
  return spelt !== null && tokens[i + spelt.length]?.folded === MONTH
}

/** `ba`, `muoi`, `muoi hai`, `hai muoi`, `ba muoi mot`. */
function spelledNumber(
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly length: number } | null {
  const word = (offset: number) => tokens[at + offset]?.folded ?? ''
  const isTen = (text: string) => text === 'muoi'
  if (isTen(word(0))) {
    const unit = UNITS.get(word(1))
    return unit === undefined ? { value: 10, length: 1 } : { value: 10 + unit, length: 2 }
  }
  const first = UNITS.get(word(0))
  if (first === undefined) return null
  if (!isTen(word(1))) return { value: first, length: 1 }
  const unit = UNITS.get(word(2))
  return unit === undefined
    ? { value: first * 10, length: 2 }
    : { value: first * 10 + unit, length: 3 }
}

function isDigits(token: Token | undefined): boolean {
  return token !== undefined && /^[0-9]{1,2}$/.test(token.folded)
}
