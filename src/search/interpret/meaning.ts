import type { Engine } from '../match/engine.ts'
import type { Match } from '../model/match.ts'
import type { Query } from '../model/query.ts'
import { interpret, matchesOfReading, type Reading } from './interpret.ts'
import { coverageOf, isFull } from './interpretation.ts'
import { type FoundIntersection, type Intersections, isNoIntersection } from './intersections.ts'
import { matchesBeside } from './nearness.ts'

/** The parts of a search that find out the meaning of a query. */
export interface Interpreting extends Engine {
  readonly intersections: Intersections
}

/** The meaning of a query: its places and crossings. */
export interface Meaning {
  readonly query: Query
  readonly reading: Reading
  /** Places beside a landmark that the query names; they go before those of the reading. */
  readonly beside: readonly Match[]
  /** `beside`, then those of the reading, best first each. */
  readonly matches: readonly Match[]
  /** Crossings of two streets, best first, where no place explains more. */
  readonly intersections: readonly FoundIntersection[]
}

/** Finds out the meaning of a query; looks for `wanted` matches. */
export function meaningOf(
  search: Interpreting,
  query: Query,
  wanted: number,
  attempts: Reading[] | null = null,
): Meaning {
  search.effort.begin()
  const reading = interpret(search, query, wanted, attempts)
  const coverage = coverageOf(reading.matches)
  const beside = isFull(reading.matches)
    ? NO_MATCHES
    : matchesBeside(search, search.intersections, query, coverage)
  const matches = together(beside, reading.matches, wanted)
  const intersections = isNoIntersection(search.index, query, matches[0])
    ? NO_INTERSECTIONS
    : search.intersections.find(query, coverageOf(matches))
  return { query, reading, beside, matches, intersections }
}

const NO_MATCHES: readonly Match[] = []
const NO_INTERSECTIONS: readonly FoundIntersection[] = []

/** The matches of a meaning, at most `wanted`: the query is not interpreted again. */
export function matchesOfMeaning(
  engine: Engine,
  { query, reading, beside }: Meaning,
  wanted: number,
): readonly Match[] {
  return together(beside, matchesOfReading(engine, query, reading, wanted), wanted)
}

function together(
  beside: readonly Match[],
  matches: readonly Match[],
  wanted: number,
): readonly Match[] {
  return beside.length === 0 ? matches : [...beside, ...matches].slice(0, wanted)
}
