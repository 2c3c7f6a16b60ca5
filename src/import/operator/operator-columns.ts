import { idsNear } from '../../pois/categories.ts'
import { PRICE_LEVELS } from '../../pois/poi.ts'
import { tagOfCategory } from '../tags/category.ts'
import { NAME_CHARS_MAX, tidyName } from '../tags/names.ts'

/** One value of an operator's file as it is stored, or what is wrong with it. */
export type Parsed<T> = { readonly value: T } | { readonly fault: string }

/** A column that ends as a tag of the place. */
interface TagColumn {
  readonly tag: string
  parse(text: string): Parsed<string>
}

/*
 * The columns of `saola import places.csv`, which are also the properties of the features of
 * `places.geojson`. `name`, `lat` and `lon` must be there; all others may be left out or empty.
 *
 *   id                 your own key, kept over imports; else one is made of name and position, so
 *                      that a row with another name or 10 m away is another place (own-id.ts)
 *   name               as people call it
 *   name_en
 *   category           `amenity=cafe`, or an id of GET /v1/categories
 *   address            in one line, shown as written
 *   house_number
 *   street
 *   lat, lon           WGS84 degrees with a decimal point
 *   phone website email opening_hours brand cuisine description image
 *                      opening_hours as in OSM: `Mo-Fr 08:00-17:00`
 *   rating             0 to 5
 *   user_rating_count  0, 1, 2 …
 *   price_level        0 to 4, or PRICE_LEVEL_FREE … PRICE_LEVEL_VERY_EXPENSIVE
 */
export const PLACE_COLUMNS = [
  'id',
  'name',
  'name_en',
  'category',
  'house_number',
  'street',
  'lat',
  'lon',
] as const
export type PlaceColumn = (typeof PLACE_COLUMNS)[number]

export const REQUIRED_COLUMNS: readonly PlaceColumn[] = ['name', 'lat', 'lon']

export const TAG_COLUMNS: ReadonlyMap<string, TagColumn> = new Map([
  ['address', { tag: 'addr:full', parse: text }],
  ['phone', { tag: 'phone', parse: text }],
  ['website', { tag: 'website', parse: website }],
  ['email', { tag: 'email', parse: text }],
  ['opening_hours', { tag: 'opening_hours', parse: text }],
  ['brand', { tag: 'brand', parse: text }],
  ['cuisine', { tag: 'cuisine', parse: text }],
  ['description', { tag: 'description', parse: text }],
  ['image', { tag: 'image', parse: text }],
  ['rating', { tag: 'rating', parse: rating }],
  ['user_rating_count', { tag: 'user_rating_count', parse: count }],
  ['price_level', { tag: 'price_level', parse: priceLevel }],
])

/** Other spellings of the columns that every exporter has its own way with. */
export const COLUMN_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['latitude', 'lat'],
  ['lng', 'lon'],
  ['long', 'lon'],
  ['longitude', 'lon'],
  ['housenumber', 'house_number'],
  ['tel', 'phone'],
  ['telephone', 'phone'],
  ['url', 'website'],
  ['type', 'category'],
])

export function category(value: string): Parsed<string> {
  const known = tagOfCategory(value)
  if (known !== null) return { value: known }
  if (value === '' || /^[a-z_:]{1,40}=[a-z0-9_:]{1,60}$/.test(value)) return { value }
  const near = idsNear(value)
  const meant = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''
  return {
    fault: `category '${value}' is neither key=value as in OSM nor one of /v1/categories${meant}`,
  }
}

/** Decimal degrees within ±`max`. */
export function degrees(column: 'lat' | 'lon', value: string): Parsed<number> {
  const max = column === 'lat' ? 90 : 180
  const number = decimal(column, value)
  if ('fault' in number) return number
  if (Math.abs(number.value) <= max) return number
  const hint = column === 'lat' && Math.abs(number.value) <= 180 ? '; are lat and lon swapped?' : ''
  return { fault: `${column} ${value} is not between -${max} and ${max}${hint}` }
}

/** Any text, tidied; too long a one is refused rather than cut. */
export function text(value: string): Parsed<string> {
  if (value.length > TEXT_CHARS_MAX) return { fault: `a value is longer than ${TEXT_CHARS_MAX}` }
  return { value: value.normalize('NFC').trim() }
}

export function name(column: string, value: string): Parsed<string> {
  if (value.length <= NAME_CHARS_MAX) return { value: tidyName(value) }
  return { fault: `${column} is longer than ${NAME_CHARS_MAX} characters` }
}

const TEXT_CHARS_MAX = 2_000

function decimal(column: string, value: string): Parsed<number> {
  if (/^[+-]?\d{1,3}(\.\d+)?$/.test(value)) return { value: Number(value) }
  if (/^[+-]?\d{1,3},\d+$/.test(value)) {
    const meant = value.replace(',', '.')
    return { fault: `${column} '${value}' has a decimal comma: write ${meant}` }
  }
  return { fault: `${column} '${value}' is no decimal number` }
}

function rating(value: string): Parsed<string> {
  const number = decimal('rating', value)
  if ('fault' in number) return number
  if (number.value < 0 || number.value > 5) return { fault: `rating ${value} is not from 0 to 5` }
  return { value: String(Number(number.value.toFixed(RATING_DECIMALS))) }
}

/** So few that no number is written like 1e-7. */
const RATING_DECIMALS = 6

function count(value: string): Parsed<string> {
  if (/^\d{1,9}$/.test(value)) return { value: String(Number(value)) }
  return { fault: `user_rating_count '${value}' is no whole number` }
}

function priceLevel(value: string): Parsed<string> {
  const byNumber = PRICE_LEVELS[/^[0-4]$/.test(value) ? Number(value) : -1]
  const byName = PRICE_LEVELS.find((level) => level === value.toUpperCase())
  const known = byNumber ?? byName
  if (known !== undefined) return { value: known }
  return { fault: `price_level '${value}' is neither 0 to 4 nor one of ${PRICE_LEVELS.join(', ')}` }
}

function website(value: string): Parsed<string> {
  const withScheme = /^https?:\/\//i.test(value) ? value : `https://${value}`
  if (URL.canParse(withScheme) && !/\s/.test(value)) return { value: withScheme }
  return { fault: `website '${value}' is no address of a web page` }
}
