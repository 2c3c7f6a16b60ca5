import type { PlaceId } from '../base/ids.ts'
import type { Boundaries } from '../boundaries/layout.ts'
import { locate } from '../boundaries/locate.ts'
import { unitAt } from '../boundaries/open.ts'
import { E7 } from '../geo/point.ts'
import type { PointE7 } from '../geo/ring.ts'

/** The units that hold a point; null where none does. */
export interface Area {
  readonly wardId: PlaceId | null
  readonly provinceId: PlaceId | null
}

export const NOWHERE: Area = { wardId: null, provinceId: null }

/** Finds the units of points. Equal areas are the same record, so that they can be compared. */
export class AreaFinder {
  private readonly boundaries: Boundaries
  private readonly provinceByCode = new Map<string, PlaceId>()
  private readonly areas = new Map<number, Area>()

  constructor(boundaries: Boundaries) {
    this.boundaries = boundaries
    for (let i = 0; ; i++) {
      const unit = unitAt(boundaries, i)
      if (unit === null) break
      if (unit.level === 4) this.provinceByCode.set(unit.code, unit.id)
    }
  }

  areaAt(point: PointE7): Area {
    const at = { lon: point.lonE7 / E7, lat: point.latE7 / E7 }
    const ward = locate(this.boundaries, 8, at)
    const province = locate(this.boundaries, 4, at)
    if (ward < 0 && province < 0) return NOWHERE
    const key = (ward + 1) * 0x10000 + province + 1
    const known = this.areas.get(key)
    if (known !== undefined) return known
    const area = this.areaOf(ward, province)
    this.areas.set(key, area)
    return area
  }

  private areaOf(ward: number, province: number): Area {
    const wardUnit = unitAt(this.boundaries, ward)
    const provinceUnit = unitAt(this.boundaries, province)
    // A ward knows its province better than a border drawn apart from it.
    const ofWard = this.provinceByCode.get(wardUnit?.parentCode ?? '')
    return { wardId: wardUnit?.id ?? null, provinceId: ofWard ?? provinceUnit?.id ?? null }
  }
}
