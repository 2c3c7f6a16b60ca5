import { roadWordsBefore } from '../../text/house-number.ts'
import type { TypeClass } from '../../text/lexicon/concept.ts'
import { TYPE_WORDS } from '../../text/lexicon/type-words.ts'
import { isNumber } from '../../text/tokens.ts'
import { firstEntry, placeIn, type SearchIndex, spellingIn } from '../index/layout.ts'
import { isOtherwiseMarked } from '../plan/diacritics.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits, countOf, isSeveral, lowestBit, lowestIndex } from '../plan/token-mask.ts'
import { isOfUnits } from '../plan/type-classes.ts'

/** Tokens of a query that mean something only together, as bits. */
interface TokenGroup {
  readonly all: number
  /** How many of them a name has to hold, or those in `loose` mean nothing in it. */
  readonly heldMin: number
  readonly loose: number
}

/** Groups of tokens: the words of `công an` and `Nha Trang`, word and number of `quận 3`. */
export class TokenGroups {
  private readonly index: SearchIndex
  private readonly groups: TokenGroup[] = []
  /** Tokens that mean nothing apart from those beside them: unit names of several words, `phố`. */
  private joined = 0
  /** The words in front of numbers (query-numbers.ts). */
  private numberWords = 0
  /** The last token of the query. */
  private last = 0
  /** The words in front of the numbers of alleys. */
  private alleyWords = 0

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Forgets the last query and reads this one. */
  read(plan: QueryPlan): void {
    this.numberWords = plan.numberWords
    this.last = 1 << (plan.tokens.length - 1)
    this.alleyWords = 0
    this.findTypeWords(plan)
    this.findRoads(plan)
    this.findAlleys(plan)
    this.findUnitNames(plan)
  }

  private findTypeWords({ tokens, typeWords, unitNumbers }: QueryPlan): void {
    const { groups } = this
    groups.length = 0
    this.joined = 0
    for (let end = 1; end <= tokens.length; end++) {
      const word = typeWords[end]
      if (!word) continue
      const { first, classes } = word
      if (end - first === 1 && !mayStandApart(classes)) this.joined |= bits(first, end)
      // A name has one of several words by chance.
      if (end - first > 1) {
        let loose = 0
        for (let i = first; i < end; i++) if (!TYPE_WORDS.has(tokens[i]!.folded)) loose |= 1 << i
        groups.push({ all: bits(first, end), heldMin: 2, loose })
      }
      if ((unitNumbers & (1 << end)) === 0) continue
      const all = bits(first, end + 1)
      groups.push({ all, heldMin: countOf(all), loose: all })
    }
  }

  /**
   * Another number is another road: `Quốc lộ 13` holds no word of `quốc lộ 51`. A `tỉnh lộ` is also
   * a `đường tỉnh`.
   */
  private findRoads({ tokens }: QueryPlan): void {
    tokens.forEach((token, at) => {
      const words = isNumber(token) ? roadWordsBefore(tokens, at) : 0
      if (words === 0) return
      const kind = tokens[at - 1]!.folded === 'lo' ? at - 2 : at - 1
      const all = (1 << kind) | (1 << at)
      this.groups.push({ all, heldMin: countOf(all), loose: bits(at - words, at + 1) })
    })
  }

  /** A name without the 5 of `ngõ 5` holds nothing of the alleys inside that. */
  private findAlleys({ numbers }: QueryPlan): void {
    for (const { inWords } of numbers) {
      if (inWords === null) continue
      const outer = bits(inWords.outerFirst, inWords.outerEnd)
      const all = 1 << (inWords.outerFirst + 1)
      this.groups.push({ all, heldMin: 1, loose: bits(inWords.first, inWords.end) & ~outer })
      this.alleyWords |= lowestBit(outer)
    }
  }

  private findUnitNames(plan: QueryPlan): void {
    const { index } = this
    for (let span = 0; span < plan.spans; span++) {
      const all = bits(plan.spanFirst[span]!, plan.spanEnd[span]!)
      if (plan.spanIsPrefix[span] !== 0 || !isSeveral(all) || !isOnePart(plan, span)) continue
      // Units come before all else.
      const best = firstEntry(index, plan.spanFrom[span]!)
      if (placeIn(index, best) >= index.units) continue
      if (!isOtherwiseMarked(index, plan, spellingIn(index, best), span)) this.joined |= all
    }
  }

  /** Tokens that a name has to hold as well, or it holds token `token` of the query by chance. */
  neededBy(token: number): number {
    let needed = 0
    for (const { all, heldMin, loose } of this.groups) {
      if ((loose & (1 << token)) !== 0 && countOf(all) === heldMin) needed |= all
    }
    return needed
  }

  /**
   * The tokens of `mask`, which a name holds, without those that it holds by chance: the `công` of
   * `công an` in the name of a park, the 3 of `quận 3` in that of a ward's office, the `nha` of
   * `Nha Trang` in that of a guest house. `metAt`: of each its position in the name.
   */
  withoutStrays(mask: number, metAt: Uint16Array): number {
    let kept = mask
    for (const { all, heldMin, loose } of this.groups) {
      if (countOf(mask & all) < heldMin) kept &= ~loose
    }
    if ((kept & this.numberWords) !== 0) kept &= ~this.strayNumberWords(kept, metAt)
    return this.joined === 0 ? kept : kept & (togetherIn(mask, metAt) | ~this.joined)
  }

  /**
   * The words in front of numbers that a name has apart from their number, or, though the query
   * goes on, without a neighbour of the two: the `số` of `số 5 Hàng Đậu` in `Cửa hàng Xăng dầu Số
   * 5`, but not in `Số 5 Hàng Đậu - Phở`.
   */
  private strayNumberWords(mask: number, metAt: Uint16Array): number {
    const { numberWords, last } = this
    const pairs = pairsIn(mask, metAt)
    let stray = 0
    for (let rest = mask & numberWords; rest !== 0; rest &= rest - 1) {
      const word = lowestBit(rest)
      const number = lowestBit(~numberWords & -word)
      const upToNumber = number - word
      const beside = number | ((word >>> 1) & ~numberWords)
      const isMet = (pairs & upToNumber) === upToNumber
      if (!isMet || (number !== last && (pairs & beside) === 0)) stray |= word
    }
    return stray
  }

  /**
   * The numbers of alleys in `mask` that the name holds without the word for alleys: `Chợ Mơ - 5
   * Minh Khai` is not in `ngõ 5 Minh Khai`.
   */
  numbersOfNoAlley(mask: number, metAt: Uint16Array): number {
    if (this.alleyWords === 0) return 0
    return mask & ((this.alleyWords & ~pairsIn(mask, metAt)) << 1)
  }
}

/** Whether a word for a kind counts wherever it stands in a name: `Coffee`, `ngõ`. */
function mayStandApart(classes: readonly TypeClass[]): boolean {
  return classes.every((each) => each === 'poi' || each === 'alley')
}

/** Whether a span has no comma and no word for a unit in it: `Tan, Phuong` is no Tân Phương. */
function isOnePart({ tokens, typeWords, spanFirst, spanEnd }: QueryPlan, span: number): boolean {
  const first = spanFirst[span]!
  for (let i = first + 1; i < spanEnd[span]!; i++) {
    if (tokens[i]!.before.includes(',')) return false
    const word = typeWords[i + 1]
    if (word && word.first > first && isOfUnits(word.classes)) return false
  }
  return true
}

/** The tokens of `mask` that have the same neighbour in the name as in the query. */
export function togetherIn(mask: number, metAt: Uint16Array): number {
  const pairs = pairsIn(mask, metAt)
  return pairs | (pairs << 1)
}

/** The tokens of `mask` that the same token follows in the name as in the query. */
function pairsIn(mask: number, metAt: Uint16Array): number {
  let pairs = 0
  for (let rest = mask & (mask >>> 1); rest !== 0; rest &= rest - 1) {
    const i = lowestIndex(rest)
    if (metAt[i + 1] === metAt[i]! + 1) pairs |= 1 << i
  }
  return pairs
}
