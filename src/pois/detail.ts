import { rowOfId } from '../base/id-table.ts'
import type { PlaceId } from '../base/ids.ts'
import { stringAt } from '../base/string-pool.ts'
import { RATING_STEPS } from './layout.ts'
import { localMinuteOf } from './opening.ts'
import type { OpeningPeriod } from './periods.ts'
import { PRICE_LEVELS, type PriceLevel } from './poi.ts'
import type { Pois } from './pois.ts'

/** All that is known of a POI; null: not known. */
export interface PoiDetail {
  readonly id: PlaceId
  readonly name: string
  readonly category: string
  /** In one line, as its owner writes it. */
  readonly address: string | null
  /** 0 to 5. */
  readonly rating: number | null
  readonly userRatingCount: number | null
  readonly priceLevel: PriceLevel | null
  readonly phone: string | null
  readonly internationalPhone: string | null
  readonly website: string | null
  readonly openingHours: OpeningHours | null
}

export interface OpeningHours {
  /** As in the source. */
  readonly text: string
  /** null when the text is not understood. */
  readonly schedule: OpeningSchedule | null
}

export interface OpeningSchedule {
  readonly isOpen: boolean
  /** Of the seven days from today on, holidays considered; null: open all of the time. */
  readonly periods: readonly OpeningPeriod[] | null
}

/** The POI with that id as it is at that moment, or null. */
export function poiDetail(pois: Pois, id: PlaceId, nowMs: number): PoiDetail | null {
  const { index } = pois
  const poi = rowOfId(index.idSlots, index.strings, index.id, id)
  if (poi === null) return null
  const text = (column: Uint32Array) =>
    column[poi] === 0 ? null : stringAt(index.strings, column[poi]!)
  const rating = index.rating[poi]!
  const ratings = index.ratings[poi]!
  const price = index.price[poi]!
  return {
    id,
    name: text(index.name) ?? '',
    category: pois.categoryIds[index.category[poi]!]!,
    address: text(index.address),
    rating: rating === 0 ? null : (rating - 1) / RATING_STEPS,
    userRatingCount: ratings === 0 ? null : ratings - 1,
    priceLevel: price === 0 ? null : PRICE_LEVELS[price - 1]!,
    phone: text(index.phone),
    internationalPhone: text(index.phoneAbroad),
    website: text(index.website),
    openingHours: openingHoursOf(pois, poi, nowMs),
  }
}

function openingHoursOf(pois: Pois, poi: number, nowMs: number): OpeningHours | null {
  const { index } = pois
  if (index.hoursText[poi] === 0) return null
  const text = stringAt(index.strings, index.hoursText[poi]!)
  const hours = index.hours[poi]!
  if (hours === 0) return { text, schedule: null }
  return {
    text,
    schedule: {
      isOpen: pois.openness.at(nowMs)[hours] === 1,
      periods: pois.periods.from(hours - 1, localMinuteOf(nowMs).day),
    },
  }
}
