import type { Point } from '../geo/point.ts'
import { readAddress } from '../text/address.ts'
import { keystrokeTokens } from '../text/keystrokes.ts'
import { isUnitShort, withDistricts, writtenOut } from '../text/short-forms.ts'
import { isNumber, TOKENS_MAX, type Token, tokenize, tokensOfWord } from '../text/tokens.ts'
import { correctedReadings } from './corrected.ts'
import { cutTokens, joinedTokens } from './joined.ts'
import { COVERAGE_FULL, type Match } from './ranking.ts'
import type { Search } from './search.ts'

/** Words read at most: floors and flats in front leave the plan what a gazetteer can hold. */
const WORDS_MAX = 48
const UNHELD_COST = 0.02 // of the coverage, a floor, flat or quarter: no answer says it
const CORRECTION_COST = 0.06 // of the coverage, a word: what was asked for is not quite there
const CUT_COST = 0.03 // of the coverage, for all words: a space left out is less of a guess

/** What the text is asked in: as typed, or with the last word unfinished. */
export interface Asked {
  readonly text: string
  readonly typing: boolean
  readonly focus: Point | null
  /** How many of the best matches are looked for. */
  readonly wanted: number
}

/**
 * Matches for a text, best first. The text is read as typed and with short forms (`q5`) written
 * out; the data decides which reading explains more. Only where both leave something unexplained
 * it is read as foreigners write (`D1`) and as raw keystrokes (`nguyeenx`), then without the parts
 * that no gazetteer holds (text/address.ts), with words cut that are written as one or joined that
 * are one, and at last with misspelt words corrected.
 */
export function bestMatches(search: Search, asked: Asked): Match[] {
  const tokens = tokenize(asked.text, WORDS_MAX)
  if (tokens.length === 0) return []
  const plain = readAddress(tokens)
  const readings = [plain]
  let best = matchBoth(search, asked, plain.tokens)
  // `đối diện bệnh viện Bạch Mai` is a bus stop there only if no hospital is called that.
  const mayBeBare = plain.bare.length > 0 && (best[0]?.missing ?? 0) > 0
  if (coverageOf(best) >= COVERAGE_FULL && !mayBeBare) {
    return mayBeKeyed(best, tokens) ? (keyedName(search, asked) ?? best) : best
  }
  const districts = withDistricts(plain.tokens)
  if (districts !== null) {
    best = better(best, matchBoth(search, asked, districts))
    if (coverageOf(best) >= COVERAGE_FULL) return best
  }
  const isKnown = (folded: string) => isWord(search, folded)
  for (const isWord of [isKnown, () => false]) {
    const keyed = keystrokeTokens(asked.text, isWord)
    if (!keyed) continue
    const reading = readAddress(keyed)
    best = better(best, matchBoth(search, asked, reading.tokens))
    if (coverageOf(best) >= COVERAGE_FULL) return best
    readings.push(reading)
  }
  for (const { tokens, unheld } of readings.flatMap(({ bare }) => bare)) {
    const cost = UNHELD_COST * unheld
    best = better(best, lessCovered(matchBoth(search, asked, tokens), cost))
    if (coverageOf(best) >= COVERAGE_FULL - cost) return best
  }
  const barest = plain.bare.at(-1) ?? { tokens: plain.tokens, unheld: 0 }
  // Who is done typing means short forms as such: they are no slips.
  const written = asked.typing ? null : writtenOut(barest.tokens)
  const words = firstOf(written ?? barest.tokens)
  const [explained] = matchTokens(search, asked, words)
  const mask = explained?.mask ?? 0
  const { elsewhere } = search.matcher
  const beside = UNHELD_COST * barest.unheld
  const cut = cutTokens(search, words, asked.typing, mask)
  for (const spaced of [cut, joinedTokens(search, words, mask)]) {
    if (spaced === null) continue
    const cost = CUT_COST + beside
    const dearer = lessCovered(matchBoth(search, asked, spaced), cost)
    if (coverageOf(dearer) > coverageOf(best)) best = dearer
    if (coverageOf(best) >= COVERAGE_FULL - cost) return best
  }
  const corrections = correctedReadings(search, words, asked.typing, mask, elsewhere)
  for (const corrected of corrections) {
    const cost = CORRECTION_COST * corrected.words + beside
    const dearer = lessCovered(matchBoth(search, asked, corrected.tokens), cost)
    // A correction must explain more, not only score more: it is a guess.
    if (coverageOf(dearer) > coverageOf(best)) best = dearer
  }
  return best
}

/** A name is begun by what may as well be keys: `Thanh2` begins `Thanh 2…`, and is `Thành`. */
function mayBeKeyed(best: readonly Match[], tokens: readonly Token[]): boolean {
  const isBegun = (best[0]?.missing ?? 0) > 0
  return isBegun && tokens.some((token, i) => i > 0 && isNumber(token) && token.before === '')
}

/** Matches for the text as keystrokes, if that is a whole name. */
function keyedName(search: Search, asked: Asked): Match[] | null {
  const keyed = keystrokeTokens(asked.text, () => false)
  const matches = keyed ? matchTokens(search, asked, keyed) : []
  const [best] = matches
  return best && best.coverage >= COVERAGE_FULL && best.missing === 0 ? matches : null
}

function lessCovered(matches: readonly Match[], cost: number): Match[] {
  return matches.map((match) => ({ ...match, coverage: match.coverage * (1 - cost) }))
}

function matchBoth(search: Search, asked: Asked, all: readonly Token[]): Match[] {
  const tokens = firstOf(all)
  const written = writtenOut(tokens)
  if (!written) return matchTokens(search, asked, tokens)
  const matches = matchTokens(search, asked, written)
  // A whole address leaves no doubt: short forms in it are no names.
  if (!asked.typing && coverageOf(matches) >= COVERAGE_FULL) return matches
  const asTyped = matchTokens(search, asked, tokens)
  const units = asked.typing ? 0 : unitShortMask(tokens, written)
  // Who is done typing has said `q1`: what says nothing to that does not explain more.
  if (units !== 0 && (toldBy(search, asTyped) & units) === 0) return matches
  return better(matches, asTyped)
}

/** The tokens that the best match explains; a number that its street does not have, it does not. */
function toldBy({ plan }: Search, [best]: readonly Match[]): number {
  if (!best) return 0
  return best.number === 'missing' ? best.mask & ~plan.chainMask : best.mask
}

/** The tokens that are read as short forms of units when these are written out. */
function unitShortMask(tokens: readonly Token[], written: readonly Token[]): number {
  const kept = new Set(written.map(({ folded }) => folded))
  const isShort = (token: Token) => isUnitShort(token) && !kept.has(token.folded)
  return tokens.reduce((mask, token, i) => (isShort(token) ? mask | (1 << i) : mask), 0)
}

function matchTokens(search: Search, asked: Asked, tokens: readonly Token[]): Match[] {
  search.plan.read(firstOf(tokens), asked.typing)
  return search.matcher.match(asked.focus, asked.wanted)
}

/** Those that a mask has bits for; what is behind them no match knows. */
function firstOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.length > TOKENS_MAX ? tokens.slice(0, TOKENS_MAX) : tokens
}

function better(a: Match[], b: Match[]): Match[] {
  return (a[0]?.score ?? 0) >= (b[0]?.score ?? 0) ? a : b
}

function isWord({ vocabulary }: Search, folded: string): boolean {
  const [token, rest] = tokensOfWord(folded, '')
  if (!token || rest) return false
  const { from, to } = vocabulary.itself(token)
  return from < to
}

function coverageOf(matches: readonly Match[]): number {
  return matches[0]?.coverage ?? 0
}
