import { sameLetters } from '../text/fold.ts'
import { type Token, tokenize } from '../text/tokens.ts'
import { kindOf } from './layout.ts'
import type { PlaceKind } from './place.ts'
import type { GeocodeAnswer, GeocodeQuery, MatchLevel } from './query.ts'
import { COVERAGE_FULL, type Match } from './ranking.ts'
import { bestMatches } from './readings.ts'
import type { Search } from './search.ts'
import { matchAnswer } from './suggest.ts'

const COVERAGE_MIN = 0.4 // of the query's weight; an answer to less is a guess

const IS_ASCII = /^[\x20-\x7e]*$/

/** How many are looked through for the one that is written as the query. */
const MATCHES_WANTED = 8

const MISSING_DOUBT = 0.4 // how far a name that was hardly asked for lowers the confidence

/** What a fully matched query is worth, by what was found: the documented confidence scale. */
const CONFIDENCE: Readonly<Record<MatchLevel, number>> = {
  house: 0.98,
  poi: 0.9,
  alley: 0.7,
  street: 0.6,
  ward: 0.4,
  district: 0.3,
  province: 0.2,
}

const BETWEEN_CONFIDENCE = 0.8 // a number between two mapped doors

const LEVEL: Readonly<Record<PlaceKind, MatchLevel>> = {
  province: 'province',
  district: 'district',
  ward: 'ward',
  settlement: 'ward',
  street: 'street',
  alley: 'alley',
  house: 'house',
  poi: 'poi',
}

/** The one best place for an address, or null when nothing explains enough of it. */
export function geocode(search: Search, query: GeocodeQuery): GeocodeAnswer | null {
  const { address: text, focus } = query
  const best = bestMatches(search, { text, typing: false, focus, wanted: 1 })[0]
  if (!best || best.coverage < COVERAGE_MIN) return null
  const match = writtenSo(search, query, best) ?? best
  const matchLevel = levelOf(search, match)
  const partialMatch = match.coverage < COVERAGE_FULL
  const certainty = 1 - MISSING_DOUBT * Math.min(1, match.missing)
  const sure = match.number === 'between' ? BETWEEN_CONFIDENCE : CONFIDENCE[matchLevel]
  return {
    place: matchAnswer(search.index, match, query.lang),
    confidence: Math.round(sure * match.coverage * certainty * 100) / 100,
    matchLevel,
    partialMatch,
  }
}

/**
 * Of the matches that explain as much as the best, the one whose address is written as the query,
 * which then comes from an answer of ours. Null when none is, and at once for most addresses that
 * people type: ours have commas and end with the full name of the province.
 */
function writtenSo(search: Search, query: GeocodeQuery, best: Match): Match | null {
  const { address, lang, focus } = query
  const text = address.normalize('NFC').trim()
  const answer = (match: Match) => matchAnswer(search.index, match, lang)
  const first = answer(best)
  if (first.address === text) return best
  if (!text.includes(',') || best.coverage < COVERAGE_FULL) return null
  // Without marks there is nothing to tell it from others of the same letters.
  if (IS_ASCII.test(text) && sameLetters(text, first.address)) return best
  const words = tokenize(text)
  if (!endsWith(words, tokenize(first.province ?? ''))) return null
  const asked = { text: address, typing: false, focus, wanted: MATCHES_WANTED }
  const alike = bestMatches(search, asked).filter(
    (match) => match.coverage >= COVERAGE_FULL && isSame(words, tokenize(answer(match).address)),
  )
  return alike.find((match) => answer(match).address === text) ?? alike[0] ?? null
}

function isSame(words: readonly Token[], others: readonly Token[]): boolean {
  return words.length === others.length && endsWith(words, others)
}

function endsWith(words: readonly Token[], end: readonly Token[]): boolean {
  const shift = words.length - end.length
  return end.every((word, i) => words[shift + i]?.folded === word.folded)
}

/** A number that led to a POI's door is an address, not a POI that was asked for. */
function levelOf(search: Search, match: Match): MatchLevel {
  if (match.number === 'between') return 'house'
  if (match.number === 'alley' || match.number === 'mouth') return 'alley'
  if (match.number === 'house') {
    return kindOf(search.index, match.place) === 'alley' ? 'alley' : 'house'
  }
  return LEVEL[kindOf(search.index, match.place)]
}
