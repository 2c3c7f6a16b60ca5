import type { Context } from '../context/context.ts'
import { HAS_NUMBERS, HAS_STREET, isStreetKind, kindIn, rankIn } from '../index/entry-bits.ts'
import type { SearchIndex } from '../index/layout.ts'
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

const NO_SPAN = -1

/**
 * Which places need not be weighed. A name, a list of places, a span has a ceiling: the score of a
 * place there of which everything were true that the query leaves open. What lies below the worst
 * match that is kept is left out.
 * */
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
  private span = NO_SPAN

  constructor(index: SearchIndex, plan: QueryPlan, context: Context, topK: TopK) {
    this.index = index
    this.plan = plan
    this.context = context
    this.topK = topK
  }

  /** For the query that plan and context have read. */
  clear(hasFocus: boolean): void {
    this.pointsOpen = (this.plan.hasMarks ? DIACRITICS_POINTS : 0) + (hasFocus ? FOCUS_POINTS : 0)
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
    return this.span === NO_SPAN ? this.nameMask : this.plan.maskOf(this.span, kind)
  }

  /** Whether any place there, of that rank at most, may be among the best. */
  mayAnyBeKept(rank: number, missing: number): boolean {
    return this.mayReach(this.coverage, this.pointsMax, rank, missing)
  }

  /** Whether a bearer of those entry bits may be among the best. */
  mayBeKept(place: number, entryBits: number, kind: number, missing: number): boolean {
    const { plan, topK, nameMask } = this
    const typedMask = this.typedMaskOf(kind)
    const around = typedMask | this.mostAround(place, entryBits)
    const number = this.numberOpen(place, entryBits) & ~around
    const points = this.namePoints + this.pointsOpen + typePoints(plan, nameMask, typedMask)
    const rank = rankIn(entryBits)
    const covered = plan.weightOf(around)
    const open = plan.weightOf(number)
    // The street without the number, or with it if it has any.
    const lacking = (covered + NUMBER_CREDIT.missing * open) / plan.totalWeight
    const isNumbered = number !== 0 && (entryBits & HAS_NUMBERS) !== 0
    const least = isNumbered ? topK.lackingMin : topK.coverageMin
    if (this.mayReach(lacking, points, rank, missing, least)) return true
    return isNumbered && this.mayReach((covered + open) / plan.totalWeight, points, rank, missing)
  }

  private open(nameMask: number, widestMask: number): void {
    const { plan } = this
    this.nameMask = nameMask
    this.namePoints = namePoints(plan, nameMask)
    this.coverage = plan.shareOf(widestMask | this.context.namedTokens | plan.numberMask)
    const type = typePoints(plan, nameMask, widestMask)
    this.pointsMax = this.namePoints + this.pointsOpen + type
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
}
