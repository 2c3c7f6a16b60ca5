import { distanceM } from '../geo/distance.ts'
import { toE7 } from '../geo/point.ts'
import { headingOf } from './guidance/compass.ts'
import type { Directions, DirectionsQuery, Step } from './model/directions.ts'
import { phraseOf } from './model/phrase.ts'
import type { Vehicle } from './model/vehicle.ts'
import { WORDINGS } from './narrative/wording.ts'

/** The estimate of an unknown way (design, Directions). */
export interface EstimateSettings {
  /** Way by road for a metre of great circle, 1 or more. */
  readonly detourFactor: number
  readonly averageKmh: Readonly<Record<Vehicle, number>>
}

export const ESTIMATE_DEFAULTS: EstimateSettings = {
  detourFactor: 1.3,
  averageKmh: { car: 35, motorbike: 30 },
}

const SECONDS_PER_HOUR = 3600
const METRES_PER_KM = 1000

/** The straight line, for two points that no road joins. */
export function estimate(query: DirectionsQuery, settings: EstimateSettings): Directions {
  const { origin, destination, vehicle, lang } = query
  const wayM = Math.round(distanceM(origin, destination) * settings.detourFactor)
  const wayS = (wayM / METRES_PER_KM / settings.averageKmh[vehicle]) * SECONDS_PER_HOUR
  const line = Int32Array.of(
    toE7(origin.lon),
    toE7(origin.lat),
    toE7(destination.lon),
    toE7(destination.lat),
  )
  const words = WORDINGS[lang]
  const heading = words.headings[headingOf(origin, destination)]!
  const figures = { distanceM: wayM, durationS: Math.round(wayS) }
  const step: Step = {
    move: { kind: 'depart' },
    instruction: phraseOf(wayM === 0 ? words.atDestination : words.headToDestination(heading)),
    remark: '',
    start: origin,
    end: destination,
    from: 0,
    to: 1,
    ...figures,
  }
  return {
    isRoute: false,
    summary: '',
    start: origin,
    end: destination,
    steps: [step],
    line,
    overview: line,
    bounds: null,
    warnings: [],
    ...figures,
  }
}
