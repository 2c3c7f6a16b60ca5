import { type Static, t } from 'elysia'
import { named, record, whole, word } from '../params/schema.ts'
import type { AnswerDocs } from '../request/route.ts'

/** Directions on the wire: Google's routes, legs and steps (interface, Directions response). */

/** All words that Google's clients know, for clients that draw an arrow for each. */
const MANEUVERS = [
  'turn-slight-left',
  'turn-left',
  'turn-sharp-left',
  'turn-slight-right',
  'turn-right',
  'turn-sharp-right',
  'straight',
  'fork-left',
  'fork-right',
  'ramp-left',
  'ramp-right',
  'merge',
  'roundabout-right',
  'uturn-left',
  'uturn-right',
  'ferry',
] as const
export type Maneuver = (typeof MANEUVERS)[number]

const LATITUDE = t.Number({ minimum: -90, maximum: 90 })
const LONGITUDE = t.Number({ minimum: -180, maximum: 180 })
const POINT = named('LatLng', record({ lat: LATITUDE, lng: LONGITUDE }))
const DISTANCE = named(
  'Distance',
  record({
    text: t.String({ description: 'In the language asked for.' }),
    value: whole({ minimum: 0, description: 'Metres.' }),
  }),
)
const DURATION = named(
  'Duration',
  record({
    text: t.String({ description: 'In the language asked for.' }),
    value: whole({ minimum: 0, description: 'Seconds.' }),
  }),
)
const POLYLINE = named(
  'Polyline',
  record({
    points: t.String({ description: 'Encoded Polyline Algorithm Format, precision 5.' }),
  }),
)
const NOTHING = t.Array(t.Unknown(), { maxItems: 0, description: 'Always empty.' })

const STEP = named(
  'Step',
  record({
    distance: DISTANCE,
    duration: DURATION,
    end_location: POINT,
    html_instructions: t.String({ description: 'What to do; names are in `<b>` and escaped.' }),
    maneuver: t.Optional(word(MANEUVERS, { description: 'Absent on the first step.' })),
    polyline: POLYLINE,
    start_location: POINT,
    travel_mode: word(['DRIVING']),
  }),
)

const LEG = named(
  'Leg',
  record({
    distance: DISTANCE,
    duration: DURATION,
    end_address: t.String({ description: 'Nearest known address; empty when there is none.' }),
    end_location: POINT,
    start_address: t.String({ description: 'Nearest known address; empty when there is none.' }),
    start_location: POINT,
    steps: t.Array(STEP, { minItems: 1, description: 'Each ends where the next begins.' }),
    traffic_speed_entry: NOTHING,
    via_waypoint: NOTHING,
  }),
)

const BOUNDS = named('Bounds', record({ northeast: POINT, southwest: POINT }))

const ROUTE = named(
  'Route',
  record({
    bounds: t.Optional(BOUNDS),
    copyrights: t.String(),
    legs: t.Array(LEG, { minItems: 1, maxItems: 1 }),
    overview_polyline: POLYLINE,
    summary: t.String({ description: 'The one or two roads that carry the route; may be empty.' }),
    warnings: t.Array(t.String(), {
      description: 'Tolls, ferries, and ends moved by more than 100 m.',
    }),
    waypoint_order: NOTHING,
  }),
)

const DIRECTIONS = named(
  'Directions',
  record({
    routes: t.Array(ROUTE, { minItems: 1, maxItems: 1 }),
    status: word(['OK', 'ESTIMATED'], {
      description: '`ESTIMATED`: a straight line with guessed figures and no `bounds`.',
    }),
  }),
)

type WireDirections = Static<typeof DIRECTIONS>

const EXAMPLE = {
  routes: [
    {
      bounds: {
        northeast: { lat: 21.02899, lng: 105.85237 },
        southwest: { lat: 21.0285, lng: 105.8512 },
      },
      copyrights: '© OpenStreetMap contributors',
      legs: [
        {
          distance: { text: '129 m', value: 129 },
          duration: { text: 'dưới 1 phút', value: 21 },
          end_address: 'Phố Tràng Thi, Phường Cửa Nam, Thành phố Hà Nội',
          end_location: { lat: 21.02899, lng: 105.8512 },
          start_address: 'Phố Hàng Khay, Phường Cửa Nam, Thành phố Hà Nội',
          start_location: { lat: 21.0285, lng: 105.85237 },
          steps: [
            {
              distance: { text: '129 m', value: 129 },
              duration: { text: 'dưới 1 phút', value: 21 },
              end_location: { lat: 21.02899, lng: 105.8512 },
              html_instructions: 'Đi về hướng tây trên <b>Phố Tràng Thi</b>',
              polyline: { points: 'ccj_CihaeSaBhF' },
              start_location: { lat: 21.0285, lng: 105.85237 },
              travel_mode: 'DRIVING',
            },
          ],
          traffic_speed_entry: [],
          via_waypoint: [],
        },
      ],
      overview_polyline: { points: 'ccj_CihaeSaBhF' },
      summary: 'Phố Tràng Thi',
      warnings: [],
      waypoint_order: [],
    },
  ],
  status: 'OK',
} satisfies WireDirections

export const ANSWER_DOCS = {
  description: 'One route of one leg.',
  schema: DIRECTIONS,
  example: EXAMPLE,
} satisfies AnswerDocs
