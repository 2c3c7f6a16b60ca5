import { startsWithAt, stringAt } from '../../base/string-pool.ts'
import { NONE, type SearchIndex, streetOf } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { HitList } from './hit-list.ts'

const ALLEY = PLACE_KINDS.indexOf('alley')

/** A hit this much farther is about as near: the accuracy of a phone's position. */
const AS_NEAR_M = 10

const encoder = new TextEncoder()

/** The squared metres within which a hit is about as near as one at `squared` metres. */
export function asNearAs(squared: number): number {
  return (Math.sqrt(squared) + AS_NEAR_M) ** 2
}

/** The roads that a person at a point may mean by "here". Scratch of queries. */
export class RoadsHere {
  /** Squared metres to the nearest road on this bank; infinite when none is within the radius. */
  nearest = Number.POSITIVE_INFINITY
  /** Squared metres: hits within them are about as near as that road. */
  asNear = Number.POSITIVE_INFINITY
  private readonly index: SearchIndex
  private readonly places: number[] = []
  private count = 0

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Takes the nearest of `roads`, which are in that order, and those about as near. */
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
   * Whether one of the roads leads to a door: its street has the name of the road, of which it may
   * be another piece; or the road is its alley, `Hẻm 42 Lê Lợi` of `42/5 Lê Lợi`.
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
