import type { Bbox } from '../geo/bbox.ts'
import { E7, type Point, toE7 } from '../geo/point.ts'

/*
 * How far POIs are. Distances are compared as haversines, h = sin²(Δlat / 2) + cos lat₁ · cos lat₂
 * · sin²(Δlon / 2), which grow as the distance does. Most of what a search meets is too far away,
 * and is told so by a bound below h of a few products:
 *
 *   sin² x ≥ x² − x⁴ / 3
 *   cos lat ≥ its chord   between the southernmost and the northernmost latitude of all POIs
 *
 * Of areas the same holds with what they are away in longitude and in latitude.
 */

/**
 * A search's condition on positions: its box, and the point that distances are measured from; 1e-7
 * degrees.
 */
export interface Reach {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly lon: number
  readonly lat: number
  readonly cosLat: number
  /** `chordAtZero + chordSlope * lat₂` is at most cos lat₁ · cos lat₂. */
  readonly chordAtZero: number
  readonly chordSlope: number
  /** At most cos lat₁ · cos lat₂ wherever in the box there may be POIs. */
  readonly cosLeast: number
  /** `lon`, or the same meridian a turn away: no POI in the box is more than half a turn off. */
  readonly lonTurned: number
  /** Half radians in 1e-7 degrees of longitude; 0 where it does not tell how far an area is. */
  readonly lonScale: number
}

const RADIANS = Math.PI / 180
export const HALF_RADIANS_E7 = RADIANS / E7 / 2
const TURN_E7 = 360 * E7
const HALF_TURN_E7 = TURN_E7 / 2
/** sin² x ≥ x² + LESS · x⁴. */
const LESS = -1 / 3
/** Keeps bounds below what they bound in spite of rounding. */
const JUST_BELOW = 1 - 1e-12
const ROUNDING = 1e-15

/** `bounds`: west, south, east, north of all POIs, 1e-7 degrees. */
export function reachOf(box: Bbox, near: Point, bounds: Int32Array): Reach {
  const west = toE7(box.west)
  const south = toE7(box.south)
  const east = toE7(box.east)
  const north = toE7(box.north)
  const lon = near.lon * E7
  const lowest = bounds[1]!
  const highest = bounds[3]!
  const cosLat = Math.cos(near.lat * RADIANS)
  const cosLowest = cosine(lowest * 2 * HALF_RADIANS_E7)
  const cosHighest = cosine(highest * 2 * HALF_RADIANS_E7)
  const slope = highest > lowest ? (cosHighest - cosLowest) / (highest - lowest) : 0
  const chordAtZero = cosLat * (cosLowest - slope * lowest - ROUNDING)
  const chordSlope = cosLat * slope
  const farthest = slope < 0 ? Math.min(north, highest) : Math.max(south, lowest)
  const lonTurned = turned(lon, Math.max(west, bounds[0]!), Math.min(east, bounds[2]!))
  return {
    west,
    south,
    east,
    north,
    lon,
    lat: near.lat * E7,
    cosLat,
    chordAtZero,
    chordSlope,
    cosLeast: Math.max(0, chordAtZero + chordSlope * farthest),
    lonTurned: lonTurned ?? lon,
    lonScale: lonTurned === null ? 0 : HALF_RADIANS_E7,
  }
}

/** Null when the meridian on the other side of the Earth lies between `west` and `east`. */
function turned(lon: number, west: number, east: number): number | null {
  const isFarWest = east - lon > HALF_TURN_E7
  const isFarEast = lon - west > HALF_TURN_E7
  const there = isFarWest ? lon + TURN_E7 : isFarEast ? lon - TURN_E7 : lon
  return there - west <= HALF_TURN_E7 && east - there <= HALF_TURN_E7 ? there : null
}

/** At most the haversine of what is `x` away in longitude and `y` in latitude, half radians. */
export function leastHaversine(x: number, y: number, cosines: number): number {
  const xx = x * x
  const yy = y * y
  return (yy + yy * yy * LESS + cosines * (xx + xx * xx * LESS)) * JUST_BELOW
}

/** The haversine itself; `lat`: latitude there, 1e-7 degrees. */
export function haversine(x: number, y: number, cosLat: number, lat: number): number {
  const dx = sine(x)
  const dy = sine(y)
  return dy * dy + cosLat * cosine(lat * 2 * HALF_RADIANS_E7) * dx * dx
}

/*
 * Taylor series where their remainder is below half a unit in the last place: distances inside a
 * country, latitudes up to 28 degrees. Elsewhere what the platform has, which takes ten times as
 * long.
 */
const SINE_MAX = 0.25
const COSINE_MAX = 0.5
// Divisions would take longer than all the rest.
const S3 = -1 / 6
const S5 = 1 / 120
const S7 = -1 / 5_040
const S9 = 1 / 362_880
const S11 = -1 / 39_916_800
const C2 = -1 / 2
const C4 = 1 / 24
const C6 = -1 / 720
const C8 = 1 / 40_320
const C10 = -1 / 3_628_800
const C12 = 1 / 479_001_600
const C14 = -1 / 87_178_291_200

function sine(x: number): number {
  if (x > SINE_MAX || x < -SINE_MAX) return Math.sin(x)
  const s = x * x
  return x + x * s * (S3 + s * (S5 + s * (S7 + s * (S9 + s * S11))))
}

function cosine(x: number): number {
  if (x > COSINE_MAX || x < -COSINE_MAX) return Math.cos(x)
  const s = x * x
  return 1 + s * (C2 + s * (C4 + s * (C6 + s * (C8 + s * (C10 + s * (C12 + s * C14))))))
}
