import type { Bbox } from '../geo/bbox.ts'
import type { Point } from '../geo/point.ts'
import { distanceText, durationText } from '../routing/amounts.ts'
import type { Directions, Lang, Step } from '../routing/directions.ts'
import type { Move } from '../routing/move.ts'
import type { Maneuver } from './directions-wire.ts'

/*
 * Directions as JSON text. A long route has some forty steps of fifteen fields: written straight to
 * text they cost a third of what objects and JSON.stringify cost (bench/directions.ts). The form is
 * that of directions-wire.ts, which tests hold every answer against.
 */

export interface Addresses {
  readonly start: string
  readonly end: string
}

export function directionsJson(found: Directions, addresses: Addresses, lang: Lang): string {
  const { bounds, steps } = found
  const start = pointJson(found.start)
  const end = pointJson(found.end)
  return (
    `{"status":"${found.isRoute ? 'OK' : 'ESTIMATED'}","routes":[{` +
    (bounds === null ? '' : `"bounds":${boundsJson(bounds)},`) +
    `"copyrights":"© OpenStreetMap contributors","legs":[{${amountsJson(found, lang)},` +
    `"end_address":${JSON.stringify(addresses.end)},"end_location":${end},` +
    `"start_address":${JSON.stringify(addresses.start)},"start_location":${start},` +
    `"steps":[${stepsJson(steps, lang)}],"traffic_speed_entry":[],"via_waypoint":[]}],` +
    `"overview_polyline":{"points":${JSON.stringify(found.overview)}},` +
    `"summary":${JSON.stringify(found.summary)},` +
    `"warnings":${JSON.stringify(found.warnings)},"waypoint_order":[]}]}`
  )
}

function stepsJson(steps: readonly Step[], lang: Lang): string {
  let json = ''
  let last: Point | null = null
  let lastJson = ''
  for (const step of steps) {
    // Each begins where the one before ends.
    const start = step.start === last ? lastJson : pointJson(step.start)
    last = step.end
    lastJson = pointJson(step.end)
    const maneuver = maneuverOf(step.move)
    json +=
      `${json === '' ? '' : ','}{${amountsJson(step, lang)},"end_location":${lastJson},` +
      `"html_instructions":${JSON.stringify(step.instruction)},` +
      (maneuver === null ? '' : `"maneuver":"${maneuver}",`) +
      `"polyline":{"points":${JSON.stringify(step.polyline)}},` +
      `"start_location":${start},"travel_mode":"DRIVING"}`
  }
  return json
}

/** Texts of amounts hold nothing that JSON escapes. */
function amountsJson({ distanceM, durationS }: Amounts, lang: Lang): string {
  return (
    `"distance":{"text":"${distanceText(distanceM, lang)}","value":${distanceM}},` +
    `"duration":{"text":"${durationText(durationS, lang)}","value":${durationS}}`
  )
}

type Amounts = Pick<Step, 'distanceM' | 'durationS'>

function pointJson({ lat, lon }: Point): string {
  return `{"lat":${lat},"lng":${lon}}`
}

function boundsJson({ west, south, east, north }: Bbox): string {
  const northeast = pointJson({ lat: north, lon: east })
  const southwest = pointJson({ lat: south, lon: west })
  return `{"northeast":${northeast},"southwest":${southwest}}`
}

const TURNS = {
  left: { slight: 'turn-slight-left', plain: 'turn-left', sharp: 'turn-sharp-left' },
  right: { slight: 'turn-slight-right', plain: 'turn-right', sharp: 'turn-sharp-right' },
} as const

/** Google's word for a move; null for the first step, which has none. */
function maneuverOf(move: Move): Maneuver | null {
  switch (move.kind) {
    case 'depart':
      return null
    case 'turn':
      return TURNS[move.side][move.bend]
    case 'straight':
    case 'leave-ferry':
      return 'straight'
    case 'fork':
      return `fork-${move.side}`
    case 'ramp':
      return move.side === null ? 'straight' : `ramp-${move.side}`
    case 'merge':
      return 'merge'
    case 'roundabout':
    case 'enter-roundabout':
    case 'leave-roundabout':
      // Vietnam drives on the right, so that roundabouts go against the clock.
      return 'roundabout-right'
    case 'uturn':
      return `uturn-${move.side}`
    case 'ferry':
      return 'ferry'
  }
}
