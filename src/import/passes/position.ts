import type { Line } from '../../geo/line.ts'
import { lineLengthM, pointAlong } from '../../geo/line.ts'
import {
  type MultiPolygonE7,
  type PointE7,
  type Ring,
  sideOfRing,
  signedArea2,
} from '../../geo/ring.ts'
import type { NodeStore } from '../../osm/node-store.ts'

/**
 * The line through those nodes. Nodes that the extract cut off are left out: a road at its border
 * is still a road. Fewer than two points: an empty line.
 */
export function lineThrough(positions: NodeStore, refs: Float64Array): Line {
  const whole = positions.lineOf(refs)
  if (whole !== null) return whole
  const line = new Int32Array(refs.length * 2)
  let length = 0
  for (const ref of refs) {
    const entry = positions.find(ref)
    if (entry < 0) continue
    line[length] = positions.lonE7At(entry)
    line[length + 1] = positions.latE7At(entry)
    length += 2
  }
  return length < 4 ? new Int32Array(0) : line.slice(0, length)
}

/** Position of a way: inside its ring, or in the middle of an open line. */
export function standOf(line: Line): PointE7 | null {
  if (line.length < 2) return null
  const isClosed = line.length >= 8 && line[0] === line.at(-2) && line[1] === line.at(-1)
  return isClosed ? pointInside(line) : pointAlong(line, lineLengthM(line) / 2)
}

/**
 * A point inside a ring: its centroid, or where the ring bends around that (a U-shaped school),
 * the middle of the widest part of the ring on the centroid's latitude.
 */
export function pointInside(ring: Ring): PointE7 {
  const centroid = centroidOf(ring)
  if (sideOfRing(ring, centroid) > 0) return centroid
  const crossings: number[] = []
  const lat = centroid.latE7
  for (let i = 2; i < ring.length; i += 2) {
    const [ax, ay, bx, by] = [ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!]
    if (ay > lat !== by > lat) crossings.push(ax + ((lat - ay) / (by - ay)) * (bx - ax))
  }
  crossings.sort((a, b) => a - b)
  let best = centroid
  let widest = -1
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const width = crossings[i + 1]! - crossings[i]!
    if (width <= widest) continue
    widest = width
    best = { lonE7: Math.round((crossings[i]! + crossings[i + 1]!) / 2), latE7: lat }
  }
  return best
}

/** A point inside the largest of one or more polygons. */
export function pointInLargest(polygons: MultiPolygonE7): PointE7 {
  const outers = polygons.map(([outer]) => outer)
  return pointInside(outers.reduce((a, b) => (signedArea2(b) > signedArea2(a) ? b : a)))
}

/** Centre of the area; of the corners when there is none. */
function centroidOf(ring: Ring): PointE7 {
  // Relative to the first corner: products of full coordinates would lose their last digits.
  const [originX, originY] = [ring[0]!, ring[1]!]
  let area = 0
  let x = 0
  let y = 0
  for (let i = 2; i < ring.length; i += 2) {
    const [ax, ay] = [ring[i - 2]! - originX, ring[i - 1]! - originY]
    const [bx, by] = [ring[i]! - originX, ring[i + 1]! - originY]
    const cross = ax * by - bx * ay
    area += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (area === 0) return { lonE7: originX, latE7: originY }
  return {
    lonE7: originX + Math.round(x / (3 * area)),
    latE7: originY + Math.round(y / (3 * area)),
  }
}
