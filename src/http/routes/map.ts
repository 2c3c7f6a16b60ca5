import { t } from 'elysia'
import { MAP_FILE_NAMES, MAP_FILES, MAP_PAGE, type MapFileName, mapFile } from '../../web/map.ts'
import { type Answer, PAGE_DOCS, page } from '../answer.ts'
import { acceptsGzip, hasEtag } from '../representation.ts'
import type { Call, OpenRoute } from '../route.ts'

/** They change with the version of Saola only, and 304 is quickly said. */
const CACHE_CONTROL = 'public, max-age=3600'

/** A map of the points of interest, with all that it is made of. */
export function mapRoutes(): OpenRoute[] {
  return [pageRoute(), ...MAP_FILE_NAMES.map(fileRoute)]
}

function pageRoute(): OpenRoute {
  return {
    method: 'GET',
    path: '/',
    access: 'open',
    docs: {
      tag: 'Service',
      summary: 'A map',
      description: 'Works offline: nothing is loaded from elsewhere. It asks for an API key.',
      params: [],
      answer: PAGE_DOCS,
      errors: [],
    },
    answer: () => page(MAP_PAGE),
  }
}

function fileRoute(name: MapFileName): OpenRoute {
  const headers = { ETag: 'Differs when the file does.', 'Cache-Control': 'An hour.' }
  return {
    method: 'GET',
    path: `/map/${name}`,
    access: 'open',
    docs: {
      tag: 'Service',
      summary: `\`${name}\` of the map page`,
      description: 'MapLibre GL JS, with which the map is drawn.',
      params: [],
      answer: {
        description: 'The file.',
        contentType: MAP_FILES[name].contentType,
        schema: t.String(),
        example: '/** MapLibre GL JS */',
        headers,
      },
      otherAnswers: {
        304: { description: 'The file is the one you have.', schema: null, example: '', headers },
      },
      errors: [],
    },
    answer: (call) => answerFile(name, call),
  }
}

async function answerFile(name: MapFileName, { request }: Call): Promise<Answer> {
  const { contentType, plain, gzip, tag } = await mapFile(name)
  const isGzip = acceptsGzip(request.headers.get('accept-encoding'))
  const etag = isGzip ? `"${tag}-gzip"` : `"${tag}"`
  const headers = { etag, 'cache-control': CACHE_CONTROL, vary: 'Accept-Encoding' }
  if (hasEtag(request.headers.get('if-none-match'), etag)) {
    return { status: 304, contentType: null, body: null, headers, billable: false }
  }
  return {
    status: 200,
    contentType,
    body: isGzip ? gzip : plain,
    headers: isGzip ? { ...headers, 'content-encoding': 'gzip' } : headers,
    billable: false,
  }
}
