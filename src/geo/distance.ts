import type { Point } from './point.ts'

/** IUGG mean radius of the Earth. */
export const EARTH_RADIUS_M = 6_371_008.8

/** Metres of one degree of latitude on that sphere. */
export const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M

/** Great-circle distance, metres. Haversine on the IUGG mean sphere, 6 371 008.8 m. */
export function distanceM(a: Point, b: Point): number {
  const sinLat = Math.sin(((b.lat - a.lat) * Math.PI) / 360)
  const sinLon = Math.sin(((b.lon - a.lon) * Math.PI) / 360)
  const cosines = Math.cos((a.lat * Math.PI) / 180) * Math.cos((b.lat * Math.PI) / 180)
  const h = sinLat * sinLat + cosines * sinLon * sinLon
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
