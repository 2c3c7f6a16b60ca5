import { crossingAt, isNoCrossing } from './crossings.ts'
import { kindOf, NONE } from './layout.ts'
import type { PlaceKind } from './place.ts'
import {
  answerTo,
  type GeocodeAnswer,
  type GeocodeMatch,
  type GeocodeQuery,
  type Lang,
  type MatchLevel,
} from './query.ts'
import { COVERAGE_FULL, type Match } from './ranking.ts'
import { bestMatches } from './readings.ts'
import type { Search } from './search.ts'
import { matchShown } from './suggest.ts'
import { placeWritten } from './written.ts'

const COVERAGE_MIN = 0.4 // of the query's weight; an answer to less is a guess
const COVERAGE_MISSING = 0.3 // more of it, the less of a name was asked for
const UNIT_COVERAGE_MIN = 0.2 // the ward or district of an address that is nowhere in the data

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
const CROSSING_CONFIDENCE = 0.8 // where two streets meet

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
  const written = placeWritten(search.index, text.normalize('NFC').trim(), focus !== null)
  if (written !== NONE) return writtenMatch(search, written, query.lang)
  const match = bestMatches(search, { text, typing: false, focus, wanted: 1 })[0]
  const crossing = crossingMatch(search, query, match)
  if (crossing) return crossing
  if (!match || match.coverage < coverageMin(search, match)) return null
  const matchLevel = levelOf(search, match)
  const partialMatch = match.coverage < COVERAGE_FULL
  const certainty = 1 - MISSING_DOUBT * Math.min(1, match.missing)
  const sure = match.number === 'between' ? BETWEEN_CONFIDENCE : CONFIDENCE[matchLevel]
  return {
    place: matchShown(search, match, query.lang),
    confidence: Math.round(sure * match.coverage * certainty * 100) / 100,
    matchLevel,
    partialMatch,
  }
}

/** The crossing of two streets that a text asks for, if no place explains more of it. */
function crossingMatch(
  { crossings, index }: Search,
  { address, focus, lang }: GeocodeQuery,
  best: Match | undefined,
): GeocodeMatch | null {
  if (isNoCrossing(index, address, best)) return null
  const [crossing] = crossings.find(address, false, focus, best?.coverage ?? 0)
  if (!crossing) return null
  return {
    place: crossingAt(index, crossing.row, lang),
    confidence: Math.round(CROSSING_CONFIDENCE * crossing.coverage * 100) / 100,
    matchLevel: 'street',
    partialMatch: crossing.coverage < COVERAGE_FULL,
  }
}

function coverageMin({ index }: Search, { place, missing }: Match): number {
  if (place < index.units) return UNIT_COVERAGE_MIN
  return COVERAGE_MIN + COVERAGE_MISSING * missing
}

/** The answer to an address that is the place's own. */
function writtenMatch(search: Search, place: number, lang: Lang): GeocodeMatch {
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
