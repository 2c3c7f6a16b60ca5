import type { OnStep } from '../base/on-step.ts'
import { toE7 } from '../geo/point.ts'
import type { MultiPolygonE7 } from '../geo/ring.ts'
import { simplifyAreas } from '../geo/simplify-areas.ts'
import { unitOf, writeFlatGeobuf } from './fgb.ts'
import { openFgb, propertiesAt } from './fgb-file.ts'
import { readFgbTable } from './fgb-read.ts'
import type { BoundaryFeature } from './unit.ts'

/**
 * Degrees, 11 m: an import writes the polygons simplified by so much too. They have a sixth of the
 * points, so that what a request asks for is worked out from there in a sixth of the time.
 */
export const PREPARED_TOLERANCE = 0.0001

/** The units with their polygons simplified, as `simplifyFlatGeobuf` does it. */
export function simplifyFeatures(
  features: readonly BoundaryFeature[],
  tolerance: number,
  onStep: OnStep,
): BoundaryFeature[] {
  const areas = features.map(({ polygons }) => polygons)
  const simplified = simplifyAreas(areas, toE7(tolerance), onStep)
  return features.map(({ unit }, row) => ({ unit, polygons: simplified[row]! }))
}

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

/** The only reference: its memory can go as soon as it has been read. */
function areasIn(bytes: Uint8Array): MultiPolygonE7[] {
  return readFgbTable(bytes).map(({ polygons }) => polygons)
}
