import { assert } from '../../base/assert.ts'
import { stringAt } from '../../base/string-pool.ts'
import { foldedEntries } from '../../text/lexicon/concept.ts'
import { PLACES } from '../../text/lexicon/places.ts'
import type { SearchIndex } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from './query-plan.ts'

/*
 * Words for places of interest, by the OSM tags that they mean. Such a word in front of a bare name
 * tells which place of that name is meant: `chợ Bến Thành` is a market, not the church of Bến
 * Thành. Words with the same `maybe` tags in the lexicon are of one sort.
 */

const POI = PLACE_KINDS.indexOf('poi')

/** The tags of each sort. */
const SORTS: readonly (readonly string[])[] = [
  ...new Set(PLACES.flatMap(({ maybe }) => maybe ?? [])),
].map((tags) => tags.split(' '))

/** The bits of a number. */
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

/** Decides which sorts fit the POIs of an index. */
export class PoiSorts {
  readonly #index: SearchIndex
  /** By the string of the category: bit i for sort i. */
  readonly #sortsOf = new Map<number, number>()

  constructor(index: SearchIndex) {
    this.#index = index
  }

  /**
   * The tokens of `typedMask`, those of a POI's name and of the type words beside it, without words
   * for another sort than the POI is. `nameMask`: the tokens of its name, which all stay.
   */
  fittingMask({ sorts }: QueryPlan, place: number, nameMask: number, typedMask: number): number {
    let fitting = typedMask
    for (const { mask, sort } of sorts) {
      if ((typedMask & ~nameMask & mask) !== 0 && !this.fits(place, sort)) {
        fitting &= ~mask | nameMask
      }
    }
    return fitting
  }

  /**
   * Whether the tokens of a place's name that the query has, `nameMask`, are only words for another
   * kind: `ga` is a station, not the chicken of `Phố Hàng Gà`.
   */
  isOtherKind(plan: QueryPlan, place: number, kind: number, nameMask: number): boolean {
    if (plan.typing || (nameMask & plan.tellingMask) !== 0) return false
    return kind !== POI || this.fittingMask(plan, place, 0, nameMask) !== nameMask
  }

  /** Whether a word of the sort may stand for the POI. */
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

/** The sorts that fit a tag, as bits; all of them for an empty tag. */
export function sortsOfTag(tag: string): number {
  if (tag === '') return -1
  const anyOfKey = `${tag.slice(0, tag.indexOf('='))}=*`
  return SORTS.reduce(
    (bits, tags, sort) =>
      tags.includes(tag) || tags.includes(anyOfKey) ? bits | (1 << sort) : bits,
    0,
  )
}
