/* Numbers in words and Roman numerals. */

/** From one on, as they occur in days and months; `tháng tư`, `mười lăm`. */
export const SPELT_DIGITS = ['một', 'hai', 'ba', 'bốn, tư', 'năm, lăm', 'sáu', 'bảy', 'tám', 'chín']

/** I, V and X alone are letters, VI is a syllable; the rest is unmistakable. */
export const ROMAN: ReadonlyMap<string, string> = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['xi', '11'],
  ['xii', '12'],
])
