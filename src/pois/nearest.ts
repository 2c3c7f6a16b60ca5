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
const HALF_RADIANS_E7 = RADIANS / E7 / 2
const TURN_E7 = 360 * E7
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
  const { tree } = index
  const { refs, items } = tree
  const search = new Search(pois, box, near, filter)
  const found: number[] = []
  const keys: number[] = []
  queue.clear()
  if (items > 0) queue.push(0, refs.length - 1)
  while (queue.size > 0) {
    const key = queue.minKey()
    // All that are as near as the last one must come out before one of them is left out.
    if (found.length >= limit && key > keys[found.length - 1]!) break
    const value = queue.pop()
    if (value >= EXACT) {
      found.push(value - EXACT)
      keys.push(key)
    } else if (value < items) {
      const h = search.haversine(value)
      if (queue.size > 0 && queue.minKey() <= h) queue.push(h, value + EXACT)
      else {
        found.push(value)
        keys.push(h)
      }
    } else {
      const first = refs[value]!
      const end = childrenEnd(tree, first)
      if (first < items) search.pushPois(first, end)
      else search.pushNodes(first, end)
    }
  }
  sortTies(pois, found, keys)
  return found.length > limit ? found.slice(0, limit) : found
}

/** What one query asks of each node, hoisted. */
class Search {
  private readonly pois: Pois
  /** The box, 1e-7 degrees. */
  private readonly west: number
  private readonly south: number
  private readonly east: number
  private readonly north: number
  private readonly near: Point
  private readonly cosLat: number
  private readonly categories: Uint32Array | null
  /** Which words of `categories` are not 0. */
  private readonly words: readonly number[]
  private readonly ratingMin: number
  private readonly open: Uint8Array | null

  constructor(pois: Pois, box: Bbox, near: Point, filter: PoiFilter) {
    this.pois = pois
    this.west = toE7(box.west)
    this.south = toE7(box.south)
    this.east = toE7(box.east)
    this.north = toE7(box.north)
    this.near = near
    this.cosLat = Math.cos(near.lat * RADIANS)
    this.categories = filter.categories
    const words: number[] = []
    filter.categories?.forEach((word, i) => {
      if (word !== 0) words.push(i)
    })
    this.words = words
    this.ratingMin = filter.ratingMin ?? 0
    this.open = filter.open
  }

  /** Queues those of the POIs `first` to `end` that are in the box and pass. */
  pushPois(first: number, end: number): void {
    const { index, queue } = this.pois
    const { category, rating, hours } = index
    const { boxes } = index.tree
    const { west, south, east, north, categories, ratingMin, open } = this
    const lon = this.near.lon * E7
    const lat = this.near.lat * E7
    const cosLat = this.cosLat * JUST_BELOW
    for (let poi = first; poi < end; poi++) {
      const x = boxes[poi * 4]!
      const y = boxes[poi * 4 + 1]!
      if (x < west || x > east || y < south || y > north) continue
      if (rating[poi]! < ratingMin) continue
      if (open !== null && open[hours[poi]!] === 0) continue
      if (categories !== null) {
        const number = category[poi]!
        if ((categories[number >> 5]! & (1 << (number & 31))) === 0) continue
      }
      const run = Math.abs(x - lon)
      const dx = sinBelow((run > TURN_E7 / 2 ? TURN_E7 - run : run) * HALF_RADIANS_E7)
      const dy = sinBelow(Math.abs(y - lat) * HALF_RADIANS_E7)
      const cosPoi = cosBelow(Math.abs(y) * 2 * HALF_RADIANS_E7)
      queue.push(dy * dy * JUST_BELOW + cosLat * cosPoi * dx * dx, poi)
    }
  }

  /** Queues those of the higher nodes `first` to `end` beneath which something may pass. */
  pushNodes(first: number, end: number): void {
    const { index, queue } = this.pois
    const { nodeRating, nodeHours, pois } = index
    const { ratingMin, open, categories } = this
    for (let node = first; node < end; node++) {
      const row = node - pois
      if (nodeRating[row]! < ratingMin) continue
      if (open !== null && nodeHours[row] === 0) continue
      if (categories !== null && !this.hasCategory(row, categories)) continue
      const least = this.leastHaversine(node)
      if (least >= 0) queue.push(least, node)
    }
  }

  private hasCategory(row: number, categories: Uint32Array): boolean {
    const { nodeCategories } = this.pois.index
    for (const word of this.words) {
      if ((nodeCategories[row * CATEGORY_WORDS + word]! & categories[word]!) !== 0) return true
    }
    return false
  }

  /** A lower bound of h from `near` to what a node holds of the box; -1 when that is nothing. */
  private leastHaversine(node: number): number {
    const { boxes } = this.pois.index.tree
    const at = node * 4
    const west = Math.max(boxes[at]!, this.west)
    const south = Math.max(boxes[at + 1]!, this.south)
    const east = Math.min(boxes[at + 2]!, this.east)
    const north = Math.min(boxes[at + 3]!, this.north)
    if (west > east || south > north) return -1
    const lon = this.near.lon * E7
    const lat = this.near.lat * E7
    const rise = lat < south ? south - lat : lat > north ? lat - north : 0
    const dy = sinBelow(rise * HALF_RADIANS_E7)
    const yy = dy * dy * JUST_BELOW
    if (lon >= west && lon <= east) return yy
    // Around the Earth the other way may be shorter.
    const toWest = Math.abs(west - lon)
    const toEast = Math.abs(east - lon)
    const run = Math.min(toWest, TURN_E7 - toWest, toEast, TURN_E7 - toEast)
    const dx = sinBelow(run * HALF_RADIANS_E7)
    const cosNode = cosBelow(Math.max(Math.abs(south), Math.abs(north)) * 2 * HALF_RADIANS_E7)
    return yy + this.cosLat * JUST_BELOW * cosNode * dx * dx
  }

  /** h from `near` to a POI, reckoned as geo/distance.ts does. */
  haversine(poi: number): number {
    const { boxes } = this.pois.index.tree
    const lon = boxes[poi * 4]! / E7
    const lat = boxes[poi * 4 + 1]! / E7
    const sinLat = Math.sin(((lat - this.near.lat) * Math.PI) / 360)
    const sinLon = Math.sin(((lon - this.near.lon) * Math.PI) / 360)
    return sinLat * sinLat + this.cosLat * Math.cos(lat * RADIANS) * sinLon * sinLon
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
