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
 * Where no polygon of a province holds the point, the province is that of the ward: the polygons of
 * provinces leave out Côn Đảo, Phú Quốc and other islands.
 */
export function holdersOf(
  boundaries: Boundaries,
  point: Point,
  levels: readonly BoundaryLevel[],
): Holders {
  const at = (level: BoundaryLevel) => unitAt(boundaries, locate(boundaries, level, point))
  const province = levels.includes(4) ? at(4) : null
  const isMissing = levels.includes(4) && province === null
  const ward = levels.includes(8) || isMissing ? at(8) : null
  return {
    province: isMissing ? parentOf(boundaries, ward) : province,
    ward: levels.includes(8) ? ward : null,
  }
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
