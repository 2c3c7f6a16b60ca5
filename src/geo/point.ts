/** A position in WGS84 decimal degrees. The only form in which a public function takes one. */
export interface Point {
  readonly lon: number
  readonly lat: number
}

/** Degrees to the integer form of OSM files and of every index: 1e-7 degrees, about 1 cm. */
export const E7 = 1e7

export function toE7(degrees: number): number {
  return Math.round(degrees * E7)
}
