import type { Point } from './point.ts'

/** A box in WGS84 degrees, `west <= east`: it never crosses the antimeridian. */
export interface Bbox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Mainland and islands of Vietnam with a margin, including Hoàng Sa and Trường Sa. */
export const VIETNAM: Bbox = { west: 102, south: 6.4, east: 117.9, north: 23.5 }

export function contains(box: Bbox, point: Point): boolean {
  return (
    point.lon >= box.west &&
    point.lon <= box.east &&
    point.lat >= box.south &&
    point.lat <= box.north
  )
}
