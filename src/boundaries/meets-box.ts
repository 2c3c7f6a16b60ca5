import type { Bbox } from '../geo/bbox.ts'
import type { PolygonDeg } from '../geo/polygon-text.ts'

/** Whether polygons and box have a point in common, outlines included. Linear in the points. */
export function meetsBox(polygons: readonly PolygonDeg[], box: Bbox): boolean {
  return polygons.some((polygon) => touches(polygon, box) || holdsCorner(polygon, box))
}

/** Whether the outline passes through the box. */
function touches({ xy, ends }: PolygonDeg, box: Bbox): boolean {
  let start = 0
  for (const end of ends) {
    for (let i = start; i + 1 < end; i++) {
      if (passes(xy[2 * i]!, xy[2 * i + 1]!, xy[2 * i + 2]!, xy[2 * i + 3]!, box)) return true
    }
    start = end
  }
  return false
}

/** Whether the segment a – b has a point in the box. */
function passes(ax: number, ay: number, bx: number, by: number, box: Bbox): boolean {
  const { west, south, east, north } = box
  if ((ax < west && bx < west) || (ax > east && bx > east)) return false
  if ((ay < south && by < south) || (ay > north && by > north)) return false
  // Its own box meets the other: it passes unless all corners are to one side of its line.
  const dx = bx - ax
  const dy = by - ay
  const southWest = dx * (south - ay) - dy * (west - ax)
  const southEast = dx * (south - ay) - dy * (east - ax)
  const northWest = dx * (north - ay) - dy * (west - ax)
  const northEast = dx * (north - ay) - dy * (east - ax)
  const minSide = Math.min(southWest, southEast, northWest, northEast)
  const maxSide = Math.max(southWest, southEast, northWest, northEast)
  return minSide <= 0 && maxSide >= 0
}

/** Whether the box, which no outline passes, lies inside: by the even-odd rule. */
function holdsCorner({ xy, ends }: PolygonDeg, { west: x, south: y }: Bbox): boolean {
  let isInside = false
  let start = 0
  for (const end of ends) {
    for (let i = start; i + 1 < end; i++) {
      const ay = xy[2 * i + 1]!
      const by = xy[2 * i + 3]!
      if (ay > y === by > y) continue
      const ax = xy[2 * i]!
      if (x < ax + ((y - ay) / (by - ay)) * (xy[2 * i + 2]! - ax)) isInside = !isInside
    }
    start = end
  }
  return isInside
}
