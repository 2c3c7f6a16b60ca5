import type { Bbox } from '../geo/bbox.ts'
import { firstItemOf } from '../geo/kd-tree.ts'
import type { Point } from '../geo/point.ts'
import { groupByCategory } from './by-category.ts'
import { mayPass, type PoiFilter, passes } from './filter.ts'
import type { Pois } from './pois.ts'
import { HALF_RADIANS_E7, haversine, leastHaversine, type Reach, reachOf } from './reach.ts'

/*
 * The nearest POIs in a box (Friedman, Bentley and Finkel 1977): first those of the leaf around the
 * position that distances are taken from, then those beside it, from the smallest to the largest
 * parts of the tree. The nearest that were met are kept, and what is farther than the last of them
 * is not looked at.
 */

/**
 * Parts of the tree that wait to be gone through, the last one first.
 *
 *   nodes   Uint32[32]   what it is beneath
 *   leasts  Float64[32]  at most the haversine of what lies there
 *   xs, ys  Float64[32]  how far away that is in longitude and in latitude, half radians, ≥ 0
 */
export interface Waiting {
  readonly nodes: Uint32Array
  readonly leasts: Float64Array
  readonly xs: Float64Array
  readonly ys: Float64Array
}

/** More than a tree has levels. */
const WAITING_MAX = 32

export function newWaiting(): Waiting {
  return {
    nodes: new Uint32Array(WAITING_MAX),
    leasts: new Float64Array(WAITING_MAX),
    xs: new Float64Array(WAITING_MAX),
    ys: new Float64Array(WAITING_MAX),
  }
}

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
  const { index, kept } = pois
  const { items, bounds } = index.tree
  if (items === 0) return []
  const reach = reachOf(box, near, bounds)
  kept.begin(limit)
  if (filter.categories !== null && offerRare(pois, filter.categories.numbers, reach, filter)) {
    return kept.list()
  }
  offerNear(pois, reach, filter)
  return kept.list()
}

/** Offers the POIs of all leaves that may hold one of the nearest. */
function offerNear({ index, kept, waiting }: Pois, reach: Reach, filter: PoiFilter): void {
  const { positions, splits, axes, items, leaves } = index.tree
  const { nodes, leasts, xs, ys } = waiting
  const { west, south, east, north, lon, lat, cosLat, chordAtZero, chordSlope } = reach
  const { lonTurned, lonScale, cosLeast } = reach
  const isAll = filter.categories === null && filter.ratingMin === null && filter.open === null
  let { keyMax } = kept
  nodes[0] = 1
  leasts[0] = xs[0] = ys[0] = 0
  let size = 1
  while (size > 0) {
    size--
    if (leasts[size]! > keyMax) continue
    const eastWest = xs[size]!
    const northSouth = ys[size]!
    let node = nodes[size]!
    while (node > 0 && node < leaves) {
      const split = splits[node]!
      let x = eastWest
      let y = northSouth
      let isPast: boolean
      let isFarIn: boolean
      let isNearIn: boolean
      if (axes[node] === 0) {
        isPast = lonTurned >= split
        x = Math.max(x, Math.abs(lonTurned - split) * lonScale)
        isFarIn = isPast ? west <= split : east >= split
        isNearIn = isPast ? east >= split : west <= split
      } else {
        isPast = lat >= split
        y = Math.max(y, Math.abs(lat - split) * HALF_RADIANS_E7)
        isFarIn = isPast ? south <= split : north >= split
        isNearIn = isPast ? north >= split : south <= split
      }
      const near = isPast ? 2 * node + 1 : 2 * node
      if (isFarIn && (isAll || mayPass(index, filter, near ^ 1))) {
        const least = leastHaversine(x, y, cosLeast)
        if (least <= keyMax) {
          nodes[size] = near ^ 1
          leasts[size] = least
          xs[size] = x
          ys[size++] = y
        }
      }
      node = isNearIn && (isAll || mayPass(index, filter, near)) ? near : 0
    }
    if (node === 0) continue
    const end = firstItemOf(items, leaves, node - leaves + 1)
    for (let poi = firstItemOf(items, leaves, node - leaves); poi < end; poi++) {
      const poiLon = positions[poi * 2]!
      const poiLat = positions[poi * 2 + 1]!
      if (poiLon > east || poiLat > north || poiLon < west || poiLat < south) continue
      if (!isAll && !passes(index, filter, poi)) continue
      const x = (poiLon - lon) * HALF_RADIANS_E7
      const y = (poiLat - lat) * HALF_RADIANS_E7
      const least = leastHaversine(x, y, chordAtZero + chordSlope * poiLat)
      if (least > keyMax && x * x < 1) continue
      const h = haversine(x, y, cosLat, poiLat)
      if (h > keyMax) continue
      kept.offer(h, poi)
      keyMax = kept.keyMax
    }
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
      if (!passes(index, filter, grouped[i]!)) continue
      const x = (lon - reach.lon) * HALF_RADIANS_E7
      const y = (lat - reach.lat) * HALF_RADIANS_E7
      const least = leastHaversine(x, y, chordAtZero + chordSlope * lat)
      if (least > kept.keyMax && x * x < 1) continue
      const h = haversine(x, y, cosLat, lat)
      if (h <= kept.keyMax) kept.offer(h, grouped[i]!)
    }
  }
  return true
}
