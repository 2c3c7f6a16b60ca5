import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import { type BesideReading, besideReadings } from '../../text/beside.ts'
import { tokenize } from '../../text/tokens.ts'
import { typeWordBefore } from '../../text/words.ts'
import { doorsAround, pointBetween } from '../index/houses.ts'
import { NONE, type SearchIndex } from '../index/layout.ts'
import { isNearby } from '../index/listed-kinds.ts'
import { MATCHES_MAX } from '../match/matcher.ts'
import { COVERAGE_FULL, type Match } from '../score/top-k.ts'
import type { Search } from '../search.ts'
import { type Asked, bestMatches, UNHELD_COST, WORDS_MAX } from './interpretations.ts'
import { intersectionPoint, isNoIntersection } from './intersections.ts'

/** Farther away nothing is beside something. */
const BESIDE_M = 2_000
/** For being right there, less the farther: among the branches of a bank little else counts. */
const BESIDE_POINTS = 400
/** Counts as that much missing of a name: the nearest was meant, but which one nobody said. */
const BESIDE_MISSING = 0.25
/** What is beside has to be found but for a slip: whatever else lies near was not asked for. */
const WHAT_MIN = 0.9
/** Of what it is beside little may be unknown, else it is beside something else. */
const WHERE_MIN = 0.7
/** Places of one name that it may be beside. */
const ANCHORS_MAX = 4
/** Of what is being typed. */
const WHERE_CHARS_MIN = 2

/** Where something may be beside. */
interface Anchor extends Point {
  /** NONE where two streets cross. */
  readonly place: number
  readonly coverage: number
  readonly missing: number
}

/**
 * The matches for a text, best first, as `bestMatches` finds them; but where it tells one thing by
 * another that it is beside, `agribank gần nhà cổ`, and no name has all these words, those that lie
 * there before them. First the other is looked for, then the one around it.
 */
export function matchesBeside(search: Search, asked: Asked): readonly Match[] {
  const matches = bestMatches(search, asked)
  const told = matches[0]?.coverage ?? 0
  if (told >= COVERAGE_FULL) return matches
  for (const reading of besideReadings(asked.text, WORDS_MAX)) {
    const found = matchesOf(search, asked, reading)
    if ((found[0]?.coverage ?? 0) > told) return [...found, ...matches].slice(0, asked.wanted)
  }
  return matches
}

function matchesOf(search: Search, asked: Asked, reading: BesideReading): readonly Match[] {
  const { what, where, isPlace } = reading
  if (!isPlace) return withoutWords(search, { ...asked, text: where })
  if (isNearby(tokenize(where))) return matchesHere(search, { ...asked, text: what, typing: false })
  if (!tellsWhere(asked, where)) return []
  const anchors = anchorsOf(search, { ...asked, text: where, wanted: ANCHORS_MAX })
  const [first] = anchors
  if (first === undefined || first.coverage < WHERE_MIN) return []
  // Near a district is in it.
  if (isUnit(search.index, first.place)) {
    return withoutWords(search, { ...asked, text: `${what}, ${where}` })
  }
  for (const anchor of anchors) {
    const near = matchesNear(search, what, anchor)
    const [best] = near
    if (best === undefined) continue
    const coverage = reading.share * best.coverage + (1 - reading.share) * anchor.coverage
    return near.map((match) => ({
      ...match,
      coverage,
      missing: Math.max(BESIDE_MISSING, anchor.missing, match.missing),
    }))
  }
  return []
}

/** `Agribank gần đây`, `gần nhất`: only who says where he is is near anything. */
function matchesHere(search: Search, asked: Asked): readonly Match[] {
  const { focus, text } = asked
  if (focus === null) return []
  const near = matchesNear(search, text, { ...focus, place: NONE, coverage: 1, missing: 0 })
  return near.length > 0 ? near : bestMatches(search, asked)
}

/** Words for nearness say nothing that an answer has. */
function withoutWords(search: Search, asked: Asked): readonly Match[] {
  return bestMatches(search, asked).map((match) => ({
    ...match,
    coverage: match.coverage * (1 - UNHELD_COST),
  }))
}

/** Whether a text may tell a place: `chợ` does only for who is near one. */
function tellsWhere({ focus, typing }: Asked, text: string): boolean {
  if (typing && text.trim().length < WHERE_CHARS_MIN) return false
  const tokens = tokenize(text)
  return focus !== null || typeWordBefore(tokens, tokens.length)?.first !== 0
}

/** What explains a text best: places, all of which may be meant, or the crossing of two streets. */
function anchorsOf(search: Search, asked: Asked): readonly Anchor[] {
  const { index, intersections } = search
  const { text, typing, focus } = asked
  const matches = bestMatches(search, asked)
  const told = matches[0]?.coverage ?? 0
  if (!isNoIntersection(index, text, matches[0])) {
    const [crossing] = intersections.find(text, typing, focus, told)
    if (crossing) {
      const { row, coverage } = crossing
      return [{ ...intersectionPoint(index, row), place: NONE, coverage, missing: 0 }]
    }
  }
  return matches
    .filter(({ coverage }) => coverage >= told)
    .map((match) => ({ ...match, ...pointOf(index, match) }))
}

function isUnit({ units }: SearchIndex, place: number): boolean {
  return place !== NONE && place < units
}

/** Where the match lies: a number between two doors has no place of its own. */
function pointOf(index: SearchIndex, { place, street, sought }: Match): Point {
  const doors = sought !== null && place === street ? doorsAround(index, place, sought) : null
  return doors ? pointBetween(index, doors) : pointOfPlace(index, place)
}

function pointOfPlace({ lon, lat }: SearchIndex, place: number): Point {
  return { lon: lon[place]! / E7, lat: lat[place]! / E7 }
}

/** What a text tells that lies near the anchor, best first; nothing if it may be a unit. */
function matchesNear(search: Search, text: string, anchor: Anchor): readonly Match[] {
  const { index } = search
  const asked = { text, typing: false, focus: anchor, wanted: MATCHES_MAX }
  const matches = bestMatches(search, asked)
  const [best] = matches
  if (!best || best.coverage < WHAT_MIN || isUnit(index, best.place)) return []
  return matches
    .flatMap((match) => {
      const metres = distanceM(anchor, pointOf(index, match))
      const isOther = match.place !== anchor.place && match.coverage >= best.coverage
      if (!isOther || metres > BESIDE_M) return []
      return [{ ...match, score: match.score + BESIDE_POINTS * (1 - metres / BESIDE_M) }]
    })
    .sort((a, b) => b.score - a.score)
}
