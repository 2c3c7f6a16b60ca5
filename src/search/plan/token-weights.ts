import { isNumber, type Token } from '../../text/tokens.ts'
import type { TypeWord } from '../../text/words.ts'
import { bits, highestIndex } from './token-mask.ts'
import { isOfPois } from './type-classes.ts'

const TYPE_WORD_WEIGHT = 0.3 // says of what kind a thing is, not which
const POI_TYPE_WORD_WEIGHT = 0.7 // but a hospital is not a hotel of the same name
const POI_TYPE_WEIGHT_MAX = 1.4 // of all its words: `sân vận động` says no more than `bệnh viện`
const NUMBER_WORD_WEIGHT = 0.1 // taken from its number: `số 12` asks for no more than `12`
const SHORT_PREFIX_WEIGHT = 0.42 // one or two letters of a word still being typed
const SHORT_PREFIX_CHARS = 2

/**
 * Writes what it costs to leave each token unexplained, and returns those that say which place is
 * meant, not of what kind. `typeWords`: what ends before each token; `numberWords`: the `số` of
 * `số 12`.
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
    const most = POI_TYPE_WEIGHT_MAX / (end - word.first)
    const ofPois = Math.min(POI_TYPE_WORD_WEIGHT, most)
    weights.fill(isOfPois(word.classes) ? ofPois : TYPE_WORD_WEIGHT, word.first, end)
  }
  weighNumberWords(numberWords, weights)
  const last = tokens[count - 1]!
  if (typing && last.folded.length <= SHORT_PREFIX_CHARS && !isNumber(last)) {
    weights[count - 1] = Math.min(SHORT_PREFIX_WEIGHT, weights[count - 1]!)
  }
  return telling
}

/** Each takes its weight from the number that it stands before, `nhà` of `số nhà 12` too. */
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
