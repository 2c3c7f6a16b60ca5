import { t } from 'elysia'
import type { Point } from '../../geo/point.ts'
import { json } from '../answer.ts'
import { ADMIN_LEVELS, type AdminLevel, type BoundaryNames } from '../deps.ts'
import { type Param, refused, requiredNumber } from '../params.ts'
import { LATITUDE, LONGITUDE } from '../place-wire.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { nullable, record } from '../schema.ts'

const LAT = requiredNumber(
  { name: 'lat', description: 'Latitude, degrees, WGS84.', example: 21.0285 },
  { min: -90, max: 90 },
)
const LNG = requiredNumber(
  { name: 'lng', description: 'Longitude, degrees, WGS84.', example: 105.8542 },
  { min: -180, max: 180 },
)
const LEVELS: Param<readonly AdminLevel[]> = {
  name: 'levels',
  description: 'Comma-separated levels to look up: 4 is province, 8 is ward. Others are null.',
  example: '4,8',
  required: false,
  schema: t.String({ pattern: '^[48](,[48])*$', default: '4,8' }),
  read(query) {
    const raw = query.get('levels')
    if (raw === null) return ADMIN_LEVELS
    if (!/^[48](,[48])*$/.test(raw)) throw refused('levels', "must be '4', '8' or '4,8'", raw)
    return ADMIN_LEVELS.filter((level) => raw.includes(String(level)))
  },
}

const RESULT = record({
  lat: LATITUDE,
  lng: LONGITUDE,
  city: nullable(t.String({ description: 'Province or city that holds the point.' })),
  district: nullable(t.String({ description: 'Ward that holds the point.' })),
})

const DOCS = {
  tag: 'Geocoding',
  summary: 'Province and ward that hold a point',
  description: 'Exact containment in administrative boundaries, not the nearest match.',
  params: [LAT, LNG, LEVELS],
  answer: {
    description: 'The units; null where none holds the point.',
    schema: RESULT,
    example: {
      lat: 21.0285,
      lng: 105.8542,
      city: 'Thành phố Hà Nội',
      district: 'Phường Hoàn Kiếm',
    },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function reverseGeocodeRoute(
  boundariesAt: (point: Point, levels: readonly AdminLevel[]) => BoundaryNames,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/reverse-geocode',
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    answer({ query }) {
      const point = { lat: LAT.read(query), lon: LNG.read(query) }
      const levels = LEVELS.read(query)
      return json(toWire(point, boundariesAt(point, levels)))
    },
  }
}

function toWire(point: Point, names: BoundaryNames): typeof RESULT.static {
  return { lat: point.lat, lng: point.lon, city: names.province, district: names.ward }
}
