import { mayPass, type PoiFilter } from './filter.ts'
import type { PoiIndex } from './layout.ts'
import { HALF_RADIANS_E7, JUST_BELOW, LESS, type Reach } from './reach.ts'

/** As many as a tree has levels, and more. */
const WAITING_MAX = 32

/**
 * The leaves of the tree that a search has to look at: first the one around the position it starts
 * from, then those beside it, from the smallest to the largest parts of the tree (Friedman, Bentley
 * and Finkel 1977). Reused between searches.
 *
 *   nodes   Uint32[32]   nodes that wait to be gone through, the last one first
 *   leasts  Float64[32]  at most the haversine of what lies beneath
 *   xs, ys  Float64[32]  how far away it is in longitude and in latitude, half radians, ≥ 0
 */
export class LeafWalk {
  readonly #nodes = new Uint32Array(WAITING_MAX)
  readonly #leasts = new Float64Array(WAITING_MAX)
  readonly #xs = new Float64Array(WAITING_MAX)
  readonly #ys = new Float64Array(WAITING_MAX)
  #waiting = 0

  /** Goes back to the root. */
  begin(): void {
    this.#nodes[0] = 1
    this.#leasts[0] = 0
    this.#xs[0] = 0
    this.#ys[0] = 0
    this.#waiting = 1
  }

  /** A leaf that may hold POIs as asked for, with a haversine of at most `keyMax`; -1: no more. */
  next(index: PoiIndex, filter: PoiFilter, reach: Reach, keyMax: number): number {
    const { splits, axes, leaves } = index.tree
    const { west, south, east, north, lonTurned, lat, lonScale, cosLeast } = reach
    const isAll = filter.categories === null && filter.ratingMin === null && filter.open === null
    let waiting = this.#waiting
    while (waiting > 0) {
      waiting--
      if (this.#leasts[waiting]! > keyMax) continue
      const x = this.#xs[waiting]!
      const y = this.#ys[waiting]!
      let node = this.#nodes[waiting]!
      while (node > 0 && node < leaves) {
        const split = splits[node]!
        const isLat = axes[node] === 1
        const away = isLat ? (split - lat) * HALF_RADIANS_E7 : (split - lonTurned) * lonScale
        const isHigh = isLat ? lat >= split : lonTurned >= split
        const low = isLat ? south : west
        const high = isLat ? north : east
        const near = isHigh ? 2 * node + 1 : 2 * node
        const far = near ^ 1
        if ((isHigh ? low <= split : high >= split) && (isAll || mayPass(index, filter, far))) {
          const farX = isLat ? x : Math.max(x, Math.abs(away))
          const farY = isLat ? Math.max(y, Math.abs(away)) : y
          const xx = farX * farX
          const yy = farY * farY
          const least = (yy + yy * yy * LESS + cosLeast * (xx + xx * xx * LESS)) * JUST_BELOW
          if (least <= keyMax) {
            this.#nodes[waiting] = far
            this.#leasts[waiting] = least
            this.#xs[waiting] = farX
            this.#ys[waiting++] = farY
          }
        }
        const isInBox = isHigh ? high >= split : low <= split
        node = isInBox && (isAll || mayPass(index, filter, near)) ? near : 0
      }
      if (node === 0) continue
      this.#waiting = waiting
      return node - leaves
    }
    this.#waiting = 0
    return -1
  }
}
