import { t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import type { BoundaryQuery } from '../../boundaries/query.ts'
import { E7, toE7 } from '../../geo/point.ts'
import { ADMIN_LEVELS, levelsParam } from '../params/admin-levels.ts'
import { optionalBbox } from '../params/bbox-param.ts'
import { choice, optionalNumber, type Param, refused } from '../params/params.ts'
import { decimal } from '../params/plain-decimal.ts'
import { named, nullable, record, word } from '../params/schema.ts'
import { type Answer, JSON_TYPE, jsonWithStatus } from '../request/answer.ts'
import type { BoundaryText } from '../request/deps.ts'
import { ERROR_BODY, problemOf } from '../request/errors.ts'
import { encodingFor, etagOf, KEPT_PER_KEY, notModified, sent } from '../request/representation.ts'
import type { Call, KeyedRoute, RouteDocs } from '../request/route.ts'

/** A degree is 100 km: a larger tolerance leaves nothing of a province. */
const TOLERANCE_MAX = 1
const CODES_MAX = 100

const FORMAT = choice(
  { name: 'format', description: 'How polygons are written.', example: 'geojson' },
  ['geojson', 'wkt'],
  'geojson',
)
const LEVELS = levelsParam('Comma-separated levels: 4 is province, 8 is ward.')
const COUNTRY_CODE: Param<void> = {
  name: 'country_code',
  description: 'ISO 3166-1 alpha-2: only `VN`, any case.',
  example: 'VN',
  required: false,
  schema: t.String({ pattern: '^[Vv][Nn]$', default: 'VN' }),
  read(query) {
    const raw = query.get('country_code')
    if (raw === null || /^vn$/i.test(raw)) return
    throw refused('country_code', "must be 'VN', the only country served", raw)
  },
}
const TOLERANCE = optionalNumber(
  {
    name: 'tolerance',
    description:
      'Leaves out points as long as no border moves farther than this, degrees ' +
      '(Douglas–Peucker). Neighbours keep one border. Without it polygons are as they are.',
    example: 0.001,
  },
  { min: 0, max: TOLERANCE_MAX },
  decimal,
)
const BBOX = optionalBbox('Only units with ground in this box.')
const CODES: Param<readonly string[] | null> = {
  name: 'code',
  description: `Only units of these official codes, comma-separated, at most ${CODES_MAX}.`,
  example: '01,00070',
  required: false,
  schema: t.String({ pattern: '^[A-Za-z0-9]{1,20}(,[A-Za-z0-9]{1,20})*$' }),
  read(query) {
    const raw = query.get('code')
    if (raw === null) return null
    const codes = raw.split(',')
    if (codes.length <= CODES_MAX && codes.every((code) => /^[A-Za-z0-9]{1,20}$/.test(code))) {
      return [...new Set(codes)].sort()
    }
    throw refused('code', `must be 1 to ${CODES_MAX} official codes, comma-separated`, raw)
  },
}

const UNIT = {
  code: t.String({ description: 'Official code: two digits of a province, five of a ward.' }),
  name: t.String({ description: 'With its kind: `Phường Hoàn Kiếm`.' }),
  name_en: nullable(t.String()),
  level: named('AdminLevel', t.Unsafe<number>({ type: 'integer', enum: [...ADMIN_LEVELS] })),
  parent_code: nullable(t.String({ description: 'Of a ward its province.' })),
  country_code: t.String({ description: 'ISO 3166-1 alpha-2.' }),
}
const POSITION = t.Unsafe<number[]>({
  type: 'array',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
})
const FEATURE = named(
  'BoundaryFeature',
  record({
    type: word(['Feature']),
    properties: named('BoundaryUnit', record(UNIT)),
    geometry: record({
      type: word(['MultiPolygon']),
      coordinates: t.Array(t.Array(t.Array(POSITION))),
    }),
  }),
)
const TEXT = named('BoundaryText', record({ ...UNIT, wkt: t.String() }))
const RESULT = t.Union([
  named(
    'BoundaryCollection',
    record({ type: word(['FeatureCollection']), features: t.Array(FEATURE) }),
  ),
  named('BoundaryTexts', record({ boundaries: t.Array(TEXT) })),
])

/**
 * As the message says: in this time a tolerance or two are worked out (`serving/simplifier.ts`).
 */
const BUSY_S = '30'

/** A dataset may be replaced at any time: what is kept longer has to be asked for. */
const KEPT = 'private, max-age=3600'
const ETAG = 'Send it as `If-None-Match` to be told 304 while the answer is the same.'
const HEADERS = { ETag: ETAG, 'Cache-Control': `\`${KEPT}\`` }

const DOCS = {
  operation: 'adminBoundaries',
  tag: 'Boundaries',
  summary: 'Polygons of provinces and wards',
  description: `All units of the levels, provinces first, as a GeoJSON FeatureCollection or as a
list with well-known text. All wards without \`tolerance\` are over 100 MB: ask for gzip, and keep
the answer by its \`ETag\`. The first request for a tolerance may take a second, the first of all
some more, later ones do not; when too many tolerances are asked for at once, the answer is 503.
However large the tolerance, of each unit at least the largest polygon stays, as a triangle.`,
  params: [FORMAT, LEVELS, COUNTRY_CODE, TOLERANCE, BBOX, CODES],
  answer: {
    description: 'The units.',
    schema: RESULT,
    headers: HEADERS,
    example: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: {
            code: '00070',
            name: 'Phường Hoàn Kiếm',
            name_en: 'Hoan Kiem Ward',
            level: 8,
            parent_code: '01',
            country_code: 'VN',
          },
          geometry: {
            type: 'MultiPolygon',
            coordinates: [
              [
                [
                  [105.845, 21.02],
                  [105.86, 21.02],
                  [105.855, 21.035],
                  [105.845, 21.02],
                ],
              ],
            ],
          },
        },
      ],
    },
  },
  otherAnswers: {
    304: {
      description: 'The answer is the one that you have.',
      schema: null,
      example: '',
      headers: HEADERS,
    },
    503: {
      description: 'Too many tolerances are being worked out.',
      schema: ERROR_BODY,
      example: {
        error: 'Other tolerances are being worked out; ask again in 30 seconds.',
        code: 'SERVICE_UNAVAILABLE',
        request_id: '018f3c1e-6b1a-7c3e-9a55-2f0d6a3f1b2c',
      },
      headers: { 'Retry-After': 'Seconds to wait.' },
    },
  },
  errors: ['BAD_REQUEST', 'INVALID_BBOX'],
} satisfies RouteDocs

export function adminBoundariesRoute(textOf: (query: BoundaryQuery) => BoundaryText): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/admin-boundaries',
    access: 'key',
    scope: 'admin_boundaries:read',
    isStreamed: true,
    docs: DOCS,
    async answer(call) {
      const text = textOf(readQuery(call))
      try {
        return await answerBoundaries(call, text)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'SERVICE_UNAVAILABLE') throw error
        const { status, body } = problemOf(error, call.requestId)
        return { ...jsonWithStatus(status, body), headers: { 'retry-after': BUSY_S } }
      }
    },
  }
}

function readQuery({ query }: Call): BoundaryQuery {
  COUNTRY_CODE.read(query)
  return {
    format: FORMAT.read(query),
    levels: LEVELS.read(query),
    // No polygons are finer than the originals, and spellings of a number are one tolerance.
    tolerance: toE7(TOLERANCE.read(query) ?? 0) / E7,
    box: BBOX.read(query),
    codes: CODES.read(query),
  }
}

async function answerBoundaries({ request }: Call, text: BoundaryText): Promise<Answer> {
  const encoding = encodingFor(request)
  const etag = etagOf(text.tag, encoding)
  const vary = KEPT_PER_KEY
  const tagged = { contentType: JSON_TYPE, encoding, etag, cacheControl: KEPT, vary }
  const same = notModified(request, tagged)
  if (same !== null) return same
  const make = () => (encoding === 'gzip' ? text.compressed() : text.plain())
  return sent(tagged, request.method === 'HEAD' ? unread() : await make(), true)
}

/** In place of a body that HEAD does not get: without one the length would be given as 0. */
function unread(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.close() }, { highWaterMark: 0 })
}
