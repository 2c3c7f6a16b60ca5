import { compareStrings, stringAt } from '../base/string-pool.ts'
import type { PoisByCategory } from './by-category.ts'
import { KeptDetails } from './detail.ts'
import { type CategoryBits, categoryBits } from './filter.ts'
import { KeepNearest } from './keep-nearest.ts'
import { openPoiIndex, type PoiIndex } from './layout.ts'
import { newWaiting, type Waiting } from './nearest.ts'
import { Openness } from './openness.ts'
import { PeriodsOfDay } from './periods.ts'

/** An opened POI index with the scratch of its queries. */
export interface Pois {
  readonly index: PoiIndex
  readonly waiting: Waiting
  readonly kept: KeepNearest
  readonly openness: Openness
  readonly periods: PeriodsOfDay
  readonly details: KeptDetails
  /** Made when a category is first asked for. */
  byCategory: PoisByCategory | null
  /** By id, what to filter by for one category. */
  readonly bitsOfCategory: ReadonlyMap<string, CategoryBits>
  /** By number. */
  readonly categoryIds: readonly string[]
}

/** Opens pois.idx. Throws `INVALID_DATASET`. */
export function openPois(bytes: Uint8Array): Pois {
  const index = openPoiIndex(bytes)
  const categoryIds = Array.from(index.categoryId, (id) => stringAt(index.strings, id))
  return {
    index,
    waiting: newWaiting(),
    kept: new KeepNearest((a, b) => comesAfter(index, a, b)),
    openness: new Openness(index),
    periods: new PeriodsOfDay(index),
    details: new KeptDetails(),
    byCategory: null,
    bitsOfCategory: new Map(categoryIds.map((id, number) => [id, categoryBits([number])])),
    categoryIds,
  }
}

/** Whether POI `a` stands after `b` in the order of ids. */
function comesAfter({ tree, strings, id }: PoiIndex, a: number, b: number): boolean {
  const { positions } = tree
  // Those at one position are numbered in the order of their ids.
  const isSamePlace =
    positions[a * 2] === positions[b * 2] && positions[a * 2 + 1] === positions[b * 2 + 1]
  return isSamePlace ? a > b : compareStrings(strings, id[a]!, id[b]!) > 0
}
