import type { Bbox } from '../geo/bbox.ts'
import type { BoundaryLevel } from './unit.ts'

/** Which polygons are wanted, and how. */
export interface BoundaryQuery {
  readonly format: BoundaryFormat
  /** Ascending, each once. */
  readonly levels: readonly BoundaryLevel[]
  /** Degrees; 0 for polygons as they are. */
  readonly tolerance: number
  /** Only units that have ground in this box; null for all. */
  readonly box: Bbox | null
  /** Only units of these official codes; null for all. */
  readonly codes: readonly string[] | null
}

/** `geojson` is a FeatureCollection, `wkt` a list of units with their polygons as text. */
export type BoundaryFormat = 'geojson' | 'wkt'
