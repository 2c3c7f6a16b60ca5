import {
  type MultiPolygonE7,
  type PolygonE7,
  type Ring,
  reverseRing,
  ringOrientation,
  sideOfRing,
  signedArea2,
} from '../../geo/ring.ts'

interface Nested {
  readonly ring: Ring
  /** Twice its area, positive. */
  readonly area2: number
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  /** Count of rings around it: even is land, odd is a hole. */
  depth: number
  /** The smallest ring that holds it, null at depth 0. */
  parent: Nested | null
  readonly holes: Ring[]
}

/**
 * Polygons of rings that do not cross, by geometry alone: what lies in an even number of other
 * rings is an outer ring, what lies in an odd number is a hole of the smallest of them. Largest
 * first. Turns the rings round in place: outer ones counterclockwise, holes clockwise.
 */
export function nest(rings: readonly Ring[]): MultiPolygonE7 {
  const nested = rings.map(boxed).sort((a, b) => b.area2 - a.area2)
  const polygons: PolygonE7[] = []
  const outers: Nested[] = []
  for (const [i, inner] of nested.entries()) {
    // From the smallest candidate up: the first that holds it is its parent.
    for (let j = i - 1; j >= 0 && inner.parent === null; j--) {
      const outer = nested[j]!
      if (holds(outer, inner)) {
        inner.parent = outer
        inner.depth = outer.depth + 1
      }
    }
    const isHole = inner.depth % 2 === 1
    if (ringOrientation(inner.ring) < 0 !== isHole) reverseRing(inner.ring)
    if (isHole) inner.parent?.holes.push(inner.ring)
    else outers.push(inner)
  }
  for (const { ring, holes } of outers) polygons.push([ring, ...holes])
  return polygons
}

function boxed(ring: Ring): Nested {
  let [west, south, east, north] = [ring[0]!, ring[1]!, ring[0]!, ring[1]!]
  for (let i = 2; i < ring.length; i += 2) {
    west = Math.min(west, ring[i]!)
    east = Math.max(east, ring[i]!)
    south = Math.min(south, ring[i + 1]!)
    north = Math.max(north, ring[i + 1]!)
  }
  const area2 = Math.abs(signedArea2(ring))
  return { ring, area2, west, south, east, north, depth: 0, parent: null, holes: [] }
}

function holds(outer: Nested, inner: Nested): boolean {
  const isBoxInside =
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north
  if (!isBoxInside) return false
  // Rings do not cross: one point that is not on the outer line decides.
  const { ring } = inner
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const side = sideOfRing(outer.ring, { lonE7: ring[i]!, latE7: ring[i + 1]! })
    if (side !== 0) return side > 0
  }
  return holdsInscribed(outer.ring, ring)
}

/** All corners of `ring` are on the outer line: a point between three of them decides. */
function holdsInscribed(outer: Ring, ring: Ring): boolean {
  for (let i = 0; i + 5 < ring.length; i += 2) {
    const middle = {
      lonE7: Math.round((ring[i]! + ring[i + 2]! + ring[i + 4]!) / 3),
      latE7: Math.round((ring[i + 1]! + ring[i + 3]! + ring[i + 5]!) / 3),
    }
    if (sideOfRing(ring, middle) <= 0) continue
    const side = sideOfRing(outer, middle)
    if (side !== 0) return side > 0
  }
  // Only a ring some centimetres wide has no such point.
  return false
}
