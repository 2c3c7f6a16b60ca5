/** Tokens of a query as the bits of a number: token i is bit i. */

/** Bits `first` up to `end`, at most TOKENS_MAX. */
export function bits(first: number, end: number): number {
  return (1 << end) - (1 << first)
}

/** Whether the mask has more than one bit. */
export function isSeveral(mask: number): boolean {
  return (mask & (mask - 1)) !== 0
}

/** How many bits the mask has. */
export function countOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
