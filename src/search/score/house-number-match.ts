import type { Context } from '../context/context.ts'
import { entryBitsOf } from '../index/entry-bits.ts'
import { alleyMouth, bearsNumber, doorsAround, houseAt } from '../index/houses.ts'
import { NONE, provinceOf, type SearchIndex, wardOf } from '../index/layout.ts'
import type { NumberMatch } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { BETWEEN_LOSS, NUMBER_CREDIT, scoreOf } from '../model/score-weights.ts'
import type { QueryNumber } from '../plan/query-numbers.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { between, lowestBit } from '../plan/token-mask.ts'
import type { Scored } from './top-k.ts'

const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')

/** Finds the numbers of the query on streets. */
export class HouseNumberMatch {
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  /** The place at the last number; the street itself where no such door is mapped. */
  private place = NONE

  constructor(index: SearchIndex, plan: QueryPlan, context: Context) {
    this.index = index
    this.plan = plan
    this.context = context
  }

  /**
   * The tokens of a number of the query that is the place's own; 0 for an alley, whose number is in
   * its name. A number in front of the name, the tokens `nameMask`, counts only if the street of
   * the place is named too: a `Trường Phương Mai, 12 Giải Phóng` is not `12 Phương Mai`.
   */
  ownNumber(place: number, nameMask: number): number {
    const { index, plan, context } = this
    if (index.houseNumber[place] === 0 || index.kind[place] === ALLEY) return 0
    for (const { mask, needs, number } of plan.numbers) {
      if (!bearsNumber(index, place, number)) continue
      const street = context.streetOf(place)
      const isInFront = lowestBit(mask) < lowestBit(nameMask)
      if ((needs & ~street) === 0 && (street !== 0 || !isInFront)) return mask
    }
    return 0
  }

  /**
   * The tokens of the numbers, where the query has a word for streets beside the name and all other
   * words name units: in `47 Lang Street` only 47 tells which, as a `lang` may be any village.
   */
  numberOfTypedStreet(kind: number, nameMask: number, typedMask: number): number {
    const { plan, context } = this
    if (kind !== STREET || typedMask === nameMask) return 0
    const openMask = plan.tellingMask & ~(plan.numberMask | context.unitTokens)
    return openMask === 0 ? plan.numberMask : 0
  }

  /**
   * Finds the number along the street in `scored`, or the alley it lies in, and makes that the
   * place of `scored`; the street itself where there is neither. False when the query has no number
   * but those that `scored.mask` explains already. `points`: the score without coverage; `trust`:
   * how sure the street is the one asked for, 0..1. A number that would score less than `threshold`
   * is not looked up; `place` is then NONE.
   */
  find(
    scored: Scored,
    nameMask: number,
    points: number,
    trust: number,
    threshold: number,
  ): boolean {
    const { plan, context } = this
    const { numbers, totalWeight } = plan
    const { place: street, mask } = scored
    let isAsked = false
    let missedKey = ''
    scored.place = NONE
    scored.coverage = -1
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!
      if ((number.mask & mask) !== 0 || (number.needs & ~mask) !== 0) continue
      isAsked = true
      const coverageMax = plan.weightOf(mask | context.unitTokens | number.mask) / totalWeight
      // Not even the right door would be among the best: it is not looked up.
      if (coverageMax <= scored.coverage || scoreOf(coverageMax, points) < threshold) continue
      const { key } = number.number
      const found = missedKey === key ? 'missing' : this.lookUp(street, number)
      // `Ngõ 41` comes before 41: without even a door beside it, there is no door 41.
      if (found === 'missing') missedKey = key
      const { place } = this
      // Long streets cross wards: the door has a ward of its own.
      const around = place === street ? mask : mask | context.maskOf(place)
      const isFound = found !== 'missing' && found !== 'between'
      // An interpolated door is a guess: its number has to stand right beside the street's name.
      const explained = found === 'between' ? 0 : mask
      const isTrusted = isFound || this.isBeside(number, nameMask, explained)
      const share = isTrusted ? trust * NUMBER_CREDIT[found] : 0
      const credit = share * plan.weightOf(number.mask & ~around)
      const coverage = (plan.weightOf(around) + credit) / totalWeight
      if (coverage <= scored.coverage) continue
      scored.place = place
      scored.street = street
      scored.numberMatch = found
      scored.number = number.number
      scored.mask = around | number.mask
      scored.numberMask = number.mask
      scored.coverage = coverage
    }
    if (scored.place === NONE) return isAsked
    const { place, numberMatch } = scored
    const isGuess = numberMatch === 'between' || numberMatch === 'mouth'
    scored.score = scoreOf(scored.coverage, points - (isGuess ? BETWEEN_LOSS : 0))
    scored.where = entryBitsOf(0, 0, provinceOf(this.index, place), wardOf(this.index, place))
    return true
  }

  /** Looks the number up along the street; sets `place`. */
  private lookUp(street: number, number: QueryNumber): NumberMatch {
    const found = this.lookUpAsWritten(street, number)
    if (found !== 'missing' || number.reversed === null) return found
    // In Hanoi `5/47 Đường Láng` is number 5 of alley 47, if the street has that alley.
    const mouth = alleyMouth(this.index, street, number.reversed)
    if (mouth === NONE || this.index.kind[mouth] !== ALLEY) return 'missing'
    this.place = mouth
    return 'reversed'
  }

  private lookUpAsWritten(street: number, { number, isAlley, inWords }: QueryNumber): NumberMatch {
    const { index } = this
    const find = isAlley ? alleyMouth : houseAt
    this.place = find(index, street, number)
    if (this.place !== NONE) return isAlley ? 'mouth' : 'house'
    // `5/47` may be written on the door of 5, `ngõ 5 ngách 47` may not.
    const findOuter = inWords === null ? houseAt : alleyMouth
    for (const outer of number.outer) {
      this.place = findOuter(index, street, outer)
      if (this.place !== NONE) return 'alley'
    }
    this.place = street
    if (doorsAround(index, street, number)) return isAlley ? 'mouth' : 'between'
    return 'missing'
  }

  /**
   * Whether nothing but `explained` stands between the number and the name of the street: `5 Vương
   * Thừa Vũ, Hải Phòng` asks for no number of a street called Hải Phòng.
   */
  private isBeside({ mask }: QueryNumber, nameMask: number, explained: number): boolean {
    const { tellingMask, numberMask } = this.plan
    return (between(mask, nameMask) & tellingMask & ~(explained | numberMask)) === 0
  }
}
