/** Tokens of a query as the bits of a number: token i is bit i. */

/** Bits `first` up to `end`, at most TOKENS_MAX. */
export function bits(first: number, end: number): number {
  return (1 << end) - (1 << first)
}

/** Whether the mask has more than one bit. */
export function isSeveral(mask: number): boolean {
  return (mask & (mask - 1)) !== 0
}

/** The first token of a mask, as a mask; 0 for 0. */
export function lowestBit(mask: number): number {
  return mask & -mask
}

/** The last token of a mask, as a mask; 0 for 0. */
export function highestBit(mask: number): number {
  return mask === 0 ? 0 : 1 << highestIndex(mask)
}

/** The number of the first token of a mask, which is not 0. */
export function lowestIndex(mask: number): number {
  return highestIndex(lowestBit(mask))
}

/** The number of the last token of a mask, which is not 0. */
export function highestIndex(mask: number): number {
  return 31 - Math.clz32(mask)
}

/** The tokens between those of two masks, neither of them 0; 0 where they interlock. */
export function between(a: number, b: number): number {
  if (highestBit(a) > highestBit(b)) return between(b, a)
  return Math.max(0, lowestBit(b) - 2 * highestBit(a))
}

/** The number of bits of a mask. */
export function countOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
