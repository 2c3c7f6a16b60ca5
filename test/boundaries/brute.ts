import type { BoundaryFeature } from '../../src/boundaries/unit.ts'
import { type Point, toE7 } from '../../src/geo/point.ts'

/**
 * The oracle: the unit of the smallest id with an odd number of ring crossings to the east of the
 * point, which stands infinitesimally to the north-east of where it is; every ring of every unit,
 * in whole numbers. Null when none.
 */
export function bruteLocate(
  features: readonly BoundaryFeature[],
  level: 4 | 8,
  point: Point,
): BoundaryFeature | null {
  const holders = features.filter(
    (feature) => feature.unit.level === level && holds(feature, point),
  )
  holders.sort((a, b) => (a.unit.id < b.unit.id ? -1 : 1))
  return holders[0] ?? null
}

export function holds(feature: BoundaryFeature, point: Point): boolean {
  const px = BigInt(toE7(point.lon))
  const py = BigInt(toE7(point.lat))
  let odd = false
  for (const ring of feature.polygons.flat()) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [ax, ay] = [BigInt(ring[i]!), BigInt(ring[i + 1]!)]
      const [bx, by] = [BigInt(ring[i + 2]!), BigInt(ring[i + 3]!)]
      if (ay > py === by > py) continue
      // x of the edge at the point's latitude is ax + num / den.
      const den = by - ay
      const num = (py - ay) * (bx - ax)
      const east = den > 0n ? num > (px - ax) * den : num < (px - ax) * den
      if (east) odd = !odd
    }
  }
  return odd
}
