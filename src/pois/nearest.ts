import type { Bbox } from '../geo/bbox.ts'
import { E7, type Point, toE7 } from '../geo/point.ts'
import { childrenEnd } from '../geo/rtree.ts'
import { groupByCategory } from './by-category.ts'
import type { PoiIndex } from './layout.ts'
import type { OpenNow } from './openness.ts'
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
  readonly categories: CategoryBits | null
  /** As `rating` of the index stores it, above 0. */
  readonly ratingMin: number | null
  /** What is open. */
  readonly open: OpenNow | null
}

/** A bit for each category, as in the nodes of the index; all are in words `first` up to `end`. */
export interface CategoryBits {
  readonly numbers: readonly number[]
  readonly words: Uint32Array
  readonly first: number
  readonly end: number
}

/** The bits of some categories: nearly always of one, whose word is all that is looked at. */
export function categoryBits(numbers: readonly number[]): CategoryBits {
  const words = new Uint32Array(CATEGORY_WORDS)
  let first = CATEGORY_WORDS
  let end = 0
  for (const number of numbers) {
    const word = number >> 5
    words[word]! |= 1 << (number & 31)
    first = Math.min(first, word)
    end = Math.max(end, word + 1)
  }
  return { numbers, words, first, end }
}

const RADIANS = Math.PI / 180
const HALF_RADIANS_E7 = RADIANS / E7 / 2
const TURN_E7 = 360 * E7
/** So many POIs are looked at one by one before a way through the tree is shorter. */
const RARE_MAX = 256
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
  const west = toE7(box.west)
  const south = toE7(box.south)
  const east = toE7(box.east)
  const north = toE7(box.north)
  const lon = near.lon * E7
  const lat = near.lat * E7
  const cosLat = Math.cos(near.lat * RADIANS)
  const { boxes } = tree
  kept.begin(limit)
  const rare = filter.categories === null ? null : rarePois(pois, filter.categories.numbers)
  if (rare !== null) return nearestOf(pois, rare, box, near, filter)
  let keyMax = kept.keyMax
  queue.clear()
  queue.push(0, refs.length - 1)
  // What is as near as the last of the kept may come before it by its id.
  while (queue.size > 0 && queue.minKey() <= keyMax) {
    const first = refs[queue.pop()]!
    const end = childrenEnd(tree, first)
    for (let node = first; node < end; node++) {
      const at = node * 4
      if (boxes[at]! > east || boxes[at + 1]! > north) continue
      if (boxes[at + 2]! < west || boxes[at + 3]! < south) continue
      if (first < items) {
        const dy = sine((boxes[at + 1]! - lat) * HALF_RADIANS_E7)
        if (dy * dy > keyMax || !passes(index, filter, node)) continue
        const dx = sine((boxes[at]! - lon) * HALF_RADIANS_E7)
        const h = dy * dy + cosLat * cosine(boxes[at + 1]! * 2 * HALF_RADIANS_E7) * dx * dx
        if (h > keyMax) continue
        kept.offer(h, node)
        keyMax = kept.keyMax
        continue
      }
      if (!mayPass(index, filter, node - items)) continue
      const nodeWest = Math.max(boxes[at]!, west)
      const nodeEast = Math.min(boxes[at + 2]!, east)
      const nodeSouth = Math.max(boxes[at + 1]!, south)
      const nodeNorth = Math.min(boxes[at + 3]!, north)
      const rise = lat < nodeSouth ? nodeSouth - lat : lat > nodeNorth ? lat - nodeNorth : 0
      const dy = sine(rise * HALF_RADIANS_E7)
      let least = dy * dy * JUST_BELOW
      if (lon < nodeWest || lon > nodeEast) {
        const run = lon < nodeWest ? nodeWest - lon : lon - nodeEast
        // Around the Earth the other way may be shorter.
        const back = TURN_E7 - run - (nodeEast - nodeWest)
        const dx = sine(Math.min(back, run) * HALF_RADIANS_E7)
        const cosNode = cosine(Math.max(-nodeSouth, nodeNorth) * 2 * HALF_RADIANS_E7)
        least += cosLat * JUST_BELOW * cosNode * dx * dx
      }
      if (least <= keyMax) queue.push(least, node)
    }
  }
  return kept.list()
}

/** Of some POIs the nearest that `kept` has room for, as `nearestPois` gives them. */
function nearestOf(
  { index, kept }: Pois,
  some: readonly number[],
  box: Bbox,
  near: Point,
  filter: PoiFilter,
): number[] {
  const { boxes } = index.tree
  const west = toE7(box.west)
  const south = toE7(box.south)
  const east = toE7(box.east)
  const north = toE7(box.north)
  const cosLat = Math.cos(near.lat * RADIANS)
  for (const poi of some) {
    const lon = boxes[poi * 4]!
    const lat = boxes[poi * 4 + 1]!
    if (lon > east || lat > north || lon < west || lat < south) continue
    if (!passes(index, filter, poi)) continue
    const dy = sine((lat - near.lat * E7) * HALF_RADIANS_E7)
    const dx = sine((lon - near.lon * E7) * HALF_RADIANS_E7)
    const h = dy * dy + cosLat * cosine(lat * 2 * HALF_RADIANS_E7) * dx * dx
    if (h <= kept.keyMax) kept.offer(h, poi)
  }
  return kept.list()
}

/** All POIs of the categories, each once, when they are few; null for more than are soon seen. */
function rarePois(pois: Pois, numbers: readonly number[]): number[] | null {
  pois.byCategory ??= groupByCategory(pois.index)
  const { first, pois: grouped } = pois.byCategory
  const rare: number[] = []
  for (const number of new Set(numbers)) {
    const from = first[number]!
    const to = first[number + 1]!
    if (rare.length + to - from > RARE_MAX) return null
    for (let i = from; i < to; i++) rare.push(grouped[i]!)
  }
  return rare
}

function passes({ category, rating, hours }: PoiIndex, filter: PoiFilter, poi: number): boolean {
  const { categories, ratingMin, open } = filter
  if (ratingMin !== null && rating[poi]! < ratingMin) return false
  if (open !== null && open.calendars[hours[poi]!] === 0) return false
  if (categories === null) return true
  const number = category[poi]!
  return (categories.words[number >> 5]! & (1 << (number & 31))) !== 0
}

function mayPass(index: PoiIndex, filter: PoiFilter, row: number): boolean {
  const { categories, ratingMin, open } = filter
  if (ratingMin !== null && index.nodeRating[row]! < ratingMin) return false
  if (open !== null && open.nodes[row] === 0) return false
  if (categories === null) return true
  const { words, first, end } = categories
  const start = row * CATEGORY_WORDS
  for (let word = first; word < end; word++) {
    if ((index.nodeCategories[start + word]! & words[word]!) !== 0) return true
  }
  return false
}

/*
 * Taylor series where their remainder is below half a unit in the last place: distances inside a
 * country, latitudes up to 28 degrees. Elsewhere what the platform has, which takes ten times as
 * long.
 */
const SINE_MAX = 0.25
const COSINE_MAX = 0.5
// Divisions would take longer than all the rest.
const S3 = -1 / 6
const S5 = 1 / 120
const S7 = -1 / 5_040
const S9 = 1 / 362_880
const S11 = -1 / 39_916_800
const C2 = -1 / 2
const C4 = 1 / 24
const C6 = -1 / 720
const C8 = 1 / 40_320
const C10 = -1 / 3_628_800
const C12 = 1 / 479_001_600
const C14 = -1 / 87_178_291_200

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
