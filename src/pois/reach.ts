import type { Bbox } from '../geo/bbox.ts'
import { E7, type Point, toE7 } from '../geo/point.ts'

/*
 * How far POIs are. Distances are compared as haversines, h = sin²(Δlat / 2) + cos lat₁ · cos lat₂
 * · sin²(Δlon / 2), which grow as the distance does. Most of what a search meets is too far away,
 * and is told so by a bound below h of a few products:
 *
 *   sin² x ≥ x² − x⁴ / 3
 *   cos lat ≥ its chord   between the southernmost and the northernmost latitude of all POIs
 */

/** What a search asks of positions: its box, and where distances are taken from; 1e-7 degrees. */
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
}

const RADIANS = Math.PI / 180
export const HALF_RADIANS_E7 = RADIANS / E7 / 2
export const TURN_E7 = 360 * E7
/** sin² x ≥ x² + LESS · x⁴. */
export const LESS = -1 / 3
/** Keeps bounds below what they bound in spite of rounding. */
export const JUST_BELOW = 1 - 1e-12
const ROUNDING = 1e-15

/** `lowest`, `highest`: between them lie the latitudes of all POIs, 1e-7 degrees. */
export function reachOf(box: Bbox, near: Point, lowest: number, highest: number): Reach {
  const cosLat = Math.cos(near.lat * RADIANS)
  const cosLowest = cosine(lowest * 2 * HALF_RADIANS_E7)
  const cosHighest = cosine(highest * 2 * HALF_RADIANS_E7)
  const slope = highest > lowest ? (cosHighest - cosLowest) / (highest - lowest) : 0
  return {
    west: toE7(box.west),
    south: toE7(box.south),
    east: toE7(box.east),
    north: toE7(box.north),
    lon: near.lon * E7,
    lat: near.lat * E7,
    cosLat,
    chordAtZero: cosLat * (cosLowest - slope * lowest - ROUNDING),
    chordSlope: cosLat * slope,
  }
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

export function sine(x: number): number {
  if (x > SINE_MAX || x < -SINE_MAX) return Math.sin(x)
  const s = x * x
  return x + x * s * (S3 + s * (S5 + s * (S7 + s * (S9 + s * S11))))
}

export function cosine(x: number): number {
  if (x > COSINE_MAX || x < -COSINE_MAX) return Math.cos(x)
  const s = x * x
  return 1 + s * (C2 + s * (C4 + s * (C6 + s * (C8 + s * (C10 + s * (C12 + s * C14))))))
}
