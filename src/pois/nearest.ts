import type { Bbox } from '../geo/bbox.ts'
import { firstItemOf } from '../geo/kd-tree.ts'
import type { Point } from '../geo/point.ts'
import { groupByCategory } from './by-category.ts'
import { type PoiFilter, passes } from './filter.ts'
import type { Pois } from './pois.ts'
import { cosine, HALF_RADIANS_E7, JUST_BELOW, LESS, type Reach, reachOf, sine } from './reach.ts'

/*
 * The nearest POIs in a box. Leaf after leaf of the tree (leaf-walk.ts) POIs are offered to a list
 * that keeps the nearest; what is farther away than the last of them is not looked at.
 */

/** So many POIs are looked at one by one before a way through the tree is shorter. */
const RARE_MAX = 256

/**
 * Numbers of the at most `limit` POIs in the box (its edges included, to 1e-7 degrees) that pass
 * the filter, by ground distance from `near`; equally near ones by id. Cost: logarithmic in all
 * POIs, linear in the answer, whatever the box; from where the other side of the Earth is among the
 * POIs linear in all of them.
 */
export function nearestPois(
  pois: Pois,
  box: Bbox,
  near: Point,
  filter: PoiFilter,
  limit: number,
): number[] {
  const { index, walk, kept } = pois
  const { items, bounds } = index.tree
  if (items === 0) return []
  const reach = reachOf(box, near, bounds)
  kept.begin(limit)
  if (filter.categories !== null && offerRare(pois, filter.categories.numbers, reach, filter)) {
    return kept.list()
  }
  walk.begin()
  for (;;) {
    const leaf = walk.next(index, filter, reach, kept.keyMax)
    if (leaf === -1) return kept.list()
    offerLeaf(pois, leaf, reach, filter)
  }
}

/** Offers the POIs of a leaf. */
function offerLeaf({ index, kept }: Pois, leaf: number, reach: Reach, filter: PoiFilter): void {
  const { positions, items, leaves } = index.tree
  const { west, south, east, north, lon, lat, cosLat, chordAtZero, chordSlope } = reach
  const isAll = filter.categories === null && filter.ratingMin === null && filter.open === null
  const end = firstItemOf(items, leaves, leaf + 1)
  let { keyMax } = kept
  for (let poi = firstItemOf(items, leaves, leaf); poi < end; poi++) {
    const poiLon = positions[poi * 2]!
    const poiLat = positions[poi * 2 + 1]!
    if (poiLon > east || poiLat > north || poiLon < west || poiLat < south) continue
    const y = (poiLat - lat) * HALF_RADIANS_E7
    const x = (poiLon - lon) * HALF_RADIANS_E7
    const yy = y * y
    const xx = x * x
    const least = yy + yy * yy * LESS + (chordAtZero + chordSlope * poiLat) * (xx + xx * xx * LESS)
    if (least * JUST_BELOW > keyMax && xx < 1) continue
    if (!isAll && !passes(index, filter, poi)) continue
    const dy = sine(y)
    const dx = sine(x)
    const h = dy * dy + cosLat * cosine(poiLat * 2 * HALF_RADIANS_E7) * dx * dx
    if (h > keyMax) continue
    kept.offer(h, poi)
    keyMax = kept.keyMax
  }
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
