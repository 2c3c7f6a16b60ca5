import { stringAt } from '../base/string-pool.ts'
import type { Bbox } from '../geo/bbox.ts'
import { E7, type Point, toE7 } from '../geo/point.ts'
import { childrenEnd } from '../geo/rtree.ts'
import type { Pois } from './pois.ts'
import { CATEGORY_WORDS } from './summary.ts'

/*
 * The nearest POIs in a box, best first over the R-tree (Hjaltason and Samet 1999). Distances are
 * compared as haversines, h = sin²(Δlat / 2) + cos lat₁ · cos lat₂ · sin²(Δlon / 2), which grow as
 * the distance does. A node waits under a lower bound of h: polynomials below sine and cosine, with
 * the least |Δlat|, |Δlon| and the least cosine of its box. So does a POI, for which the bound is
 * hardly below the truth; h itself is reckoned only of those that come out of the queue.
 */

/** What POIs have to be; fields that are null do not matter. */
export interface PoiFilter {
  /** A bit for each category, as in the nodes of the index. */
  readonly categories: Uint32Array | null
  /** As `rating` of the index stores it, above 0. */
  readonly ratingMin: number | null
  /** By `hours`: 1 for those that are open. */
  readonly open: Uint8Array | null
}

/** The bits of some categories. */
export function categoryBits(numbers: readonly number[]): Uint32Array {
  const bits = new Uint32Array(CATEGORY_WORDS)
  for (const number of numbers) bits[number >> 5]! |= 1 << (number & 31)
  return bits
}

/** Marks a POI in the queue whose key is its h. POIs and nodes are fewer than this. */
const EXACT = 0x80000000
const RADIANS = Math.PI / 180
/** Keeps lower bounds below what they bound in spite of rounding. */
const JUST_BELOW = 1 - 1e-12

/**
 * Numbers of the at most `limit` POIs in the box (its edges included, to 1e-7 degrees) that pass
 * the filter, by ground distance from `near`; equally near ones by id. Cost: logarithmic in all
 * POIs, linear in the answer, whatever the box.
 */
export function nearestPois(
  pois: Pois,
  box: Bbox,
  near: Point,
  filter: PoiFilter,
  limit: number,
): number[] {
  const { index, queue } = pois
  const { boxes, refs, items } = index.tree
  const found: number[] = []
  const keys: number[] = []
  queue.clear()
  if (items > 0) queue.push(0, refs.length - 1)
  const bound = lowerBound(boxes, box, near)
  const haversine = haversineFrom(boxes, near)
  const passes = passesOf(pois, filter)
  while (queue.size > 0) {
    const key = queue.minKey()
    // All that are as near as the last one must come out before one of them is left out.
    if (found.length >= limit && key > keys[found.length - 1]!) break
    const value = queue.pop()
    if (value >= EXACT) {
      found.push(value - EXACT)
      keys.push(key)
    } else if (value < items) {
      queue.push(haversine(value), value + EXACT)
    } else {
      const end = childrenEnd(index.tree, refs[value]!)
      for (let child = refs[value]!; child < end; child++) {
        if (!passes(child)) continue
        const least = bound(child)
        if (least >= 0) queue.push(least, child)
      }
    }
  }
  sortTies(pois, found, keys)
  return found.length > limit ? found.slice(0, limit) : found
}

/** Tells of a POI whether it passes, of a higher node whether one beneath it may. */
function passesOf({ index }: Pois, filter: PoiFilter): (node: number) => boolean {
  const { pois, category, rating, hours, nodeCategories, nodeRating, nodeHours } = index
  const { categories, open } = filter
  const ratingMin = filter.ratingMin ?? 0
  const words: number[] = []
  categories?.forEach((word, i) => {
    if (word !== 0) words.push(i)
  })
  return (node) => {
    if (node < pois) {
      if (rating[node]! < ratingMin) return false
      if (open !== null && open[hours[node]!] === 0) return false
      if (categories === null) return true
      const number = category[node]!
      return (categories[number >> 5]! & (1 << (number & 31))) !== 0
    }
    const row = node - pois
    if (nodeRating[row]! < ratingMin) return false
    if (open !== null && nodeHours[row] === 0) return false
    if (categories === null) return true
    for (const word of words) {
      if ((nodeCategories[row * CATEGORY_WORDS + word]! & categories[word]!) !== 0) return true
    }
    return false
  }
}

/** A lower bound of h from `near` to what a node holds of the box; -1 when that is nothing. */
function lowerBound(boxes: Int32Array, box: Bbox, near: Point): (node: number) => number {
  const [west, south, east, north] = [
    toE7(box.west),
    toE7(box.south),
    toE7(box.east),
    toE7(box.north),
  ]
  const lon = near.lon * E7
  const lat = near.lat * E7
  const halfRadians = RADIANS / E7 / 2
  const cosLat = Math.cos(near.lat * RADIANS) * JUST_BELOW
  const turn = 360 * E7
  return (node) => {
    const at = node * 4
    const nodeWest = Math.max(boxes[at]!, west)
    const nodeSouth = Math.max(boxes[at + 1]!, south)
    const nodeEast = Math.min(boxes[at + 2]!, east)
    const nodeNorth = Math.min(boxes[at + 3]!, north)
    if (nodeWest > nodeEast || nodeSouth > nodeNorth) return -1
    const rise = lat < nodeSouth ? nodeSouth - lat : lat > nodeNorth ? lat - nodeNorth : 0
    const y = sinBelow(rise * halfRadians)
    let gap = 0
    if (lon < nodeWest || lon > nodeEast) {
      // Around the Earth the other way may be shorter.
      const toWest = Math.abs(nodeWest - lon)
      const toEast = Math.abs(nodeEast - lon)
      gap = Math.min(toWest, turn - toWest, toEast, turn - toEast)
    }
    const x = sinBelow(gap * halfRadians)
    const cosNode = cosBelow(Math.max(Math.abs(nodeSouth), Math.abs(nodeNorth)) * 2 * halfRadians)
    return y * y * JUST_BELOW + cosLat * cosNode * x * x
  }
}

/** Not above sin x, for x from 0 to π / 2: the Taylor series up to a negative term. */
function sinBelow(x: number): number {
  const square = x * x
  return x * (1 - (square / 6) * (1 - (square / 20) * (1 - square / 42)))
}

/** Not above cos x, for x from 0 to π / 2; not below 0. */
function cosBelow(x: number): number {
  const square = x * x
  return Math.max(0, 1 - (square / 2) * (1 - (square / 12) * (1 - square / 30)))
}

/** h from `near` to a POI, reckoned as geo/distance.ts does. */
function haversineFrom(boxes: Int32Array, near: Point): (poi: number) => number {
  const cosLat = Math.cos(near.lat * RADIANS)
  return (poi) => {
    const lon = boxes[poi * 4]! / E7
    const lat = boxes[poi * 4 + 1]! / E7
    const sinLat = Math.sin(((lat - near.lat) * Math.PI) / 360)
    const sinLon = Math.sin(((lon - near.lon) * Math.PI) / 360)
    return sinLat * sinLat + cosLat * Math.cos(lat * RADIANS) * sinLon * sinLon
  }
}

/** Orders POIs of equal key by id. */
function sortTies({ index }: Pois, found: number[], keys: readonly number[]): void {
  const idOf = (poi: number) => stringAt(index.strings, index.id[poi]!)
  for (let from = 0; from < found.length; ) {
    let to = from + 1
    while (keys[to] === keys[from]) to++
    if (to - from > 1) {
      const tied = found.slice(from, to).map((poi) => ({ poi, id: idOf(poi) }))
      tied.sort((a, b) => (a.id < b.id ? -1 : 1))
      tied.forEach(({ poi }, i) => {
        found[from + i] = poi
      })
    }
    from = to
  }
}
