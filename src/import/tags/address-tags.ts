import type { Tags } from '../../base/tags.ts'
import { isHouseNumber } from './alley.ts'
import { tidyName, valuesOf } from './names.ts'

/** The content of the `addr:*` tags of one object. */
export interface AddressMeaning {
  /** `12;14` is two houses; empty when there is no number. */
  readonly numbers: readonly string[]
  readonly street: string | null
  /**
   * The place that houses are counted in where there are no streets: a hamlet, a housing estate.
   */
  readonly place: string | null
  /** Written parents, the smallest first: they count only without a polygon. */
  readonly ward: string | null
  readonly district: string | null
  readonly province: string | null
}

/** The sequence of houses along a way of `addr:interpolation`. */
export const INTERPOLATIONS = ['all', 'odd', 'even', 'alphabetic'] as const
export type Interpolation = (typeof INTERPOLATIONS)[number]

/**
 * More numbers on one object are a list of flats or a slip (`1;2;3;…`); the first ones are kept.
 * The longest real list in Vietnam is a row of eleven market stalls.
 */
export const NUMBERS_MAX = 20
/** `1234/56/78 Bis` and `Lô B12-14` fit; a sentence does not. */
export const NUMBER_CHARS_MAX = 40

/** Null when there is neither a number nor a street nor a place. */
export function addressMeaning(tags: Tags): AddressMeaning | null {
  const tagged = valuesOf(tags['addr:housenumber'])
    .map(tidyNumber)
    .filter((number) => number !== '' && number.length <= NUMBER_CHARS_MAX)
  const { number, street } = streetOf(tags['addr:street'] ?? '')
  const numbers = tagged.length === 0 && number !== null ? [number] : tagged
  const place = firstOf(tags, ['addr:place', 'addr:quarter', 'addr:hamlet'])
  if (numbers.length === 0 && street === null && place === null) return null
  return {
    numbers: [...new Set(numbers)].slice(0, NUMBERS_MAX),
    street,
    place,
    // The tags moved down a level over the years: `subdistrict` is the ward in most of the data.
    ward: firstOf(tags, ['addr:ward', 'addr:subdistrict', 'addr:suburb', 'addr:commune']),
    district: firstOf(tags, ['addr:district', 'addr:county']),
    province: firstOf(tags, ['addr:province', 'addr:state', 'addr:city']),
  }
}

/**
 * `addr:street` often holds more than the street: the number before it (`8B Tạ Hiện`), the ward and
 * all the rest behind it (`Tây Mỗ, P. Tây Mỗ, Hà Nội`).
 */
function streetOf(text: string): {
  readonly number: string | null
  readonly street: string | null
} {
  const street = tidyName(text.split(',')[0] ?? '')
  const words = street.split(' ')
  const [first = ''] = words
  const isNumbered = words.length > 1 && isHouseNumber(first) && !/^tháng$/iu.test(words[1] ?? '')
  if (isNumbered) return { number: first, street: words.slice(1).join(' ') }
  return { number: null, street: street === '' ? null : street }
}

export function interpolationOf(tags: Tags): Interpolation | null {
  const value = tags['addr:interpolation']
  return INTERPOLATIONS.find((known) => known === value) ?? null
}

/** `Số 12`, `số nhà 12`, `No. 12` are the number 12. */
function tidyNumber(text: string): string {
  return tidyName(text)
    .replace(/^(?:số nhà|so nha|số|so|no\.?|sn)\s*(?=\d)/iu, '')
    .replace(/\s*([/-])\s*/g, '$1')
}

function firstOf(tags: Tags, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = tidyName(tags[key] ?? '')
    if (value !== '') return value
  }
  return null
}
