import type { PoiIndex } from './layout.ts'
import type { OpenNow } from './openness.ts'
import { CATEGORY_WORDS } from './summary.ts'

/** Conditions on POIs; fields that are null do not matter. */
export interface PoiFilter {
  readonly categories: CategoryBits | null
  /** As `rating` of the index stores it, above 0. */
  readonly ratingMin: number | null
  /** The open POIs. */
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

export function passes(
  { category, rating, hours }: PoiIndex,
  filter: PoiFilter,
  poi: number,
): boolean {
  const { categories, ratingMin, open } = filter
  if (ratingMin !== null && rating[poi]! < ratingMin) return false
  if (open !== null && open.calendars[hours[poi]!] === 0) return false
  if (categories === null) return true
  const number = category[poi]!
  return (categories.words[number >> 5]! & (1 << (number & 31))) !== 0
}

/** Whether something that passes may lie beneath a node. */
export function mayPass(index: PoiIndex, filter: PoiFilter, node: number): boolean {
  const { categories, ratingMin, open } = filter
  if (ratingMin !== null && index.nodeRating[node]! < ratingMin) return false
  if (open !== null && open.nodes[node] === 0) return false
  if (categories === null) return true
  const { words, first, end } = categories
  const start = node * CATEGORY_WORDS
  for (let word = first; word < end; word++) {
    if ((index.nodeCategories[start + word]! & words[word]!) !== 0) return true
  }
  return false
}
