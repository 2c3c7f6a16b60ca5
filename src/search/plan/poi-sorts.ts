import { assert } from '../../base/assert.ts'
import { stringAt } from '../../base/string-pool.ts'
import { foldedEntries } from '../../text/lexicon/concept.ts'
import { PLACES } from '../../text/lexicon/places.ts'
import type { SearchIndex } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from './query-plan.ts'

/*
 * What the words for places of interest mean, by OSM tags. Such a word in front of a bare name
 * tells which bearer of it is meant: `chợ Bến Thành` is a market, not the church of Bến Thành.
 * Words of the lexicon with the same tags, those that it says `maybe` fit, are of one sort.
 */

const POI = PLACE_KINDS.indexOf('poi')

/** The tags of each sort. */
const SORTS: readonly (readonly string[])[] = [
  ...new Set(PLACES.flatMap(({ maybe }) => maybe ?? [])),
].map((tags) => tags.split(' '))

/** Bits of a number. */
const SORTS_MAX = 32
assert(SORTS.length <= SORTS_MAX, 'every sort has its bit')

const SORT_OF_WORD = new Map(
  PLACES.flatMap(({ words, english, maybe }) => {
    const sort = SORTS.findIndex((tags) => tags.join(' ') === maybe)
    return [...foldedEntries(words), ...foldedEntries(english)].map((each) => [each, sort] as const)
  }),
)

/** The sort that a type word means, by its folded words; −1 for words for other than POIs. */
export function sortOfWord(folded: string): number {
  return SORT_OF_WORD.get(folded) ?? -1
}

/** Which categories of an index fit which sorts. */
export class PoiSorts {
  readonly #index: SearchIndex
  /** By the string of the category: bit i for sort i. */
  readonly #sortsOf = new Map<number, number>()

  constructor(index: SearchIndex) {
    this.#index = index
  }

  /**
   * Of `saying`, the tokens that its name and the type words beside it say, those that fit: without
   * words for another sort than the POI is. `own`: those of its name.
   */
  saidOf({ sorts }: QueryPlan, place: number, own: number, saying: number): number {
    let said = saying
    for (const { mask, sort } of sorts) {
      if ((saying & ~own & mask) !== 0 && !this.fits(place, sort)) said &= ~mask | own
    }
    return said
  }

  /**
   * Whether nothing of the name of a place is asked for, the tokens in `own`, but words that say
   * another kind: `ga` is a station, not the chicken of `Phố Hàng Gà`.
   */
  isOther(plan: QueryPlan, place: number, kind: number, own: number): boolean {
    if (plan.typing || (own & plan.tellingMask) !== 0) return false
    return kind !== POI || this.saidOf(plan, place, 0, own) !== own
  }

  /** Whether the POI may be called by a word of the sort. */
  fits(place: number, sort: number): boolean {
    const { category, strings } = this.#index
    const id = category[place]!
    let sorts = this.#sortsOf.get(id)
    if (sorts === undefined) {
      sorts = sortsOfTag(stringAt(strings, id))
      this.#sortsOf.set(id, sorts)
    }
    return ((sorts >>> sort) & 1) !== 0
  }
}

/** One bit for each sort: of all of them where the category is not known. */
export function sortsOfTag(tag: string): number {
  if (tag === '') return -1
  const anyOfKey = `${tag.slice(0, tag.indexOf('='))}=*`
  return SORTS.reduce(
    (bits, tags, sort) =>
      tags.includes(tag) || tags.includes(anyOfKey) ? bits | (1 << sort) : bits,
    0,
  )
}
