import { alleyMouth, doorsAround, houseAt } from './houses.ts'
import { NONE, type SearchIndex } from './layout.ts'
import type { PlannedChain } from './plan.ts'
import type { NumberMatch } from './ranking.ts'

/** Looks numbers up on streets; one object serves all queries, so that none allocates. */
export class NumberMeeting {
  private readonly index: SearchIndex
  /** Where the last number met the street; the street itself where no such door is mapped. */
  place = NONE

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** How the number meets the street; sets `place`. */
  meet(street: number, { number, isAlley }: PlannedChain): NumberMatch {
    const { index } = this
    this.place = isAlley ? alleyMouth(index, street, number) : houseAt(index, street, number)
    if (this.place !== NONE) return isAlley ? 'mouth' : 'house'
    for (const outer of number.outer) {
      this.place = houseAt(index, street, outer)
      if (this.place !== NONE) return 'alley'
    }
    this.place = street
    if (doorsAround(index, street, number)) return isAlley ? 'mouth' : 'between'
    return 'missing'
  }
}
