import type { PlaceId } from '../base/ids.ts'
import { stringAt } from '../base/string-pool.ts'
import type { Bbox } from '../geo/bbox.ts'
import { E7, type Point } from '../geo/point.ts'
import { RATING_STEPS } from './layout.ts'
import { categoryBits, nearestPois, type PoiFilter } from './nearest.ts'
import type { Pois } from './pois.ts'

export interface PoiQuery {
  readonly box: Bbox
  /** Where distances are taken from. */
  readonly near: Point
  /** At most so many. */
  readonly limit: number
  /** Ids of the taxonomy, any of which will do; null for all. */
  readonly categories: readonly string[] | null
  /** 0 to 5: without a rating of at least this a POI is left out; null lets all in. */
  readonly ratingMin: number | null
  /** Only what is open at that moment; null for all. */
  readonly openAtMs: number | null
}

/** A POI as lists show it. */
export interface ListedPoi {
  readonly id: PlaceId
  readonly name: string
  readonly category: string
  readonly lon: number
  readonly lat: number
}

/** The POIs in the box that are as asked for, nearest first; equally near ones by id. */
export function listPois(pois: Pois, query: PoiQuery): ListedPoi[] {
  const filter = filterOf(pois, query)
  const found = nearestPois(pois, query.box, query.near, filter, query.limit)
  const { index, categoryIds } = pois
  const { boxes } = index.tree
  return found.map((poi) => ({
    id: stringAt(index.strings, index.id[poi]!) as PlaceId,
    name: stringAt(index.strings, index.name[poi]!),
    category: categoryIds[index.category[poi]!]!,
    lon: boxes[poi * 4]! / E7,
    lat: boxes[poi * 4 + 1]! / E7,
  }))
}

function filterOf(pois: Pois, { categories, ratingMin, openAtMs }: PoiQuery): PoiFilter {
  const numbers = categories?.flatMap((id) => pois.categoryNumber.get(id) ?? [])
  return {
    categories: numbers ? categoryBits(numbers) : null,
    // Rounded up, but not for what is a whole number of steps but for its binary form.
    ratingMin: ratingMin === null ? null : 1 + Math.ceil(ratingMin * RATING_STEPS - 1e-6),
    open: openAtMs === null ? null : pois.openness.at(openAtMs),
  }
}
