import { tokenize } from '../text/tokens.ts'
import type { UnitsAsked } from './conversion.ts'
import type { Gazetteer } from './converter.ts'
import type { Named } from './mentions.ts'
import { matchedUnits, type Reading } from './reading.ts'
import { keyOf } from './unit-key.ts'
import { SYSTEMS, type System, type UnitLevel } from './units.ts'

/** Digits of the codes of each level. */
const CODE: Readonly<Record<UnitLevel, RegExp>> = {
  ward: /^\d{5}$/,
  district: /^\d{3}$/,
  province: /^\d{2}$/,
}

/** The kind of unit that a bare number names. */
const COUNTED: Readonly<Record<UnitLevel, string>> = {
  ward: 'phường',
  district: 'quận',
  province: 'tỉnh',
}

/**
 * The units of three separate fields; null when one of them is no unit, or they do not belong
 * together.
 */
export function readAsked(
  gazetteer: Gazetteer,
  { ward, district, province, street }: UnitsAsked,
  to: System,
): Reading | null {
  const asked = [
    unitsNamed(gazetteer, province, 'province', to),
    unitsNamed(gazetteer, district, 'district', to),
    unitsNamed(gazetteer, ward, 'ward', to),
  ] as const
  if (asked.some((units) => units?.length === 0)) return null
  const matched = matchedUnits(...asked)
  return matched && { before: street ?? '', behind: '', ...matched }
}

/** Null for an empty field, an empty list for a name of no unit of that level. */
function unitsNamed(
  { names, byCode }: Gazetteer,
  text: string | null,
  level: UnitLevel,
  to: System,
): readonly Named[] | null {
  if (text === null) return null
  if (CODE[level].test(text)) {
    // A ward of today has the code of one of before: meant is the system that is left.
    const systems = to === 'new' ? [...SYSTEMS].reverse() : SYSTEMS
    const known = systems.flatMap((system) => byCode[system].get(text) ?? [])
    return known.slice(0, level === 'ward' ? 1 : 2).map((unit) => ({ unit, doubt: 0 }))
  }
  const written = /^\d+$/.test(text) ? `${COUNTED[level]} ${text}` : text
  return names.namedBy(keyOf(tokenize(written)), level)
}
