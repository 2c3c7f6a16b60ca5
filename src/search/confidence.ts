import { CONFIDENCE_FIT, CONFIDENCE_RIGHT } from './model/confidence-fit.ts'
import type { MatchLevel } from './model/match.ts'

/**
 * `between`: a number beside mapped ones; `streetAlone`, `alleyAlone`: without the number that was
 * asked for.
 */
export type EvidenceLevel = MatchLevel | 'between' | 'streetAlone' | 'alleyAlone'

/** What the confidence of an answer is told by. */
export interface Evidence {
  readonly level: EvidenceLevel
  /** Share of what was asked that the answer explains, 0..1. */
  readonly coverage: number
  /** Share of its name that was not asked for. */
  readonly missing: number
  /** Whether the text names a province or district outside of which it lies. */
  readonly isOutside: boolean
}

/** Weights of one level: the log-odds that an answer of that level is right. */
export interface ConfidenceWeights {
  /** Of one that explains all, and of whose name all was asked for. */
  readonly sure: number
  /** Lost for what is not explained: for all of it so much. */
  readonly open: number
  /** Lost for a name of which nothing was asked for. */
  readonly missing: number
}

/** Nobody is sure of an address, and less so of each word that is left open: of all so much. */
export const CONFIDENCE_MAX = 0.98
const OPEN_DOUBT = 0.1
/** In another province than the text names. */
const OUTSIDE_MAX = 0.3

/**
 * How likely the answer is right, 0..1, in hundredths: a logistic model for each level, and what
 * share of the answers of each likelihood was right, both fitted by eval/fit-confidence.ts on
 * questions whose answers are known (docs/ranking.md).
 */
export function confidenceOf(evidence: Evidence): number {
  const right = shareRight(likelihoodOf(evidence))
  const most = evidence.isOutside
    ? OUTSIDE_MAX
    : CONFIDENCE_MAX - OPEN_DOUBT * (1 - evidence.coverage)
  return Math.round(100 * Math.min(right, most)) / 100
}

/** By the logistic model of the level alone. */
export function likelihoodOf(
  { level, coverage, missing }: Evidence,
  fits: Readonly<Record<EvidenceLevel, ConfidenceWeights>> = CONFIDENCE_FIT,
): number {
  const { sure, open, missing: lost } = fits[level]
  const odds = sure - open * (1 - coverage) - lost * Math.min(1, missing)
  return 1 / (1 + Math.exp(-odds))
}

/** On the straight lines between the knots. */
function shareRight(likelihood: number): number {
  const knots = CONFIDENCE_RIGHT
  const next = knots.findIndex(([at]) => at >= likelihood)
  if (next <= 0) return knots.at(next === 0 ? 0 : -1)![1]
  const [from, below] = knots[next - 1]!
  const [to, above] = knots[next]!
  return below + ((above - below) * (likelihood - from)) / (to - from)
}
