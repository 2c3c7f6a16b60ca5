import { ServiceError } from '../base/errors.ts'
import { type DirectionsSettings, directions } from './answer.ts'
import type { Guide } from './guide.ts'
import type { Directions, DirectionsQuery } from './model/directions.ts'
import type { Vehicle } from './model/vehicle.ts'

/** The guides of one dataset; null where it has no graph for the vehicle. */
export type Routers = Readonly<Record<Vehicle, Guide | null>>

export const NO_ROUTERS: Routers = { car: null, motorbike: null }

/** As `directions`; throws `ROUTING_UNAVAILABLE` when there is no graph for the vehicle. */
export function directionsBy(
  routers: Routers,
  query: DirectionsQuery,
  settings: DirectionsSettings,
): Directions {
  const router = routers[query.vehicle]
  if (router === null) {
    throw new ServiceError(
      'ROUTING_UNAVAILABLE',
      `No road graph for '${query.vehicle}' is loaded; run \`saola import vietnam\`.`,
    )
  }
  return directions(router, query, settings)
}

/** The error of every query while an operator has switched routing off. */
export function routingSwitchedOff(): ServiceError {
  return new ServiceError(
    'ROUTING_UNAVAILABLE',
    'Routing is switched off on this server; switch it on with `saola routing on`.',
  )
}

/** The error of every query to a server whose settings leave routing out. */
export function routingLeftOut(): ServiceError {
  return new ServiceError(
    'ROUTING_UNAVAILABLE',
    'This server was started without routing; start it with ROUTING_ENABLED=true.',
  )
}
