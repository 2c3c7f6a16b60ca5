/* Written by eval/fit-confidence.ts; src/search/confidence.ts says what it means. */

export const CONFIDENCE_FIT = {
  house: { sure: 6.3, open: 4.71, missing: 5.91 },
  between: { sure: 3.55, open: 6.28, missing: 5.85 },
  alley: { sure: 4, open: 7.88, missing: 10.42 },
  alleyAlone: { sure: 2.01, open: 1.48, missing: 2.51 },
  street: { sure: 3.95, open: 10.66, missing: 3 },
  streetAlone: { sure: 2.82, open: 3.74, missing: 4.38 },
  poi: { sure: 3.79, open: 10.75, missing: 8.71 },
  ward: { sure: 5.17, open: 4.84, missing: 5.56 },
  district: { sure: 3.94, open: 3.26, missing: 6.2 },
  province: { sure: 5.29, open: 3.11, missing: 5.92 },
} as const

/** Likelihoods by the model, and the share of such answers that were right; both ascend. */
export const CONFIDENCE_RIGHT: readonly (readonly [number, number])[] = [
  [0.0109, 0.04],
  [0.0581, 0.13],
  [0.1798, 0.19],
  [0.4315, 0.29],
  [0.6305, 0.6],
  [0.7309, 0.65],
  [0.7906, 0.69],
  [0.8355, 0.78],
  [0.8505, 0.85],
  [0.8919, 0.9],
  [0.9285, 0.91],
  [0.9448, 0.92],
  [0.9503, 0.94],
  [0.9675, 0.98],
  [0.9807, 0.99],
  [0.9953, 1],
  [0.9981, 1],
  [0.9982, 1],
]
