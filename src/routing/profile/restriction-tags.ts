import type { Tags } from '../../base/tags.ts'
import type { Vehicle } from '../model/vehicle.ts'

/*
 * Turn restrictions.
 * Source: wiki.openstreetmap.org/wiki/Relation:restriction.
 */

/** The way in which the turn leads, as its sign draws it; `any` for no_entry and no_exit. */
export type TurnSign = 'left' | 'right' | 'straight' | 'u_turn' | 'any'

export interface RestrictionMeaning {
  /** The turn may not be made; otherwise it is the only one that may. */
  readonly isForbidden: boolean
  readonly sign: TurnSign
}

/** Why a relation restricts nothing for the vehicle. */
export type RestrictionFault = 'conditional' | 'excepted' | 'other vehicles' | 'unknown'

export const KINDS: ReadonlyMap<string, RestrictionMeaning> = new Map<string, RestrictionMeaning>([
  ['no_left_turn', { isForbidden: true, sign: 'left' }],
  ['no_right_turn', { isForbidden: true, sign: 'right' }],
  ['no_straight_on', { isForbidden: true, sign: 'straight' }],
  ['no_u_turn', { isForbidden: true, sign: 'u_turn' }],
  ['no_entry', { isForbidden: true, sign: 'any' }],
  ['no_exit', { isForbidden: true, sign: 'any' }],
  ['only_left_turn', { isForbidden: false, sign: 'left' }],
  ['only_right_turn', { isForbidden: false, sign: 'right' }],
  ['only_straight_on', { isForbidden: false, sign: 'straight' }],
  ['only_u_turn', { isForbidden: false, sign: 'u_turn' }],
])

/** Modes of the vehicle in keys of a relation, the most special first. */
export const MODES: Readonly<Record<Vehicle, readonly string[]>> = {
  car: ['motorcar', 'motor_vehicle', 'vehicle'],
  motorbike: ['motorcycle', 'motor_vehicle', 'vehicle'],
}

export function isRestriction(tags: Tags): boolean {
  return tags['type']?.split(':')[0] === 'restriction'
}

/** The meaning of a relation of type `restriction` for the vehicle. */
export function restrictionMeaning(
  tags: Tags,
  vehicle: Vehicle,
): RestrictionMeaning | RestrictionFault {
  const taggedMode = MODES[vehicle].find((mode) => tags[`restriction:${mode}`] !== undefined)
  const value = taggedMode === undefined ? tags['restriction'] : tags[`restriction:${taggedMode}`]
  if (value === undefined) return faultOf(tags, vehicle)
  if (taggedMode === undefined) {
    const excepted = (tags['except'] ?? '').split(';').map((mode) => mode.trim())
    if (MODES[vehicle].some((mode) => excepted.includes(mode))) return 'excepted'
    // The old way to write hours: the time of the drive is not known.
    if (tags['hour_on'] !== undefined || tags['day_on'] !== undefined) return 'conditional'
  }
  return KINDS.get(value) ?? 'unknown'
}

function faultOf(tags: Tags, vehicle: Vehicle): RestrictionFault {
  const modes = ['', ...MODES[vehicle].map((mode) => `:${mode}`)]
  if (modes.some((mode) => tags[`restriction${mode}:conditional`] !== undefined)) {
    return 'conditional'
  }
  return Object.keys(tags).some((key) => key.startsWith('restriction:'))
    ? 'other vehicles'
    : 'unknown'
}
