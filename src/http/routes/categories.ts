import { t } from 'elysia'
import { CATEGORIES } from '../../pois/categories.ts'
import { JSON_TYPE } from '../answer.ts'
import { KEPT_PER_KEY } from '../representation.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { named, record } from '../schema.ts'
import { NOT_MODIFIED_DOCS, STATIC_HEADERS, StaticBody } from '../static-body.ts'

const CATEGORY = named(
  'Category',
  record({
    id: t.String({ description: 'Value of the `category` filter and of `primary_type`.' }),
    label_en: t.String(),
    label_vi: t.String(),
    icon: t.String({
      description:
        'Name of an icon, its set first: `maki`, `temaki`, `fas`, `roentgen`, `pinhead`.',
    }),
    group: t.String({ description: 'Categories that a menu would show together.' }),
  }),
)
const TAXONOMY = named('Categories', record({ categories: t.Array(CATEGORY) }))

const DOCS = {
  operation: 'categories',
  tag: 'Places',
  summary: 'The categories of points of interest',
  description: 'Every POI is of exactly one. The list is the same for all datasets.',
  params: [],
  answer: {
    description: 'All categories, related ones side by side.',
    schema: TAXONOMY,
    headers: STATIC_HEADERS,
    example: {
      categories: [
        {
          id: 'cafe',
          label_en: 'Café',
          label_vi: 'Quán cà phê',
          icon: 'maki-cafe',
          group: 'food_and_drink',
        },
      ],
    },
  },
  otherAnswers: NOT_MODIFIED_DOCS,
  errors: [],
} satisfies RouteDocs

export function categoriesRoute(): KeyedRoute {
  const wire: typeof TAXONOMY.static = {
    categories: CATEGORIES.map(({ id, labelEn, labelVi, icon, group }) => ({
      id,
      label_en: labelEn,
      label_vi: labelVi,
      icon,
      group,
    })),
  }
  const body = new StaticBody(JSON_TYPE, JSON.stringify(wire), {
    cacheControl: 'private, max-age=3600',
    vary: KEPT_PER_KEY,
  })
  return {
    method: 'GET',
    path: '/v1/categories',
    access: 'key',
    scope: 'places:read',
    docs: DOCS,
    answer: ({ request }) => body.answer(request, true),
  }
}
