import { t } from 'elysia'
import type { PlaceAnswer } from '../../search/model/query.ts'
import { nullable, record } from '../params/schema.ts'
import { PlaceTexts } from './place-texts.ts'

/** Pieces of the wire that several resources share. */

export const LATITUDE = t.Number({ minimum: -90, maximum: 90, description: 'Degrees, WGS84.' })
export const LONGITUDE = t.Number({ minimum: -180, maximum: 180, description: 'Degrees, WGS84.' })
export const CONFIDENCE = t.Number({ minimum: 0, maximum: 1 })
export const TYPES = t.Array(t.String(), { description: "Place types in Google's terms." })

/** Fields of a resolved place, which a geocoded one has too. */
export const PLACE_FIELDS = {
  placeId: t.String({ description: 'Stable identifier, input of `/v1/place/resolve`.' }),
  name: t.String({ description: 'Short display name: POI, or number and street.' }),
  address: t.String({ description: 'Full formatted address.' }),
  lat: LATITUDE,
  lon: LONGITUDE,
  district: nullable(t.String({ description: 'Ward: the lowest unit since July 2025.' })),
  city: nullable(t.String({ description: 'Province or city.' })),
  country: t.String({ description: 'ISO 3166-1 alpha-2; `ZZ` when it may lie abroad.' }),
  types: TYPES,
}
const PLACE = record(PLACE_FIELDS)
export type WirePlace = (typeof PLACE)['static']

export function placeToWire(place: PlaceAnswer): WirePlace {
  return {
    placeId: place.id,
    name: place.name,
    address: place.address,
    lat: place.lat,
    lon: place.lon,
    district: place.ward,
    city: place.province,
    country: place.country,
    types: [...place.types],
  }
}

/** A place as JSON; its second part is the brace that closes it. */
export const PLACE_TEXTS = new PlaceTexts((place) => {
  return [JSON.stringify(placeToWire(place)).slice(0, -1), '}']
})

export const PLACE_EXAMPLE = {
  placeId: 'n5740221845',
  name: '135 Nam Kỳ Khởi Nghĩa',
  address: '135 Nam Kỳ Khởi Nghĩa, Phường Bến Thành, Thành phố Hồ Chí Minh',
  lat: 10.7771,
  lon: 106.6953,
  district: 'Phường Bến Thành',
  city: 'Thành phố Hồ Chí Minh',
  country: 'VN',
  types: ['street_address'],
} satisfies WirePlace
