import type { Lang } from '../base/lang.ts'
import { placeOfAddress } from './answer/address-hash.ts'
import { renamedFrom } from './answer/answer.ts'
import { confidenceOf, type Evidence, type EvidenceLevel } from './confidence.ts'
import { provinceCodeIn } from './index/entry-bits.ts'
import { kindOf, NONE } from './index/layout.ts'
import type { Reading } from './interpret/interpret.ts'
import { type FoundIntersection, intersectionAt } from './interpret/intersections.ts'
import { type Meaning, matchesOfMeaning, meaningOf } from './interpret/meaning.ts'
import { leftoverOf, unmatchedByCrossing } from './leftover.ts'
import type { Match, MatchLevel } from './model/match.ts'
import type { PlaceKind } from './model/place.ts'
import {
  answerTo,
  type GeocodeAnswer,
  type GeocodeMatch,
  type GeocodeQuery,
  parse,
  type Query,
} from './model/query.ts'
import {
  ANSWER_COVERAGE_MIN,
  ANSWER_COVERAGE_MISSING,
  COVERAGE_FULL,
  DOUBTED_CONFIDENCE,
  INTERSECTION_CONFIDENCE,
  STRAY_COVERAGE,
  UNIT_COVERAGE_MIN,
} from './model/score-weights.ts'
import type { Search } from './search.ts'
import { matchShown } from './suggest.ts'

const NO_WORDS: readonly string[] = []
const MATCHES_FEW = 8 // enough to find a unit among guesses

export const LEVEL: Readonly<Record<PlaceKind, MatchLevel>> = {
  province: 'province',
  district: 'district',
  ward: 'ward',
  settlement: 'ward',
  street: 'street',
  alley: 'alley',
  house: 'house',
  poi: 'poi',
}

/** Levels without the number that was asked for. */
const LEVEL_ALONE: Readonly<Partial<Record<MatchLevel, EvidenceLevel>>> = {
  street: 'streetAlone',
  alley: 'alleyAlone',
}

/** The confidence, by level, of a text that is the place's own full address. */
const ADDRESS_CONFIDENCE = Object.fromEntries(
  Object.values(LEVEL).map((level) => {
    return [level, confidenceOf({ level, coverage: 1, missing: 0, isOutside: false })]
  }),
) as Readonly<Record<MatchLevel, number>>

/** The one best place for an address, or null when nothing explains enough of it. */
export function geocode(search: Search, query: GeocodeQuery): GeocodeAnswer | null {
  const match = geocodeShown(search, query)
  return match && { ...match, place: answerTo(match.place) }
}

/** `geocode` without the texts of the answer. */
export function geocodeShown(search: Search, query: GeocodeQuery): GeocodeMatch | null {
  const { address, focus, lang } = query
  const place = placeOfAddress(search.index, address.normalize('NFC').trim(), focus !== null)
  if (place !== NONE) return addressMatch(search, place, lang)
  const meaning = meaningOf(search, parse(address, false, focus), 1)
  const [intersection] = meaning.intersections
  if (intersection) return intersectionMatch(search, meaning.query, intersection, lang)
  const match = answerIn(search, meaning)
  if (!match) return null
  const shown = matchShown(search, match, lang)
  const { unmatched, otherName } = leftoverOf(meaning.query, match, () => answerTo(shown))
  return {
    place: shown,
    confidence: confidenceOf(evidenceOf(search, match, meaning)),
    matchLevel: levelOf(search, match),
    partialMatch: match.coverage < COVERAGE_FULL || search.effort.isSpent,
    matchedName: renamedFrom(search.index, match.place, lang) ?? otherName,
    unmatched,
  }
}

/** The evidence behind the answer of `geocode`; null where no match is the answer. */
export function evidenceFor(search: Search, { address, focus }: GeocodeQuery): Evidence | null {
  const meaning = meaningOf(search, parse(address, false, focus), 1)
  const match = meaning.intersections.length > 0 ? undefined : answerIn(search, meaning)
  return match ? evidenceOf(search, match, meaning) : null
}

/**
 * The best match, if it explains enough; else the unit that the address ends with, as all else
 * would be a guess: `CMT8, HCM` is in HCM. A ward or district also goes before a doubted match.
 */
function answerIn(search: Search, meaning: Meaning): Match | undefined {
  const [best] = meaning.matches
  if (!best) return undefined
  const isEnough = explainsEnough(search, best)
  if (isEnough && !isDoubted(search, meaning, best)) return best
  const units = matchesOfMeaning(search, meaning, MATCHES_FEW).filter(
    ({ place }) => place < search.index.units,
  )
  const isEnding = (unit: Match) => isOfAddress(search, meaning, unit)
  if (!isEnough) return units.find((unit) => explainsEnough(search, unit) || isEnding(unit))
  const isInner = ({ place }: Match) => kindOf(search.index, place) !== 'province'
  return units.find((unit) => isInner(unit) && isEnding(unit)) ?? best
}

/** Whether the match is no unit, and answers that leave as much open are mostly wrong. */
function isDoubted(search: Search, meaning: Meaning, match: Match): boolean {
  if (match.coverage >= COVERAGE_FULL || match.place < search.index.units) return false
  if (!meaning.query.text.includes(',')) return false
  return confidenceOf(evidenceOf(search, match, meaning)) < DOUBTED_CONFIDENCE
}

/**
 * Whether a unit is the last part of an address: it is named, however little it explains. Without
 * commas a ward is not sure to be one: many have the name of a person.
 */
function isOfAddress({ index }: Search, { query, reading }: Meaning, { place, mask }: Match) {
  const last = (reading.interpretations[0]?.tokens.length ?? 0) - 1
  const isSure = query.text.includes(',') || kindOf(index, place) !== 'ward'
  return isSure && last >= 0 && ((mask >> last) & 1) !== 0
}

/** Whether the match explains enough of the query to be no guess. */
function explainsEnough({ index }: Search, { place, missing, coverage }: Match): boolean {
  if (place < index.units) return coverage >= UNIT_COVERAGE_MIN
  return coverage >= ANSWER_COVERAGE_MIN + ANSWER_COVERAGE_MISSING * missing
}

/** The evidence that the confidence of a match is computed from. */
function evidenceOf(search: Search, match: Match, { reading }: Meaning): Evidence {
  const { coverage, missing } = match
  const level = evidenceLevelOf(match, levelOf(search, match))
  return { level, coverage, missing, isOutside: isOutside(search, match, reading) }
}

function evidenceLevelOf({ numberMatch }: Match, level: MatchLevel): EvidenceLevel {
  if (numberMatch === 'between') return numberMatch
  return numberMatch === 'missing' ? (LEVEL_ALONE[level] ?? level) : level
}

/**
 * Whether the POI lies outside a province or district that the text names, and the text has more
 * words that the POI lacks: `Đà Nẵng Thế Giới Di Động` is hardly the shop in Tây Ninh. But a POI
 * may be called `Bún bò Huế` anywhere.
 */
function isOutside({ index }: Search, match: Match, { outside }: Reading): boolean {
  const { coverage, mask, place, where } = match
  if (coverage >= STRAY_COVERAGE || kindOf(index, place) !== 'poi') return false
  // The name has the unit in it: `Cơm gà Hội An` may be anywhere.
  if (outside === null || (outside.namedMask & ~mask) === 0) return false
  return outside.provinces[provinceCodeIn(where)] === 1
}

function intersectionMatch(
  { index }: Search,
  query: Query,
  found: FoundIntersection,
  lang: Lang,
): GeocodeMatch {
  const { row, coverage } = found
  return {
    place: intersectionAt(index, row, lang),
    confidence: rounded(INTERSECTION_CONFIDENCE * coverage),
    matchLevel: 'street',
    partialMatch: coverage < COVERAGE_FULL,
    matchedName: null,
    unmatched: unmatchedByCrossing(query, found),
  }
}

/** The answer to a text that is the place's own full address. */
function addressMatch(search: Search, place: number, lang: Lang): GeocodeMatch {
  const matchLevel = LEVEL[kindOf(search.index, place)]
  return {
    place: { answers: search.answers[lang], place },
    confidence: ADDRESS_CONFIDENCE[matchLevel],
    matchLevel,
    partialMatch: false,
    matchedName: renamedFrom(search.index, place, lang),
    unmatched: NO_WORDS,
  }
}

/** A POI found by its house number is an address: its level is `house`. */
function levelOf({ index }: Search, { numberMatch, place }: Match): MatchLevel {
  switch (numberMatch) {
    case 'between':
      return 'house'
    case 'alley':
    case 'mouth':
    case 'reversed':
      return 'alley'
    case 'house':
      return kindOf(index, place) === 'alley' ? 'alley' : 'house'
    case 'none':
    case 'missing':
      return LEVEL[kindOf(index, place)]
  }
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100
}
