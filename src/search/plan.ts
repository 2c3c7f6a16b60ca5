import { type NumberChain, numberChains } from '../text/house-number.ts'
import { isNumber, type Token } from '../text/tokens.ts'
import { CLOSING_TYPE_WORDS, TYPE_WORDS, type TypeWord, typeWordBefore } from '../text/words.ts'
import type { SearchIndex } from './layout.ts'
import { endsAt, formOf, type NameRange, narrow, type TokenRange, tokenRange } from './lookup.ts'
import { fits } from './names.ts'
import { PLACE_KINDS, type PlaceKind } from './place.ts'

/** A stretch of the query that is a name, or, at its end, the beginning of names. */
export interface Span {
  readonly first: number
  readonly end: number
  /** `exact`: the first name of `range` is the stretch itself. `prefix`: all of `range` may be. */
  readonly how: 'exact' | 'prefix'
  readonly range: NameRange
  /** By kind (position in PLACE_KINDS): the tokens covered, with fitting type words beside it. */
  readonly masks: readonly number[]
}

/** A query made ready for matching: what its tokens can mean in this index. */
export interface QueryPlan {
  readonly tokens: readonly Token[]
  /** The index's tokens for each; the last one's all continuations while it is being typed. */
  readonly ranges: readonly TokenRange[]
  /** The marked form of each token, NONE when no name is spelt so. */
  readonly forms: readonly number[]
  /** Whether any token was typed with marks. */
  readonly hasMarks: boolean
  /** Marked letters, without tone, of the word being typed; null when it has no marks. */
  readonly begun: Uint8Array | null
  /** What it costs to leave a token unexplained. */
  readonly weights: readonly number[]
  readonly totalWeight: number
  /** Weight of the tokens that are in some name or may be a number: no place explains more. */
  readonly knownWeight: number
  /** The tokens that say which, not of what kind; an answer has one of them, if there are any. */
  readonly tellingMask: number
  /** The first of these that is no number: addresses begin with what they are about. */
  readonly firstMask: number
  readonly spans: readonly Span[]
  /** Number chains that may be house numbers. */
  readonly chains: readonly NumberChain[]
  readonly typing: boolean
}

const TYPE_WORD_WEIGHT = 0.3 // says of what kind a thing is, not which
const POI_TYPE_WORD_WEIGHT = 0.7 // but a hospital is not a hotel of the same name
const SHORT_PREFIX_WEIGHT = 0.5 // one or two letters of a word still being typed
const SHORT_PREFIX_CHARS = 2

/**
 * Reads `tokens` against the index. With `typing`, the last token may go on. Cost: a binary search
 * a token and one a pair of tokens, within ever smaller ranges.
 */
export function planQuery(
  index: SearchIndex,
  tokens: readonly Token[],
  typing: boolean,
): QueryPlan {
  const last = tokens.length - 1
  const exact = tokens.map((token) => tokenRange(index, token.folded, false))
  const ranges = exact.map((range, i) =>
    typing && i === last ? tokenRange(index, tokens[i]!.folded, true) : range,
  )
  const typeWords = typeWordsOf(tokens)
  const telling = tellingMask(tokens, typeWords)
  const first = tokens.findIndex((token, i) => (telling & (1 << i)) !== 0 && !isNumber(token))
  const weights = weightsOf(tokens, typeWords, typing)
  const isKnown = (i: number) => ranges[i]!.from < ranges[i]!.to || isNumber(tokens[i]!)
  return {
    tokens,
    ranges,
    forms: exact.map((range, i) => formOf(index, range, tokens[i]!)),
    hasMarks: tokens.some((token) => token.hasMarks),
    begun: typing ? begunLetters(tokens[last]!) : null,
    weights,
    totalWeight: weights.reduce((sum, weight) => sum + weight, 0),
    knownWeight: weights.reduce((sum, weight, i) => (isKnown(i) ? sum + weight : sum), 0),
    tellingMask: telling,
    firstMask: first === -1 ? 0 : bits(first, first + 1),
    spans: spansOf(index, tokens, typeWords, exact, typing ? ranges[last]! : null),
    chains: numberChains(tokens).filter((chain) => !namesUnit(typeWords[chain.first]!)),
    typing,
  }
}

/** Bits `first` up to `end`. */
export function bits(first: number, end: number): number {
  return (2 ** end - 2 ** first) >>> 0
}

function begunLetters(token: Token): Uint8Array | null {
  return token.hasMarks ? new TextEncoder().encode(token.marked.replace(/[0-9]$/, '')) : null
}

/** The type word that ends before each token, and at last before the end of the query. */
type TypeWords = readonly (TypeWord | null)[]

function typeWordsOf(tokens: readonly Token[]): TypeWords {
  return Array.from({ length: tokens.length + 1 }, (_, end) => typeWordBefore(tokens, end))
}

function weightsOf(tokens: readonly Token[], typeWords: TypeWords, typing: boolean): number[] {
  const weights = tokens.map(() => 1)
  typeWords.forEach((typeWord, end) => {
    if (!typeWord) return
    const isOfPoi = typeWord.classes.includes('poi')
    weights.fill(isOfPoi ? POI_TYPE_WORD_WEIGHT : TYPE_WORD_WEIGHT, typeWord.first, end)
  })
  const last = tokens.at(-1)
  if (typing && last && last.folded.length <= SHORT_PREFIX_CHARS && !isNumber(last)) {
    weights[tokens.length - 1] = Math.min(SHORT_PREFIX_WEIGHT, weights[tokens.length - 1]!)
  }
  return weights
}

function tellingMask(tokens: readonly Token[], typeWords: TypeWords): number {
  let mask = bits(0, tokens.length)
  typeWords.forEach((typeWord, end) => {
    if (typeWord) mask &= ~bits(typeWord.first, end)
  })
  return mask >>> 0
}

function spansOf(
  index: SearchIndex,
  tokens: readonly Token[],
  typeWords: TypeWords,
  exact: readonly TokenRange[],
  continuations: TokenRange | null,
): Span[] {
  const spans: Span[] = []
  const last = tokens.length - 1
  const names = { from: 0, to: index.nameFirst.length - 1 }
  for (let first = 0; first <= last; first++) {
    let range: NameRange = names
    for (let at = first; at <= last; at++) {
      if (continuations && at === last) {
        const begun = narrow(index, range, at - first, continuations)
        if (begun.from < begun.to)
          spans.push(spanOf(tokens, typeWords, first, at + 1, 'prefix', begun))
      }
      range = narrow(index, range, at - first, exact[at]!)
      if (range.from === range.to) break
      if (endsAt(index, range, at + 1 - first)) {
        spans.push(spanOf(tokens, typeWords, first, at + 1, 'exact', range))
      }
    }
  }
  // What explains most comes first: what then cannot keep up need not be looked at.
  return spans.sort((a, b) => b.end - b.first - (a.end - a.first) || (a.how === 'exact' ? -1 : 1))
}

function spanOf(
  tokens: readonly Token[],
  typeWords: TypeWords,
  first: number,
  end: number,
  how: Span['how'],
  range: NameRange,
): Span {
  const own = bits(first, end)
  const before = typeWords[first]
  const after = typeWordAfter(tokens, end)
  const masks = PLACE_KINDS.map((kind: PlaceKind) => {
    let mask = own
    if (before && fits(kind, before.classes)) mask |= bits(before.first, first)
    if (after && fits(kind, after.classes)) mask |= bits(end, after.end)
    return mask >>> 0
  })
  return { first, end, how, range, masks }
}

function typeWordAfter(tokens: readonly Token[], first: number) {
  const word = tokens[first]?.folded ?? ''
  const classes = CLOSING_TYPE_WORDS.has(word) ? TYPE_WORDS.get(word) : undefined
  return classes ? { end: first + 1, classes } : null
}

/** `quận 5`, `phường 12`: the number is the unit's, not a house's. Words for less may be names. */
function namesUnit(before: TypeWord | null): boolean {
  return before?.classes.some((each) => each === 'district' || each === 'ward') ?? false
}
