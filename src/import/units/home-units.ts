import type { Place } from '../../search/model/place.ts'
import type { Rejections } from '../report/report.ts'
import { bareUnitName, spellingKey } from '../tags/unit-names.ts'
import { builtinBoundaries, builtinUnits, provinceAliases } from './builtin.ts'
import { PROVINCES, wardRecords } from './builtin-data.ts'
import { formerUnitPlaces } from './former-units.ts'
import type { Unit } from './units.ts'

/**
 * The built-in units of Vietnam, which complete those of an extract.
 *
 * An extract of a neighbourhood or of roads alone has no provinces, or torn ones. Addresses need
 * them all the same, so every extract of Vietnam is completed from the built-in set: provinces
 * with their (coarser) polygons, wards by name alone. An extract of another country gets none of
 * it: there, Vietnamese units would only be false answers.
 */
export interface HomeUnits {
  /** The official code of a unit by its name; null when it has none. */
  codeOf(level: 4 | 8, name: string, provinceCode: string | null): string | null
  /** `own` with more aliases, and the units that it lacks. */
  complete(mappedUnits: readonly Unit[], rejections: Rejections): readonly Unit[]
  /** Provinces, districts and wards that the reform of 2025 ended. */
  former(units: readonly Unit[]): readonly Place[]
}

export function homeUnits(country: string): HomeUnits {
  if (country !== 'VN') {
    return { codeOf: () => null, complete: (mappedUnits) => mappedUnits, former: () => [] }
  }
  return { codeOf: codeFinder(), complete, former }
}

function codeFinder(): HomeUnits['codeOf'] {
  const provinces = new Map(PROVINCES.map(({ name, code }) => [nameKey(name), code]))
  const wards = new Map<string, string | null>()
  for (const { name, code, provinceCode } of wardRecords()) {
    const key = `${provinceCode} ${spellingKey(name)}`
    // Two wards of one name and kind: no telling which is meant.
    wards.set(key, wards.has(key) ? null : code)
  }
  return (level, name, provinceCode) =>
    level === 4
      ? (provinces.get(nameKey(name)) ?? null)
      : (wards.get(`${provinceCode} ${spellingKey(name)}`) ?? null)
}

function nameKey(name: string): string {
  return spellingKey(bareUnitName(name))
}

function complete(mappedUnits: readonly Unit[], rejections: Rejections): readonly Unit[] {
  const units = withoutFormerProvinces(mappedUnits, rejections).map(withAliases)
  const known = new Set(units.map(({ place }) => place.code))
  const features = new Map(builtinBoundaries().map((feature) => [feature.unit.code, feature]))
  const missing = builtinUnits()
    .filter(({ code }) => !known.has(code))
    .map((place) => ({ place, feature: features.get(place.code ?? '') ?? null }))
  return [...units, ...missing]
}

/**
 * An extract of before July 2025 has 63 provinces. Some kept their names and got more ground, so
 * none of its polygons can be trusted to be of today: the built-in ones take their place.
 */
function withoutFormerProvinces(
  mappedUnits: readonly Unit[],
  rejections: Rejections,
): readonly Unit[] {
  const provinces = mappedUnits.filter(({ place }) => place.kind === 'province')
  if (provinces.every(({ place }) => place.code !== null)) return mappedUnits
  for (const { place } of provinces) rejections.add('boundary of a former province', place.name)
  const isGone = new Set(provinces.map(({ place }) => place.id))
  return mappedUnits
    .filter(({ place }) => !isGone.has(place.id))
    .map((unit) =>
      unit.place.provinceId !== null && isGone.has(unit.place.provinceId)
        ? { ...unit, place: { ...unit.place, provinceId: null } }
        : unit,
    )
}

function withAliases(unit: Unit): Unit {
  const { place } = unit
  if (place.kind !== 'province' || place.code === null) return unit
  const aliases = new Set([...place.aliases, ...provinceAliases(place.code)])
  aliases.delete(place.name)
  return { ...unit, place: { ...place, aliases: [...aliases] } }
}

function former(units: readonly Unit[]): readonly Place[] {
  const positions = new Map(units.map(({ place }) => [place.id, place]))
  return formerUnitPlaces((id) => positions.get(id) ?? null)
}
