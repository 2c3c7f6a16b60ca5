import { t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import { DOCS_PAGE } from '../../web/docs.ts'
import { GUIDE_NAMES, guidePage } from '../../web/guide.ts'
import { named } from '../params/schema.ts'
import { type Answer, JSON_TYPE } from '../request/answer.ts'
import { PAGE_DOCS, PAGE_NOT_MODIFIED_DOCS, pageBody } from '../request/page.ts'
import type { OpenRoute } from '../request/route.ts'
import {
  ASKED_EACH_TIME,
  NOT_MODIFIED_DOCS,
  STATIC_HEADERS,
  StaticBody,
} from '../request/static-body.ts'

const PAGE = pageBody(DOCS_PAGE)

/** The documentation: a page that needs nothing from elsewhere, and what it is made from. */
export function docsRoutes(document: () => Promise<string>): OpenRoute[] {
  return [...endpointsRoutes(document), ...guideRoutes()]
}

function endpointsRoutes(document: () => Promise<string>): OpenRoute[] {
  let made: Promise<StaticBody> | null = null
  return [
    {
      method: 'GET',
      path: '/docs',
      access: 'open',
      docs: {
        operation: 'docsPage',
        tag: 'Service',
        summary: 'This documentation as a page',
        description: 'Works offline: nothing is loaded from elsewhere.',
        params: [],
        answer: PAGE_DOCS,
        otherAnswers: PAGE_NOT_MODIFIED_DOCS,
        errors: [],
      },
      answer: ({ request }) => PAGE.answer(request),
    },
    {
      method: 'GET',
      path: '/docs/json',
      access: 'open',
      docs: {
        operation: 'openApi',
        tag: 'Service',
        summary: 'This documentation as OpenAPI 3.0',
        description: 'For generators of clients.',
        params: [],
        answer: {
          description: 'The document.',
          schema: named('OpenApiDocument', t.Object({ openapi: t.String() })),
          example: { openapi: '3.0.3' },
          headers: STATIC_HEADERS,
        },
        otherAnswers: NOT_MODIFIED_DOCS,
        errors: [],
      },
      async answer({ request }) {
        made ??= document().then((text) => new StaticBody(JSON_TYPE, text, ASKED_EACH_TIME))
        return (await made).answer(request)
      },
    },
  ]
}

function guideRoutes(): OpenRoute[] {
  return [
    {
      method: 'GET',
      path: '/docs/guide',
      access: 'open',
      docs: {
        operation: 'guide',
        tag: 'Service',
        summary: 'The guide: how to install, run and use Saola',
        description: 'The first of its pages, with links to the others.',
        params: [],
        answer: PAGE_DOCS,
        otherAnswers: PAGE_NOT_MODIFIED_DOCS,
        errors: [],
      },
      answer: ({ request }) => guideAnswer(request, null),
    },
    {
      method: 'GET',
      path: '/docs/guide/{page}',
      access: 'open',
      docs: {
        operation: 'guidePage',
        tag: 'Service',
        summary: 'A page of the guide',
        description: 'Works offline, as all of the documentation.',
        params: [],
        pathParams: [
          {
            name: 'page',
            required: true,
            description: 'Its name, as the links have it.',
            schema: t.String({ enum: [...GUIDE_NAMES] }),
            example: 'map',
          },
        ],
        answer: PAGE_DOCS,
        otherAnswers: PAGE_NOT_MODIFIED_DOCS,
        errors: ['NOT_FOUND'],
      },
      answer: ({ request, path }) => guideAnswer(request, path['page'] ?? ''),
    },
  ]
}

const GUIDE = new Map<string, StaticBody>()

/** `name` null: the first page, which has the others beside it or, behind a slash, below it. */
function guideAnswer(request: Request, name: string | null): Answer {
  const folder = name === null && !new URL(request.url).pathname.endsWith('/') ? 'guide/' : ''
  const key = `${folder}${name ?? ''}`
  let page = GUIDE.get(key)
  if (page === undefined) {
    const html = guidePage(name, folder)
    if (html === null) {
      throw new ServiceError('NOT_FOUND', `The guide has no page '${name}'; see /docs/guide.`)
    }
    page = pageBody(html)
    GUIDE.set(key, page)
  }
  return page.answer(request)
}
