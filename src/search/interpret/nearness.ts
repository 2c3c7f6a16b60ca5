import { distanceM } from '../../geo/distance.ts'
import type { Point } from '../../geo/point.ts'
import { type BesideReading, besideReadings, type TextPart } from '../../text/beside.ts'
import { typeWordBefore } from '../../text/words.ts'
import { doorsAround, pointBetween } from '../index/houses.ts'
import { NONE, pointOf, type SearchIndex } from '../index/layout.ts'
import { isNearby } from '../index/listed-kinds.ts'
import type { Engine } from '../match/engine.ts'
import { MATCHES_MAX } from '../match/matcher.ts'
import type { Match } from '../model/match.ts'
import type { Query } from '../model/query.ts'
import {
  BESIDE_COVERAGE_MIN,
  BESIDE_MISSING,
  BESIDE_POINTS,
  LANDMARK_COVERAGE_MIN,
  UNHELD_COST,
} from '../model/score-weights.ts'
import { interpret } from './interpret.ts'
import { coverageOf } from './interpretation.ts'
import { type Intersections, intersectionPoint, isNoIntersection } from './intersections.ts'

/** A place farther away is not beside the landmark. */
const BESIDE_M = 2_000
/** Places of one name that may be the landmark. */
const LANDMARKS_MAX = 4
/** Least letters of a landmark that is being typed. */
const LANDMARK_CHARS_MIN = 2

/** A place or crossing that a place may lie beside. */
interface Landmark extends Point {
  /** NONE where two streets cross. */
  readonly place: number
  readonly coverage: number
  readonly missing: number
  /** Null where two streets cross. */
  readonly match: Match | null
}

/** A place that was found beside a landmark. */
export interface BesideMatch extends Match {
  /** How many tokens of the query name the place looked for. */
  readonly whatEnd: number
  /** The first token of the landmark; behind the last where the landmark is the focus. */
  readonly whereFirst: number
  /** Null where the landmark is no place. */
  readonly landmark: Match | null
}

export function isBeside(match: Match): match is BesideMatch {
  return 'landmark' in match
}

/**
 * The places beside the landmark that a query names, best first: `agribank gần nhà cổ`. Empty where
 * it names none, or where they cover no more than `coverageMax`.
 */
export function matchesBeside(
  engine: Engine,
  intersections: Intersections,
  query: Query,
  coverageMax: number,
): readonly Match[] {
  for (const reading of besideReadings(query.text, query.tokens)) {
    if (engine.effort.isSpent) break
    const found = matchesOf(engine, intersections, query, reading)
    if (coverageOf(found) > coverageMax) return found
  }
  return []
}

function matchesOf(
  engine: Engine,
  intersections: Intersections,
  query: Query,
  { what, where, isPlace, share }: BesideReading,
): readonly Match[] {
  if (!isPlace) return withoutNearness(engine, { ...query, ...where })
  if (isNearby(where.tokens)) return matchesHere(engine, { ...query, ...what, typing: false })
  if (!namesLandmark(query, where)) return []
  const landmarks = landmarksOf(engine, intersections, { ...query, ...where })
  const [first] = landmarks
  if (first === undefined || first.coverage < LANDMARK_COVERAGE_MIN) return []
  // A place near a district is in it.
  if (isUnit(engine.index, first.place)) {
    const [opening, ...others] = where.tokens
    const tokens = [...what.tokens, opening!.behind(', '), ...others]
    return withoutNearness(engine, { ...query, text: `${what.text}, ${where.text}`, tokens })
  }
  for (const landmark of landmarks) {
    const near = matchesNear(engine, what, landmark)
    const [best] = near
    if (best === undefined) continue
    const coverage = share * best.coverage + (1 - share) * landmark.coverage
    return near.map((match) => ({
      ...match,
      whatEnd: what.tokens.length,
      whereFirst: query.tokens.length - where.tokens.length,
      landmark: landmark.match,
      coverage,
      missing: Math.max(BESIDE_MISSING, landmark.missing, match.missing),
    }))
  }
  return []
}

/** The matches near the focus, `Agribank gần đây`, `gần nhất`; none without a focus. */
function matchesHere(engine: Engine, query: Query): readonly Match[] {
  const { focus } = query
  if (focus === null) return []
  const near = matchesNear(engine, query, {
    ...focus,
    place: NONE,
    coverage: 1,
    missing: 0,
    match: null,
  })
  return near.length > 0 ? near : interpret(engine, query, MATCHES_MAX).matches
}

/** The matches of a query without its words for nearness, which no answer has: that costs. */
function withoutNearness(engine: Engine, query: Query): readonly Match[] {
  return interpret(engine, query, MATCHES_MAX).matches.map((match) => ({
    ...match,
    coverage: match.coverage * (1 - UNHELD_COST),
  }))
}

/** Whether a text may name a landmark: `chợ` alone does only with a focus. */
function namesLandmark({ focus, typing }: Query, { text, tokens }: TextPart): boolean {
  if (typing && text.trim().length < LANDMARK_CHARS_MIN) return false
  return focus !== null || typeWordBefore(tokens, tokens.length)?.first !== 0
}

/** The best answers to a text: places, any of which may be meant, or an intersection. */
function landmarksOf(
  engine: Engine,
  intersections: Intersections,
  query: Query,
): readonly Landmark[] {
  const { index } = engine
  const { matches } = interpret(engine, query, LANDMARKS_MAX)
  const coverageMax = coverageOf(matches)
  if (!isNoIntersection(index, query, matches[0])) {
    const [found] = intersections.find(query, coverageMax)
    if (found) {
      const { row, coverage } = found
      return [{ ...intersectionPoint(index, row), place: NONE, coverage, missing: 0, match: null }]
    }
  }
  return matches
    .filter(({ coverage }) => coverage >= coverageMax)
    .map((match) => ({ ...match, ...pointOfMatch(index, match), match }))
}

function isUnit({ units }: SearchIndex, place: number): boolean {
  return place !== NONE && place < units
}

/** The point of the match; of a number between two doors a point between these. */
function pointOfMatch(index: SearchIndex, { place, street, number }: Match): Point {
  const doors = number !== null && place === street ? doorsAround(index, place, number) : null
  if (doors) return pointBetween(index, doors)
  return pointOf(index, place)
}

/** The places of a text that lie near the landmark, best first; none if it may be a unit. */
function matchesNear(engine: Engine, what: TextPart, landmark: Landmark): readonly Match[] {
  const { index } = engine
  const { lon, lat } = landmark
  const query = { ...what, typing: false, focus: { lon, lat } }
  const { matches } = interpret(engine, query, MATCHES_MAX)
  const [best] = matches
  if (!best || best.coverage < BESIDE_COVERAGE_MIN || isUnit(index, best.place)) return []
  return matches
    .flatMap((match) => {
      const metres = distanceM(landmark, pointOfMatch(index, match))
      const isOther = match.place !== landmark.place && match.coverage >= best.coverage
      if (!isOther || metres > BESIDE_M) return []
      return [{ ...match, score: match.score + BESIDE_POINTS * (1 - metres / BESIDE_M) }]
    })
    .sort((a, b) => b.score - a.score)
}
