import { t } from 'elysia'
import { LAYERS, MAP_ZOOM_MAX } from '../../basemap/schema.ts'
import { plainTile, type ServedMap } from '../../basemap/served-map.ts'
import { MAP_LANGS } from '../../basemap/style/labels.ts'
import { THEMES } from '../../basemap/style/palette.ts'
import { mapStyle, tileJson } from '../../basemap/style/style.ts'
import { choice } from '../params/params.ts'
import { named, whole } from '../params/schema.ts'
import type { Answer } from '../request/answer.ts'
import { encodingFor, etagOf, notModified, sent } from '../request/representation.ts'
import type { Call, Route, RouteDocs } from '../request/route.ts'
import { readTile, TILE_PARAMS, TILE_TYPE } from './tiles.ts'

export interface MapSettings {
  /** Whether tiles and style want an API key, of any scope. */
  readonly isMapKeyRequired: boolean
  /** Address of this server for clients; null: as the request says. */
  readonly publicUrl: string | null
}

/** A dataset is replaced under the same addresses: a client asks again, and a 304 is cheap. */
const FRESH_S = 3_600

const ETAG = 'Send it as `If-None-Match` to be told 304 while it is the same.'

const TILE_DOCS = {
  operation: 'mapTile',
  tag: 'Map',
  summary: 'The base map as vector tiles',
  description: `Mapbox Vector Tile 2.1, extent 4096, for zooms 0 to ${MAP_ZOOM_MAX}; a map enlarges
the last beyond. Layers ${LAYERS.join(', ')}, in the manner of the Protomaps basemap,
version 4. A tile without land is empty.`,
  params: [],
  pathParams: TILE_PARAMS,
  answer: {
    description: 'The tile.',
    contentType: TILE_TYPE,
    schema: t.String({ format: 'binary' }),
    example: '',
    headers: { ETag: ETAG, 'Cache-Control': 'An hour.' },
  },
  otherAnswers: {
    204: {
      description: 'The tile is empty.',
      schema: null,
      example: '',
      headers: { 'Cache-Control': 'An hour.' },
    },
    304: {
      description: 'The tile is the one that you have.',
      schema: null,
      example: '',
      headers: { ETag: ETAG, 'Cache-Control': 'An hour.' },
    },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

const THEME = choice({ name: 'theme', description: 'Colours.', example: 'dark' }, THEMES, 'light')
const LANG = choice(
  {
    name: 'lang',
    description: 'Language of names; `local` writes what stands on the sign.',
    example: 'vi',
  },
  MAP_LANGS,
  'vi',
)

const STYLE_DOCS = {
  operation: 'mapStyle',
  tag: 'Map',
  summary: 'The style of the base map',
  description: `MapLibre style specification, version 8: give its address to MapLibre and have the
map. Tiles, fonts and icons are this server's own; nothing is loaded from elsewhere.`,
  params: [THEME, LANG],
  answer: {
    description: 'The style.',
    schema: named('MapStyle', t.Object({ version: whole({ minimum: 8, maximum: 8 }) })),
    example: { version: 8 },
  },
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

const TILE_JSON_DOCS = {
  operation: 'mapTileJson',
  tag: 'Map',
  summary: 'The tiles of the base map as TileJSON',
  description: 'TileJSON 3.0, for programs that have a style of their own.',
  params: [],
  answer: {
    description: 'The TileJSON.',
    schema: named('TileJson', t.Object({ tilejson: t.String() })),
    example: { tilejson: '3.0.0' },
  },
  errors: ['SERVICE_UNAVAILABLE'],
} satisfies RouteDocs

/** Tiles and styles of the base map. */
export function baseMapRoutes(map: () => ServedMap, settings: MapSettings): Route[] {
  const routes = [
    {
      path: '/map/tiles/{z}/{x}/{y}',
      docs: TILE_DOCS,
      answer: (call: Call) => answerTile(call, map()),
    },
    {
      path: '/map/style.json',
      docs: STYLE_DOCS,
      answer: ({ query, request }: Call) =>
        jsonOf(
          mapStyle(map().info, {
            theme: THEME.read(query),
            lang: LANG.read(query),
            baseUrl: baseUrlOf(request, settings),
          }),
        ),
    },
    {
      path: '/map/tiles.json',
      docs: TILE_JSON_DOCS,
      answer: ({ request }: Call) => jsonOf(tileJson(map().info, baseUrlOf(request, settings))),
    },
  ]
  return routes.map((route): Route => {
    if (settings.isMapKeyRequired) return { ...route, method: 'GET', access: 'key', scope: null }
    return { ...route, method: 'GET', access: 'open' }
  })
}

function jsonOf(value: object): Answer {
  const body = JSON.stringify(value)
  return { status: 200, contentType: 'application/json', body, billable: false }
}

/** The server's address as the request has it, unless a setting names another. */
function baseUrlOf(request: Request, { publicUrl }: MapSettings): string {
  return publicUrl ?? new URL(request.url).origin
}

function answerTile({ path, request }: Call, map: ServedMap): Answer {
  const tile = map.tile(readTile(path))
  const kept = { cacheControl: `public, max-age=${FRESH_S}`, vary: 'Accept-Encoding' }
  if (tile === null) {
    const headers = { 'cache-control': kept.cacheControl, vary: kept.vary }
    return { status: 204, contentType: null, body: null, headers, billable: false }
  }
  const encoding = encodingFor(request)
  const tagged = { ...kept, contentType: TILE_TYPE, encoding, etag: etagOf(tile.tag, encoding) }
  return (
    notModified(request, tagged) ??
    sent(tagged, encoding === 'gzip' ? tile.gzip : plainTile(tile), false)
  )
}
