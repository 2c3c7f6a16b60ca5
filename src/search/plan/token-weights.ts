import { isNumber, type Token } from '../../text/tokens.ts'
import type { TypeWord } from '../../text/words.ts'
import {
  NUMBER_WORD_WEIGHT,
  POI_TYPE_WEIGHT_MAX,
  POI_TYPE_WORD_WEIGHT,
  SHORT_PREFIX_WEIGHT,
  TYPE_WORD_WEIGHT,
} from '../model/score-weights.ts'
import { bits, highestIndex } from './token-mask.ts'
import { isOfPois } from './type-classes.ts'

const SHORT_PREFIX_CHARS = 2

/**
 * Writes the weight of each token, the cost of leaving it unexplained. Returns the tokens that tell
 * which place is meant, not of what kind, as bits. `typeWords`: the type word that ends before each
 * token; `numberWords`: the `số` of `số 12`, as bits.
 */
export function weighTokens(
  tokens: readonly Token[],
  typeWords: readonly (TypeWord | null)[],
  typing: boolean,
  numberWords: number,
  weights: Float64Array,
): number {
  const count = tokens.length
  let telling = bits(0, count) & ~numberWords
  weights.fill(1, 0, count)
  for (let end = 1; end <= count; end++) {
    const word = typeWords[end]
    if (!word) continue
    telling &= ~bits(word.first, end)
    const weightMax = POI_TYPE_WEIGHT_MAX / (end - word.first)
    const poiWeight = Math.min(POI_TYPE_WORD_WEIGHT, weightMax)
    weights.fill(isOfPois(word.classes) ? poiWeight : TYPE_WORD_WEIGHT, word.first, end)
  }
  weighNumberWords(numberWords, weights)
  const last = tokens[count - 1]!
  if (typing && last.folded.length <= SHORT_PREFIX_CHARS && !isNumber(last)) {
    weights[count - 1] = Math.min(SHORT_PREFIX_WEIGHT, weights[count - 1]!)
  }
  return telling
}

/** Gives each of these words weight of the number behind it, the `nhà` of `số nhà 12` too. */
function weighNumberWords(numberWords: number, weights: Float64Array): void {
  for (let rest = numberWords; rest !== 0; ) {
    const at = highestIndex(rest)
    rest ^= 1 << at
    let number = at + 1
    while ((numberWords & (1 << number)) !== 0) number++
    weights[at] = NUMBER_WORD_WEIGHT
    weights[number]! -= NUMBER_WORD_WEIGHT
  }
}
