/* Written by eval/fit-confidence.ts; src/search/confidence.ts says what it means. */

export const CONFIDENCE_FIT = {
  house: { sure: 6.3, open: 5.01, missing: 6.19 },
  between: { sure: 3.56, open: 6.55, missing: 6.12 },
  alley: { sure: 3.1, open: 2.4, missing: 4.84 },
  street: { sure: 3.69, open: 7.83, missing: 2.96 },
  poi: { sure: 3.76, open: 10.53, missing: 8.18 },
  ward: { sure: 5.23, open: 5.09, missing: 5.81 },
  district: { sure: 4.14, open: 3.24, missing: 6.49 },
  province: { sure: 5.4, open: 3.35, missing: 6.19 },
} as const

/** Likelihoods by the model, and the share of such answers that were right; both ascend. */
export const CONFIDENCE_RIGHT: readonly (readonly [number, number])[] = [
  [0.0203, 0.05],
  [0.0726, 0.12],
  [0.2739, 0.18],
  [0.4442, 0.58],
  [0.6446, 0.6],
  [0.8102, 0.7],
  [0.8383, 0.85],
  [0.8518, 0.87],
  [0.9012, 0.87],
  [0.9405, 0.89],
  [0.9425, 0.93],
  [0.9447, 0.94],
  [0.9503, 0.96],
  [0.9561, 0.97],
  [0.9624, 0.98],
  [0.9727, 0.98],
  [0.9756, 0.99],
  [0.9792, 0.99],
  [0.9955, 1],
  [0.9981, 1],
  [0.9982, 1],
]
