import type { Point } from '../../geo/point.ts'
import type { Arc } from '../graph/graph.ts'

/**
 * A route: arcs in driving order, each beginning where the one before ends; at least one. The first
 * is driven from `startPart` on, the last up to `endPart`; with one arc, `startPart <= endPart`.
 */
export interface RoutePath {
  readonly arcs: readonly Arc[]
  /** Part of the first arc that lies before the start, 0 (at its tail) to 1 (at its head). */
  readonly startPart: number
  /** Part of the last arc that is driven, 0 to 1, from its tail. */
  readonly endPart: number
  /** The positions on the road that are nearest to what was asked for. */
  readonly start: Point
  readonly end: Point
  /** Distances of those from the requested points, metres. */
  readonly startDistanceM: number
  readonly endDistanceM: number
  /**
   * Of each arc, as far as it is driven: milliseconds, the turn into it included. Whole numbers
   * whose sum is `totalMs`.
   */
  readonly arcMs: readonly number[]
  /** Of each arc, as far as it is driven: centimetres. Whole numbers whose sum is `totalCm`. */
  readonly arcCm: readonly number[]
  readonly totalMs: number
  readonly totalCm: number
}
