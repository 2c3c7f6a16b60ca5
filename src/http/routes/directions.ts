import { t } from 'elysia'
import { ServiceError } from '../../base/errors.ts'
import type { KeyedRoute } from '../route.ts'

/** No routing graph can be loaded yet: every request is refused with what to do. */
export function directionsRoute(): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/directions',
    access: 'key',
    scope: 'routing:read',
    docs: {
      tag: 'Routing',
      summary: 'Route between two points',
      description: 'Answers once a dataset with routing graphs is open.',
      params: [],
      answer: { description: 'The route.', schema: t.Object({}), example: {} },
      errors: ['ROUTING_UNAVAILABLE'],
    },
    answer() {
      throw new ServiceError(
        'ROUTING_UNAVAILABLE',
        'No routing graph is loaded; run `saola import vietnam`.',
      )
    },
  }
}
