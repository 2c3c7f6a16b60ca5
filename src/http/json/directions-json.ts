import type { Lang } from '../../base/lang.ts'
import type { Bbox } from '../../geo/bbox.ts'
import type { Point } from '../../geo/point.ts'
import type { Directions, Step } from '../../routing/model/directions.ts'
import type { Bend, Move, Side } from '../../routing/model/move.ts'
import {
  DISTANCE_NUMBERS,
  DURATION_NUMBERS,
  distanceNumber,
  distanceText,
  durationNumber,
  durationText,
  NO_NUMBER,
} from '../../routing/narrative/amounts.ts'
import type { Maneuver } from './directions-wire.ts'
import { JsonBytes, type Piece, piece } from './json-bytes.ts'
import { NumberedTexts } from './numbered-texts.ts'

/*
 * Directions as JSON text. A long route has some forty steps of fifteen fields: they are written
 * straight to bytes. The form is that of directions-wire.ts, which tests hold every answer against.
 */

export interface Addresses {
  readonly start: string
  readonly end: string
}

const STATUS_OK = piece('{"status":"OK","routes":[{')
const STATUS_ESTIMATED = piece('{"status":"ESTIMATED","routes":[{')
const NORTHEAST = piece('"bounds":{"northeast":')
const SOUTHWEST = piece(',"southwest":')
const BOUNDS_END = piece('},')
const LEG = piece('"copyrights":"© OpenStreetMap contributors","legs":[{')
const END_ADDRESS = piece(',"end_address":')
const END_LOCATION = piece(',"end_location":')
const START_ADDRESS = piece(',"start_address":')
const START_LOCATION = piece(',"start_location":')
const STEPS = piece(',"steps":[')
const STEPS_END = piece('],"traffic_speed_entry":[],"via_waypoint":[]}],')
const OVERVIEW = piece('"overview_polyline":{"points":')
const SUMMARY = piece('},"summary":')
const WARNINGS = piece(',"warnings":[')
const END = piece('],"waypoint_order":[]}]}')

const STEP = piece('{')
const NEXT_STEP = piece(',{')
const INSTRUCTION = piece(',"html_instructions":')
const POLYLINE = piece(',"polyline":{"points":')
const STEP_START = piece('},"start_location":')
const STEP_END = piece(',"travel_mode":"DRIVING"}')
const COMMA = piece(',')

const DISTANCE = piece('"distance":{"text":')
const VALUE = piece(',"value":')
const DURATION = piece('},"duration":{"text":')
const CLOSE = piece('}')
const LAT = piece('{"lat":')
const LNG = piece(',"lng":')

const DISTANCES = numberedTexts(DISTANCE_NUMBERS)
const DURATIONS = numberedTexts(DURATION_NUMBERS)

const out = new JsonBytes()

/** UTF-8; valid until the next call (a `Response` copies its body). */
export function directionsJson(
  found: Directions,
  addresses: Addresses,
  lang: Lang,
): Uint8Array<ArrayBuffer> {
  out.clear()
  out.add(found.isRoute ? STATUS_OK : STATUS_ESTIMATED)
  if (found.bounds !== null) addBounds(found.bounds)
  out.add(LEG)
  addAmounts(found, lang)
  out.add(END_ADDRESS)
  out.addString(addresses.end)
  out.add(END_LOCATION)
  addPoint(found.end)
  out.add(START_ADDRESS)
  out.addString(addresses.start)
  out.add(START_LOCATION)
  addPoint(found.start)
  out.add(STEPS)
  addSteps(found, lang)
  out.add(STEPS_END)
  out.add(OVERVIEW)
  out.addPolyline(found.overview, 0, found.overview.length / 2 - 1)
  out.add(SUMMARY)
  out.addString(found.summary)
  out.add(WARNINGS)
  found.warnings.forEach((warning, i) => {
    if (i > 0) out.add(COMMA)
    out.addString(warning)
  })
  out.add(END)
  return out.bytes()
}

function addSteps({ steps, line }: Directions, lang: Lang): void {
  let end: Point | null = null
  let endFrom = 0
  let endTo = 0
  for (const step of steps) {
    out.add(end === null ? STEP : NEXT_STEP)
    addAmounts(step, lang)
    out.add(END_LOCATION)
    const startFrom = endFrom
    const startTo = endTo
    endFrom = out.length
    addPoint(step.end)
    endTo = out.length
    out.add(INSTRUCTION)
    out.addPhrase(step.instruction, step.remark)
    const word = maneuverOf(step.move)
    if (word !== null) out.add(word)
    out.add(POLYLINE)
    out.addPolyline(line, step.from, step.to)
    out.add(STEP_START)
    // Each begins where the one before ends.
    if (step.start === end) out.addAgain(startFrom, startTo)
    else addPoint(step.start)
    out.add(STEP_END)
    end = step.end
  }
}

function addAmounts({ distanceM, durationS }: Amounts, lang: Lang): void {
  out.add(DISTANCE)
  addDistanceText(distanceM, lang)
  out.add(VALUE)
  out.addWhole(distanceM)
  out.add(DURATION)
  addDurationText(durationS, lang)
  out.add(VALUE)
  out.addWhole(durationS)
  out.add(CLOSE)
}

function addDistanceText(metres: number, lang: Lang): void {
  const number = distanceNumber(metres)
  if (number === NO_NUMBER) out.addString(distanceText(metres, lang))
  else {
    const kept = DISTANCES[lang]
    if (kept.bytes[number] === 0) kept.keep(number, distanceText(metres, lang))
    out.addNumbered(kept, number)
  }
}

function addDurationText(seconds: number, lang: Lang): void {
  const number = durationNumber(seconds)
  if (number === NO_NUMBER) out.addString(durationText(seconds, lang))
  else {
    const kept = DURATIONS[lang]
    if (kept.bytes[number] === 0) kept.keep(number, durationText(seconds, lang))
    out.addNumbered(kept, number)
  }
}

function numberedTexts(count: number): Readonly<Record<Lang, NumberedTexts>> {
  return { vi: new NumberedTexts(count), en: new NumberedTexts(count) }
}

type Amounts = Pick<Step, 'distanceM' | 'durationS'>

function addPoint({ lat, lon }: Point): void {
  out.add(LAT)
  out.addDegrees(lat)
  out.add(LNG)
  out.addDegrees(lon)
  out.add(CLOSE)
}

function addBounds({ west, south, east, north }: Bbox): void {
  out.add(NORTHEAST)
  addPoint({ lat: north, lon: east })
  out.add(SOUTHWEST)
  addPoint({ lat: south, lon: west })
  out.add(BOUNDS_END)
}

const TURNS = {
  left: {
    slight: maneuver('turn-slight-left'),
    plain: maneuver('turn-left'),
    sharp: maneuver('turn-sharp-left'),
  },
  right: {
    slight: maneuver('turn-slight-right'),
    plain: maneuver('turn-right'),
    sharp: maneuver('turn-sharp-right'),
  },
} as const satisfies Record<Side, Record<Bend, Piece>>
const FORKS = sides('fork-left', 'fork-right')
const RAMPS = sides('ramp-left', 'ramp-right')
const U_TURNS = sides('uturn-left', 'uturn-right')
const STRAIGHT = maneuver('straight')
const MERGE = maneuver('merge')
// Vietnam drives on the right, so that roundabouts go against the clock.
const ROUNDABOUT = maneuver('roundabout-right')
const FERRY = maneuver('ferry')

function maneuver(word: Maneuver): Piece {
  return piece(`,"maneuver":"${word}"`)
}

function sides(left: Maneuver, right: Maneuver): Readonly<Record<Side, Piece>> {
  return { left: maneuver(left), right: maneuver(right) }
}

/** Google's word for a move; null for the first step, which has none. */
function maneuverOf(move: Move): Piece | null {
  switch (move.kind) {
    case 'depart':
      return null
    case 'turn':
      return TURNS[move.side][move.bend]
    case 'straight':
    case 'leave-ferry':
      return STRAIGHT
    case 'fork':
      return move.side === null ? STRAIGHT : FORKS[move.side]
    case 'ramp':
      return move.side === null ? STRAIGHT : RAMPS[move.side]
    case 'merge':
      return MERGE
    case 'roundabout':
    case 'enter-roundabout':
    case 'leave-roundabout':
      return ROUNDABOUT
    case 'uturn':
      return U_TURNS[move.side]
    case 'ferry':
      return FERRY
  }
}
