import type { Lang } from '../base/lang.ts'
import type { UnitPath } from './conversion.ts'
import type { Gazetteer } from './converter.ts'
import { UNIT_CONFIDENCE } from './decide.ts'
import type { Named } from './mentions.ts'
import { merged, type Part } from './parts.ts'
import { matchedUnits, readAddress } from './reading.ts'
import { keyOfName } from './unit-key.ts'
import { pathOf } from './unit-path.ts'
import type { Unit, UnitLevel } from './units.ts'

/** The position of an answer: units of today by its names. */
export interface PlaceUnits {
  readonly ward: string | null
  readonly province: string | null
  readonly lang: Lang
  /** The address that was asked for, which may name units of before; null for none. */
  readonly askedAddress: string | null
}

/** Units of an answer in both systems. */
export interface BothUnits {
  readonly units: UnitPath
  readonly old: UnitPath
  /** 0 to 1: below 1 for one of several former wards, unless the address names it. */
  readonly oldConfidence: number
}

/** Null when its units are not units of Vietnam. */
export function unitsOfPlace(
  gazetteer: Gazetteer,
  { ward, province, lang, askedAddress }: PlaceUnits,
): BothUnits | null {
  const matched = matchedUnits(
    named(gazetteer, province, 'province'),
    null,
    named(gazetteer, ward, 'ward'),
  )
  const [unit, ...others] = matched?.units ?? []
  if (!unit || others.length > 0) return null
  const { part, confidence } = formerPart(gazetteer, unit, askedAddress)
  return { units: pathOf(unit, lang), old: pathOf(part.unit, lang), oldConfidence: confidence }
}

/** Units of today; null without a name. */
function named(
  { names }: Gazetteer,
  name: string | null,
  level: UnitLevel,
): readonly Named[] | null {
  if (name === null) return null
  return names.namedBy(keyOfName(name), level).filter(({ unit }) => unit.system === 'new')
}

/** The former unit that the address names, else the largest part. */
function formerPart(
  gazetteer: Gazetteer,
  unit: Unit,
  askedAddress: string | null,
): { readonly part: Part; readonly confidence: number } {
  const parts = unit.parts.length > 0 ? unit.parts : merged([unit])
  const askedUnits = askedAddress === null ? [] : formerUnitsIn(gazetteer, askedAddress)
  const fitting = parts.filter((part) => askedUnits.some((each) => holds(each, part.unit)))
  // A ward that had ended before the reform is no part of any of today.
  const ended = askedUnits.filter((each) => each.isOlder && liesIn(each, unit))
  const [only] = ended
  if (only && fitting.length === 0) {
    return { part: { unit: only, share: 1 }, confidence: UNIT_CONFIDENCE / ended.length }
  }
  const meant = fitting.length > 0 ? fitting : parts
  const whole = meant.reduce((sum, { share }) => sum + share, 0)
  const part = meant[0]!
  const share = Math.round((part.share / whole) * 100) / 100
  return { part, confidence: Math.min(UNIT_CONFIDENCE, share) }
}

function formerUnitsIn({ names }: Gazetteer, askedAddress: string): readonly Unit[] {
  const reading = readAddress(names, askedAddress)
  return reading?.system === 'old' ? reading.units : []
}

function liesIn({ parts }: Unit, unit: Unit): boolean {
  return parts.some((part) => part.unit === unit)
}

/** Whether a unit is the other or holds it. */
function holds(holder: Unit, unit: Unit): boolean {
  for (let at: Unit | null = unit; at !== null; at = at.parent) if (at === holder) return true
  return false
}
