import { toE7 } from '../geo/point.ts'
import type { MultiPolygonE7 } from '../geo/ring.ts'
import { simplifyAreas } from '../geo/simplify-areas.ts'
import { unitOf, writeFlatGeobuf } from './fgb.ts'
import { openFgb, propertiesAt } from './fgb-file.ts'
import { readFgbTable } from './fgb-read.ts'

/**
 * A file of `writeFlatGeobuf` with its polygons simplified by `tolerance` degrees (Douglas–Peucker;
 * neighbours stay neighbours, see `simplifyAreas`). All units stay, each with its largest polygon.
 * Several seconds for all wards of the country. Throws `INVALID_FILE`.
 */
export function simplifyFlatGeobuf(bytes: Uint8Array, tolerance: number): Uint8Array<ArrayBuffer> {
  const simplified = simplifyAreas(areasIn(bytes), toE7(tolerance))
  const file = openFgb(bytes)
  return writeFlatGeobuf(
    simplified.map((polygons, row) => ({ unit: unitOf(propertiesAt(file, row), row), polygons })),
  )
}

/** Held by nobody else: it can go as soon as it has been read. */
function areasIn(bytes: Uint8Array): MultiPolygonE7[] {
  return readFgbTable(bytes).map(({ polygons }) => polygons)
}
