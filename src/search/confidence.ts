import { CONFIDENCE_FIT, CONFIDENCE_RIGHT } from './model/confidence-fit.ts'
import type { MatchLevel } from './model/match.ts'

/**
 * `between`: a number beside mapped ones; `streetAlone`, `alleyAlone`: without the number that was
 * asked for.
 */
export type EvidenceLevel = MatchLevel | 'between' | 'streetAlone' | 'alleyAlone'

/** The features of an answer that its confidence is computed from. */
export interface Evidence {
  readonly level: EvidenceLevel
  /** Share of the query's weight that the answer explains, 0..1. */
  readonly coverage: number
  /** Share of its name that the query lacks. */
  readonly missing: number
  /** Whether it lies outside a province or district that the text names. */
  readonly isOutside: boolean
}

/** Weights of one level: the log-odds that an answer of that level is right. */
export interface ConfidenceWeights {
  /** The log-odds at coverage 1 with nothing missing. */
  readonly sure: number
  /** Lost at coverage 0; in proportion above it. */
  readonly open: number
  /** Lost where all of the name is missing; in proportion for less. */
  readonly missing: number
}

/** Of all levels, and what their likelihoods are worth. */
export interface ConfidenceModel {
  readonly weights: Readonly<Record<EvidenceLevel, ConfidenceWeights>>
  /** Likelihoods, and the share of such answers that were right; both ascend. */
  readonly right: readonly (readonly [number, number])[]
}

const FITTED: ConfidenceModel = { weights: CONFIDENCE_FIT, right: CONFIDENCE_RIGHT }

/** No address is certain. */
export const CONFIDENCE_MAX = 0.98
/** Lowers that maximum at coverage 0; in proportion above it. */
const OPEN_DOUBT = 0.1
/** The maximum in another province than the text names. */
const OUTSIDE_MAX = 0.3

/**
 * The probability that the answer is right, 0..1, in hundredths: a logistic model for each level,
 * calibrated by the share of answers of each likelihood that were right. Both are fitted by
 * eval/fit-confidence.ts on questions whose answers are known (docs/ranking.md).
 */
export function confidenceOf(evidence: Evidence, model = FITTED): number {
  const right = shareRight(likelihoodOf(evidence, model.weights), model.right)
  const confidenceMax = evidence.isOutside
    ? OUTSIDE_MAX
    : CONFIDENCE_MAX - OPEN_DOUBT * (1 - evidence.coverage)
  return Math.round(100 * Math.min(right, confidenceMax)) / 100
}

/** The likelihood by the logistic model alone, 0..1, not calibrated. */
export function likelihoodOf(
  { level, coverage, missing }: Evidence,
  weights: ConfidenceModel['weights'],
): number {
  const { sure, open, missing: lost } = weights[level]
  const odds = sure - open * (1 - coverage) - lost * Math.min(1, missing)
  return 1 / (1 + Math.exp(-odds))
}

/** The calibrated probability: linear between the knots. */
function shareRight(likelihood: number, knots: ConfidenceModel['right']): number {
  const next = knots.findIndex(([at]) => at >= likelihood)
  if (next <= 0) return knots.at(next === 0 ? 0 : -1)![1]
  const [from, below] = knots[next - 1]!
  const [to, above] = knots[next]!
  return below + ((above - below) * (likelihood - from)) / (to - from)
}
