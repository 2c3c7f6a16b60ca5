import { t } from 'elysia'
import type { Point } from '../../geo/point.ts'
import { levelsParam } from '../admin-levels.ts'
import { json } from '../answer.ts'
import type { AdminLevel, BoundaryNames } from '../deps.ts'
import { requiredNumber } from '../params.ts'
import { LATITUDE, LONGITUDE } from '../place-wire.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { named, nullable, record } from '../schema.ts'

const LAT = requiredNumber(
  { name: 'lat', description: 'Latitude, degrees, WGS84.', example: 21.0285 },
  { min: -90, max: 90 },
)
const LNG = requiredNumber(
  { name: 'lng', description: 'Longitude, degrees, WGS84.', example: 105.8542 },
  { min: -180, max: 180 },
)
const LEVELS = levelsParam(
  'Comma-separated levels to look up: 4 is province, 8 is ward. Others are null.',
)

const RESULT = named(
  'UnitsAtPoint',
  record({
    lat: LATITUDE,
    lng: LONGITUDE,
    city: nullable(t.String({ description: 'Province or city that holds the point.' })),
    district: nullable(t.String({ description: 'Ward that holds the point.' })),
  }),
)

const DOCS = {
  operation: 'reverseGeocode',
  tag: 'Geocoding',
  summary: 'Province and ward that hold a point',
  description:
    'Exact containment in administrative boundaries, not the nearest match. On islands that the ' +
    'polygons of provinces leave out, the province is that of the ward.',
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
    isBatched: true,
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
