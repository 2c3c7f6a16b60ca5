import type { Point } from '../geo/point.ts'
import type { Boundaries } from './layout.ts'
import { locate } from './locate.ts'
import { unitAt, units } from './open.ts'
import type { BoundaryLevel, BoundaryUnit } from './unit.ts'

/** The units that hold a point; null where none does or its level was not asked for. */
export interface Holders {
  readonly province: BoundaryUnit | null
  readonly ward: BoundaryUnit | null
}

/**
 * The province is that of the ward, and only where no ward holds the point, or nobody knows whose
 * it is, the one whose own polygons do: those leave out islands, and their borders are not quite
 * those of the wards.
 */
export function holdersOf(
  boundaries: Boundaries,
  point: Point,
  levels: readonly BoundaryLevel[],
): Holders {
  const ward = unitAt(boundaries, locate(boundaries, 8, point))
  const province = levels.includes(4)
    ? (parentOf(boundaries, ward) ?? unitAt(boundaries, locate(boundaries, 4, point)))
    : null
  return { province, ward: levels.includes(8) ? ward : null }
}

function parentOf(boundaries: Boundaries, ward: BoundaryUnit | null): BoundaryUnit | null {
  if (ward === null || ward.parentCode === null) return null
  boundaries.provinces ??= new Map(
    units(boundaries)
      .filter(({ level }) => level === 4)
      .map((unit) => [unit.code, unit]),
  )
  return boundaries.provinces.get(ward.parentCode) ?? null
}
