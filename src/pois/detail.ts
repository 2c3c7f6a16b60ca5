import { rowOfId } from '../base/id-table.ts'
import type { PlaceId } from '../base/ids.ts'
import { stringAt } from '../base/string-pool.ts'
import { RATING_STEPS } from './layout.ts'
import { localMinuteOf } from './opening.ts'
import { timesOf } from './openness.ts'
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
  /** null when the text is not understood, or says nothing of today (`dates` that are over). */
  readonly schedule: OpeningSchedule | null
}

export interface OpeningSchedule {
  readonly isOpen: boolean
  /** Of the seven days from today on, holidays considered; null: open all of the time. */
  readonly periods: readonly OpeningPeriod[] | null
}

/** Count of details in an index. */
const KEPT_MAX = 16_384

/** Details that were asked for of late; the one that was made longest ago makes room. */
export class KeptDetails {
  readonly #kept = new Map<PlaceId, Kept>()

  get(id: PlaceId): Kept | null {
    return this.#kept.get(id) ?? null
  }

  set(id: PlaceId, kept: Kept): void {
    this.#kept.set(id, kept)
    if (this.#kept.size <= KEPT_MAX) return
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }
}

interface Kept {
  /** Number of the POI. */
  readonly poi: number
  readonly detail: PoiDetail
}

/**
 * The POI with that id as it is at that moment, or null. One object for as long as nothing about it
 * changes, unless it was not asked for in a long time.
 */
export function poiDetail(pois: Pois, id: PlaceId, nowMs: number): PoiDetail | null {
  const { index, details } = pois
  const kept = details.get(id)
  const poi = kept?.poi ?? rowOfId(index.idSlots, index.strings, index.id, id)
  if (poi === null) return null
  const schedule = scheduleOf(pois, poi, nowMs)
  if (kept !== null && isSame(kept.detail.openingHours?.schedule ?? null, schedule)) {
    return kept.detail
  }
  const detail = detailOf(pois, poi, id, schedule)
  details.set(id, { poi, detail })
  return detail
}

function scheduleOf({ index, openness, periods }: Pois, poi: number, nowMs: number) {
  const hours = index.hours[poi]!
  if (hours === 0) return null
  const { day } = localMinuteOf(nowMs)
  if (timesOf(index, hours - 1, day) === null) return null
  return {
    isOpen: openness.at(nowMs).calendars[hours] === 1,
    periods: periods.from(hours - 1, day),
  }
}

function isSame(a: OpeningSchedule | null, b: OpeningSchedule | null): boolean {
  if (a === null || b === null) return a === b
  return a.isOpen === b.isOpen && a.periods === b.periods
}

function detailOf(
  { index, categoryIds }: Pois,
  poi: number,
  id: PlaceId,
  schedule: OpeningSchedule | null,
): PoiDetail {
  const text = (column: Uint32Array) =>
    column[poi] === 0 ? null : stringAt(index.strings, column[poi]!)
  const rating = index.rating[poi]!
  const ratings = index.ratings[poi]!
  const price = index.price[poi]!
  const openingText = text(index.hoursText)
  return {
    id,
    name: text(index.name) ?? '',
    category: categoryIds[index.category[poi]!]!,
    address: text(index.address),
    rating: rating === 0 ? null : (rating - 1) / RATING_STEPS,
    userRatingCount: ratings === 0 ? null : ratings - 1,
    priceLevel: price === 0 ? null : PRICE_LEVELS[price - 1]!,
    phone: text(index.phone),
    internationalPhone: text(index.phoneAbroad),
    website: text(index.website),
    openingHours: openingText === null ? null : { text: openingText, schedule },
  }
}
