import { t } from 'elysia'
import type { Bbox } from '../../geo/bbox.ts'
import type { Point } from '../../geo/point.ts'
import { CATEGORIES, categoryOfId, idsNear } from '../../pois/categories.ts'
import type { PoiList, PoiQuery } from '../../pois/list.ts'
import { PoiFeatures } from '../json/poi-features.ts'
import { optionalBbox, readBbox } from '../params/bbox-param.ts'
import { flag, integer, missing, optionalNumber, type Param, refused } from '../params/params.ts'
import { plainDecimals } from '../params/plain-decimal.ts'
import { named, record, word } from '../params/schema.ts'
import { JSON_TYPE } from '../request/answer.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'

// interface, Limits; of the two descriptions of `limit` the one that holds the other (design)
const LIMIT_MAX = 2_000
const LIMIT_BY_DEFAULT = 500
const RATING_MAX = 5

const POSITION = '^(-?\\d+(?:\\.\\d+)?),(-?\\d+(?:\\.\\d+)?)$'

const BBOX: Param<Bbox> = {
  ...optionalBbox('The box to look in, its edges included:'),
  required: true,
  read(query) {
    const raw = query.get('bbox', 'INVALID_BBOX')
    if (raw === null) throw missing('bbox', 'must be minLng,minLat,maxLng,maxLat')
    return readBbox(raw)
  },
}

const NEAR: Param<Point | null> = {
  name: 'near',
  description:
    'Where distances are taken from, `lng,lat`, degrees; the centre of the box if absent.',
  example: '105.8542,21.0285',
  required: false,
  schema: t.String({ pattern: POSITION }),
  read(query) {
    const raw = query.get('near')
    if (raw === null) return null
    const [lon = NaN, lat = NaN] = plainDecimals(raw, 2) ?? []
    if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90) return { lon, lat }
    throw refused('near', 'must be lng,lat in decimal degrees of WGS84', raw)
  },
}

const LIMIT = integer(
  { name: 'limit', description: 'How many POIs at most.', example: 20 },
  { min: 1, max: LIMIT_MAX },
  LIMIT_BY_DEFAULT,
)

/** Below 50: a list that is small enough for a batch. */
const FEW = /[?&]limit=[1-4]?\d(?:&|$)/

/** The most frequent values, parsed already. */
const ONE_CATEGORY: ReadonlyMap<string, readonly string[]> = new Map(
  CATEGORIES.map(({ id }) => [id, [id]]),
)

const CATEGORY: Param<readonly string[] | null> = {
  name: 'category',
  description: 'Ids of `/v1/categories`, separated by commas: a POI of any of them will do.',
  example: 'cafe,bakery',
  required: false,
  schema: t.String({ pattern: '^[a-z0-9_]+(,[a-z0-9_]+)*$' }),
  read(query) {
    const raw = query.get('category')
    if (raw === null) return null
    return ONE_CATEGORY.get(raw) ?? raw.split(',').map(knownCategory)
  },
}

const MIN_RATING = optionalNumber(
  {
    name: 'min_rating',
    description: 'Only POIs with at least this rating; those without one are left out.',
    example: 4,
  },
  { min: 0, max: RATING_MAX },
)

const OPEN_NOW = flag(
  'open_now',
  'With `true` only POIs that are known to be open now, by the clock in Vietnam.',
)

const FEATURE = named(
  'PoiFeature',
  record({
    type: word(['Feature']),
    geometry: record({
      type: word(['Point']),
      coordinates: t.Unsafe<[lng: number, lat: number]>({
        type: 'array',
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
        description: '`[lng, lat]`, degrees, WGS84.',
      }),
    }),
    properties: record({
      place_id: t.String({ description: 'Stable identifier.' }),
      name: t.String({ description: 'Display name.' }),
      primary_type: t.String({ description: 'Id of its category.' }),
    }),
  }),
)
const COLLECTION = named(
  'PoiCollection',
  record({
    type: word(['FeatureCollection']),
    features: t.Array(FEATURE, { maxItems: LIMIT_MAX, description: 'Nearest first.' }),
  }),
)

const DOCS = {
  operation: 'pois',
  tag: 'Places',
  summary: 'Points of interest in a box',
  description:
    'A GeoJSON FeatureCollection, ordered by distance on the ground from `near`; equally near ' +
    'POIs by id. Details of each are at `/v1/pois/{placeId}`.',
  params: [BBOX, NEAR, LIMIT, CATEGORY, MIN_RATING, OPEN_NOW],
  answer: {
    description: 'The POIs, none if nothing is there.',
    schema: COLLECTION,
    example: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [105.8491, 21.0289] },
          properties: { place_id: 'n5740221845', name: 'Cà phê Giảng', primary_type: 'cafe' },
        },
      ],
    },
  },
  errors: ['BAD_REQUEST', 'INVALID_BBOX', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function poisRoute(list: (query: PoiQuery) => PoiList): KeyedRoute {
  const features = new PoiFeatures()
  return {
    method: 'GET',
    path: '/v1/pois',
    isBatched: (url) => FEW.test(url),
    access: 'key',
    scope: 'places:read',
    docs: DOCS,
    answer({ query, nowMs }) {
      const box = BBOX.read(query)
      const near = NEAR.read(query)
      const limit = LIMIT.read(query)
      const categories = CATEGORY.read(query)
      const ratingMin = MIN_RATING.read(query)
      const openAtMs = OPEN_NOW.read(query) ? nowMs : null
      const found = list({
        box,
        near: near ?? centreOf(box),
        limit,
        categories,
        ratingMin,
        openAtMs,
      })
      const body = features.write(found)
      return { status: 200, contentType: JSON_TYPE, body, billable: true }
    },
  }
}

function centreOf({ west, south, east, north }: Bbox): Point {
  return { lon: (west + east) / 2, lat: (south + north) / 2 }
}

function knownCategory(id: string): string {
  if (categoryOfId(id) !== null) return id
  const near = idsNear(id)
  const meant = near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : ''
  throw refused('category', `must be ids of /v1/categories separated by commas${meant}`, id)
}
