/**
 * A closed line of a polygon: `lon, lat, lon, lat, …` in 1e-7 degrees, the last point equal to the
 * first, four points or more. It never crosses the antimeridian.
 *
 * Answers here are exact: products of two differences need up to 64 bits, more than a double's 53,
 * so each sign is taken from the double only when its rounding error cannot have changed it, and
 * from `BigInt` otherwise (which happens for points that are all but collinear).
 */
export type Ring = Int32Array

/** An outer ring, counterclockwise, and its holes, clockwise. */
export type PolygonE7 = readonly [outer: Ring, ...holes: Ring[]]

/** Polygons whose insides do not overlap. */
export type MultiPolygonE7 = readonly PolygonE7[]

/** A position in 1e-7 degrees, whole numbers. */
export interface PointE7 {
  readonly lonE7: number
  readonly latE7: number
}

/** Shewchuk's bound for a 2×2 determinant of exact differences, in units of the sum of products. */
const DETERMINANT_ERROR = 3.4e-16

/**
 * Sign of the turn a → b → c: 1 left (counterclockwise), -1 right, 0 collinear. Exact for whole
 * numbers up to 2^32. Six bare numbers: this is the innermost step of every loop over rings.
 */
export function orientation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const left = (bx - ax) * (cy - ay)
  const right = (by - ay) * (cx - ax)
  const det = left - right
  const size = Math.abs(left) + Math.abs(right)
  // Within some 10 km of each other the products are exact, and so is a zero.
  const bound = size < Number.MAX_SAFE_INTEGER ? 0 : size * DETERMINANT_ERROR
  if (det > bound) return 1
  if (det < -bound) return -1
  if (bound === 0) return 0
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}

/**
 * Twice the signed area in 1e-14 square degrees, positive when counterclockwise. A double: its
 * relative error is about 1e-15 times the number of points; `ringOrientation` has the exact sign.
 */
export function signedArea2(ring: Ring): number {
  const x0 = ring[0]!
  const y0 = ring[1]!
  let sum = 0
  // Around the first point instead of the origin: small differences keep nearly all their digits.
  for (let i = 2; i + 3 < ring.length; i += 2) {
    sum += (ring[i]! - x0) * (ring[i + 3]! - y0) - (ring[i + 2]! - x0) * (ring[i + 1]! - y0)
  }
  return sum
}

/** 1 counterclockwise, -1 clockwise, 0 when the ring encloses nothing. Exact. */
export function ringOrientation(ring: Ring): -1 | 0 | 1 {
  const x0 = ring[0]!
  const y0 = ring[1]!
  let sum = 0
  let size = 0
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const left = (ring[i]! - x0) * (ring[i + 3]! - y0)
    const right = (ring[i + 2]! - x0) * (ring[i + 1]! - y0)
    sum += left - right
    size += Math.abs(left) + Math.abs(right)
  }
  const bound = size * Number.EPSILON * ring.length
  if (sum > bound) return 1
  if (sum < -bound) return -1
  let exact = 0n
  for (let i = 0; i + 3 < ring.length; i += 2) {
    exact += BigInt(ring[i]!) * BigInt(ring[i + 3]!) - BigInt(ring[i + 2]!) * BigInt(ring[i + 1]!)
  }
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}

/** Reverses the ring in place. */
export function reverseRing(ring: Ring): void {
  for (let i = 0, j = ring.length - 2; i < j; i += 2, j -= 2) {
    const x = ring[i]!
    const y = ring[i + 1]!
    ring[i] = ring[j]!
    ring[i + 1] = ring[j + 1]!
    ring[j] = x
    ring[j + 1] = y
  }
}

/**
 * Side of the ring that the point is on: 1 inside, 0 on the line, -1 outside. Even-odd rule, so the
 * orientation does not matter and a self-touching ring has its plain meaning. Exact; linear in the
 * ring.
 */
export function sideOfRing(ring: Ring, point: PointE7): -1 | 0 | 1 {
  const px = point.lonE7
  const py = point.latE7
  let inside = false
  let ax = ring[0]!
  let ay = ring[1]!
  for (let i = 2; i < ring.length; i += 2) {
    const bx = ring[i]!
    const by = ring[i + 1]!
    if (ay > py !== by > py) {
      const turn = orientation(ax, ay, bx, by, px, py)
      if (turn === 0) return 0
      // A ray to the east crosses an edge that has the point on its left and climbs, or on its
      // right and sinks.
      if (turn > 0 === by > ay) inside = !inside
    } else if (ay === py || by === py) {
      if (ax === px && ay === py) return 0
      if (bx === px && by === py) return 0
      if (ay === by && ax > px !== bx > px) return 0
    }
    ax = bx
    ay = by
  }
  return inside ? 1 : -1
}

/** The same for a polygon with holes: a point on the line of a hole is on the polygon's line. */
export function sideOfPolygon(polygon: PolygonE7, point: PointE7): -1 | 0 | 1 {
  const outer = sideOfRing(polygon[0], point)
  if (outer <= 0) return outer
  for (let i = 1; i < polygon.length; i++) {
    const hole = sideOfRing(polygon[i]!, point)
    if (hole >= 0) return hole === 0 ? 0 : -1
  }
  return 1
}
