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
 * Upper bounds of scores. Each span, name and place has one: the score of a place with everything
 * that the query leaves open. Candidates whose bound is below the worst match kept are not scored.
 */
export class ScoreBounds {
  /** The tokens of the name that the bounds are for, and the points for them. */
  nameMask = 0
  private namePoints = 0
  /** The greatest coverage that a place of that name can have, 0..1. */
  coverage = 0
  private pointsMax = 0
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  private readonly topK: TopK
  /** The most points that a place may have beyond those of its rank, name and type. */
  private pointsOpen = 0
  private span = NO_SPAN

  constructor(index: SearchIndex, plan: QueryPlan, context: Context, topK: TopK) {
    this.index = index
    this.plan = plan
    this.context = context
    this.topK = topK
  }

  /** Begins the query that plan and context have read. */
  clear(hasFocus: boolean): void {
    this.pointsOpen = (this.plan.hasMarks ? DIACRITICS_POINTS : 0) + (hasFocus ? FOCUS_POINTS : 0)
  }

  /** Sets the bounds for the places that a span names. */
  ofSpan(span: number): void {
    const { plan } = this
    this.span = span
    this.open(plan.spanMask(span), plan.widestMaskOf(span))
    if (plan.spanIsPrefix[span] === 2) this.namePoints -= BEGUN_LOSS
  }

  /** Sets the bounds for the places of a name that has these tokens somewhere in it. */
  ofWords(words: number): void {
    this.span = NO_SPAN
    this.open(words, words)
  }

  /** Sets the bounds for names that hold these words alone: whether one may be among the best. */
  mayHoldOnly(words: number): boolean {
    this.ofWords(words)
    return this.mayAnyBeKept(RANK_MAX, 0)
  }

  /** The words that a name has to hold to be among the best. */
  requiredOf(words: number): number {
    let required = 0
    for (let rest = words; rest !== 0; rest &= rest - 1) {
      const word = lowestBit(rest)
      if (!this.mayHoldOnly(words & ~word)) required |= word
    }
    return required
  }

  /** The tokens of the name and of the type words beside it that fit a place of that kind. */
  typedMaskOf(kind: number): number {
    return this.span === NO_SPAN ? this.nameMask : this.plan.maskOf(this.span, kind)
  }

  /** Whether any place of the name, of that rank at most, may be among the best. */
  mayAnyBeKept(rank: number, missing: number): boolean {
    return this.mayReach(this.coverage, this.pointsMax, rank, missing)
  }

  /** Whether a place with those entry bits may be among the best. */
  mayBeKept(place: number, entryBits: number, kind: number, missing: number): boolean {
    const { plan, topK, nameMask } = this
    const typedMask = this.typedMaskOf(kind)
    const around = typedMask | this.aroundMaskMax(place, entryBits)
    const numberMask = this.numberMaskMax(place, entryBits) & ~around
    const points = this.namePoints + this.pointsOpen + typePoints(plan, nameMask, typedMask)
    const rank = rankIn(entryBits)
    const covered = plan.weightOf(around)
    const numberWeight = plan.weightOf(numberMask)
    // First the street without the number, then with it, if the street has any numbers.
    const lacking = (covered + NUMBER_CREDIT.missing * numberWeight) / plan.totalWeight
    const isNumbered = numberMask !== 0 && (entryBits & HAS_NUMBERS) !== 0
    const coverageMin = isNumbered ? topK.lackingMin : topK.coverageMin
    if (this.mayReach(lacking, points, rank, missing, coverageMin)) return true
    if (!isNumbered) return false
    return this.mayReach((covered + numberWeight) / plan.totalWeight, points, rank, missing)
  }

  private open(nameMask: number, widestMask: number): void {
    const { plan } = this
    this.nameMask = nameMask
    this.namePoints = namePoints(plan, nameMask)
    this.coverage = plan.shareOf(widestMask | this.context.namedTokens | plan.numberMask)
    const type = typePoints(plan, nameMask, widestMask)
    this.pointsMax = this.namePoints + this.pointsOpen + type
  }

  /** Whether a place may be among the best; below `coverageMin` it is noise. */
  private mayReach(
    coverage: number,
    points: number,
    rank: number,
    missing: number,
    coverageMin = this.topK.coverageMin,
  ): boolean {
    const { topK } = this
    // A greater coverage than any before raises `coverageMin`, even where it is not kept.
    if (coverage > topK.bestCoverage) return true
    if (coverage < coverageMin) return false
    return topK.wouldTake(scoreOf(coverage, points + rankPoints(rank) - MISSING_POINTS * missing))
  }

  /** All tokens that the surroundings of a place may explain. */
  private aroundMaskMax(place: number, entryBits: number): number {
    const { context } = this
    const units = context.unitMaskMax(place, entryBits)
    return (entryBits & HAS_STREET) === 0 ? units : units | context.streetTokens
  }

  /** The tokens of all numbers, where one may be the place's own or lie along it; else 0. */
  private numberMaskMax(place: number, entryBits: number): number {
    if (place < this.index.units) return 0
    const mayHave = (entryBits & HAS_NUMBERS) !== 0 || isStreetKind(kindIn(entryBits))
    return mayHave ? this.plan.numberMask : 0
  }
}
