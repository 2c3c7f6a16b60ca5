import type { Lang } from '../base/lang.ts'
import { englishUnit } from '../text/lexicon/english-units.ts'
import type { UnitName, UnitPath } from './conversion.ts'
import type { Reading } from './reading.ts'
import type { Unit } from './units.ts'

/** The unit and those above it, as answers show them. */
export function pathOf(unit: Unit, lang: Lang): UnitPath {
  const path = { system: unit.system, ward: null, district: null, province: null }
  const names: Partial<Record<Unit['level'], UnitName>> = {}
  for (let at: Unit | null = unit; at !== null; at = at.parent) {
    if (at.name !== '') names[at.level] = { code: at.code, name: nameIn(at, lang) }
  }
  return { ...path, ...names }
}

/** The common part of several units that may be meant. */
export function commonPath(units: readonly [Unit, ...Unit[]], lang: Lang): UnitPath {
  const [first, ...others] = units.map((unit) => pathOf(unit, lang))
  return others.reduce(
    (common, path) => ({
      system: common.system,
      ward: shared(common.ward, path.ward),
      district: shared(common.district, path.district),
      province: shared(common.province, path.province),
    }),
    first!,
  )
}

/** The name that both have; its code where that, too, is the same. */
function shared(a: UnitName | null, b: UnitName | null): UnitName | null {
  if (a === null || b === null || a.name !== b.name) return null
  return a.code === b.code ? a : { code: null, name: a.name }
}

/** `12 Nguyễn Trãi` and the units, smallest first, and the text behind. */
export function addressIn(
  { before, behind }: Pick<Reading, 'before' | 'behind'>,
  { ward, district, province }: UnitPath,
): string {
  const names = [ward, district, province].flatMap((unit) => (unit === null ? [] : [unit.name]))
  return [before, ...names, behind].filter((part) => part !== '').join(', ')
}

function nameIn({ name, nameEn }: Unit, lang: Lang): string {
  return lang === 'vi' ? name : (nameEn ?? englishUnit(name))
}
