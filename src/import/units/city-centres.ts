import type { PlaceId } from '../../base/ids.ts'
import type { Place } from '../../search/model/place.ts'
import type { Draft } from '../passes/interpret.ts'
import type { Rejections } from '../report/report.ts'
import { bareUnitName, spellingKey } from '../tags/unit-names.ts'
import type { Unit } from './units.ts'

/** A province that is a city, not `Tỉnh Cao Bằng`, which has one of that name. */
const IS_CITY = /^thành phố\s/iu
const CITY = 'place=city'

/**
 * A city that is a province is one place, not two: drafts without such cities, and the province
 * with the names and the position of its city. A search for Đà Nẵng does not mean the hills amid
 * its borders.
 */
export function withCityCentres(
  units: readonly Unit[],
  drafts: readonly Draft[],
  rejections: Rejections,
): { readonly units: readonly Unit[]; readonly drafts: readonly Draft[] } {
  const provinces = new Map(units.map(({ place }) => [place.id, place]))
  const cities = new Map<PlaceId, Draft>()
  const others = drafts.filter((draft) => {
    const { provinceId } = draft.area
    const province = provinceId === null ? undefined : provinces.get(provinceId)
    if (province === undefined || draft.category !== CITY) return true
    if (!isItsCity(province.name, draft.names.name)) return true
    rejections.add('city that is its province', draft.id)
    cities.set(province.id, draft)
    return false
  })
  const moved = units.map((unit) => {
    const city = cities.get(unit.place.id)
    return city === undefined ? unit : { ...unit, place: joined(unit.place, city) }
  })
  return { units: moved, drafts: others }
}

function joined(province: Place, { names, point }: Draft): Place {
  return {
    ...province,
    ...point,
    nameEn: province.nameEn ?? names.nameEn,
    aliases: [...new Set([...province.aliases, ...names.aliases])],
  }
}

/** Whether a settlement of a province is the province itself, by their names. */
export function isItsCity(province: string, settlement: string): boolean {
  if (!IS_CITY.test(province)) return false
  return spellingKey(bareUnitName(settlement)) === spellingKey(bareUnitName(province))
}
