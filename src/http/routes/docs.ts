import { t } from 'elysia'
import { DOCS_PAGE } from '../../web/docs.ts'
import { HTML_TYPE, JSON_TYPE, PAGE_DOCS } from '../answer.ts'
import type { OpenRoute } from '../route.ts'
import { named } from '../schema.ts'
import { ASKED_EACH_TIME, NOT_MODIFIED_DOCS, STATIC_HEADERS, StaticBody } from '../static-body.ts'

const PAGE = new StaticBody(HTML_TYPE, DOCS_PAGE, ASKED_EACH_TIME)

/** The documentation: a page that needs nothing from elsewhere, and what it is made from. */
export function docsRoutes(document: () => Promise<string>): OpenRoute[] {
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
        otherAnswers: NOT_MODIFIED_DOCS,
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
