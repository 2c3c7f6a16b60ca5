import type { Bbox } from '../geo/bbox.ts'
import type { Point } from '../geo/point.ts'
import type { Move } from './move.ts'
import type { Vehicle } from './vehicle.ts'

/** What the routing domain is asked for directions, and what it answers. */

export type Lang = 'vi' | 'en'

export interface DirectionsQuery {
  readonly origin: Point
  readonly destination: Point
  readonly vehicle: Vehicle
  readonly lang: Lang
}

export interface Directions {
  /** Whether it follows roads; otherwise it is a straight line with estimated figures. */
  readonly isRoute: boolean
  /** The one or two roads that carry the route; empty when none has a name. */
  readonly summary: string
  /** Whole metres and seconds: the sums over the steps. */
  readonly distanceM: number
  readonly durationS: number
  readonly start: Point
  readonly end: Point
  /** At least one; each ends where the next begins. */
  readonly steps: readonly Step[]
  /** Encoded, precision 5: the whole way, simplified when it is long. */
  readonly overview: string
  /** Null for an estimate. */
  readonly bounds: Bbox | null
  /** What a driver should know before he sets off, in the language asked for. */
  readonly warnings: readonly string[]
}

export interface Step {
  readonly move: Move
  /** What to do, as HTML with `<b>` around names, which are escaped. */
  readonly instruction: string
  readonly distanceM: number
  readonly durationS: number
  readonly start: Point
  readonly end: Point
  /** Encoded, precision 5: every point of the way, the ends of the step included. */
  readonly polyline: string
}
