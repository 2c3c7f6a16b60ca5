import { type OnStep, UNWATCHED } from '../../base/on-step.ts'
import type { PoiContent } from '../../pois/build.ts'
import { CATEGORIES } from '../../pois/categories.ts'
import { type Poi, PRICE_LEVELS } from '../../pois/poi.ts'
import type { Place } from '../../search/model/place.ts'
import type { Rejections } from '../report/report.ts'
import { categoryOf } from '../tags/category.ts'
import { publicHolidays } from '../tags/holidays.ts'
import { OpeningReader } from '../tags/opening-hours.ts'
import { phoneOf } from '../tags/phone.ts'

/*
 * Loaded only when a dataset is built: the readers of opening hours and phone numbers are large
 * libraries that a server never needs.
 */

/**
 * The input of pois.idx: the POIs among the places. Values that make no sense are left out and
 * counted.
 */
export function poiContent(
  places: readonly Place[],
  nowMs: number,
  rejections: Pick<Rejections, 'add'>,
  onStep: OnStep = UNWATCHED,
): PoiContent {
  const hours = new OpeningReader(nowMs)
  const given = places.filter(({ kind }) => kind === 'poi')
  const pois = given.map((place, i) => {
    onStep('opening hours', i / given.length)
    return poiOf(place, hours, rejections)
  })
  return { pois, categories: CATEGORIES.map(({ id }) => id), holidays: publicHolidays() }
}

function poiOf(place: Place, hours: OpeningReader, rejections: Pick<Rejections, 'add'>): Poi {
  const { id, name, lonE7, latE7, importance, tags } = place
  const openingText = tags['opening_hours'] ?? null
  const opening = openingText === null ? null : hours.read(openingText)
  if (openingText !== null && opening === null) {
    rejections.add('opening_hours not understood', `${id} '${openingText}'`)
  }
  const phone = tags['phone'] === undefined ? null : phoneOf(tags['phone'])
  if (tags['phone'] !== undefined && phone === null) {
    rejections.add('phone not understood', `${id} '${tags['phone']}'`)
  }
  return {
    id,
    name,
    category: categoryOf(place.category, tags, name),
    lonE7,
    latE7,
    importance,
    // The parts of a mapper's `addr:full` are not known.
    address: (place.source === 'operator' && tags['addr:full']) || null,
    rating: numberOf(tags['rating']),
    userRatingCount: numberOf(tags['user_rating_count']),
    priceLevel: PRICE_LEVELS.find((level) => level === tags['price_level']) ?? null,
    phone: phone?.national ?? tags['phone'] ?? null,
    internationalPhone: phone?.international ?? null,
    website: tags['website'] === undefined ? null : addressOf(tags['website']),
    openingText,
    opening,
  }
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** People leave `https://` out; what is no address even with it is dropped. */
function addressOf(text: string): string | null {
  const first = text.split(/[;\s]/)[0] ?? ''
  const address = /^https?:\/\//i.test(first) ? first : `https://${first}`
  return URL.canParse(address) && address.includes('.') ? address : null
}
