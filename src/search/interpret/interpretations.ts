import type { Point } from '../../geo/point.ts'
import { readAddress } from '../../text/address.ts'
import { keystrokeTokens } from '../../text/keystrokes.ts'
import { kindReadings } from '../../text/kind-words.ts'
import { isPlusCode } from '../../text/plus-code.ts'
import { isUnitShort, withDistricts, writtenOut } from '../../text/short-forms.ts'
import { isNumber, TOKENS_MAX, type Token, tokenize, tokensOfWord } from '../../text/tokens.ts'
import { BARE_MISSING, MISSING_POINTS } from '../score/score-weights.ts'
import { COVERAGE_FULL, type Match } from '../score/top-k.ts'
import type { Search } from '../search.ts'
import { initialReadings } from './initials.ts'
import { cutReadings, joinedTokens } from './segmentation.ts'
import { shiftedReadings } from './shifted-spaces.ts'
import { correctedReadings } from './spell-correction.ts'

/** Words read at most: floors and flats in front leave the plan what a gazetteer can hold. */
export const WORDS_MAX = 48
export const UNHELD_COST = 0.02 // of the coverage, a floor, flat or quarter: no answer says it
const CUT_COST = 0.03 // of the coverage, for all words: a space left out is less of a guess

/** What the text is asked in: as typed, or with the last word unfinished. */
export interface Asked {
  readonly text: string
  readonly typing: boolean
  readonly focus: Point | null
  /** How many of the best matches are looked for. */
  readonly wanted: number
}

/** The same with the tokens of the text. */
interface Typed extends Asked {
  readonly typed: readonly Token[]
}

/**
 * Matches for a text, best first. The text is read as typed and with short forms (`q5`) written
 * out; the data decides which reading explains more. Only where both leave something unexplained,
 * of the text or of the name, it is read with other words for the kind of place (`cây xăng`) and
 * with initials written out (`N.C.Thanh`); then as foreigners write (`D1`) and as raw keystrokes
 * (`nguyeenx`), without the parts that no gazetteer holds (text/address.ts), with words cut that
 * are written as one, or joined that are one, or parted a letter beside, and at last with misspelt
 * words corrected.
 */
export function bestMatches(search: Search, query: Asked): Match[] {
  const tokens = tokenize(query.text, WORDS_MAX)
  if (tokens.length === 0 || isPlusCode(query.text)) return []
  const { text, typing, focus, wanted } = query
  const asked = { text, typing, focus, wanted, typed: tokens }
  const plain = readAddress(tokens)
  const readings = [plain]
  let best = matchBoth(search, asked, plain.tokens)
  const renamed = isWhole(best) ? null : matchRenamed(search, asked, plain.tokens, best)
  if (renamed !== null) {
    best = renamed.matches
    readings.push(readAddress(renamed.tokens))
  }
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
  for (const spaced of spacedReadings(search, words, asked.typing, mask, elsewhere)) {
    const cost = CUT_COST + beside
    const dearer = lessCovered(matchBoth(search, asked, spaced), cost)
    if (coverageOf(dearer) > coverageOf(best)) best = dearer
    if (coverageOf(best) >= COVERAGE_FULL - cost) return best
  }
  const corrections = correctedReadings(search, words, asked.typing, mask, elsewhere)
  for (const corrected of corrections) {
    const cost = corrected.cost + beside
    const dearer = lessCovered(matchBoth(search, asked, corrected.tokens), cost)
    // A correction must explain more, not only score more: it is a guess.
    if (coverageOf(dearer) > coverageOf(best)) best = dearer
  }
  return best
}

/** The words with other spaces between them; `explained` and `elsewhere`: tokens, as bits. */
function* spacedReadings(
  search: Search,
  words: readonly Token[],
  typing: boolean,
  explained: number,
  elsewhere: number,
): Generator<readonly Token[]> {
  yield* cutReadings(search, words, typing, explained)
  // What names a place elsewhere is no part of another word: `Cao Bằng` behind `Di Động`.
  const joined = joinedTokens(search, words, explained | elsewhere)
  if (joined !== null) yield joined
  yield* shiftedReadings(search, words, typing, explained)
}

/** A name is begun by what may as well be keys: `Thanh2` begins `Thanh 2…`, and is `Thành`. */
function mayBeKeyed(best: readonly Match[], tokens: readonly Token[]): boolean {
  const isBegun = (best[0]?.missing ?? 0) > 0
  return isBegun && tokens.some((token, i) => i > 0 && isNumber(token) && token.before === '')
}

/** Matches for the text as keystrokes, if that is a whole name. */
function keyedName(search: Search, asked: Typed): Match[] | null {
  const keyed = keystrokeTokens(asked.text, () => false)
  const matches = keyed ? matchTokens(search, asked, keyed) : []
  const [best] = matches
  return best && best.coverage >= COVERAGE_FULL && best.missing === 0 ? matches : null
}

function lessCovered(matches: readonly Match[], cost: number): Match[] {
  return matches.map((match) => ({ ...match, coverage: match.coverage * (1 - cost) }))
}

/** Whether the best explains all that was asked for, which is all of its name. */
function isWhole(best: readonly Match[]): boolean {
  return coverageOf(best) >= COVERAGE_FULL && best[0]!.missing === 0
}

/** Matches, and the tokens that led to the best of them. */
interface Reading {
  readonly tokens: readonly Token[]
  readonly matches: Match[]
}

/**
 * The matches for tokens with the names in them as maps have them, if that explains more than what
 * was typed: with other words for kinds of places, with initials written out.
 */
function matchRenamed(
  search: Search,
  asked: Typed,
  tokens: readonly Token[],
  typed: Match[],
): Reading | null {
  const isFull = coverageOf(typed) >= COVERAGE_FULL
  // Who is still typing is offered names that begin so.
  const kinds = isFull && asked.typing ? [] : kindReadings(tokens)
  // One initial alone is short for a word where that leaves nothing open: `P. Bến Nghé`.
  const initials = initialReadings(search, tokens, asked.typing, isFull ? 2 : 1)
  if (kinds.length + initials.length === 0) return null
  const readings: Reading[] = [
    { tokens, matches: typed },
    ...kinds.map((each) => matchKind(search, asked, each)),
    ...initials.map((each) => matchInitials(search, asked, each)),
  ]
  const best = readings.reduce((a, b) => (scoreOf(a.matches) >= scoreOf(b.matches) ? a : b))
  if (best.matches === typed) return null
  return { tokens: best.tokens, matches: merged(asked, readings) }
}

/** In points, for another word for the kind of place than was typed. */
const OTHER_WORD_LOSS = 20

function matchKind(search: Search, asked: Typed, tokens: readonly Token[]): Reading {
  const matches = matchBoth(search, asked, tokens)
  return { tokens, matches: withLess(matches, 0, OTHER_WORD_LOSS) }
}

/** So many are looked for where units are not what is meant. */
const WANTED_MIN = 8

/**
 * Nobody writes units by initials. They are less than a name, as they are where they stand for all
 * of it (search-names.ts).
 */
function matchInitials(search: Search, asked: Typed, tokens: readonly Token[]): Reading {
  const wanted = Math.max(asked.wanted, WANTED_MIN)
  const all = matchBoth(search, { ...asked, wanted }, tokens)
  const streets = all.filter(({ place }) => place >= search.index.units)
  const matches = coverageOf(streets) >= coverageOf(all) ? streets : all
  return { tokens, matches: withLess(matches, BARE_MISSING, MISSING_POINTS * BARE_MISSING) }
}

function withLess(matches: readonly Match[], missing: number, points: number): Match[] {
  return matches.map((match) => ({
    ...match,
    missing: match.missing + missing,
    score: match.score - points,
  }))
}

/** The best of several readings, each place once. */
function merged({ wanted }: Asked, readings: readonly Reading[]): Match[] {
  const all = readings.flatMap(({ matches }) => matches).sort((a, b) => b.score - a.score)
  const places = new Set<number>()
  return all.filter(({ place }) => !places.has(place) && places.add(place)).slice(0, wanted)
}

function matchBoth(search: Search, asked: Typed, all: readonly Token[]): Match[] {
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
  return best.number === 'missing' ? best.mask & ~plan.numberMask : best.mask
}

/** The tokens that are read as short forms of units when these are written out. */
function unitShortMask(tokens: readonly Token[], written: readonly Token[]): number {
  const kept = new Set(written.map(({ folded }) => folded))
  const isShort = (token: Token) => isUnitShort(token) && !kept.has(token.folded)
  return tokens.reduce((mask, token, i) => (isShort(token) ? mask | (1 << i) : mask), 0)
}

function matchTokens(search: Search, asked: Typed, tokens: readonly Token[]): Match[] {
  search.plan.read(firstOf(tokens), asked.typing, asked.typed)
  return search.matcher.match(asked.focus, asked.wanted)
}

/** Those that a mask has bits for; what is behind them no match knows. */
function firstOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.length > TOKENS_MAX ? tokens.slice(0, TOKENS_MAX) : tokens
}

function better(a: Match[], b: Match[]): Match[] {
  return scoreOf(a) >= scoreOf(b) ? a : b
}

function scoreOf(matches: readonly Match[]): number {
  return matches[0]?.score ?? 0
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
