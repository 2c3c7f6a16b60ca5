import { t } from 'elysia'
import { MAP_TILES_PER_MINUTE } from '../../access/ip-limiter.ts'
import { type TileId, ZOOM_MAX } from '../../tiles/grid.ts'
import type { TileEncoding } from '../../tiles/tiles.ts'
import { type ParamDocs, refused } from '../params/params.ts'
import { whole } from '../params/schema.ts'
import type { Answer } from '../request/answer.ts'
import type { PoiTile } from '../request/deps.ts'
import { answerTagged, encodingFor, KEPT_PER_KEY } from '../request/representation.ts'
import type { Call, KeyedRoute, RouteDocs } from '../request/route.ts'

type TileOf = (tile: TileId, encoding: TileEncoding, nowMs: number) => PoiTile

export const TILE_TYPE = 'application/vnd.mapbox-vector-tile'

const Z: ParamDocs = {
  name: 'z',
  required: true,
  description: 'Zoom.',
  schema: whole({ minimum: 0, maximum: ZOOM_MAX }),
  example: 14,
}
const X: ParamDocs = {
  name: 'x',
  required: true,
  description: 'Column, 0 in the west, below 2^z.',
  schema: whole({ minimum: 0 }),
  example: 13048,
}
const Y: ParamDocs = {
  name: 'y',
  required: true,
  description: 'Row, 0 in the north, below 2^z; may end in `.mvt` or `.pbf`.',
  schema: t.String({ pattern: '^(0|[1-9][0-9]*)(\\.mvt|\\.pbf)?$' }),
  example: '7698',
}

export const TILE_PARAMS = [Z, X, Y]

const CACHE_CONTROL = 'Private; for as long as the tokens inside have at least 15 minutes left.'
const ETAG = 'Send it as `If-None-Match` to be told 304 while the tile is the same.'

const DOCS = {
  operation: 'poiTile',
  tag: 'Places',
  summary: 'Points of interest as a vector tile',
  description: `Mapbox Vector Tile 2.1: one layer \`pois\` of points, extent 4096, whose properties
are \`place_id\`, \`name\`, \`primary_type\` and \`token\`, to be sent as \`X-POI-Token\` when
details are asked for. The id of a feature is the same at all zooms and from one import to the next.

Below zoom 18 a tile shows the most important of each cell of a grid, and what shows at one zoom
shows at the next: at most 1,156 points and 200,000 bytes before compression with gzip, for which
to ask. From 18 on it shows all. The best come first.`,
  params: [],
  pathParams: TILE_PARAMS,
  answer: {
    description: 'The tile.',
    contentType: TILE_TYPE,
    schema: t.String({ format: 'binary' }),
    example: '',
    headers: { ETag: ETAG, 'Cache-Control': CACHE_CONTROL },
  },
  otherAnswers: {
    204: {
      description: 'The tile is empty.',
      schema: null,
      example: '',
      headers: { 'Cache-Control': CACHE_CONTROL },
    },
    304: {
      description: 'The tile is the one that you have.',
      schema: null,
      example: '',
      headers: { ETag: ETAG, 'Cache-Control': CACHE_CONTROL },
    },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

export function tilesRoute(tileOf: TileOf): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/pois/tiles/{z}/{x}/{y}',
    access: 'key',
    scope: 'places:read',
    docs: DOCS,
    answer: (call) => answerTile(call, tileOf),
  }
}

/** The same for the map page, whose panning is not to use up the plan of whoever looks at it. */
export function mapTilesRoute(tileOf: TileOf): KeyedRoute {
  return {
    ...tilesRoute(tileOf),
    path: '/map/pois/{z}/{x}/{y}',
    isOfMapPage: true,
    docs: {
      ...DOCS,
      operation: 'mapPoiTile',
      tag: 'Service',
      summary: 'A tile for the map page',
      description:
        'As `/v1/pois/tiles/{z}/{x}/{y}`, but counted to no plan: instead, each client address ' +
        `and each key have ${MAP_TILES_PER_MINUTE} a minute.`,
    },
  }
}

function answerTile({ path, request, nowMs }: Call, tileOf: TileOf): Answer {
  const tile = readTile(path)
  const encoding = encodingFor(request)
  const { body, maxAgeS } = tileOf(tile, encoding, nowMs)
  const kept = { cacheControl: `private, max-age=${maxAgeS}`, vary: KEPT_PER_KEY }
  if (body === null) {
    const headers = { 'cache-control': kept.cacheControl, vary: kept.vary }
    return { status: 204, contentType: null, body: null, headers, billable: true }
  }
  const tagged = { contentType: TILE_TYPE, encoding, etag: body.etag, ...kept }
  return answerTagged(request, tagged, body.bytes, true)
}

/** Throws `BAD_REQUEST` for what is no number, and for numbers outside the grid. */
export function readTile(path: Call['path']): TileId {
  const z = readNumber('z', path['z'] ?? '', ZOOM_MAX)
  const last = 2 ** z - 1
  const x = readNumber('x', path['x'] ?? '', last)
  const y = readNumber('y', (path['y'] ?? '').replace(/\.(mvt|pbf)$/, ''), last)
  return { z, x, y }
}

function readNumber(name: string, raw: string, max: number): number {
  const value = /^(0|[1-9]\d{0,7})$/.test(raw) ? Number(raw) : Number.NaN
  if (value <= max) return value
  throw refused(name, `must be a whole number from 0 to ${max}`, raw)
}
