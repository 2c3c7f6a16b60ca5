import { toE7 } from './point.ts'
import { type PointE7, type Ring, sideOfRing } from './ring.ts'

/** Behind the coast of Vietnam, from Hà Tiên to Móng Cái: lon, lat. */
export const BEHIND_COAST = [
  [104.9, 10.35],
  [105.6, 10.35],
  [106.2, 10.5],
  [106.8, 10.9],
  [107.5, 11.2],
  [108.4, 11.7],
  [108.8, 12.4],
  [108.8, 13.6],
  [108.5, 14.8],
  [108.0, 15.5],
  [107.7, 16.1],
  [107.0, 16.8],
  [106.6, 17.3],
  [106.2, 17.7],
  [105.8, 18.2],
  [105.5, 18.8],
  [105.6, 19.5],
  [105.8, 20.0],
  [106.4, 20.8],
  [106.9, 21.15],
  [107.5, 21.4],
] as const

/*
 * The coast of Vietnam and the sea in front of it with all its islands, Hoàng Sa and Trường Sa
 * among them, roughly: lon, lat. It separates places off the coast that lie in no province (a pier,
 * a cape, a ferry, a reef) from places abroad. Behind the coast the line runs through the land of
 * Vietnam, where provinces decide. It is not a line of the law of the sea.
 */
const COAST_AND_SEA = [
  [104.46, 10.41],
  ...BEHIND_COAST,
  [107.97, 21.52],
  // The Gulf of Tonkin, by the line of the treaty of 2000.
  [108.1, 21.4],
  [108.2, 20.9],
  [108.35, 20.4],
  [107.93, 19.96],
  [107.36, 19.42],
  [107.16, 18.71],
  [107.62, 18.12],
  // South of Hải Nam, around Hoàng Sa and Trường Sa.
  [108.6, 17.6],
  [113.3, 17.6],
  [113.6, 14.5],
  [115.5, 12.3],
  [117.8, 12.2],
  [117.5, 10.4],
  [116.6, 9.0],
  [116.2, 7.7],
  [114.0, 6.6],
  // The shelf of the south, around Thổ Chu and Phú Quốc.
  [104.0, 6.6],
  [102.9, 8.8],
  [103.3, 9.7],
  [103.7, 10.2],
  [103.8, 10.41],
  [104.05, 10.46],
  [104.2, 10.3],
  [104.4, 10.36],
] as const

const RING: Ring = Int32Array.from([...COAST_AND_SEA, COAST_AND_SEA[0]].flat(), toE7)

/** Whether the point is at the coast of Vietnam or in its sea. */
export function isAtVietnamSea(point: PointE7): boolean {
  return sideOfRing(RING, point) >= 0
}
