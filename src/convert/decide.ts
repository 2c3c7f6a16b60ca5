import { assert } from '../base/assert.ts'
import type { Decision } from './conversion.ts'
import type { Part } from './parts.ts'
import type { Unit } from './units.ts'

/** The exactness of an address in a dataset: the door, a place of that name, or only the street. */
export type Exactness = 'door' | 'place' | 'street'

/**
 * Looks for an address without its units in the ward of today with that code; null when that has
 * neither door nor street of that name.
 */
export type FindAddress = (before: string, wardCode: string) => Exactness | null

export interface Decided {
  readonly unit: Unit
  readonly decidedBy: Decision
  readonly confidence: number
}

/** Reading alone decides which units are meant. */
export const UNIT_CONFIDENCE = 0.98
/** The map has the door in one part alone, or a place: others of its name may not be mapped. */
const POSITION_CONFIDENCE = { door: 0.95, place: 0.8 }
/** The map has the street in one part alone; it may lack some of the street. */
const STREET_CONFIDENCE = 0.8

/** More parts than so many are not asked for one by one. */
const ASKED_MAX = 64

/**
 * The part that an address lies in, largest part first in `parts`; `before`: its number and street.
 * Cost: a look-up a part, where there are several.
 */
export function decide(parts: readonly Part[], before: string, find: FindAddress): Decided {
  const [largest] = parts
  assert(largest, 'ground has parts')
  if (parts.length === 1) {
    return { unit: largest.unit, decidedBy: 'unit', confidence: UNIT_CONFIDENCE }
  }
  const byShare = { unit: largest.unit, decidedBy: 'share', confidence: largest.share } as const
  if (before === '' || parts.length > ASKED_MAX) return byShare
  const found = parts.map(({ unit }) => exactnessIn(unit, before, find))
  const best = found.includes('door') ? 'door' : 'place'
  const positions = parts.filter((_, i) => found[i] === best)
  const [position] = positions
  if (position && positions.length === 1) {
    const confidence = POSITION_CONFIDENCE[best]
    return { unit: position.unit, decidedBy: 'position', confidence }
  }
  // The street of a number that is in two wards goes through both.
  const streets = positions.length > 0 ? positions : parts.filter((_, i) => found[i] !== null)
  const [street] = streets
  if (!street || streets.length === parts.length) return byShare
  const share = street.share / streets.reduce((sum, part) => sum + part.share, 0)
  return { unit: street.unit, decidedBy: 'street', confidence: STREET_CONFIDENCE * share }
}

function exactnessIn({ level, system, code }: Unit, before: string, find: FindAddress) {
  return level === 'ward' && system === 'new' && code !== null ? find(before, code) : null
}
