import { t } from 'elysia'
import { DOCS_PAGE } from '../../web/docs.ts'
import { JSON_TYPE, PAGE_DOCS, page, text } from '../answer.ts'
import type { OpenRoute } from '../route.ts'

/** The documentation: a page that needs nothing from elsewhere, and what it is made from. */
export function docsRoutes(document: () => Promise<string>): OpenRoute[] {
  let made: Promise<string> | null = null
  return [
    {
      method: 'GET',
      path: '/docs',
      access: 'open',
      docs: {
        tag: 'Service',
        summary: 'This documentation as a page',
        description: 'Works offline: nothing is loaded from elsewhere.',
        params: [],
        answer: PAGE_DOCS,
        errors: [],
      },
      answer: () => page(DOCS_PAGE),
    },
    {
      method: 'GET',
      path: '/docs/json',
      access: 'open',
      docs: {
        tag: 'Service',
        summary: 'This documentation as OpenAPI 3.0',
        description: 'For generators of clients.',
        params: [],
        answer: {
          description: 'The document.',
          schema: t.Object({ openapi: t.String() }),
          example: { openapi: '3.0.3' },
        },
        errors: [],
      },
      async answer() {
        made ??= document()
        return text(JSON_TYPE, await made)
      },
    },
  ]
}
