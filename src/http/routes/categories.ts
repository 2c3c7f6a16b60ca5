import { t } from 'elysia'
import { CATEGORIES } from '../../pois/categories.ts'
import { json } from '../answer.ts'
import type { KeyedRoute, RouteDocs } from '../route.ts'
import { record } from '../schema.ts'

const CATEGORY = record({
  id: t.String({ description: 'Value of the `category` filter and of `primary_type`.' }),
  label_en: t.String(),
  label_vi: t.String(),
  icon: t.String({
    description: 'Name of an icon, its set first: `maki`, `temaki`, `fas`, `roentgen`, `pinhead`.',
  }),
  group: t.String({ description: 'Categories that a menu would show together.' }),
})
const TAXONOMY = record({ categories: t.Array(CATEGORY) })

const DOCS = {
  tag: 'Places',
  summary: 'The categories of points of interest',
  description: 'Every POI is of exactly one. The list is the same for all datasets.',
  params: [],
  answer: {
    description: 'All categories, related ones side by side.',
    schema: TAXONOMY,
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
  const answer = json(wire)
  return {
    method: 'GET',
    path: '/v1/categories',
    access: 'key',
    scope: 'places:read',
    docs: DOCS,
    answer: () => answer,
  }
}
