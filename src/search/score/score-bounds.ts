import type { Context } from '../context/context.ts'
import { HAS_NUMBERS, HAS_STREET, isStreetKind, kindIn, rankIn } from '../index/entry-bits.ts'
import { numberFilterOf } from '../index/house-number-filter.ts'
import type { SearchIndex } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import {
  BEGUN_LOSS,
  DIACRITICS_POINTS,
  FOCUS_POINTS,
  MISSING_POINTS,
  NUMBER_CREDIT,
  scoreOf,
} from '../model/score-weights.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { lowestBit } from '../plan/token-mask.ts'
import { namePoints, RANK_MAX, rankPoints, typePoints } from './score.ts'
import type { TopK } from './top-k.ts'

const KINDS = PLACE_KINDS.length
const NO_SPAN = -1

/**
 * Which places need not be weighed. A name, a list of places, a span has a ceiling: the score of a
 * place there of which everything were true that the query leaves open. What lies below the worst
 * match that is kept is left out.
 *
 *   said    Uint32[KINDS]     tokens that a bearer says, by its kind
 *   covered, points  Float64[KINDS]    their share of the query, and the most points for them but
 *                             for those of rank and of what is missing
 *   scores  Float64[KINDS]    of a bearer around which nothing says more, but for the same
 */
export class ScoreBounds {
  /** The tokens that name what is looked at, and the points for them. */
  nameMask = 0
  private namePoints = 0
  /** The most that any place there can cover. */
  coverage = 0
  private pointsMax = 0
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  private readonly topK: TopK
  /** Points that a place may have beyond those of its rank, name and number. */
  private pointsOpen = 0
  /** Of the numbers that are asked for (house-number-filter.ts). */
  private numberFilter = 0
  private span = NO_SPAN
  /** Bit i: the columns of kind i are those of the current span. */
  private known = 0
  private readonly typedMasks = new Uint32Array(KINDS)
  private readonly covered = new Float64Array(KINDS)
  private readonly points = new Float64Array(KINDS)
  private readonly scores = new Float64Array(KINDS)

  constructor(index: SearchIndex, plan: QueryPlan, context: Context, topK: TopK) {
    this.index = index
    this.plan = plan
    this.context = context
    this.topK = topK
  }

  /** For the query that plan and context have read. */
  clear(hasFocus: boolean): void {
    this.pointsOpen = (this.plan.hasMarks ? DIACRITICS_POINTS : 0) + (hasFocus ? FOCUS_POINTS : 0)
    this.numberFilter = 0
    for (const { number, reversed } of this.plan.numbers) {
      this.numberFilter |= numberFilterOf(number.leading)
      if (reversed !== null) this.numberFilter |= numberFilterOf(reversed.leading)
    }
  }

  /** Looks at the places that a span names. */
  ofSpan(span: number): void {
    const { plan } = this
    this.span = span
    this.open(plan.spanMask(span), plan.widestMaskOf(span))
    if (plan.spanIsPrefix[span] === 2) this.namePoints -= BEGUN_LOSS
  }

  /** Looks at the places of a name that has these tokens somewhere in it. */
  ofWords(words: number): void {
    this.span = NO_SPAN
    this.open(words, words)
  }

  /** Looks at the names that hold these words and no others: whether one may be among the best. */
  mayHoldOnly(words: number): boolean {
    this.ofWords(words)
    return this.mayAnyBeKept(RANK_MAX, 0)
  }

  /** Those of the words that a name may not lack to be among the best. */
  requiredOf(words: number): number {
    let required = 0
    for (let rest = words; rest !== 0; rest &= rest - 1) {
      const word = lowestBit(rest)
      if (!this.mayHoldOnly(words & ~word)) required |= word
    }
    return required
  }

  /** The tokens that a bearer says: its name, and type words beside it that fit its kind. */
  typedMaskOf(kind: number): number {
    if (((this.known >> kind) & 1) === 0) this.find(kind)
    return this.typedMasks[kind]!
  }

  /** Whether any place there, of that rank at most, may be among the best. */
  mayAnyBeKept(rank: number, missing: number): boolean {
    return this.mayReach(this.coverage, this.pointsMax, rank, missing)
  }

  /** Whether a bearer of those entry bits may be among the best. */
  mayBeKept(place: number, entryBits: number, kind: number, missing: number): boolean {
    const typedMask = this.typedMaskOf(kind)
    const around = typedMask | this.mostAround(place, entryBits)
    const number = this.numberOpen(place, entryBits) & ~around
    const rank = rankIn(entryBits)
    const { topK } = this
    if (around !== typedMask || number !== 0) {
      const hasNumbers = (entryBits & HAS_NUMBERS) !== 0
      const isLacking = hasNumbers && number !== 0 && this.lacksNumber(place, kind)
      const coverage = this.coverageOpen(hasNumbers && !isLacking, around, number)
      const least = isLacking ? topK.lackingMin : topK.coverageMin
      return this.mayReach(coverage, this.points[kind]!, rank, missing, least)
    }
    // Most places: nothing around them is asked for.
    const coverage = this.covered[kind]!
    if (coverage > topK.bestCoverage) return true
    if (coverage < topK.coverageMin) return false
    return topK.wouldTake(this.scores[kind]! + rankPoints(rank) - MISSING_POINTS * missing)
  }

  private open(nameMask: number, widestMask: number): void {
    const { plan } = this
    this.known = 0
    this.nameMask = nameMask
    this.namePoints = namePoints(plan, nameMask)
    this.coverage = plan.shareOf(widestMask | this.context.namedTokens | plan.numberMask)
    const type = typePoints(plan, nameMask, widestMask)
    this.pointsMax = this.namePoints + this.pointsOpen + type
  }

  private find(kind: number): void {
    const { plan, nameMask, span } = this
    const typedMask = span === NO_SPAN ? nameMask : plan.maskOf(span, kind)
    const covered = plan.shareOf(typedMask)
    const points = this.namePoints + this.pointsOpen + typePoints(plan, nameMask, typedMask)
    this.known |= 1 << kind
    this.typedMasks[kind] = typedMask
    this.covered[kind] = covered
    this.points[kind] = points
    this.scores[kind] = scoreOf(covered, points)
  }

  /** `least`: what covers less is noise. */
  private mayReach(
    coverage: number,
    points: number,
    rank: number,
    missing: number,
    least = this.topK.coverageMin,
  ): boolean {
    const { topK } = this
    // What explains more than all before counts even where it is not kept.
    if (coverage > topK.bestCoverage) return true
    if (coverage < least) return false
    return topK.wouldTake(scoreOf(coverage, points + rankPoints(rank) - MISSING_POINTS * missing))
  }

  /** No less than the tokens that explain where a place lies. */
  private mostAround(place: number, entryBits: number): number {
    const { context } = this
    const units = context.mostOfUnits(place, entryBits)
    return (entryBits & HAS_STREET) === 0 ? units : units | context.streetTokens
  }

  /** Tokens of numbers that may be those of the place, or lie on it. */
  private numberOpen(place: number, entryBits: number): number {
    if (place < this.index.units) return 0
    const mayHave = (entryBits & HAS_NUMBERS) !== 0 || isStreetKind(kindIn(entryBits))
    return mayHave ? this.plan.numberMask : 0
  }

  /** The most that the place can explain, as far as is seen without looking where it lies. */
  private coverageOpen(mayHaveNumber: boolean, around: number, number: number): number {
    const { plan } = this
    if (mayHaveNumber) return plan.shareOf(around | number)
    const credit = NUMBER_CREDIT.missing * plan.weightOf(number)
    return (plan.weightOf(around) + credit) / plan.totalWeight
  }

  /** Whether no number that is asked for lies along the place, which has others. */
  private lacksNumber(place: number, kind: number): boolean {
    return isStreetKind(kind) && (this.index.houseNumberFilter[place]! & this.numberFilter) === 0
  }
}
