import type { Lang } from '../base/lang.ts'
import { writtenOut } from '../text/short-forms.ts'
import { TOKENS_MAX, tokenize } from '../text/tokens.ts'
import { placeOfAddress } from './answer/address-hash.ts'
import { kindOf, NONE } from './index/layout.ts'
import { intersectionAt, isNoIntersection } from './interpret/intersections.ts'
import { matchesBeside } from './interpret/nearness.ts'
import type { PlaceKind } from './model/place.ts'
import {
  answerTo,
  type GeocodeAnswer,
  type GeocodeMatch,
  type GeocodeQuery,
  type MatchLevel,
} from './model/query.ts'
import { COVERAGE_FULL, type Match } from './score/top-k.ts'
import type { Search } from './search.ts'
import { matchShown } from './suggest.ts'

const COVERAGE_MIN = 0.4 // of the query's weight; an answer to less is a guess
const COVERAGE_MISSING = 0.3 // more of it, the less of a name was asked for
const UNIT_COVERAGE_MIN = 0.2 // the ward or district of an address that is nowhere in the data

/** Of its confidence, for a POI that leaves this much open and does not lie where the text says. */
const STRAY_SHARE = 0.4
const STRAY_COVERAGE = 0.9

const MATCHES_FEW = 8 // enough to find a unit behind guesses

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
const INTERSECTION_CONFIDENCE = 0.8 // where two streets meet

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
  const match = geocodeShown(search, query)
  return match && { ...match, place: answerTo(match.place) }
}

/** The same without its texts. */
export function geocodeShown(search: Search, query: GeocodeQuery): GeocodeMatch | null {
  const { address: text, focus } = query
  const written = placeOfAddress(search.index, text.normalize('NFC').trim(), focus !== null)
  if (written !== NONE) return addressMatch(search, written, query.lang)
  const best = matchesBeside(search, { text, typing: false, focus, wanted: 1 })[0]
  const crossing = intersectionMatch(search, query, best)
  if (crossing) return crossing
  const match = best && explainsEnough(search, best) ? best : unitNamed(search, query, best)
  if (!match) return null
  const matchLevel = levelOf(search, match)
  const partialMatch = match.coverage < COVERAGE_FULL
  const stray = isStray(search, match, text) ? STRAY_SHARE : 1
  const certainty = stray * (1 - MISSING_DOUBT * Math.min(1, match.missing))
  const sure = match.number === 'between' ? BETWEEN_CONFIDENCE : CONFIDENCE[matchLevel]
  return {
    place: matchShown(search, match, query.lang),
    confidence: Math.round(sure * match.coverage * certainty * 100) / 100,
    matchLevel,
    partialMatch,
  }
}

/**
 * Whether the text names a province or district that the POI lies elsewhere than in, and more that
 * it is not: `Đà Nẵng Thế Giới Di Động` is hardly the shop in Tây Ninh. But what is no more than
 * `Bún bò Huế` may be called so anywhere.
 */
function isStray({ index, plan, matcher }: Search, match: Match, text: string): boolean {
  if (match.coverage >= STRAY_COVERAGE || kindOf(index, match.place) !== 'poi') return false
  const tokens = tokenize(text)
  plan.read((writtenOut(tokens) ?? tokens).slice(0, TOKENS_MAX), false)
  return matcher.isStray(match)
}

/** The crossing of two streets that a text asks for, if no place explains more of it. */
function intersectionMatch(
  { intersections, index }: Search,
  { address, focus, lang }: GeocodeQuery,
  best: Match | undefined,
): GeocodeMatch | null {
  if (isNoIntersection(index, address, best)) return null
  const [crossing] = intersections.find(address, false, focus, best?.coverage ?? 0)
  if (!crossing) return null
  return {
    place: intersectionAt(index, crossing.row, lang),
    confidence: Math.round(INTERSECTION_CONFIDENCE * crossing.coverage * 100) / 100,
    matchLevel: 'street',
    partialMatch: crossing.coverage < COVERAGE_FULL,
  }
}

/** Whether so much of the query is explained that the answer is no guess. */
function explainsEnough({ index }: Search, { place, missing, coverage }: Match): boolean {
  if (place < index.units) return coverage >= UNIT_COVERAGE_MIN
  return coverage >= COVERAGE_MIN + COVERAGE_MISSING * missing
}

/** The unit that an address ends with, where all else would be a guess: `CMT8, HCM` is in HCM. */
function unitNamed(
  search: Search,
  { address: text, focus }: GeocodeQuery,
  best: Match | undefined,
): Match | undefined {
  if (!best) return undefined
  const matches = matchesBeside(search, { text, typing: false, focus, wanted: MATCHES_FEW })
  const units = matches.filter(({ place }) => place < search.index.units)
  return units.find((match) => explainsEnough(search, match))
}

/** The answer to an address that is the place's own. */
function addressMatch(search: Search, place: number, lang: Lang): GeocodeMatch {
  const matchLevel = LEVEL[kindOf(search.index, place)]
  return {
    place: { answers: search.answers[lang], place },
    confidence: CONFIDENCE[matchLevel],
    matchLevel,
    partialMatch: false,
  }
}

/** A number that led to a POI's door is an address, not a POI that was asked for. */
function levelOf(search: Search, match: Match): MatchLevel {
  if (match.number === 'between') return 'house'
  if (match.number === 'alley' || match.number === 'mouth') return 'alley'
  if (match.number === 'turned') return 'alley'
  if (match.number === 'house') {
    return kindOf(search.index, match.place) === 'alley' ? 'alley' : 'house'
  }
  return LEVEL[kindOf(search.index, match.place)]
}
