import { t } from 'elysia'
import type { Lang } from '../../base/lang.ts'
import {
  answerTo,
  type PlaceAnswer,
  type ReverseHit,
  type ReverseQuery,
} from '../../search/model/query.ts'
import { JsonBytes, piece } from '../json/json-bytes.ts'
import { type Parts, PlaceTexts } from '../json/place-texts.ts'
import { CONFIDENCE, LATITUDE, LONGITUDE } from '../json/place-wire.ts'
import { inUnits, UNIT_FIELDS, type UnitsOf } from '../json/unit-fields.ts'
import {
  integer,
  LANG,
  type Param,
  positiveNumber,
  refused,
  requiredNumber,
} from '../params/params.ts'
import { named, nullable, record } from '../params/schema.ts'
import { readUnitsWanted, UNITS_DOCS, type UnitsWanted } from '../params/units-wanted.ts'
import { json, jsonText } from '../request/answer.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'

const SIZE_MAX = 5 // interface, Limits
const RADIUS_KM_MAX = 0.1 // interface, Limits
const RADIUS_KM_DEFAULT = 0.05

const LAT = requiredNumber(
  { name: 'point.lat', description: 'Latitude, degrees, WGS84.', example: 10.7771 },
  { min: -90, max: 90 },
)
const LON = requiredNumber(
  { name: 'point.lon', description: 'Longitude, degrees, WGS84.', example: 106.6953 },
  { min: -180, max: 180 },
)
const SIZE = integer(
  { name: 'size', description: 'How many results at most.', example: 3 },
  { min: 1, max: SIZE_MAX },
  1,
)
const RADIUS_KM = positiveNumber(
  { name: 'boundary.circle.radius', description: 'Search radius, kilometres.', example: 0.1 },
  RADIUS_KM_MAX,
  RADIUS_KM_DEFAULT,
)
/** Whether it is in the answer. */
const COUNTRIES: Param<boolean> = {
  name: 'boundary.country',
  description:
    'Comma-separated ISO 3166-1 alpha-2 codes: only `VN`, any case. Leaves out places abroad.',
  example: 'VN',
  required: false,
  schema: t.String({ pattern: '^[Vv][Nn](,[Vv][Nn])*$' }),
  read(query) {
    const raw = query.get('boundary.country')
    if (raw === null || /^vn(,vn)*$/i.test(raw)) return raw !== null
    throw refused('boundary.country', "must be 'VN', the only country served", raw)
  },
}

const RESULT = named(
  'ReverseResult',
  record({
    place_id: t.String({ description: 'Stable identifier, input of `/v1/place/resolve`.' }),
    address: t.String({ description: 'Full formatted address.' }),
    lat: LATITUDE,
    lon: LONGITUDE,
    district: nullable(t.String({ description: 'Ward: the lowest unit since July 2025.' })),
    city: nullable(t.String({ description: 'Province or city.' })),
    country: t.String({ description: 'ISO 3166-1 alpha-2; `ZZ` when it may lie abroad.' }),
    confidence: CONFIDENCE,
    distance_km: t.Number({ minimum: 0, description: 'From the point asked for, kilometres.' }),
    ...UNIT_FIELDS,
  }),
)
const RESULTS = named(
  'ReverseResults',
  record({ results: t.Array(RESULT, { maxItems: SIZE_MAX }) }),
)

const DOCS = {
  operation: 'reverse',
  tag: 'Geocoding',
  summary: 'Nearest known addresses to a point',
  description:
    'Addresses, else streets, within the radius, nearest first; a door goes before the nearer ' +
    'road that it is on. What lies across a river comes after all that is on this bank.',
  params: [LAT, LON, SIZE, RADIUS_KM, LANG, COUNTRIES, ...UNITS_DOCS],
  answer: {
    description: 'The addresses, none if there are none within the radius.',
    schema: RESULTS,
    example: {
      results: [
        {
          place_id: 'n5740221845',
          address: '135 Nam Kỳ Khởi Nghĩa, Phường Bến Thành, Thành phố Hồ Chí Minh',
          lat: 10.7771,
          lon: 106.6953,
          district: 'Phường Bến Thành',
          city: 'Thành phố Hồ Chí Minh',
          country: 'VN',
          confidence: 0.95,
          distance_km: 0.0042,
        },
      ],
    },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function reverseRoute(
  reverse: (query: ReverseQuery) => readonly ReverseHit[],
  unitsOf: UnitsOf,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/reverse',
    isBatched: true,
    access: 'key',
    scope: 'geocoding:read',
    docs: DOCS,
    answer({ query }) {
      const point = { lat: LAT.read(query), lon: LON.read(query) }
      const size = SIZE.read(query)
      const radiusM = RADIUS_KM.read(query) * 1000
      const lang = LANG.read(query)
      const isVietnamOnly = COUNTRIES.read(query)
      const wanted = readUnitsWanted(query)
      const hits = reverse({ point, radiusM, size, lang, isVietnamOnly })
      if (wanted === null) return jsonText(resultsJson(hits))
      return json({ results: hits.map((hit) => hitInUnits(hit, lang, wanted, unitsOf)) })
    },
  }
}

const BODY = new JsonBytes()
const OPENING = piece('{"results":[')
const COMMA = piece(',')
const CLOSING = piece(']}')
const BEFORE_LON = piece(',"lon":')
const BEFORE_DISTANCE = piece(',"distance_km":')
const RESULT_CLOSING = piece('}')

/** The part of a result that is the same for every point: up to its position, and behind it. */
const TEXTS = new PlaceTexts(({ id, address, ward, province, country }: PlaceAnswer): Parts => {
  const before = { place_id: id, address } satisfies Partial<typeof RESULT.static>
  const behind = { district: ward, city: province, country } satisfies Partial<typeof RESULT.static>
  return [
    `${JSON.stringify(before).slice(0, -1)},"lat":`,
    `,${JSON.stringify(behind).slice(1, -1)},"confidence":`,
  ]
})

/** The body, as `RESULTS` says; valid until the next call. */
function resultsJson(hits: readonly ReverseHit[]): Uint8Array<ArrayBuffer> {
  BODY.clear()
  BODY.add(OPENING)
  for (let i = 0; i < hits.length; i++) {
    if (i > 0) BODY.add(COMMA)
    addResult(hits[i]!)
  }
  BODY.add(CLOSING)
  return BODY.bytes()
}

function addResult({ place, lat, lon, confidence, distanceM }: ReverseHit): void {
  TEXTS.add(BODY, place, 'first')
  BODY.addDegrees(lat)
  BODY.add(BEFORE_LON)
  BODY.addDegrees(lon)
  TEXTS.add(BODY, place, 'rest')
  BODY.addDegrees(confidence)
  BODY.add(BEFORE_DISTANCE)
  BODY.addDegrees(kilometres(distanceM))
  BODY.add(RESULT_CLOSING)
}

/** A result in the units wanted. */
function hitInUnits(
  { place, lat, lon, confidence, distanceM }: ReverseHit,
  lang: Lang,
  wanted: UnitsWanted,
  unitsOf: UnitsOf,
): typeof RESULT.static {
  const rewritten = inUnits(answerTo(place), wanted, unitsOf, lang, null)
  const { id, address, ward, province, country } = rewritten.place
  return {
    ...{ place_id: id, address, lat, lon, district: ward, city: province, country, confidence },
    distance_km: kilometres(distanceM),
    ...rewritten.fields,
  }
}

/** To a tenth of a metre: more would only show the arithmetic. */
function kilometres(distanceM: number): number {
  return Math.round(distanceM * 10) / 10_000
}
