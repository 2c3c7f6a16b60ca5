import type { PlaceId } from '../../src/base/ids.ts'
import type { Poi } from '../../src/pois/poi.ts'

/** A POI of which nothing is known but what `known` says. */
export function poi(known: Partial<Omit<Poi, 'id'>> & { readonly id: string }): Poi {
  return {
    name: `Quán ${known.id}`,
    category: 'restaurant',
    lonE7: 1_067_000_000,
    latE7: 107_000_000,
    importance: 0.2,
    address: null,
    rating: null,
    userRatingCount: null,
    priceLevel: null,
    phone: null,
    internationalPhone: null,
    website: null,
    openingText: null,
    opening: null,
    ...known,
    id: known.id as PlaceId,
  }
}
