import type { Lang } from '../../base/lang.ts'
import type { Bbox } from '../../geo/bbox.ts'
import type { Line } from '../../geo/line.ts'
import type { Point } from '../../geo/point.ts'
import type { Move } from './move.ts'
import type { Phrase } from './phrase.ts'
import type { Vehicle } from './vehicle.ts'

/** Queries to the routing domain for directions, and its answers. */

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
  /** The whole way, point by point. It and `overview` are valid until the next answer. */
  readonly line: Line
  /** The whole way, simplified when it is long. */
  readonly overview: Line
  /** Null for an estimate. */
  readonly bounds: Bbox | null
  /** Warnings for a driver before he sets off, in the language of the query. */
  readonly warnings: readonly string[]
}

export interface Step {
  readonly move: Move
  /** The instruction, as HTML with `<b>` around names, which are escaped. */
  readonly instruction: Phrase
  /** HTML that follows it without a space; mostly empty. */
  readonly remark: string
  readonly distanceM: number
  readonly durationS: number
  readonly start: Point
  readonly end: Point
  /** Points of the line at which it begins and ends. */
  readonly from: number
  readonly to: number
}
