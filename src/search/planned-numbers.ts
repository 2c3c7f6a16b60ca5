import { numberChains, roadWordsBefore } from '../text/house-number.ts'
import { isNumber, type Token } from '../text/tokens.ts'
import { type SoughtNumber, soughtNumber } from './houses.ts'
import { bits } from './masks.ts'

/** A number of the query that may be that of a house: its tokens as bits, and what to look for. */
export interface PlannedChain {
  readonly mask: number
  readonly isAlley: boolean
  readonly number: SoughtNumber
}

/** The numbers that may be those of houses. */
export function plannedChains(
  tokens: readonly Token[],
  isOfUnit: (first: number) => boolean,
): readonly PlannedChain[] {
  return numberChains(tokens)
    .filter(({ first }) => !isOfUnit(first))
    .map(({ first, end, key, isAlley }) => {
      return { mask: bits(first, end), isAlley, number: soughtNumber(key) }
    })
}

/**
 * The boundaries between the words and the number of roads, as bits: bit i is before token i. No
 * name begins or ends there: `tỉnh lộ 8` is no shop called 8, `QL1` nothing called Quốc.
 */
export function roadSeams(tokens: readonly Token[]): number {
  let seams = 0
  tokens.forEach((token, at) => {
    if (isNumber(token)) seams |= bits(at + 1 - roadWordsBefore(tokens, at), at + 1)
  })
  return seams
}
