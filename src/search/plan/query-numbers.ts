import {
  isNumberWord,
  type NumberInWords,
  numberChains,
  reversedAlley,
  roadWordsBefore,
} from '../../text/house-number.ts'
import { isNumber, type Token } from '../../text/tokens.ts'
import type { TypeWord } from '../../text/words.ts'
import { houseNumberOf } from '../index/houses.ts'
import type { HouseNumber } from '../model/match.ts'
import { bits } from './token-mask.ts'
import { namesUnit } from './type-classes.ts'

/** A number of the query that may be a house number. Tokens are bits of a mask. */
export interface QueryNumber {
  /** The tokens of the number. */
  readonly mask: number
  /** More tokens of a number in words: the number counts only where a name takes these. */
  readonly needs: number
  readonly isAlley: boolean
  readonly number: HouseNumber
  /** The alley, where the number may be written from the inside out; else null. */
  readonly reversed: HouseNumber | null
  /** Its tokens, where it is written in words: `số 7 ngách 12 ngõ 5`; else null. */
  readonly inWords: NumberInWords | null
}

/** The numbers that may be house numbers. `typeWords`: the one that ends before each token. */
export function queryNumbers(
  tokens: readonly Token[],
  typeWords: readonly (TypeWord | null)[],
): readonly QueryNumber[] {
  const planned: QueryNumber[] = []
  for (const chain of numberChains(tokens)) {
    const { first, end, key, isAlley, inWords = null } = chain
    if (namesUnit(typeWords[first] ?? null)) continue
    const alley = reversedAlley(tokens, chain)
    const reversed = alley === null ? null : houseNumberOf(alley)
    const mask = bits(first, end)
    const needs = inWords ? bits(inWords.first, inWords.end) & ~mask : 0
    planned.push({ mask, needs, isAlley, number: houseNumberOf(key), reversed, inWords })
  }
  return planned
}

/**
 * The tokens inside alleys that are written from the street inwards, `ngách 12` of `ngõ 5 ngách 12
 * Minh Khai`: no name begins there, as `Ngách 12 Minh Khai` is another.
 */
export function insideAlleys(numbers: readonly QueryNumber[]): number {
  let inside = 0
  for (const { inWords } of numbers) if (inWords) inside |= bits(inWords.outerEnd, inWords.end)
  return inside
}

/**
 * The words in front of numbers that add nothing to them: the `số` of `số 12 Châu Long`, but not
 * that of `Đường số 12`, where it is part of the name. `numberMask`: the tokens of all numbers.
 */
export function numberWords(
  tokens: readonly Token[],
  typeWords: readonly (TypeWord | null)[],
  numberMask: number,
): number {
  let words = 0
  for (let at = 1; at < tokens.length; at++) {
    if (!isNumber(tokens[at]!)) continue
    let first = at
    while (first > 0 && isNumberWord(tokens[first - 1]!)) first--
    if (typeWords[first]) continue
    words |= bits(first, at) & numberMask
  }
  return words
}

/**
 * The boundaries between the words and the number of roads, as bits: bit i is before token i. No
 * name begins or ends there: `tỉnh lộ 8` is no shop called 8, `QL1` no place called Quốc.
 */
export function roadSeams(tokens: readonly Token[]): number {
  let seams = 0
  for (let at = 0; at < tokens.length; at++) {
    if (isNumber(tokens[at]!)) seams |= bits(at + 1 - roadWordsBefore(tokens, at), at + 1)
  }
  return seams
}
