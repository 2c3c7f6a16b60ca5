import { TOKENS_MAX, type Token } from '../../text/tokens.ts'
import type { SearchIndex } from '../index/layout.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import type { Effort } from '../model/effort.ts'
import type { Query } from '../model/query.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import type { Trace } from '../score/score.ts'
import type { Matcher, MatchList } from './matcher.ts'

/** An opened index and the scratch of its queries; one query at a time. */
export interface Engine {
  readonly index: SearchIndex
  readonly vocabulary: Vocabulary
  readonly plan: QueryPlan
  /** The cost of the query so far. */
  readonly effort: Effort
  /** Finds the matches of `plan`. */
  readonly matcher: Matcher
}

/** The matches of tokens that may differ from those that were typed. */
export interface TokenMatches extends MatchList {
  readonly tokens: readonly Token[]
  /** The tokens that may be house numbers, as bits. */
  readonly numberMask: number
}

/** Plans the tokens and finds their matches, best first, at most `wanted`. */
export function matchTokens(
  { plan, matcher }: Engine,
  query: Query,
  all: readonly Token[],
  wanted: number,
  trace: Trace | null = null,
): TokenMatches {
  const tokens = firstOf(all)
  plan.read(tokens, query.typing, query.tokens)
  const found = matcher.match(query.focus, wanted, trace)
  return { ...found, tokens, numberMask: plan.numberMask }
}

/** The first tokens, as many as a mask has bits; no match knows those behind them. */
export function firstOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.length > TOKENS_MAX ? tokens.slice(0, TOKENS_MAX) : tokens
}
