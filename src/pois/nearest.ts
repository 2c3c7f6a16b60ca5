import type { Bbox } from '../geo/bbox.ts'
import { E7, type Point, toE7 } from '../geo/point.ts'
import { childrenEnd } from '../geo/rtree.ts'
import type { Pois } from './pois.ts'
import { CATEGORY_WORDS } from './summary.ts'

/*
 * The nearest POIs in a box, best first over the R-tree (Hjaltason and Samet 1999). Distances are
 * compared as haversines, h = sin²(Δlat / 2) + cos lat₁ · cos lat₂ · sin²(Δlon / 2), which grow as
 * the distance does. Nodes wait in a queue under a lower bound of h, with the least |Δlat|, |Δlon|
 * and the least cosine of their boxes; POIs never do: of those that were met the nearest are kept,
 * and what is farther than the last of them is not looked at.
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
  const { index, queue, kept } = pois
  const { tree } = index
  const { refs, items } = tree
  if (items === 0) return []
  const search = new Search(pois, box, near, filter)
  kept.begin(limit)
  queue.clear()
  queue.push(0, refs.length - 1)
  // What is as near as the last of the kept may come before it by its id.
  while (queue.size > 0 && queue.minKey() <= kept.keyMax) {
    const first = refs[queue.pop()]!
    const end = childrenEnd(tree, first)
    if (first < items) search.offerPois(first, end)
    else search.pushNodes(first, end)
  }
  return kept.take()
}

/** What one query asks of each node, hoisted. */
class Search {
  private readonly pois: Pois
  /** The box, 1e-7 degrees. */
  private readonly west: number
  private readonly south: number
  private readonly east: number
  private readonly north: number
  /** `near`, 1e-7 degrees. */
  private readonly lon: number
  private readonly lat: number
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
    this.lon = near.lon * E7
    this.lat = near.lat * E7
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

  /** Offers those of the POIs `first` to `end` that are in the box and pass. */
  offerPois(first: number, end: number): void {
    const { index, kept } = this.pois
    const { category, rating, hours } = index
    const { boxes } = index.tree
    const { west, south, east, north, lon, lat, cosLat, categories, ratingMin, open } = this
    for (let poi = first; poi < end; poi++) {
      const x = boxes[poi * 4]!
      const y = boxes[poi * 4 + 1]!
      if (x < west || x > east || y < south || y > north) continue
      if (ratingMin > 0 && rating[poi]! < ratingMin) continue
      if (open !== null && open[hours[poi]!] === 0) continue
      if (categories !== null) {
        const number = category[poi]!
        if ((categories[number >> 5]! & (1 << (number & 31))) === 0) continue
      }
      const dy = sine((y - lat) * HALF_RADIANS_E7)
      const keyMax = kept.keyMax
      if (dy * dy > keyMax) continue
      const dx = sine((x - lon) * HALF_RADIANS_E7)
      const h = dy * dy + cosLat * cosine(y * 2 * HALF_RADIANS_E7) * dx * dx
      if (h <= keyMax) kept.offer(h, poi)
    }
  }

  /** Queues those of the higher nodes `first` to `end` beneath which something may pass. */
  pushNodes(first: number, end: number): void {
    const { index, queue, kept } = this.pois
    const { nodeRating, nodeHours, pois } = index
    const { boxes } = index.tree
    const { west, south, east, north, categories, ratingMin, open } = this
    const { keyMax } = kept
    for (let node = first; node < end; node++) {
      const nodeWest = boxes[node * 4]!
      const nodeSouth = boxes[node * 4 + 1]!
      const nodeEast = boxes[node * 4 + 2]!
      const nodeNorth = boxes[node * 4 + 3]!
      if (nodeWest > east || nodeEast < west || nodeSouth > north || nodeNorth < south) continue
      const row = node - pois
      if (ratingMin > 0 && nodeRating[row]! < ratingMin) continue
      if (open !== null && nodeHours[row] === 0) continue
      if (categories !== null && !this.hasCategory(row, categories)) continue
      const least = this.leastHaversine(
        Math.max(nodeWest, west),
        Math.max(nodeSouth, south),
        Math.min(nodeEast, east),
        Math.min(nodeNorth, north),
      )
      if (least <= keyMax) queue.push(least, node)
    }
  }

  private hasCategory(row: number, categories: Uint32Array): boolean {
    const { nodeCategories } = this.pois.index
    for (const word of this.words) {
      if ((nodeCategories[row * CATEGORY_WORDS + word]! & categories[word]!) !== 0) return true
    }
    return false
  }

  /** A lower bound of h from `near` to a box. */
  private leastHaversine(west: number, south: number, east: number, north: number): number {
    const { lon, lat } = this
    const rise = lat < south ? south - lat : lat > north ? lat - north : 0
    const dy = sine(rise * HALF_RADIANS_E7)
    const yy = dy * dy * JUST_BELOW
    if (lon >= west && lon <= east) return yy
    // Around the Earth the other way may be shorter.
    const run =
      lon < west
        ? Math.min(west - lon, TURN_E7 - (east - lon))
        : Math.min(lon - east, TURN_E7 - (lon - west))
    const dx = sine(run * HALF_RADIANS_E7)
    const cosNode = cosine(Math.max(-south, north) * 2 * HALF_RADIANS_E7)
    return yy + this.cosLat * JUST_BELOW * cosNode * dx * dx
  }
}

/*
 * Taylor series where their remainder is below half a unit in the last place: distances inside a
 * country, latitudes up to 28 degrees. Elsewhere what the platform has, which takes ten times as
 * long.
 */
const SINE_MAX = 0.25
const COSINE_MAX = 0.5
// Divisions would take longer than all the rest.
const [S3, S5, S7, S9, S11] = [-1 / 6, 1 / 120, -1 / 5_040, 1 / 362_880, -1 / 39_916_800]
const [C2, C4, C6, C8] = [-1 / 2, 1 / 24, -1 / 720, 1 / 40_320]
const [C10, C12, C14] = [-1 / 3_628_800, 1 / 479_001_600, -1 / 87_178_291_200]

function sine(x: number): number {
  if (x > SINE_MAX || x < -SINE_MAX) return Math.sin(x)
  const s = x * x
  return x + x * s * (S3 + s * (S5 + s * (S7 + s * (S9 + s * S11))))
}

function cosine(x: number): number {
  if (x > COSINE_MAX || x < -COSINE_MAX) return Math.cos(x)
  const s = x * x
  return 1 + s * (C2 + s * (C4 + s * (C6 + s * (C8 + s * (C10 + s * (C12 + s * C14))))))
}
