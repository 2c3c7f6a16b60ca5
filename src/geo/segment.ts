import { DEGREE_M } from './distance.ts'
import { E7, type Point } from './point.ts'

/** The nearest position on a segment. */
export interface Projection {
  readonly distanceM: number
  /** Position along the segment, 0 at its start to 1 at its end. */
  readonly along: number
}

/**
 * Projects `from` on the segment between two positions in 1e-7 degrees. Metres on the plane that
 * touches the Earth at `from`: exact to 1e-5 within 10 km.
 */
export function projectOn(
  from: Point,
  lonA: number,
  latA: number,
  lonB: number,
  latB: number,
): Projection {
  const metresY = DEGREE_M / E7
  const metresX = metresY * Math.cos((from.lat * Math.PI) / 180)
  const ax = (lonA - from.lon * E7) * metresX
  const ay = (latA - from.lat * E7) * metresY
  const dx = (lonB - lonA) * metresX
  const dy = (latB - latA) * metresY
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / squared))
  return { distanceM: Math.hypot(ax + along * dx, ay + along * dy), along }
}
