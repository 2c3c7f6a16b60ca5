import type { PlaceId } from '../base/ids.ts'
import type { OpeningCalendar } from './opening.ts'

/** Names of Google's places; the position is the number from 0 that people write. */
export const PRICE_LEVELS = [
  'PRICE_LEVEL_FREE',
  'PRICE_LEVEL_INEXPENSIVE',
  'PRICE_LEVEL_MODERATE',
  'PRICE_LEVEL_EXPENSIVE',
  'PRICE_LEVEL_VERY_EXPENSIVE',
] as const
export type PriceLevel = (typeof PRICE_LEVELS)[number]

/** A point of interest as pois.idx is built from it. */
export interface Poi {
  readonly id: PlaceId
  readonly name: string
  /** Id of its category in the taxonomy. */
  readonly category: string
  /** WGS84, 1e-7 degrees. */
  readonly lonE7: number
  readonly latE7: number
  /** 0 (nobody asks for it) to 1 (everybody does). */
  readonly importance: number
  /** In one line, as its owner writes it; null: it is told from street and ward. */
  readonly address: string | null
  /** 0 to 5; kept to hundredths. */
  readonly rating: number | null
  readonly userRatingCount: number | null
  readonly priceLevel: PriceLevel | null
  /** As dialled in Vietnam: `028 3829 2255`. */
  readonly phone: string | null
  /** `+84 28 3829 2255`. */
  readonly internationalPhone: string | null
  readonly website: string | null
  /** As written in the source, `Mo-Su 08:00-22:00`. */
  readonly openingText: string | null
  /** The same understood; null when there is none or it makes no sense. */
  readonly opening: OpeningCalendar | null
}
