import { t } from 'elysia'
import { GROUP_COLORS, OTHER_COLOR } from '../../basemap/style/colors.ts'
import { CATEGORIES } from '../../pois/categories.ts'
import { MAP_FILE_NAMES, MAP_FILES, type MapFileName, mapPage } from '../../web/map.ts'
import { PAGE_DOCS, PAGE_NOT_MODIFIED_DOCS, pageBody } from '../request/page.ts'
import type { OpenRoute } from '../request/route.ts'
import {
  type Keeping,
  NOT_MODIFIED_DOCS,
  STATIC_HEADERS,
  StaticBody,
} from '../request/static-body.ts'

/** They change only with the version of Saola, and a 304 is cheap. */
const FOR_AN_HOUR: Keeping = { cacheControl: 'public, max-age=3600', vary: 'Accept-Encoding' }

const LABELS = Object.fromEntries(
  CATEGORIES.map(({ id, group, labelVi, labelEn }) => [
    id,
    [GROUP_COLORS[group] ?? OTHER_COLOR, labelVi, labelEn],
  ]),
)
const PAGE = pageBody(mapPage(LABELS))

const OPERATIONS = {
  'maplibre-gl.mjs': 'mapLibrary',
  'maplibre-gl-worker.mjs': 'mapLibraryWorker',
  'maplibre-gl.css': 'mapLibraryStyle',
} as const satisfies Record<MapFileName, string>

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
      operation: 'mapPage',
      tag: 'Service',
      summary: 'A map',
      description: 'Works offline: nothing is loaded from elsewhere. It asks for an API key.',
      params: [],
      answer: PAGE_DOCS,
      otherAnswers: PAGE_NOT_MODIFIED_DOCS,
      errors: [],
    },
    answer: ({ request }) => PAGE.answer(request),
  }
}

function fileRoute(name: MapFileName): OpenRoute {
  let opened: Promise<StaticBody> | null = null
  return {
    method: 'GET',
    path: `/map/${name}`,
    access: 'open',
    docs: {
      operation: OPERATIONS[name],
      tag: 'Service',
      summary: `\`${name}\` of the map page`,
      description: 'MapLibre GL JS, with which the map is drawn.',
      params: [],
      answer: {
        description: 'The file.',
        contentType: MAP_FILES[name].contentType,
        schema: t.String(),
        example: '/** MapLibre GL JS */',
        headers: STATIC_HEADERS,
      },
      otherAnswers: NOT_MODIFIED_DOCS,
      errors: [],
    },
    async answer({ request }) {
      opened ??= open(name)
      return (await opened).answer(request)
    },
  }
}

/** Read when it is first asked for, then kept: 2.3 MB in all. */
async function open(name: MapFileName): Promise<StaticBody> {
  const { path, contentType } = MAP_FILES[name]
  return new StaticBody(contentType, await Bun.file(path).bytes(), FOR_AN_HOUR)
}
