import type { ConfidenceWeights } from '../confidence.ts'
import type { MatchLevel } from './match.ts'

/* Written by eval/fit-confidence.ts. */

export const CONFIDENCE_FIT: Readonly<Record<MatchLevel | 'between', ConfidenceWeights>> = {
  house: { sure: 5.59, open: 5.31, missing: 6.48 },
  between: { sure: 3.7, open: 5.09, missing: 6.48 },
  alley: { sure: 4.1, open: 5.17, missing: 7.23 },
  street: { sure: 4.02, open: 9.01, missing: 3.88 },
  poi: { sure: 3.11, open: 9.77, missing: 6.55 },
  ward: { sure: 4.94, open: 5.43, missing: 6.61 },
  district: { sure: 4.51, open: 4.81, missing: 6.48 },
  province: { sure: 5.08, open: 4.32, missing: 6.48 },
}
