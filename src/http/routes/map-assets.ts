import { gunzipSync } from 'node:zlib'
import { t } from 'elysia'
import {
  FONT_NAMES,
  FONT_REGULAR,
  GLYPH_RANGE,
  SPRITE_FILES,
  type SpriteFile,
} from '../../basemap/assets.ts'
import { mapAssets } from '../../web/map-assets.ts'
import { type Answer, JSON_TYPE } from '../answer.ts'
import { refused } from '../params.ts'
import { acceptsGzip, hasEtag } from '../representation.ts'
import type { Call, OpenRoute } from '../route.ts'

const GLYPHS_TYPE = 'application/x-protobuf'
/** They change with the version of Saola only, and 304 is quickly said. */
const CACHE_CONTROL = 'public, max-age=86400'
const HEADERS_DOCS = { ETag: 'Differs when the bytes do.', 'Cache-Control': 'A day.' }
const UNCHANGED_DOCS = {
  304: { description: 'You have it.', schema: null, example: '', headers: HEADERS_DOCS },
}

/** Glyphs and icons of the base map. */
export function mapAssetRoutes(): OpenRoute[] {
  return [fontsRoute(), ...SPRITE_FILES.map(spriteRoute)]
}

function fontsRoute(): OpenRoute {
  return {
    method: 'GET',
    path: '/map/fonts/{fontstack}/{range}',
    access: 'open',
    docs: {
      tag: 'Map',
      summary: 'Glyphs of the base map',
      description: `Signed distance fields of 256 code points, as MapLibre loads them, of
${FONT_NAMES.join(', ')}: Latin with all of Vietnamese, combining marks, punctuation. Of several
names, separated by commas, the first that is known counts; else the first of these three.`,
      params: [],
      pathParams: [
        {
          name: 'fontstack',
          required: true,
          description: 'Names of fonts.',
          schema: t.String(),
          example: FONT_REGULAR,
        },
        {
          name: 'range',
          required: true,
          description: 'The first and the last code point.',
          schema: t.String({ pattern: '^\\d+-\\d+(\\.pbf)?$' }),
          example: '7680-7935.pbf',
        },
      ],
      answer: {
        description: 'The glyphs; none where the font has none.',
        contentType: GLYPHS_TYPE,
        schema: t.String({ format: 'binary' }),
        example: '',
        headers: HEADERS_DOCS,
      },
      otherAnswers: UNCHANGED_DOCS,
      errors: ['BAD_REQUEST'],
    },
    answer: answerGlyphs,
  }
}

function answerGlyphs({ path, request }: Call): Answer {
  const first = readRange(path['range'] ?? '')
  const asked = (path['fontstack'] ?? '').split(',')
  const name = asked.map((text) => FONT_NAMES.find((known) => known === text.trim()))
  const font = name.find((known) => known !== undefined) ?? FONT_REGULAR
  const glyphs = mapAssets().glyphs(font, first)
  if (glyphs === null) return bytesOf(request, GLYPHS_TYPE, new Uint8Array(0))
  const isGzip = acceptsGzip(request.headers.get('accept-encoding'))
  const answer = bytesOf(request, GLYPHS_TYPE, isGzip ? glyphs : gunzipSync(glyphs))
  if (!isGzip || answer.body === null) return answer
  return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }
}

const CODE_POINT_MAX = 0x10ffff

function readRange(raw: string): number {
  const [, from = '', to = ''] = /^(\d{1,7})-(\d{1,7})(?:\.pbf)?$/.exec(raw) ?? []
  const first = Number(from)
  const isRange =
    to !== '' &&
    first % GLYPH_RANGE === 0 &&
    Number(to) === first + GLYPH_RANGE - 1 &&
    first <= CODE_POINT_MAX
  if (isRange) return first
  throw refused('range', `must be ${GLYPH_RANGE} code points, as 0-255 or 7680-7935`, raw)
}

function spriteRoute(file: SpriteFile): OpenRoute {
  const isJson = file.endsWith('.json')
  const contentType = isJson ? JSON_TYPE : 'image/png'
  return {
    method: 'GET',
    path: `/map/${file}`,
    access: 'open',
    docs: {
      tag: 'Map',
      summary: `Icons of the base map: \`${file}\``,
      description: 'A picture of all icons, and where each is in it, as MapLibre loads them.',
      params: [],
      answer: {
        description: 'The file.',
        contentType,
        schema: isJson ? t.Object({}) : t.String({ format: 'binary' }),
        example: isJson ? {} : '',
        headers: HEADERS_DOCS,
      },
      otherAnswers: UNCHANGED_DOCS,
      errors: [],
    },
    answer: ({ request }) => bytesOf(request, contentType, mapAssets().sprite(file)),
  }
}

function bytesOf(request: Request, contentType: string, bytes: Uint8Array): Answer {
  const etag = `"${Bun.hash(bytes).toString(36)}"`
  const headers = { etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' }
  if (hasEtag(request.headers.get('if-none-match'), etag)) {
    return { status: 304, contentType: null, body: null, headers, billable: false }
  }
  const body = Uint8Array.from(bytes)
  return { status: 200, contentType, body, headers, billable: false }
}
