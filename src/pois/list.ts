import type { Bbox } from '../geo/bbox.ts'
import type { Point } from '../geo/point.ts'
import { type CategoryBits, categoryBits, type PoiFilter } from './filter.ts'
import { RATING_STEPS } from './layout.ts'
import { nearestPois } from './nearest.ts'
import type { Pois } from './pois.ts'

export interface PoiQuery {
  readonly box: Bbox
  /** The point that distances are measured from. */
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

/** Some POIs of an index, by number: what an answer shows of them is read when it is written. */
export interface PoiList {
  readonly pois: Pois
  readonly numbers: readonly number[]
}

/** The POIs in the box that are as asked for, nearest first; equally near ones by id. */
export function listPois(pois: Pois, query: PoiQuery): PoiList {
  const numbers = nearestPois(pois, query.box, query.near, filterOf(pois, query), query.limit)
  return { pois, numbers }
}

function filterOf(pois: Pois, { categories, ratingMin, openAtMs }: PoiQuery): PoiFilter {
  return {
    categories: categories && bitsOf(pois, categories),
    ratingMin: ratingMin === null ? null : 1 + stepsOf(ratingMin),
    open: openAtMs === null ? null : pois.openness.at(openAtMs),
  }
}

/** The lowest rating that is shown as at least this: `0.29 * 100` is below 29, by a rounding. */
function stepsOf(ratingMin: number): number {
  let steps = Math.floor(ratingMin * RATING_STEPS)
  while (steps / RATING_STEPS < ratingMin) steps++
  return steps
}

/** Of one category, as nearly everyone asks for, they are there already. */
function bitsOf({ bitsOfCategory }: Pois, categories: readonly string[]): CategoryBits {
  const [only = ''] = categories
  const known = categories.length === 1 ? bitsOfCategory.get(only) : undefined
  return known ?? categoryBits(categories.flatMap((id) => bitsOfCategory.get(id)?.numbers ?? []))
}
