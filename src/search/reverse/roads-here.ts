import { startsWithAt, stringAt } from '../../base/string-pool.ts'
import { NONE, type SearchIndex, streetOf } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { HitList } from './hit-list.ts'

const ALLEY = PLACE_KINDS.indexOf('alley')

/** What is this much farther is about as near: as well as a phone knows where it is. */
const AS_NEAR_M = 10

const encoder = new TextEncoder()

/** Within how many squared metres something is about as near as what has so many. */
export function asNearAs(squared: number): number {
  return (Math.sqrt(squared) + AS_NEAR_M) ** 2
}

/** The roads that who stands at a point may mean by "here". Scratch of queries. */
export class RoadsHere {
  /** Squared metres to the nearest on this bank; infinite when none is within the radius. */
  nearest = Number.POSITIVE_INFINITY
  /** What is within so many squared metres is about as near as that. */
  asNear = Number.POSITIVE_INFINITY
  private readonly index: SearchIndex
  private readonly places: number[] = []
  private count = 0

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Takes from `roads`, the nearest first, the nearest and those about as near. */
  take(roads: HitList): void {
    this.count = 0
    const hasNone = roads.size === 0 || roads.isAcross(0)
    this.nearest = hasNone ? Number.POSITIVE_INFINITY : roads.squaredM(0)
    this.asNear = asNearAs(this.nearest)
    if (hasNone) return
    for (let i = 0; i < roads.size && !roads.isAcross(i); i++) {
      if (roads.squaredM(i) > this.asNear) return
      this.places[this.count++] = roads.place(i)
    }
  }

  /**
   * Whether a door is one of theirs: its street is called as the road, of which it may be another
   * piece; or the road is the alley that leads to it, `Hẻm 42 Lê Lợi` to `42/5 Lê Lợi`.
   */
  lead(door: number): boolean {
    const { index, places, count } = this
    const street = streetOf(index, door)
    if (street === NONE) return false
    const name = index.name[street]
    for (let i = 0; i < count; i++) {
      const road = places[i]!
      if (index.name[road] === name || this.isAlleyTo(road, street, door)) return true
    }
    return false
  }

  private isAlleyTo(road: number, street: number, door: number): boolean {
    const { index } = this
    const { strings, houseNumber } = index
    if (index.kind[road] !== ALLEY || houseNumber[road] === 0) return false
    const parent = streetOf(index, road)
    if (parent === NONE || index.name[parent] !== index.name[street]) return false
    const inner = encoder.encode(`${stringAt(strings, houseNumber[road]!)}/`)
    return startsWithAt(strings, houseNumber[door]!, inner)
  }
}
