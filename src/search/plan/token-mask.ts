/** Tokens of a query as the bits of a number: token i is bit i. */

/** Bits `first` up to `end`, at most TOKENS_MAX. */
export function bits(first: number, end: number): number {
  return (1 << end) - (1 << first)
}

/** Whether the mask has more than one bit. */
export function isSeveral(mask: number): boolean {
  return (mask & (mask - 1)) !== 0
}

/** The first token of a mask, as a mask; none of none. */
export function lowestBit(mask: number): number {
  return mask & -mask
}

/** The last token of a mask, as a mask; none of none. */
export function highestBit(mask: number): number {
  return mask === 0 ? 0 : 1 << highestIndex(mask)
}

/** Which token the first of a mask is, not of none. */
export function lowestIndex(mask: number): number {
  return highestIndex(lowestBit(mask))
}

/** Which token the last of a mask is, not of none. */
export function highestIndex(mask: number): number {
  return 31 - Math.clz32(mask)
}

/** The tokens between those of two masks, neither of them empty; none where they interlock. */
export function between(a: number, b: number): number {
  if (highestBit(a) > highestBit(b)) return between(b, a)
  return Math.max(0, lowestBit(b) - 2 * highestBit(a))
}

/** How many bits the mask has. */
export function countOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
