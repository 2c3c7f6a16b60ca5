import { isUnitShort, writtenOut } from '../../text/short-forms.ts'
import type { Token } from '../../text/tokens.ts'
import { type Engine, firstOf, matchTokens, type TokenMatches } from '../match/engine.ts'
import type { Match } from '../model/match.ts'
import type { Query } from '../model/query.ts'
import { COVERAGE_FULL } from '../model/score-weights.ts'

/** The rule by which an interpretation was made. */
export type Rule =
  | 'as typed'
  | 'other word for the kind'
  | 'initials'
  | 'keystrokes of a whole name'
  | 'D before a number is a district'
  | 'keystrokes'
  | 'without parts that maps do not hold'
  | 'other spaces'
  | 'by ear'
  | 'spelling'

/** One way to read a query. */
export interface Interpretation {
  readonly rule: Rule
  readonly tokens: readonly Token[]
  /** Share of its coverage that a match loses, 0..1. */
  readonly cost: number
  /** Added to the missing share of the names that are found. */
  readonly missing: number
  /** Points that a match loses. */
  readonly loss: number
  /** Whether units are no answer where other places explain as much. */
  readonly avoidsUnits: boolean
}

export function interpretation(
  rule: Rule,
  tokens: readonly Token[],
  more: Partial<Interpretation> = {},
): Interpretation {
  return { rule, tokens, cost: 0, missing: 0, loss: 0, avoidsUnits: false, ...more }
}

/** Least matches to ask for where units are to be left out. */
const WANTED_MIN = 8

/**
 * The matches of an interpretation, best first, at most `wanted`: with short forms (`q5`) written
 * out or as typed, whichever scores more.
 */
export function matchesOf(
  engine: Engine,
  query: Query,
  { tokens, cost, missing, loss, avoidsUnits }: Interpretation,
  wanted: number,
): TokenMatches {
  const found = matchSpellings(
    engine,
    query,
    tokens,
    avoidsUnits ? Math.max(wanted, WANTED_MIN) : wanted,
  )
  const isUnchanged = cost === 0 && missing === 0 && loss === 0
  if (isUnchanged && !avoidsUnits) return found
  const matches = avoidsUnits ? withoutUnits(engine, found.matches) : found.matches
  return {
    ...found,
    matches: matches.map((match) => ({
      ...match,
      coverage: match.coverage * (1 - cost),
      missing: match.missing + missing,
      score: match.score - loss,
    })),
  }
}

function withoutUnits({ index }: Engine, matches: readonly Match[]): readonly Match[] {
  const nonUnits = matches.filter(({ place }) => place >= index.units)
  return coverageOf(nonUnits) >= coverageOf(matches) ? nonUnits : matches
}

function matchSpellings(
  engine: Engine,
  query: Query,
  all: readonly Token[],
  wanted: number,
): TokenMatches {
  const tokens = firstOf(all)
  const written = writtenOut(tokens)
  if (!written) return matchTokens(engine, query, tokens, wanted)
  const asWritten = matchTokens(engine, query, written, wanted)
  // A whole address leaves no doubt that short forms in it are no names.
  if (!query.typing && isFull(asWritten.matches)) return asWritten
  const asTyped = matchTokens(engine, query, tokens, wanted)
  const units = query.typing ? 0 : unitShortMask(tokens, written)
  // `q1` typed to its end is a unit: a match that leaves it open does not explain more.
  if (units !== 0 && (explainedBy(asTyped) & units) === 0) return asWritten
  if (bestScore(asWritten.matches) >= bestScore(asTyped.matches)) return asWritten
  // Units are named in short forms, too.
  return { ...asTyped, outside: asWritten.outside }
}

/** The tokens that the best match explains, but for a number that its street does not have. */
function explainedBy({ matches: [best], numberMask }: TokenMatches): number {
  if (!best) return 0
  return best.numberMatch === 'missing' ? best.mask & ~numberMask : best.mask
}

/** The tokens that are read as short forms of units when these are written out. */
function unitShortMask(tokens: readonly Token[], written: readonly Token[]): number {
  const kept = new Set(written.map(({ folded }) => folded))
  const isShort = (token: Token) => isUnitShort(token) && !kept.has(token.folded)
  return tokens.reduce((mask, token, i) => (isShort(token) ? mask | (1 << i) : mask), 0)
}

export function bestScore(matches: readonly Match[]): number {
  return matches[0]?.score ?? 0
}

export function coverageOf(matches: readonly Match[]): number {
  return matches[0]?.coverage ?? 0
}

/** Whether the best match explains the whole query. */
export function isFull(matches: readonly Match[]): boolean {
  return coverageOf(matches) >= COVERAGE_FULL
}

/** Whether the best match explains the whole query, which has its whole name. */
export function isWhole(matches: readonly Match[]): boolean {
  return isFull(matches) && matches[0]!.missing === 0
}

/** The words that segmentation and spelling guess at. Token i is bit i of every mask. */
export interface GuessedWords {
  readonly tokens: readonly Token[]
  /** Whether the last of them may go on. */
  readonly typing: boolean
  /** The tokens that the best match explains. */
  readonly explainedMask: number
  /** The tokens that are whole names of places outside the named units. */
  readonly elsewhereMask: number
  /** The tokens that surely name units. */
  readonly unitMask: number
}
