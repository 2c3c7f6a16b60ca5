import { t } from 'elysia'
import type { Lang } from '../../base/lang.ts'
import type { Point } from '../../geo/point.ts'
import type { Directions, DirectionsQuery } from '../../routing/model/directions.ts'
import { VEHICLE_NAMES, VEHICLES, type Vehicle } from '../../routing/model/vehicle.ts'
import { directionsJson } from '../json/directions-json.ts'
import { ANSWER_DOCS } from '../json/directions-wire.ts'
import { LANG, missing, type Param, refused } from '../params/params.ts'
import { plainDecimals } from '../params/plain-decimal.ts'
import { word } from '../params/schema.ts'
import { JSON_TYPE } from '../request/answer.ts'
import type { KeyedRoute, RouteDocs } from '../request/route.ts'

const POSITION = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/
const LAT_MAX = 90
const LNG_MAX = 180

const ORIGIN = position(
  'origin',
  'Where the route starts, `lat,lng` in degrees.',
  '21.0285,105.8542',
)
const DESTINATION = position(
  'destination',
  'Where it ends, `lat,lng` in degrees.',
  '21.0031,105.8201',
)

const VEHICLE_VALUES = [VEHICLE_NAMES.motorbike, VEHICLE_NAMES.car]
const VEHICLE: Param<Vehicle> = {
  name: 'vehicle',
  description: 'Routing profile; each has its own road graph.',
  example: 'motobike',
  required: false,
  schema: word(VEHICLE_VALUES, { default: 'motobike' }),
  read(query) {
    const raw = query.get('vehicle', 'INVALID_VEHICLE')
    if (raw === null) return 'motorbike'
    const vehicle = VEHICLES.find((each) => VEHICLE_NAMES[each] === raw)
    if (vehicle === undefined) {
      throw refused('vehicle', "must be 'motobike' or 'car'", raw, 'INVALID_VEHICLE')
    }
    return vehicle
  },
}

const DOCS = {
  operation: 'directions',
  tag: 'Routing',
  summary: 'Route between two points',
  description:
    'The fastest way for the vehicle, with steps. When no road joins the points the answer is a ' +
    'straight line with `status` `ESTIMATED`, which maps should draw differently.',
  params: [ORIGIN, DESTINATION, VEHICLE, LANG],
  answer: ANSWER_DOCS,
  errors: ['BAD_REQUEST', 'INVALID_PARAMS', 'INVALID_VEHICLE', 'ROUTING_UNAVAILABLE'],
} satisfies RouteDocs

/** `addressAt`: the nearest known address; empty when there is none. */
export function directionsRoute(
  directions: (query: DirectionsQuery) => Directions,
  addressAt: (point: Point, lang: Lang) => string,
): KeyedRoute {
  return {
    method: 'GET',
    path: '/v1/directions',
    access: 'key',
    scope: 'routing:read',
    docs: DOCS,
    answer({ query }) {
      const origin = ORIGIN.read(query)
      const destination = DESTINATION.read(query)
      const vehicle = VEHICLE.read(query)
      const lang = LANG.read(query)
      const found = directions({ origin, destination, vehicle, lang })
      const addresses = { start: addressAt(found.start, lang), end: addressAt(found.end, lang) }
      const body = directionsJson(found, addresses, lang)
      return { status: 200, contentType: JSON_TYPE, body, billable: true }
    },
  }
}

function position(name: string, description: string, example: string): Param<Point> {
  const accepts = "must be 'lat,lng' in decimal degrees"
  return {
    name,
    description,
    example,
    required: true,
    schema: t.String({ pattern: POSITION.source }),
    read(query) {
      const raw = query.get(name, 'INVALID_PARAMS')
      if (raw === null) throw missing(name, `${accepts}, such as '${example}'`, 'INVALID_PARAMS')
      const [lat, lon] = plainDecimals(raw, 2) ?? []
      if (lat === undefined || lon === undefined) {
        throw refused(name, accepts, raw, 'INVALID_PARAMS')
      }
      const isLat = Math.abs(lat) <= LAT_MAX
      const isLng = Math.abs(lon) <= LNG_MAX
      if (isLat && isLng) return { lat, lon }
      const isSwapped = Math.abs(lat) <= LNG_MAX && Math.abs(lon) <= LAT_MAX
      const fault = isSwapped
        ? "must be 'lat,lng' but looks swapped, as 'lng,lat'"
        : 'must have lat from -90 to 90 and lng from -180 to 180'
      throw refused(name, fault, raw, 'INVALID_PARAMS')
    },
  }
}
