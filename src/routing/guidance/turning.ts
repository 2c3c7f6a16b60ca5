import { DEGREE_M } from '../../geo/distance.ts'
import type { Line } from '../../geo/line.ts'
import { E7 } from '../../geo/point.ts'
import { angleOf } from '../model/move.ts'

/*
 * The turning of a way over some ground: bend by bend, not by the difference of two bearings, which
 * takes a turn to the left beyond half a circle for one to the right.
 */

/** Angles in 256ths of a circle, not wrapped: two turns to the left are −128. */
export interface Turning {
  readonly total: number
  /** The farthest that it is turned to the left on the way, 0 or less, and to the right. */
  readonly left: number
  readonly right: number
}

/** Bends up to this far before the beginning and after the end belong to it. */
const AROUND_M = 15
/** Points nearer to each other are one: between them a line has no direction of its own. */
const POINTS_APART_M = 3
const CIRCLE = angleOf(360)

/**
 * Turning of a line between its points `from` and `to` and around them, but not before the point
 * `first` nor after `last`.
 */
export function turningBetween(
  line: Line,
  from: number,
  to: number,
  first: number,
  last: number,
): Turning {
  const scale = Math.cos((line[2 * from + 1]! / E7) * (Math.PI / 180))
  const begin = aroundFrom(line, from, first, -1, scale)
  const end = aroundFrom(line, to, last, 1, scale)
  let [total, left, right] = [0, 0, 0]
  let at = begin
  let wasEast = 0
  let wasNorth = 0
  for (let point = begin + 1; point <= end; point++) {
    const east = (line[2 * point]! - line[2 * at]!) * scale
    const north = line[2 * point + 1]! - line[2 * at + 1]!
    if (isNear(east, north)) continue
    if (at > begin) {
      const cross = wasNorth * east - wasEast * north
      total += angleIn256ths(cross, wasEast * east + wasNorth * north)
      left = Math.min(left, total)
      right = Math.max(right, total)
    }
    at = point
    wasEast = east
    wasNorth = north
  }
  return { total, left, right }
}

/** The turning whose total is known, up to whole circles, from a difference of two bearings. */
export function turningThrough(angle: number, { total, left, right }: Turning): Turning {
  const whole = angle + CIRCLE * Math.round((total - angle) / CIRCLE)
  return { total: whole, left: Math.min(left, whole), right: Math.max(right, whole) }
}

/** The last point on the way from `point` to `limit` whose segment begins within AROUND_M. */
function aroundFrom(line: Line, point: number, limit: number, step: number, scale: number): number {
  let at = point
  let goneM = 0
  while (at !== limit && goneM < AROUND_M) {
    const next = at + step
    const east = (line[2 * next]! - line[2 * at]!) * scale
    goneM += metresOf(east, line[2 * next + 1]! - line[2 * at + 1]!)
    at = next
  }
  return at
}

function isNear(east: number, north: number): boolean {
  return metresOf(east, north) < POINTS_APART_M
}

function metresOf(east: number, north: number): number {
  return (Math.sqrt(east * east + north * north) * DEGREE_M) / E7
}

function angleIn256ths(cross: number, dot: number): number {
  return (Math.atan2(cross, dot) / (2 * Math.PI)) * CIRCLE
}
