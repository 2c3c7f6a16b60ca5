import type { PlaceId } from '../../base/ids.ts'
import type { Lang } from '../../base/lang.ts'
import { RecentMap } from '../../base/recent-map.ts'
import { stringAt } from '../../base/string-pool.ts'
import { contains, VIETNAM } from '../../geo/bbox.ts'
import { E7, type Point } from '../../geo/point.ts'
import { isAtVietnamSea } from '../../geo/vietnam-sea.ts'
import { withoutMarks } from '../../text/fold.ts'
import { englishUnit } from '../../text/lexicon/english-units.ts'
import { tokenize } from '../../text/tokens.ts'
import {
  formerParentOf,
  isFormer,
  kindOf,
  NONE,
  provinceOf,
  type SearchIndex,
  streetOf,
  wardOf,
} from '../index/layout.ts'
import { withoutTypeWord } from '../index/search-names.ts'
import type { PlaceKind } from '../model/place.ts'
import type { Answers, PlaceAnswer } from '../model/query.ts'

/** Google's place types, which clients of that format branch on. */
const TYPES: Readonly<Record<PlaceKind, readonly string[]>> = {
  province: ['administrative_area_level_1', 'political', 'geocode'],
  district: ['administrative_area_level_2', 'political', 'geocode'],
  ward: ['administrative_area_level_3', 'political', 'geocode'],
  settlement: ['locality', 'political', 'geocode'],
  street: ['route', 'geocode'],
  alley: ['route', 'geocode'],
  house: ['street_address', 'geocode'],
  poi: ['point_of_interest', 'establishment'],
}

const INTERSECTION_TYPES = ['intersection', 'geocode']

/** Between a street's id and a number on it. */
export const NUMBER_SEPARATOR = '~'

export const VIETNAM_CODE = 'VN'
const COUNTRY_UNKNOWN = 'ZZ' // ISO 3166-1 user-assigned: a neighbour, or another extract

/** Answers kept of each index and language; about 700 bytes each. */
const ANSWERS_KEPT = 16_384

const keptAnswers: Readonly<Record<Lang, WeakMap<SearchIndex, RecentMap<number, PlaceAnswer>>>> = {
  vi: new WeakMap(),
  en: new WeakMap(),
}

/**
 * Place number `place` as an answer shows it. Queries ask for the same few places again and again:
 * recent answers are kept, and are the same objects every time.
 */
export function answerOf(index: SearchIndex, place: number, lang: Lang): PlaceAnswer {
  let kept = keptAnswers[lang].get(index)
  if (!kept) {
    kept = new RecentMap(ANSWERS_KEPT)
    keptAnswers[lang].set(index, kept)
  }
  const known = kept.get(place)
  if (known) return known
  const answer = makeAnswer(index, place, lang)
  kept.set(place, answer)
  return answer
}

/** The answers of an index in one language. */
export function answersOf(index: SearchIndex, lang: Lang): Answers {
  return { lang, count: index.places, of: (place) => answerOf(index, place, lang) }
}

/** The full address of a place in Vietnamese, made anew. */
export function writeAddress(index: SearchIndex, place: number): string {
  return makeAnswer(index, place, 'vi').address
}

/** Makes the answer. Cost: one decoding a string shown. */
function makeAnswer(index: SearchIndex, place: number, lang: Lang): PlaceAnswer {
  const kind = kindOf(index, place)
  const unit = successorOf(index, place)
  const ward = kind === 'ward' ? unit : wardOf(index, place)
  const isLivingProvince = kind === 'province' && !isFormer(index, place)
  const province = isLivingProvince ? place : provinceOf(index, place)
  const wardName = ward === NONE || kind === 'province' ? null : nameOf(index, ward, lang)
  const provinceName = province === NONE ? null : nameOf(index, province, lang)
  const mainText = mainTextOf(index, place, unit, lang)
  const isFormerDistrict = kind === 'district' && unit !== place
  const note = isRenamed(index, place, unit) ? ` (${formerName(index, place, lang)})` : ''
  let where = ''
  if (kind === 'poi') where = withLine(where, streetLine(index, place, lang), mainText)
  if (kind !== 'ward' && !isFormerDistrict) where = withLine(where, wardName, mainText)
  if (!isLivingProvince) where = withLine(where, provinceName, mainText)
  const lat = index.lat[place]! / E7
  const lon = index.lon[place]! / E7
  return {
    id: stringAt(index.strings, index.id[place]!) as PlaceId,
    name: mainText,
    address: where === '' ? mainText : `${mainText}, ${where}`,
    mainText,
    secondaryText: where + note,
    lat,
    lon,
    ward: kind === 'district' && unit === place ? null : wardName,
    province: provinceName,
    country: countryOf(index, place),
    types: TYPES[kind],
  }
}

/**
 * The country of a place. Vietnam is its provinces and wards, and the sea in front of them. Without
 * any units in the index it is all of its box, in which parts of its neighbours lie.
 */
function countryOf(index: SearchIndex, place: number): string {
  const lonE7 = index.lon[place]!
  const latE7 = index.lat[place]!
  if (!contains(VIETNAM, { lon: lonE7 / E7, lat: latE7 / E7 })) return COUNTRY_UNKNOWN
  const isHeld = provinceOf(index, place) !== NONE || wardOf(index, place) !== NONE
  if (isHeld || place < index.units || index.units === 0) return VIETNAM_CODE
  return isAtVietnamSea({ lonE7, latE7 }) ? VIETNAM_CODE : COUNTRY_UNKNOWN
}

/** `lines` and `line`, unless that is empty or equal to the main text. */
function withLine(lines: string, line: string | null, mainText: string): string {
  if (line === null || line === '' || line === mainText) return lines
  return lines === '' ? line : `${lines}, ${line}`
}

/**
 * Number `key` of a street, at `at`, where no such door is mapped. Its id is the street's with the
 * number behind it, from which `resolve` finds it again.
 */
export function numberedAnswer(
  index: SearchIndex,
  street: number,
  key: string,
  at: Point,
  lang: Lang,
): PlaceAnswer {
  const answer = answerOf(index, street, lang)
  const number = key.toUpperCase()
  return {
    ...answer,
    ...at,
    id: `${answer.id}${NUMBER_SEPARATOR}${number}` as PlaceId,
    name: `${number} ${answer.name}`,
    mainText: `${number} ${answer.mainText}`,
    address: `${number} ${answer.address}`,
    types: TYPES.house,
  }
}

/** The crossing of two streets, at `at`; `resolve` finds it again by its `id`. */
export interface Intersection {
  readonly street: number
  readonly other: number
  readonly id: string
  readonly at: Point
}

/** The intersection as an answer shows it. */
export function intersectionAnswer(
  index: SearchIndex,
  { street, other, id, at }: Intersection,
  lang: Lang,
): PlaceAnswer {
  const answer = answerOf(index, street, lang)
  const names = [answer.name, nameOf(index, other, lang)]
  const name = lang === 'en' ? names.join(' & ') : `Giao lộ ${names.join(' - ')}`
  return {
    ...answer,
    ...at,
    id: id as PlaceId,
    name,
    mainText: name,
    address: withLine(name, answer.secondaryText, name),
    types: INTERSECTION_TYPES,
  }
}

/**
 * The unit of today that stands for a former one: its only successor, or for a former ward the
 * largest. Otherwise the place itself: a former district lives on in many wards.
 */
export function successorOf(index: SearchIndex, place: number): number {
  if (place >= index.units) return place
  const from = index.successorFirst[place]!
  const count = index.successorFirst[place + 1]! - from
  const isWard = kindOf(index, place) === 'ward'
  return count === 1 || (count > 1 && isWard) ? index.successors[from]! : place
}

function mainTextOf(index: SearchIndex, place: number, unit: number, lang: Lang): string {
  const kind = kindOf(index, place)
  if (kind === 'house') return streetLine(index, place, lang) ?? ''
  if (place >= index.units) return nameOf(index, place, lang)
  if (unit !== place) return nameOf(index, unit, lang)
  const name = nameOf(index, place, lang)
  if (!isFormer(index, place)) return name
  return lang === 'en' ? `${name} (former)` : `${name} (cũ)`
}

/** The name of a former unit that its answer shows by another name; else null. */
export function renamedFrom(index: SearchIndex, place: number, lang: Lang): string | null {
  const unit = successorOf(index, place)
  return isRenamed(index, place, unit) ? nameOf(index, place, lang) : null
}

/**
 * Whether the names of a former unit and its successor differ, type words apart: `Xã Gào` that went
 * on as `Xã Gào` is one place to a person, though it took in others.
 */
function isRenamed(index: SearchIndex, former: number, unit: number): boolean {
  return former !== unit && bareNameOf(index, former) !== bareNameOf(index, unit)
}

function bareNameOf(index: SearchIndex, unit: number): string {
  const name = tokenize(stringAt(index.strings, index.name[unit]!))
  const bare = withoutTypeWord(name, kindOf(index, unit))
  return bare.map(({ marked }) => marked).join(' ')
}

/** The name by which people may still know it: `trước đây Phường 5, Quận 5`. */
function formerName(index: SearchIndex, place: number, lang: Lang): string {
  const parent = formerParentOf(index, place)
  const names = [nameOf(index, place, lang)]
  if (parent !== NONE) names.push(nameOf(index, parent, lang))
  return `${lang === 'en' ? 'formerly' : 'trước đây'} ${names.join(', ')}`
}

/** Number and street, as far as the place has them; null when it has neither. */
function streetLine(index: SearchIndex, place: number, lang: Lang): string | null {
  const number = stringAt(index.strings, index.houseNumber[place]!)
  const name = streetNameOf(index, place, lang)
  if (number === '') return name === '' ? null : name
  return name === '' ? number : `${number} ${name}`
}

/** The name of its street, else the street name in its address; empty for neither. */
function streetNameOf(index: SearchIndex, place: number, lang: Lang): string {
  const street = streetOf(index, place)
  const name = street === NONE ? '' : nameOf(index, street, lang)
  return name !== '' ? name : inLanguage(stringAt(index.strings, index.streetName[place]!), lang)
}

/** The name of anything but a house. A business has the same name in any language. */
function nameOf(index: SearchIndex, place: number, lang: Lang): string {
  const english = lang === 'en' ? stringAt(index.strings, index.nameEn[place]!) : ''
  if (english !== '') return english
  const name = stringAt(index.strings, index.name[place]!)
  if (place < index.units && lang === 'en') return englishUnit(name)
  return kindOf(index, place) === 'poi' ? name : inLanguage(name, lang)
}

/** English writes the names of Vietnam without marks. */
function inLanguage(text: string, lang: Lang): string {
  return lang === 'vi' ? text : withoutMarks(text)
}
