/* Written by eval/fit-confidence.ts; src/search/confidence.ts says what it means. */

export const CONFIDENCE_FIT = {
  house: { sure: 5.73, open: 5.69, missing: 6.75 },
  between: { sure: 3.83, open: 5.05, missing: 6.7 },
  alley: { sure: 4.09, open: 4.95, missing: 6.53 },
  street: { sure: 4.2, open: 9.99, missing: 3.74 },
  poi: { sure: 3.68, open: 11.19, missing: 8.64 },
  ward: { sure: 5.28, open: 5.47, missing: 6.88 },
  district: { sure: 4.71, open: 4.51, missing: 7.15 },
  province: { sure: 5.46, open: 4.41, missing: 6.8 },
} as const

/** Likelihoods by the model, and the share of such answers that were right; both ascend. */
export const CONFIDENCE_RIGHT: readonly (readonly [number, number])[] = [
  [0.032, 0.09],
  [0.2192, 0.21],
  [0.4451, 0.39],
  [0.6453, 0.52],
  [0.8006, 0.68],
  [0.8914, 0.89],
  [0.9386, 0.94],
  [0.9451, 0.95],
  [0.9496, 0.95],
  [0.9622, 0.97],
  [0.972, 0.98],
  [0.9743, 0.99],
  [0.9799, 0.99],
  [0.9958, 1],
  [0.9968, 1],
  [0.9968, 1],
]
