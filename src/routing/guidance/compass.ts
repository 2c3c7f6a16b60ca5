import type { Line } from '../../geo/line.ts'
import { E7, type Point } from '../../geo/point.ts'

/** Directions over the ground, on the plane that touches the Earth where they begin. */

const EIGHTHS = 8

/** The point of the compass from `a` to `b`: eighths of a circle clockwise from north, 0 to 7. */
export function headingOf(a: Point, b: Point): number {
  const east = (b.lon - a.lon) * Math.cos((a.lat * Math.PI) / 180)
  const circles = Math.atan2(east, b.lat - a.lat) / (2 * Math.PI)
  return (Math.round(circles * EIGHTHS) + EIGHTHS) % EIGHTHS
}

/**
 * Side of the line's last stretch that a point is on: negative is left, positive right, 0 when the
 * line has only one place. The size has no meaning.
 */
export function sideOfEnd(line: Line, point: Point): number {
  const end = line.length - 2
  let before = end - 2
  while (before > 0 && line[before] === line[end] && line[before + 1] === line[end + 1]) before -= 2
  const lonScale = Math.cos((point.lat * Math.PI) / 180)
  const alongX = (line[end]! - line[before]!) * lonScale
  const alongY = line[end + 1]! - line[before + 1]!
  const toX = (point.lon * E7 - line[end]!) * lonScale
  const toY = point.lat * E7 - line[end + 1]!
  return alongY * toX - alongX * toY
}
