import { numberChains, roadWordsBefore, turnedAlley } from '../text/house-number.ts'
import { isNumber, type Token } from '../text/tokens.ts'
import type { TypeWord } from '../text/words.ts'
import { type SoughtNumber, soughtNumber } from './houses.ts'
import { bits } from './masks.ts'
import { namesUnit } from './type-classes.ts'

/** A number of the query that may be that of a house: its tokens as bits, and what to look for. */
export interface PlannedChain {
  readonly mask: number
  readonly isAlley: boolean
  readonly number: SoughtNumber
  /** The alley, where the chain may be told from the inside out. */
  readonly turned: SoughtNumber | null
}

/** The numbers that may be those of houses. `typeWords`: what ends before each token. */
export function plannedChains(
  tokens: readonly Token[],
  typeWords: readonly (TypeWord | null)[],
): readonly PlannedChain[] {
  const planned: PlannedChain[] = []
  for (const chain of numberChains(tokens)) {
    const { first, end, key, isAlley } = chain
    if (namesUnit(typeWords[first] ?? null)) continue
    const alley = turnedAlley(tokens, chain)
    const turned = alley === null ? null : soughtNumber(alley)
    planned.push({ mask: bits(first, end), isAlley, number: soughtNumber(key), turned })
  }
  return planned
}

/**
 * The boundaries between the words and the number of roads, as bits: bit i is before token i. No
 * name begins or ends there: `tỉnh lộ 8` is no shop called 8, `QL1` nothing called Quốc.
 */
export function roadSeams(tokens: readonly Token[]): number {
  let seams = 0
  for (let at = 0; at < tokens.length; at++) {
    if (isNumber(tokens[at]!)) seams |= bits(at + 1 - roadWordsBefore(tokens, at), at + 1)
  }
  return seams
}
