import { E7, toE7 } from '../geo/point.ts'
import type { PolygonDeg } from '../geo/polygon-text.ts'
import { type MultiPolygonE7, type PolygonE7, reverseRing, ringOrientation } from '../geo/ring.ts'
import { invalidFgb, openFgb, polygonsAt, propertiesAt } from './fgb-file.ts'

/** One row: its polygons and its columns, by name. */
export interface FgbRow {
  readonly properties: Readonly<Record<string, unknown>>
  readonly polygons: MultiPolygonE7
}

/**
 * All rows of a FlatGeobuf file of polygons or multipolygons in WGS84 degrees, with rings closed
 * and turned as `PolygonE7` wants them; rings that vanish at 1e-7 degrees are left out. Throws
 * `INVALID_FILE` for anything else.
 */
export function readFgbTable(bytes: Uint8Array): FgbRow[] {
  const file = openFgb(bytes)
  return file.starts.map((_, row) => ({
    properties: propertiesAt(file, row),
    polygons: polygonsAt(file, row).flatMap(toPolygonE7),
  }))
}

/**
 * The polygon closed and turned as `PolygonE7` wants it; none when its outer ring vanishes: nothing
 * is left to cut holes from. Throws `INVALID_FILE` when it is not in degrees.
 */
export function toPolygonE7({ xy, ends }: PolygonDeg): PolygonE7[] {
  const rings: Int32Array[] = []
  let start = 0
  for (const end of ends) {
    const ring = toRing(xy.subarray(start * 2, end * 2))
    start = end
    if (!ring && rings.length === 0) return []
    if (!ring) continue
    if (ringOrientation(ring) === (rings.length === 0 ? -1 : 1)) reverseRing(ring)
    rings.push(ring)
  }
  const [outer, ...holes] = rings
  return outer ? [[outer, ...holes]] : []
}

/** Degrees to a closed ring of 1e-7 degrees, no point twice in a row; null when nothing is left. */
function toRing(xy: ArrayLike<number>): Int32Array | null {
  const ring = new Int32Array(xy.length + 2)
  let length = 0
  for (let i = 0; i < xy.length; i += 2) {
    const lon = toE7(xy[i]!)
    const lat = toE7(xy[i + 1]!)
    if (!(Math.abs(lon) <= 180 * E7 && Math.abs(lat) <= 90 * E7)) {
      invalidFgb('holds coordinates that are no WGS84 degrees; convert it with ogr2ogr')
    }
    if (length > 0 && ring[length - 2] === lon && ring[length - 1] === lat) continue
    ring[length++] = lon
    ring[length++] = lat
  }
  if (length > 0 && (ring[0] !== ring[length - 2] || ring[1] !== ring[length - 1])) {
    ring[length++] = ring[0]!
    ring[length++] = ring[1]!
  }
  const closed = ring.slice(0, length)
  return length >= 8 && ringOrientation(closed) !== 0 ? closed : null
}
