import type { Lang } from '../base/lang.ts'
import type { System } from './units.ts'

/** An address or units to be converted to the units of `to`. */
export interface ConvertQuery {
  readonly address: string | UnitsAsked
  readonly to: System
  readonly lang: Lang
}

/** Units by names or by codes of the General Statistics Office; null for no unit of the level. */
export interface UnitsAsked {
  readonly ward: string | null
  readonly district: string | null
  readonly province: string | null
  /** The part in front of the units: number and street. */
  readonly street: string | null
}

/**
 * The evidence for the part of a divided unit that an address lies in: none was needed (`unit`),
 * the position of its door, the wards of its street, or only the size of the largest part.
 */
export const DECISIONS = ['unit', 'position', 'street', 'share'] as const
export type Decision = (typeof DECISIONS)[number]

export interface UnitName {
  /** Of the General Statistics Office; null when no openly licensed source has it. */
  readonly code: string | null
  readonly name: string
}

/** A unit with those above it; null for no unit of the level, and for the district of today. */
export interface UnitPath {
  readonly system: System
  readonly ward: UnitName | null
  readonly district: UnitName | null
  readonly province: UnitName | null
}

export interface Candidate {
  readonly units: UnitPath
  readonly address: string
  /** Of the ground that was named: more than 0, at most 1. */
  readonly share: number
}

export interface Conversion {
  readonly input: string
  readonly to: System
  readonly address: string
  readonly units: UnitPath
  /** The units that were named. */
  readonly from: UnitPath
  readonly decidedBy: Decision
  /** 0 to 1. */
  readonly confidence: number
  /** All parts, largest first; their shares add up to 1. */
  readonly candidates: readonly Candidate[]
}
