import type { PoiIndex } from './layout.ts'

/**
 * The POIs of each category, so that a search for a rare one need not go through the country.
 *
 *   first  Uint32[256 + 1]  where the POIs of a category begin in pois
 *   pois   Uint32[n]        numbers of POIs, grouped by category, ascending in each
 *   at     Int32[2 n]       where each of them is: longitude, latitude, 1e-7 degrees
 */
export interface PoisByCategory {
  readonly first: Uint32Array
  readonly pois: Uint32Array
  readonly at: Int32Array
}

/** One pass to count and one to place them: a millisecond for the POIs of a country. */
export function groupByCategory({ category, tree }: PoiIndex): PoisByCategory {
  const first = new Uint32Array(CATEGORY_NUMBERS + 1)
  for (const number of category) first[number + 1]!++
  for (let number = 0; number < CATEGORY_NUMBERS; number++) first[number + 1]! += first[number]!
  const next = first.slice()
  const pois = new Uint32Array(category.length)
  const at = new Int32Array(category.length * 2)
  category.forEach((number, poi) => {
    const i = next[number]!++
    pois[i] = poi
    at[i * 2] = tree.positions[poi * 2]!
    at[i * 2 + 1] = tree.positions[poi * 2 + 1]!
  })
  return { first, pois, at }
}

/** `category` of the index is a byte. */
const CATEGORY_NUMBERS = 256
