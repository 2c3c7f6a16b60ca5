import type { PlaceId } from '../../base/ids.ts'
import type { Boundaries } from '../../boundaries/layout.ts'
import { locate } from '../../boundaries/locate.ts'
import { unitAt } from '../../boundaries/open.ts'
import { E7 } from '../../geo/point.ts'
import type { PointE7 } from '../../geo/ring.ts'
import type { Place } from '../../search/model/place.ts'
import type { AddressMeaning } from '../tags/address-tags.ts'
import { bareUnitName, spellingKey } from '../tags/unit-names.ts'

/** The units that hold a point; null where none does. */
export interface Area {
  readonly wardId: PlaceId | null
  readonly provinceId: PlaceId | null
}

export const NOWHERE: Area = { wardId: null, provinceId: null }

/** Finds units by their names as addresses write them. */
export class UnitNames {
  private readonly provinces = new Map<string, PlaceId>()
  private readonly wards = new Map<string, PlaceId>()

  constructor(units: readonly Place[]) {
    for (const { id, kind, name, aliases, provinceId } of units) {
      for (const each of [name, ...aliases]) {
        const key = nameKey(each)
        if (kind === 'province') this.provinces.set(key, id)
        else if (kind === 'ward') this.wards.set(`${provinceId} ${key}`, id)
      }
    }
  }

  /**
   * `area` with its gaps filled from the address. A polygon goes before the tags, which are often
   * of before the reform. A ward is looked for in its province alone.
   */
  filled(area: Area, address: AddressMeaning | null): Area {
    if (address === null || (area.wardId !== null && area.provinceId !== null)) return area
    const { ward, province } = address
    const provinceId =
      area.provinceId ?? (province === null ? null : this.provinces.get(nameKey(province)))
    if (provinceId === null || provinceId === undefined) return area
    const named = ward === null ? undefined : this.wards.get(`${provinceId} ${nameKey(ward)}`)
    return { wardId: area.wardId ?? named ?? null, provinceId }
  }
}

/** `TP.HCM`, `Tp. Hồ Chí Minh` and `Hồ Chí Minh` are one province. */
function nameKey(name: string): string {
  const plain = spellingKey(bareUnitName(name.replace(/^(?:tp|t)\.\s*/iu, '')))
  return /^(?:hcm|tphcm|tp hcm)$/.test(plain) ? spellingKey('Hồ Chí Minh') : plain
}

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
    // A ward decides its province better than a border drawn apart from it.
    const ofWard = this.provinceByCode.get(wardUnit?.parentCode ?? '')
    return { wardId: wardUnit?.id ?? null, provinceId: ofWard ?? provinceUnit?.id ?? null }
  }
}
