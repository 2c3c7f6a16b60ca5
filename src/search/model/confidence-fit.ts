/* Written by eval/fit-confidence.ts; src/search/confidence.ts says what it means. */

export const CONFIDENCE_FIT = {
  house: { sure: 6.29, open: 4.67, missing: 5.9 },
  between: { sure: 3.55, open: 6.25, missing: 5.84 },
  alley: { sure: 4, open: 7.85, missing: 10.32 },
  alleyAlone: { sure: 2.01, open: 1.45, missing: 2.51 },
  street: { sure: 3.95, open: 10.56, missing: 3 },
  streetAlone: { sure: 2.8, open: 3.7, missing: 6.24 },
  poi: { sure: 3.73, open: 10.55, missing: 8.83 },
  ward: { sure: 5.17, open: 4.82, missing: 5.56 },
  district: { sure: 3.93, open: 3.22, missing: 6.2 },
  province: { sure: 5.26, open: 3.09, missing: 5.91 },
} as const

/** Likelihoods by the model, and the share of such answers that were right; both ascend. */
export const CONFIDENCE_RIGHT: readonly (readonly [number, number])[] = [
  [0.0103, 0.04],
  [0.0566, 0.13],
  [0.1843, 0.21],
  [0.3952, 0.25],
  [0.5115, 0.29],
  [0.635, 0.59],
  [0.7431, 0.7],
  [0.799, 0.71],
  [0.8402, 0.83],
  [0.8534, 0.87],
  [0.8946, 0.9],
  [0.9346, 0.91],
  [0.9495, 0.91],
  [0.9522, 0.95],
  [0.9669, 0.98],
  [0.9763, 0.99],
  [0.9801, 0.99],
  [0.9953, 1],
  [0.9981, 1],
  [0.9981, 1],
]
