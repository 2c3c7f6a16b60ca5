import { isPlusCode } from '../../geo/plus-code.ts'
import { readAddress } from '../../text/address.ts'
import type { Outside } from '../context/named-units.ts'
import type { Engine } from '../match/engine.ts'
import type { Match } from '../model/match.ts'
import type { Query } from '../model/query.ts'
import { COVERAGE_FULL } from '../model/score-weights.ts'
import {
  bestScore,
  coverageOf,
  type GuessedWords,
  type Interpretation,
  interpretation,
  isFull,
  isWhole,
  matchesOf,
} from './interpretation.ts'
import { INTERPRETERS, type Interpreter, wordsToGuess } from './interpreters.ts'

/** A query as it was read: the interpretations that explain it best, and their matches. */
export interface Reading {
  /** Several where their matches are merged. */
  readonly interpretations: readonly Interpretation[]
  /** Best first. */
  readonly matches: readonly Match[]
  /** The outside of the units that the text names as typed; null when it names none. */
  readonly outside: Outside | null
}

const NOTHING: Reading = { interpretations: [], matches: [], outside: null }

/**
 * Reads a query: as typed, then by each interpreter in turn until everything is explained. Looks
 * for `wanted` matches; `attempts` gets the reading of every interpretation that is tried.
 */
export function interpret(
  engine: Engine,
  query: Query,
  wanted: number,
  attempts: Reading[] | null = null,
): Reading {
  if (query.tokens.length === 0 || isPlusCode(query.text)) return NOTHING
  const plain = readAddress(query.tokens)
  let best = attempt(engine, query, interpretation('as typed', plain.tokens), wanted)
  attempts?.push(best)
  if (isWhole(best.matches)) return best
  // `đối diện bệnh viện Bạch Mai` is a bus stop there only if no hospital is called that.
  const mayBeBare = plain.bare.length > 0 && (best.matches[0]?.missing ?? 0) > 0
  const { outside } = best
  const addresses = [plain]
  let guessed: GuessedWords | null = null
  const guessedWords = () => (guessed ??= wordsToGuess(engine, query, plain))
  for (const interpreter of INTERPRETERS) {
    if (engine.effort.isSpent) break
    const { competes, isTried, stops } = interpreter
    if (isTried === 'while words are open' && isFull(best.matches) && !mayBeBare) break
    const tried: Reading[] = []
    const found = { matches: best.matches, addresses, guessedWords }
    for (const each of interpreter.interpretations(engine, query, found)) {
      if (engine.effort.isSpent) break
      const reading = attempt(engine, query, each, wanted)
      tried.push(reading)
      attempts?.push(reading)
      if (competes !== 'merged' && isBetter(reading, best, competes)) best = reading
      if (stops && coverageOf(best.matches) >= COVERAGE_FULL - each.cost)
        return { ...best, outside }
    }
    if (competes !== 'merged' || tried.length === 0) continue
    const first = tried.reduce((a, b) => (isBetter(b, a, 'score') ? b : a), best)
    if (first === best) continue
    best = merged([best, ...tried], wanted)
    addresses.push(readAddress(first.interpretations[0]!.tokens))
  }
  return { ...best, outside }
}

/** The matches of a reading, at most `wanted`. */
export function matchesOfReading(
  engine: Engine,
  query: Query,
  { interpretations }: Reading,
  wanted: number,
): readonly Match[] {
  const readings = interpretations.map((each) => attempt(engine, query, each, wanted))
  return readings.length === 1 ? readings[0]!.matches : merged(readings, wanted).matches
}

function attempt(engine: Engine, query: Query, each: Interpretation, wanted: number): Reading {
  const { matches, outside } = matchesOf(engine, query, each, wanted)
  return { interpretations: [each], matches, outside }
}

function isBetter({ matches }: Reading, best: Reading, competes: Interpreter['competes']): boolean {
  switch (competes) {
    case 'score':
    case 'merged':
      return bestScore(matches) > bestScore(best.matches)
    case 'coverage':
      return coverageOf(matches) > coverageOf(best.matches)
    case 'coverage by a whole name':
      return coverageOf(matches) > coverageOf(best.matches) && matches[0]!.missing === 0
    case 'whole name':
      return isWhole(matches)
  }
}

/** The best of several readings, each place once. */
function merged(readings: readonly Reading[], wanted: number): Reading {
  const all = readings.flatMap(({ matches }) => matches).sort((a, b) => b.score - a.score)
  const places = new Set<number>()
  return {
    outside: null,
    interpretations: readings.flatMap(({ interpretations }) => interpretations),
    matches: all.filter(({ place }) => !places.has(place) && places.add(place)).slice(0, wanted),
  }
}
