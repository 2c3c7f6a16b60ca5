import { E7, type Point } from '../geo/point.ts'
import { firstEntry, firstToken, placeIn, type SearchIndex } from './layout.ts'
import { bearers } from './lookup.ts'
import type { QueryPlan } from './plan.ts'

/** So many are kept. */
const NEAR_MAX = 24
/** More bearers are not gone through. */
const BEARERS_MAX = 8_000
/** Farther away nothing is near: 30 km. */
const FAR_DEGREES = 0.27
/** A word of so few letters begins so much that what is known best is meant. */
const SHORT_CHARS = 2

/**
 * Which bearers of the names that a query begins lie near a point. Else these are offered by the
 * rank of their best bearers, of which all may be at the other end of the country: of the markets
 * it has hundreds.
 *
 *   entries, lengths  Uint32[NEAR_MAX]   of each the entry, and how many tokens its name has; the
 *                                        nearest first
 *   distances         Float64[NEAR_MAX]  squares of degrees of latitude
 */
export class NearBearers {
  count = 0
  readonly entries = new Uint32Array(NEAR_MAX)
  readonly lengths = new Uint32Array(NEAR_MAX)
  private readonly distances = new Float64Array(NEAR_MAX)
  private readonly index: SearchIndex

  constructor(index: SearchIndex) {
    this.index = index
  }

  /**
   * Finds those of the names of a span; where the last word is one of some of them, not only begun,
   * of those. None without a focus. Cost: two reads a bearer.
   */
  find(plan: QueryPlan, span: number, focus: Point | null): void {
    const { index } = this
    this.count = 0
    if (focus === null || isShort(plan, span)) return
    const from = plan.spanFrom[span]!
    const to = plan.spanWordTo[span]!
    if (bearers(index, from, to) > BEARERS_MAX) return
    const across = Math.cos((focus.lat * Math.PI) / 180)
    let farthest = FAR_DEGREES * FAR_DEGREES
    for (let name = from; name < to; name++) {
      const end = firstEntry(index, name + 1)
      for (let entry = firstEntry(index, name); entry < end; entry++) {
        const place = placeIn(index, entry)
        const y = index.lat[place]! / E7 - focus.lat
        const x = (index.lon[place]! / E7 - focus.lon) * across
        const distance = x * x + y * y
        if (distance < farthest) farthest = this.keep(name, entry, distance)
      }
    }
  }

  /** Puts a bearer where it belongs; how far away the next one may be at most. */
  private keep(name: number, entry: number, distance: number): number {
    const { index, entries, lengths, distances } = this
    let at = this.count < NEAR_MAX ? this.count++ : NEAR_MAX - 1
    for (; at > 0 && distances[at - 1]! > distance; at--) {
      entries[at] = entries[at - 1]!
      lengths[at] = lengths[at - 1]!
      distances[at] = distances[at - 1]!
    }
    entries[at] = entry
    lengths[at] = firstToken(index, name + 1) - firstToken(index, name)
    distances[at] = distance
    return this.count < NEAR_MAX ? FAR_DEGREES * FAR_DEGREES : distances[NEAR_MAX - 1]!
  }
}

function isShort(plan: QueryPlan, span: number): boolean {
  const only = plan.onlyTokenOf(span)
  return only !== null && only.folded.length <= SHORT_CHARS
}
