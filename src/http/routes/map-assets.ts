import { gunzipSync, gzipSync } from 'node:zlib'
import { t } from 'elysia'
import {
  FONT_NAMES,
  FONT_REGULAR,
  GLYPH_RANGE,
  SPRITE_FILES,
  type SpriteFile,
} from '../../basemap/assets.ts'
import { mapAssets } from '../../web/map-assets.ts'
import { refused } from '../params/params.ts'
import { named } from '../params/schema.ts'
import { type Answer, JSON_TYPE } from '../request/answer.ts'
import { encodingFor, etagOf, notModified, sent } from '../request/representation.ts'
import type { Call, OpenRoute } from '../request/route.ts'
import {
  type Keeping,
  NOT_MODIFIED_DOCS,
  STATIC_HEADERS,
  StaticBody,
} from '../request/static-body.ts'

const GLYPHS_TYPE = 'application/x-protobuf'
/** They change only with the version of Saola, and a 304 is cheap. */
const FOR_A_DAY: Keeping = { cacheControl: 'public, max-age=86400', vary: 'Accept-Encoding' }

const ICONS = named('MapIcons', t.Object({}))

/** The answer of a font without a glyph of the range: valid, and empty. */
const NO_GLYPHS = gzipSync(new Uint8Array(0))

const OPERATIONS = {
  'sprite.json': 'mapIcons',
  'sprite.png': 'mapIconsPicture',
  'sprite@2x.json': 'mapIconsDouble',
  'sprite@2x.png': 'mapIconsPictureDouble',
} as const satisfies Record<SpriteFile, string>

const GLYPHS_HEADERS = {
  ETag: STATIC_HEADERS.ETag,
  'Cache-Control': STATIC_HEADERS['Cache-Control'],
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
      operation: 'mapGlyphs',
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
        headers: GLYPHS_HEADERS,
      },
      otherAnswers: {
        304: {
          description: 'They are those that you have.',
          schema: null,
          example: '',
          headers: GLYPHS_HEADERS,
        },
      },
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
  const encoding = encodingFor(request)
  const glyphs = mapAssets().glyphs(font, first) ?? NO_GLYPHS
  const etag = etagOf(Bun.hash(glyphs).toString(36), encoding)
  const tagged = { ...FOR_A_DAY, contentType: GLYPHS_TYPE, encoding, etag }
  const known = notModified(request, tagged)
  if (known !== null) return known
  return sent(tagged, Uint8Array.from(encoding === 'gzip' ? glyphs : gunzipSync(glyphs)), false)
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
  let opened: StaticBody | null = null
  return {
    method: 'GET',
    path: `/map/${file}`,
    access: 'open',
    docs: {
      operation: OPERATIONS[file],
      tag: 'Map',
      summary: `Icons of the base map: \`${file}\``,
      description: 'A picture of all icons, and where each is in it, as MapLibre loads them.',
      params: [],
      answer: {
        description: 'The file.',
        contentType,
        schema: isJson ? ICONS : t.String({ format: 'binary' }),
        example: isJson ? {} : '',
        headers: STATIC_HEADERS,
      },
      otherAnswers: NOT_MODIFIED_DOCS,
      errors: [],
    },
    answer({ request }) {
      opened ??= new StaticBody(contentType, Uint8Array.from(mapAssets().sprite(file)), FOR_A_DAY)
      return opened.answer(request)
    },
  }
}
