/* Written by eval/fit-confidence.ts; src/search/confidence.ts says what it means. */

export const CONFIDENCE_FIT = {
  house: { sure: 5.75, open: 7.31, missing: 5.82 },
  between: { sure: 3.96, open: 10.5, missing: 4.8 },
  alley: { sure: 4.48, open: 10.62, missing: 12.69 },
  alleyAlone: { sure: 2.68, open: 3.35, missing: 0.46 },
  street: { sure: 4.14, open: 11.79, missing: 4.15 },
  streetAlone: { sure: 2.76, open: 3.65, missing: 5.41 },
  poi: { sure: 3.94, open: 13.71, missing: 9.25 },
  ward: { sure: 4.82, open: 4.1, missing: 3.41 },
  district: { sure: 3.29, open: 1.94, missing: 6.83 },
  province: { sure: 4.87, open: 2.06, missing: 6.7 },
} as const

/** Likelihoods by the model, and the share of such answers that were right; both ascend. */
export const CONFIDENCE_RIGHT: readonly (readonly [number, number])[] = [
  [0.0027, 0.03],
  [0.0107, 0.04],
  [0.0181, 0.07],
  [0.0384, 0.1],
  [0.1022, 0.16],
  [0.2562, 0.26],
  [0.3553, 0.31],
  [0.4895, 0.4],
  [0.6689, 0.42],
  [0.766, 0.66],
  [0.809, 0.82],
  [0.8304, 0.85],
  [0.8825, 0.88],
  [0.9288, 0.92],
  [0.9479, 0.94],
  [0.9545, 0.95],
  [0.962, 0.96],
  [0.9698, 0.98],
  [0.974, 0.98],
  [0.9811, 0.99],
  [0.9843, 0.99],
  [0.9857, 0.99],
  [0.9934, 1],
  [0.9968, 1],
  [0.9968, 1],
  [0.9968, 1],
]
