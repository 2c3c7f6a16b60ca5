import { MinHeap } from '../base/heap.ts'
import { stringAt } from '../base/string-pool.ts'
import { openPoiIndex, type PoiIndex } from './layout.ts'
import { Openness } from './openness.ts'
import { PeriodsOfDay } from './periods.ts'

/** An opened POI index with the scratch of its queries. */
export interface Pois {
  readonly index: PoiIndex
  readonly queue: MinHeap
  readonly openness: Openness
  readonly periods: PeriodsOfDay
  /** Number of each category, by id, and the reverse. */
  readonly categoryNumber: ReadonlyMap<string, number>
  readonly categoryIds: readonly string[]
}

/** Opens pois.idx. Throws `INVALID_DATASET`. */
export function openPois(bytes: Uint8Array): Pois {
  const index = openPoiIndex(bytes)
  const categoryIds = Array.from(index.categoryId, (id) => stringAt(index.strings, id))
  return {
    index,
    queue: new MinHeap(),
    openness: new Openness(index),
    periods: new PeriodsOfDay(index),
    categoryNumber: new Map(categoryIds.map((id, number) => [id, number])),
    categoryIds,
  }
}
