import { CONFIDENCE_FIT } from './model/confidence-fit.ts'
import type { MatchLevel } from './model/match.ts'

/** What the confidence of an answer is told by. */
export interface Evidence {
  /** `between`: a number beside mapped ones. */
  readonly level: MatchLevel | 'between'
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

/** Nobody is sure of an address. */
const CONFIDENCE_MAX = 0.98
/** In another province than the text names. */
const OUTSIDE_MAX = 0.3

/**
 * How likely the answer is right, 0..1, in hundredths: a logistic model for each level, fitted by
 * eval/fit-confidence.ts on questions whose answers are known (docs/ranking.md).
 */
export function confidenceOf({ level, coverage, missing, isOutside }: Evidence): number {
  const { sure, open, missing: lost } = CONFIDENCE_FIT[level]
  const odds = sure - open * (1 - coverage) - lost * Math.min(1, missing)
  const likely = 1 / (1 + Math.exp(-odds))
  return Math.round(100 * Math.min(likely, isOutside ? OUTSIDE_MAX : CONFIDENCE_MAX)) / 100
}
