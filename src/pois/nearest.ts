import type { Bbox } from '../geo/bbox.ts'
import type { Point } from '../geo/point.ts'
import { childrenEnd } from '../geo/rtree.ts'
import { groupByCategory } from './by-category.ts'
import type { PoiIndex } from './layout.ts'
import type { OpenNow } from './openness.ts'
import type { Pois } from './pois.ts'
import {
  cosine,
  HALF_RADIANS_E7,
  JUST_BELOW,
  LESS,
  type Reach,
  reachOf,
  sine,
  TURN_E7,
} from './reach.ts'
import { CATEGORY_WORDS } from './summary.ts'

/*
 * The nearest POIs in a box, best first over the R-tree (Hjaltason and Samet 1999). Nodes wait in
 * a queue under a lower bound of their distance (reach.ts); POIs never do: of those that were met
 * the nearest are kept, and what is farther than the last of them is not looked at.
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
  /** Each once. */
  readonly numbers: readonly number[]
  readonly words: Uint32Array
  readonly first: number
  readonly end: number
}

/** The bits of some categories: nearly always of one, whose word is all that is looked at. */
export function categoryBits(asked: readonly number[]): CategoryBits {
  const words = new Uint32Array(CATEGORY_WORDS)
  const numbers: number[] = []
  let first = CATEGORY_WORDS
  let end = 0
  for (const number of asked) {
    const word = number >> 5
    const bit = 1 << (number & 31)
    if ((words[word]! & bit) !== 0) continue
    words[word]! |= bit
    numbers.push(number)
    first = Math.min(first, word)
    end = Math.max(end, word + 1)
  }
  return { numbers, words, first, end }
}

/** So many POIs are looked at one by one before a way through the tree is shorter. */
const RARE_MAX = 256
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
  const { boxes, refs, items } = tree
  if (items === 0) return []
  const root = refs.length - 1
  const reach = reachOf(box, near, boxes[root * 4 + 1]!, boxes[root * 4 + 3]!)
  kept.begin(limit)
  if (filter.categories !== null && offerRare(pois, filter.categories.numbers, reach, filter)) {
    return kept.list()
  }
  const { west, south, east, north, lon, lat, cosLat, chordAtZero, chordSlope } = reach
  let keyMax = kept.keyMax
  queue.clear()
  queue.push(0, root)
  // What is as near as the last of the kept may come before it by its id.
  while (queue.size > 0 && queue.minKey() <= keyMax) {
    const first = refs[queue.pop()]!
    const end = childrenEnd(tree, first)
    for (let node = first; node < end; node++) {
      const at = node * 4
      if (boxes[at]! > east || boxes[at + 1]! > north) continue
      if (boxes[at + 2]! < west || boxes[at + 3]! < south) continue
      if (first < items) {
        const y = (boxes[at + 1]! - lat) * HALF_RADIANS_E7
        const x = (boxes[at]! - lon) * HALF_RADIANS_E7
        const yy = y * y
        const xx = x * x
        const least =
          yy + yy * yy * LESS + (chordAtZero + chordSlope * boxes[at + 1]!) * (xx + xx * xx * LESS)
        if ((least * JUST_BELOW > keyMax && xx < 1) || !passes(index, filter, node)) continue
        const dy = sine(y)
        const dx = sine(x)
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
      const y = rise * HALF_RADIANS_E7
      let least = y * y + y * y * y * y * LESS
      if (lon < nodeWest || lon > nodeEast) {
        const run = lon < nodeWest ? nodeWest - lon : lon - nodeEast
        // Around the Earth the other way may be shorter.
        const back = TURN_E7 - run - (nodeEast - nodeWest)
        const x = Math.min(back, run) * HALF_RADIANS_E7
        const cosNode = chordAtZero + chordSlope * (chordSlope < 0 ? nodeNorth : nodeSouth)
        least += cosNode * (x * x + x * x * x * x * LESS)
      }
      least *= JUST_BELOW
      if (least <= keyMax) queue.push(least, node)
    }
  }
  return kept.list()
}

/** Offers all POIs of the categories when they are few; false for more than are soon seen. */
function offerRare(
  pois: Pois,
  numbers: readonly number[],
  reach: Reach,
  filter: PoiFilter,
): boolean {
  pois.byCategory ??= groupByCategory(pois.index)
  const { first, pois: grouped, at } = pois.byCategory
  let count = 0
  for (const number of numbers) count += first[number + 1]! - first[number]!
  if (count > RARE_MAX) return false
  const { index, kept } = pois
  const { west, south, east, north, cosLat, chordAtZero, chordSlope } = reach
  for (const number of numbers) {
    const end = first[number + 1]!
    for (let i = first[number]!; i < end; i++) {
      const lon = at[i * 2]!
      const lat = at[i * 2 + 1]!
      if (lon > east || lat > north || lon < west || lat < south) continue
      const y = (lat - reach.lat) * HALF_RADIANS_E7
      const x = (lon - reach.lon) * HALF_RADIANS_E7
      const yy = y * y
      const xx = x * x
      const least = yy + yy * yy * LESS + (chordAtZero + chordSlope * lat) * (xx + xx * xx * LESS)
      if (least * JUST_BELOW > kept.keyMax && xx < 1) continue
      if (!passes(index, filter, grouped[i]!)) continue
      const dy = sine(y)
      const dx = sine(x)
      const h = dy * dy + cosLat * cosine(lat * 2 * HALF_RADIANS_E7) * dx * dx
      if (h <= kept.keyMax) kept.offer(h, grouped[i]!)
    }
  }
  return true
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
