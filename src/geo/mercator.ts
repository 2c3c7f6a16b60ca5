import type { Point } from './point.ts'

/*
 * Web Mercator (EPSG:3857) on a square of whole units: x grows eastward and y southward from the
 * north-west corner, as tiles are numbered. A unit is under 1 cm at the equator, so that 1e-7
 * degrees keep their precision, and a tile of zoom z is 2^(32 − z) units wide: its number is the
 * first z bits of a coordinate.
 */

/** Units of the square's side. */
export const WORLD_UNITS = 2 ** 32

/** A position in units, 0 … 2^32 − 1. */
export interface MercatorPoint {
  readonly x: number
  readonly y: number
}

/** Latitudes beyond ±85.0511°, which the square does not hold, fall on its edge. */
export function toMercator({ lon, lat }: Point): MercatorPoint {
  const sinLat = Math.sin((lat * Math.PI) / 180)
  const x = lon / 360 + 0.5
  const y = 0.5 - Math.log((1 + sinLat) / (1 - sinLat)) / (4 * Math.PI)
  return { x: toUnits(x), y: toUnits(y) }
}

/** The inverse, of the north-west corner of a unit. */
export function fromMercator({ x, y }: MercatorPoint): Point {
  return {
    lon: (x / WORLD_UNITS - 0.5) * 360,
    lat: (Math.atan(Math.sinh((1 - (2 * y) / WORLD_UNITS) * Math.PI)) * 180) / Math.PI,
  }
}

function toUnits(fraction: number): number {
  return Math.min(WORLD_UNITS - 1, Math.max(0, Math.floor(fraction * WORLD_UNITS)))
}
