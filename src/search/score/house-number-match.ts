import type { Context } from '../context/context.ts'
import { entryBitsOf } from '../index/entry-bits.ts'
import { numberFilterOf } from '../index/house-number-filter.ts'
import {
  alleyMouth,
  bearsNumber,
  doorsAround,
  firstFrom,
  type HouseNumber,
  houseAt,
} from '../index/houses.ts'
import { NONE, provinceOf, type SearchIndex, wardOf } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryNumber } from '../plan/query-numbers.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { between, lowestBit } from '../plan/token-mask.ts'
import { BETWEEN_LOSS, NUMBER_CREDIT } from './score-weights.ts'
import { NUMBER_MATCHES, type NumberMatch, scoreOf, type TopK } from './top-k.ts'

const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')

/** Looks numbers of the query up on streets; one serves all queries, so that none allocates. */
export class HouseNumberMatch {
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  private readonly topK: TopK
  /** Where the last number met the street; the street itself where no such door is mapped. */
  private place = NONE

  constructor(index: SearchIndex, plan: QueryPlan, context: Context, topK: TopK) {
    this.index = index
    this.plan = plan
    this.context = context
    this.topK = topK
  }

  /**
   * The tokens of a number of the query that is the place's own; an alley's is in its name. One in
   * front of the name, which tokens in `own` are, is that of its street, if this is named too: a
   * `Trường Phương Mai, 12 Giải Phóng` is not `12 Phương Mai`.
   */
  ownOf(place: number, own: number): number {
    const { index, plan, context } = this
    if (index.houseNumber[place] === 0 || index.kind[place] === ALLEY) return 0
    for (const { mask, needs, number } of plan.chains) {
      if (!bearsNumber(index, place, number)) continue
      const street = context.streetOf(place)
      const isInFront = lowestBit(mask) < lowestBit(own)
      if ((needs & ~street) === 0 && (street !== 0 || !isInFront)) return mask
    }
    return 0
  }

  /**
   * The tokens of the number of a street that is said to be one, where all else says where it lies:
   * in `47 Lang Street` nothing but 47 tells which, as a `lang` may be any village.
   */
  ofSaidStreet(kind: number, own: number, saying: number): number {
    const { plan, context } = this
    if (kind !== STREET || saying === own) return 0
    const others = plan.tellingMask & ~(plan.numberMask | context.unitTokens)
    return others === 0 ? plan.numberMask : 0
  }

  /**
   * Offers the number on that street, or the alley it lies in, or the street without it; false when
   * the query has no number but those that `mask` explains otherwise. Tokens in `own` name the
   * street, `trust` says how far it is the one, 0..1.
   */
  offer(
    street: number,
    own: number,
    mask: number,
    missing: number,
    points: number,
    trust: number,
  ): boolean {
    const { topK, plan, context } = this
    const { chains, totalWeight } = plan
    let isAsked = false
    let bestPlace = NONE
    let bestNumber: NumberMatch = 'none'
    let bestSought: HouseNumber | null = null
    let bestMask = 0
    let bestCoverage = -1
    let missed = ''
    for (let i = 0; i < chains.length; i++) {
      const chain = chains[i]!
      if ((chain.mask & mask) !== 0 || (chain.needs & ~mask) !== 0) continue
      isAsked = true
      const most = plan.weightOf(mask | context.unitTokens | chain.mask) / totalWeight
      // Not even the right door would make this one of the best: do not look for it.
      if (most <= bestCoverage || scoreOf(most, points) < topK.threshold) continue
      const number = missed === chain.number.key ? 'missing' : this.meet(street, chain)
      // `Ngõ 41` goes before 41: where there is not even a door beside it, there is none.
      if (number === 'missing') missed = chain.number.key
      const { place } = this
      // Long streets cross wards: the door lies in its own.
      const around = place === street ? mask : mask | context.maskOf(place)
      const isFound = number !== 'missing' && number !== 'between'
      // A guess has no door to show: its number has to stand right beside the street.
      const isTrusted = isFound || this.isBeside(chain, own, number === 'between' ? 0 : mask)
      const share = isTrusted ? trust * NUMBER_CREDIT[number] : 0
      const credit = share * plan.weightOf(chain.mask & ~around)
      const coverage = (plan.weightOf(around) + credit) / totalWeight
      if (coverage <= bestCoverage) continue
      bestPlace = place
      bestNumber = number
      bestSought = chain.number
      bestMask = around | chain.mask
      bestCoverage = coverage
    }
    if (bestPlace !== NONE) {
      const isGuess = bestNumber === 'between' || bestNumber === 'mouth'
      const score = scoreOf(bestCoverage, points - (isGuess ? BETWEEN_LOSS : 0))
      const number = NUMBER_MATCHES.indexOf(bestNumber)
      const where = entryBitsOf(
        0,
        0,
        provinceOf(this.index, bestPlace),
        wardOf(this.index, bestPlace),
      )
      topK.offer(
        bestPlace,
        where,
        street,
        number,
        bestSought,
        bestMask,
        bestCoverage,
        missing,
        score,
      )
    }
    return isAsked
  }

  /** How the number meets the street; sets `place`. */
  private meet(street: number, chain: QueryNumber): NumberMatch {
    const number = this.meetAsWritten(street, chain)
    if (number !== 'missing' || chain.turned === null) return number
    return this.meetTurned(street, chain.turned)
  }

  /** `5/47 Đường Láng` is number 5 of alley 47 to Hanoi, if the street has that alley. */
  private meetTurned(street: number, alley: HouseNumber): NumberMatch {
    const { index } = this
    if ((index.houseNumberFilter[street]! & numberFilterOf(alley.leading)) === 0) return 'missing'
    const mouth = alleyMouth(index, street, alley)
    if (mouth === NONE || index.kind[mouth] !== ALLEY) return 'missing'
    this.place = mouth
    return 'turned'
  }

  private meetAsWritten(street: number, { number, isAlley, told }: QueryNumber): NumberMatch {
    const { index } = this
    this.place = street
    if ((index.houseNumberFilter[street]! & numberFilterOf(number.leading)) === 0) return 'missing'
    const from = firstFrom(index, street, number)
    const find = isAlley ? alleyMouth : houseAt
    this.place = find(index, street, number, from)
    if (this.place !== NONE) return isAlley ? 'mouth' : 'house'
    // `5/47` may be written on the door of 5, `ngõ 5 ngách 47` is none of a door.
    const findOuter = told === null ? houseAt : alleyMouth
    for (const outer of number.outer) {
      this.place = findOuter(index, street, outer, from)
      if (this.place !== NONE) return 'alley'
    }
    this.place = street
    if (doorsAround(index, street, number, from)) return isAlley ? 'mouth' : 'between'
    return 'missing'
  }

  /**
   * `5 Vương Thừa Vũ, Hải Phòng` asks for no number of a street called Hải Phòng, unless what is
   * between them is `told` otherwise.
   */
  private isBeside({ mask: number }: QueryNumber, own: number, told: number): boolean {
    const { tellingMask, numberMask } = this.plan
    return (between(number, own) & tellingMask & ~(told | numberMask)) === 0
  }
}
