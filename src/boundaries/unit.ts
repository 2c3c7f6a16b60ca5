import type { PlaceId } from '../base/ids.ts'
import type { MultiPolygonE7 } from '../geo/ring.ts'

/** Levels of administration as the contract numbers them: 4 is province, 8 the lowest unit. */
export const BOUNDARY_LEVELS = [4, 8] as const
export type BoundaryLevel = (typeof BOUNDARY_LEVELS)[number]

/** One administrative unit of today, without its polygons. */
export interface BoundaryUnit {
  readonly id: PlaceId
  /** Official code: `01` of a province, `00004` of a ward. */
  readonly code: string
  /** With its type, as the state writes it: `Thành phố Hà Nội`, `Phường Bến Nghé`. */
  readonly name: string
  readonly nameEn: string | null
  readonly level: BoundaryLevel
  /** Code of the province of a ward; null for a province, or where it is not known. */
  readonly parentCode: string | null
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
}

/** A unit with its ground. Several polygons: islands and exclaves. */
export interface BoundaryFeature {
  readonly unit: BoundaryUnit
  readonly polygons: MultiPolygonE7
}
