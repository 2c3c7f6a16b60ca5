import { isNumber, TOKENS_MAX, type Token } from '../../text/tokens.ts'
import { closingClasses, type TypeWord } from '../../text/words.ts'
import type { SearchIndex } from '../index/layout.ts'
import { endsAt, type NameRange, narrow } from '../index/lookup.ts'
import type { Vocabulary, Word } from '../index/vocabulary.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { weighDiacritics } from './diacritics.ts'
import { sortOfWord } from './poi-sorts.ts'
import {
  insideAlleys,
  numberWords,
  type QueryNumber,
  queryNumbers,
  roadSeams,
} from './query-numbers.ts'
import { bits, highestBit, highestIndex, lowestBit } from './token-mask.ts'
import { weighTokens } from './token-weights.ts'
import { isOfPois, isOfUnits, kindsOf, namesUnit, typeWordsIn } from './type-classes.ts'

const CITY = 'thanh pho'
const POI = PLACE_KINDS.indexOf('poi')
/** A number as doors have it: `12`, `12a`, `12bis`; `161coffee` is a name. */
const DOOR = /^[0-9]+[a-z]{0,3}$/

/** Every stretch of tokens, and once more those that end with the last token. */
const SPANS_MAX = (TOKENS_MAX * (TOKENS_MAX + 1)) / 2 + TOKENS_MAX

/** A word of the query for a sort of POIs (poi-sorts.ts): its tokens as bits. */
export interface PlannedSort {
  readonly mask: number
  readonly sort: number
}

/**
 * A query made ready for matching: the meaning of its tokens in an index. One object is read anew
 * for every query. Token i is bit i of every mask.
 *
 *   tokenFrom, tokenTo  Uint32[TOKENS_MAX]   the index's tokens for each; for a last token that
 *                                            is being typed all that it begins
 *   forms         Int32[TOKENS_MAX]     the marked form of each, NONE when no name is spelt so
 *   diacriticWeights   Float64[TOKENS_MAX]   its weight where spellings are compared
 *                                            (diacritics.ts)
 *   weights       Float64[TOKENS_MAX]   the cost of leaving a token unexplained
 *
 * A span is a stretch of the query that is a name, or, at its end, the beginning of names.
 *
 *   spanFirst, spanEnd  Uint8[spans]    its tokens
 *   spanIsPrefix  Uint8[spans]          0: the first name of its range is the stretch itself;
 *                                       1: the whole range may be meant; 2: the same, but
 *                                       the stretch is a whole name of others
 *   spanFrom, spanTo    Uint32[spans]   its range of names
 *   spanWordTo    Uint32[spans]         the end of its names that have the last token as a word,
 *                                       not begun; `spanTo`, if none has
 *   spanOrder     Uint16[spans]         all spans, the longest first: the best matches are found
 *                                       early, and more of the others are pruned
 *
 * Type words beside a span are covered with it where they fit the kind of the place (`maskOf`).
 *
 *   before, after           Uint32[TOKENS_MAX + 1]  the type word's tokens at each token boundary
 *   beforeKinds, afterKinds Uint8[TOKENS_MAX + 1]   the kinds it fits, by position in PLACE_KINDS
 */
export class QueryPlan {
  tokens: readonly Token[] = []
  typing = false
  /** Whether any token was typed with marks. */
  hasMarks = false
  /** The tokens that a comma stands before. */
  behindCommas = 0
  /** The word being typed, if it has marks. */
  begun: Token | null = null
  totalWeight = 0
  /** Weight of the tokens that are in some name or may be a number: no place explains more. */
  knownWeight = 0
  /** The tokens that tell which place, not of what kind; an answer has one of them, if any. */
  tellingMask = 0
  /** The first of these, up to one that is no door: addresses begin with the place itself. */
  firstMask = 0
  numbers: readonly QueryNumber[] = NO_NUMBERS
  /** Tokens of all numbers. */
  numberMask = 0
  /** Of these, the words that only say that a number comes: `số`. */
  numberWords = 0
  /** The numbers of numbered units: the 3 of `quận 3`. */
  unitNumbers = 0
  /** Words for kinds of units: `phường`, `district`. */
  unitWords = 0
  /** Words for kinds of units behind the name: `Ben Nghe Ward`. */
  closingUnitWords = 0
  /** Words for sorts of POIs, and the tokens of all of them. */
  readonly sorts: PlannedSort[] = []
  sortMask = 0
  spans = 0
  readonly tokenFrom = new Uint32Array(TOKENS_MAX)
  readonly tokenTo = new Uint32Array(TOKENS_MAX)
  readonly forms = new Int32Array(TOKENS_MAX)
  readonly diacriticWeights = new Float64Array(TOKENS_MAX)
  readonly weights = new Float64Array(TOKENS_MAX)
  readonly spanFirst = new Uint8Array(SPANS_MAX)
  readonly spanEnd = new Uint8Array(SPANS_MAX)
  readonly spanIsPrefix = new Uint8Array(SPANS_MAX)
  readonly spanFrom = new Uint32Array(SPANS_MAX)
  readonly spanTo = new Uint32Array(SPANS_MAX)
  readonly spanWordTo = new Uint32Array(SPANS_MAX)
  readonly spanOrder = new Uint16Array(SPANS_MAX)
  /** Token boundaries at which no name begins or ends, as bits (roadSeams). */
  private seams = 0
  /** Tokens with which no name begins, as bits (insideAlleys). */
  private inside = 0
  private readonly vocabulary: Vocabulary
  private readonly index: SearchIndex
  /** Each token as a word of the index. */
  words: readonly Word[] = []
  /** The type word that ends before each token boundary. */
  typeWords: readonly (TypeWord | null)[] = []
  private readonly before = new Uint32Array(TOKENS_MAX + 1)
  private readonly beforeKinds = new Uint8Array(TOKENS_MAX + 1)
  private readonly after = new Uint32Array(TOKENS_MAX + 1)
  private readonly afterKinds = new Uint8Array(TOKENS_MAX + 1)

  constructor(index: SearchIndex, vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
    this.index = index
  }

  /** Reads a new query. With `typing`, the last token may go on. `typed`: the tokens as typed. */
  read(tokens: readonly Token[], typing: boolean, typed = tokens): void {
    this.tokens = tokens
    this.typing = typing
    this.typeWords = typeWordsIn(tokens, typing)
    this.words = tokens.map((token) => this.vocabulary.of(token))
    this.readTokens()
    weighDiacritics(this, typed)
    this.readTypeWords()
    this.readNumbers()
    this.weigh()
    this.findSpans()
  }

  /** Whether the query has no word for units: all of it may be a name. */
  get hasNoUnitWord(): boolean {
    return (this.unitWords | this.closingUnitWords) === 0
  }

  /** Tokens of a span and of type words beside it that fit `kind`, a position in PLACE_KINDS. */
  maskOf(span: number, kind: number): number {
    const first = this.spanFirst[span]!
    const end = this.spanEnd[span]!
    let mask = this.spanMask(span)
    if (((this.beforeKinds[first]! >> kind) & 1) !== 0) mask |= this.before[first]!
    if (((this.afterKinds[end]! >> kind) & 1) !== 0) mask |= this.after[end]!
    return mask
  }

  /** The token of a span of one token, else null. */
  onlyTokenOf(span: number): Token | null {
    const first = this.spanFirst[span]!
    return this.spanEnd[span]! - first === 1 ? this.tokens[first]! : null
  }

  /** Whether a comma stands between tokens of a mask. */
  isParted(mask: number): boolean {
    return (mask & (mask - 1) & this.behindCommas) !== 0
  }

  /** Whether a token is a word for streets: `đường`, `phố`. */
  isStreetWord(at: number): boolean {
    const word = this.typeWords[at + 1]
    return word?.first === at && word.classes.includes('street')
  }

  /** Whether a word for streets stands before token `first`: `Đường Trần Hưng Đạo` is no ward. */
  hasStreetWord(first: number): boolean {
    const isParted = ((this.behindCommas >> first) & 1) !== 0
    return !isParted && (this.typeWords[first]?.classes.includes('street') ?? false)
  }

  /**
   * Whether a house number that `mask` does not explain stands right before a name that begins with
   * no word for a kind of POI.
   */
  hasNumberBefore(nameMask: number, mask: number): boolean {
    const first = lowestBit(nameMask)
    if ((first & (this.sortMask | this.behindCommas)) !== 0) return false
    const open = this.numbers.find((each) => (each.mask & ~mask & (first >>> 1)) !== 0)
    // `3D9` is `3Đ` in keystrokes.
    return open !== undefined && DOOR.test(open.number.key)
  }

  /** Tokens of a span, without type words beside it. */
  spanMask(span: number): number {
    return bits(this.spanFirst[span]!, this.spanEnd[span]!)
  }

  /** Whether a word for cities stands before the span: `TP Vĩnh Long`. */
  hasCityWord(span: number): boolean {
    return this.typeWords[this.spanFirst[span]!]?.words === CITY
  }

  /**
   * Whether a word before the span is for another kind of street or unit than `kind`; an English
   * word belongs to the name before it: `Nguyen Hue Street, Hue`.
   */
  hasOtherTypeWord(span: number, kind: number): boolean {
    const first = this.spanFirst[span]!
    if (first > 1 && this.after[first - 1]! !== 0) return false
    // `Lý Thường Kiệt, Cao Bằng`: the comma ends the name.
    if (((this.behindCommas >> first) & 1) !== 0) return false
    const kinds = this.beforeKinds[first]!
    return kinds !== 0 && ((kinds >> kind) & 1) === 0 && ((kinds >> POI) & 1) === 0
  }

  /** Whether a word for a unit stands before or behind the name that takes these tokens. */
  hasUnitWord(mask: number): boolean {
    const { unitWords, closingUnitWords } = this
    if ((mask & (unitWords | closingUnitWords)) === 0) return false
    return (lowestBit(mask) & unitWords) !== 0 || (highestBit(mask) & closingUnitWords) !== 0
  }

  /** Tokens of a span and of any type words beside it. */
  widestMaskOf(span: number): number {
    const first = this.spanFirst[span]!
    const end = this.spanEnd[span]!
    return bits(first, end) | this.before[first]! | this.after[end]!
  }

  weightOf(mask: number): number {
    let sum = 0
    for (let rest = mask; rest !== 0; ) {
      const i = highestIndex(rest)
      sum += this.weights[i]!
      rest ^= 1 << i
    }
    return sum
  }

  /** Share of the weight of all tokens, 0..1. */
  shareOf(mask: number): number {
    return this.weightOf(mask) / this.totalWeight
  }

  private readTokens(): void {
    const { tokens, words, typing, tokenFrom, tokenTo, forms } = this
    const last = tokens.length - 1
    this.hasMarks = false
    this.behindCommas = 0
    for (let i = 0; i <= last; i++) {
      const { itself, begun, form } = words[i]!
      const range = typing && i === last ? begun : itself
      tokenFrom[i] = range.from
      tokenTo[i] = range.to
      forms[i] = form
      if (tokens[i]!.hasMarks) this.hasMarks = true
      if (tokens[i]!.before.includes(',')) this.behindCommas |= 1 << i
    }
    this.begun = typing && tokens[last]!.hasMarks ? tokens[last]! : null
  }

  private readTypeWords(): void {
    const { tokens, typeWords, before, beforeKinds, after, afterKinds } = this
    this.sorts.length = 0
    this.sortMask = 0
    this.unitWords = 0
    this.closingUnitWords = 0
    for (let at = 0; at <= tokens.length; at++) {
      // The `Phương` of `Xuân Phương, Từ Liêm` is no `phường`.
      const isBehindComma = ((this.behindCommas >> at) & 1) !== 0
      const word = isBehindComma ? null : (typeWords[at] ?? null)
      before[at] = word ? bits(word.first, at) : 0
      beforeKinds[at] = word ? kindsOf(word.classes) : 0
      const token = tokens[at]
      const closing = token ? closingClasses(token) : null
      after[at] = closing ? 1 << at : 0
      afterKinds[at] = closing ? kindsOf(closing) : 0
      if (word && isOfUnits(word.classes)) this.unitWords |= before[at]!
      if (closing && isOfUnits(closing)) this.closingUnitWords |= 1 << at
      if (word && isOfPois(word.classes)) this.addSort(word.words, bits(word.first, at))
      if (closing && isOfPois(closing)) this.addSort(token!.folded, 1 << at)
    }
  }

  private addSort(words: string, mask: number): void {
    this.sorts.push({ mask, sort: sortOfWord(words) })
    this.sortMask |= mask
  }

  private weigh(): void {
    const { tokens, typeWords, typing, weights, tokenFrom, tokenTo } = this
    const count = tokens.length
    const telling = weighTokens(tokens, typeWords, typing, this.numberWords, weights)
    this.tellingMask = telling
    this.firstMask = 0
    this.totalWeight = 0
    this.knownWeight = 0
    let isFirstFound = false
    for (let i = 0; i < count; i++) {
      const numeric = isNumber(tokens[i]!)
      if (!isFirstFound) {
        this.firstMask |= telling & (1 << i)
        isFirstFound = this.firstMask !== 0 && !(numeric && DOOR.test(tokens[i]!.folded))
      }
      this.totalWeight += weights[i]!
      if (numeric || tokenFrom[i]! < tokenTo[i]!) this.knownWeight += weights[i]!
    }
  }

  private readNumbers(): void {
    const { tokens, typeWords } = this
    this.numbers = NO_NUMBERS
    this.numberMask = 0
    this.numberWords = 0
    this.unitNumbers = 0
    this.seams = 0
    this.inside = 0
    let hasNumbers = false
    for (let i = 0; i < tokens.length; i++) {
      if (!isNumber(tokens[i]!)) continue
      hasNumbers = true
      if (namesUnit(typeWords[i] ?? null)) this.unitNumbers |= 1 << i
    }
    if (!hasNumbers) return
    this.numbers = queryNumbers(tokens, typeWords)
    for (const { mask } of this.numbers) this.numberMask |= mask
    this.numberWords = numberWords(tokens, typeWords, this.numberMask)
    this.seams = roadSeams(tokens)
    this.inside = insideAlleys(this.numbers)
  }

  private findSpans(): void {
    this.spans = 0
    for (let first = 0; first < this.tokens.length; first++) this.findSpansFrom(first)
    this.orderSpans()
  }

  private findSpansFrom(first: number): void {
    const { index, tokens, words, typing } = this
    if (((this.seams | this.inside) & (1 << first)) !== 0) return
    const last = tokens.length - 1
    let names = words[first]!.opens
    let begun = words[first]!.mayOpen
    for (let at = first; ; ) {
      const isName = endsAt(index, names, at + 1 - first)
      if (isName) this.addSpan(first, at + 1, 0, names)
      if (typing && at === last) {
        // The stretch itself, if it is a name, is the first of the names that begin so.
        const continuations = isName ? { from: begun.from + 1, to: begun.to } : begun
        const isAdded = this.addSpan(first, at + 1, isName ? 2 : 1, continuations)
        if (isAdded && names.from < names.to) this.spanWordTo[this.spans - 1] = names.to
      }
      if (names.from === names.to || at === last) return
      const depth = ++at - first
      if (typing && at === last) begun = narrow(index, names, depth, words[at]!.begun)
      names = narrow(index, names, depth, words[at]!.itself)
    }
  }

  /** Adds a span; false when there are no such names. */
  private addSpan(first: number, end: number, isPrefix: number, { from, to }: NameRange): boolean {
    if (from >= to || (this.seams & (1 << end)) !== 0) return false
    const span = this.spans++
    this.spanFirst[span] = first
    this.spanEnd[span] = end
    this.spanIsPrefix[span] = isPrefix
    this.spanFrom[span] = from
    this.spanTo[span] = to
    this.spanWordTo[span] = to
    return true
  }

  /** Insertion sort, as spans are few: the longest first, of equals whole names, then as found. */
  private orderSpans(): void {
    const { spans, spanOrder } = this
    for (let span = 0; span < spans; span++) {
      const key = this.keyOf(span)
      let at = span
      while (at > 0 && this.keyOf(spanOrder[at - 1]!) > key) {
        spanOrder[at] = spanOrder[at - 1]!
        at--
      }
      spanOrder[at] = span
    }
  }

  /** The sort key of a span. */
  private keyOf(span: number): number {
    const length = this.spanEnd[span]! - this.spanFirst[span]!
    return 3 * (TOKENS_MAX - length) + this.spanIsPrefix[span]!
  }
}

const NO_NUMBERS: readonly QueryNumber[] = []
