import { PLACE_KINDS } from '../model/place.ts'
import { NONE } from './layout.ts'

/*
 * The facts that decide whether a place of a name need be scored, in one word beside the name: most
 * need not, and their columns lie far apart in memory.
 *
 *   bits 0…7    rank
 *   bits 8…10   kind, position in PLACE_KINDS
 *   bits 11…16  province: 0 for none, its place number + 1, or PROVINCE_ANY
 *   bits 17…26  ward: the last bits of its place number
 *   then        HAS_STREET, HAS_NUMBERS, BARE, ALIAS
 */

const KIND_SHIFT = 8
const KIND_MASK = 7
const PROVINCE_SHIFT = 11
const PROVINCE_MASK = 63
const WARD_SHIFT = 17
const WARD_MASK = 1023

/** The place has a street, or is an alley of one. */
export const HAS_STREET = 1 << 27
/** The place has a number, or is a street with numbers along it. */
export const HAS_NUMBERS = 1 << 28
/** The name is less than a whole name of the place (search-names.ts). */
export const BARE = 1 << 29
/** The name is not the official one of the place. */
export const ALIAS = 1 << 30

/** Codes of provinces are below this, those of wards below that. */
export const PROVINCE_CODES = PROVINCE_MASK + 1
export const WARD_CODES = WARD_MASK + 1

/** The code shared by all provinces without one of their own. */
export const PROVINCE_ANY = PROVINCE_CODES - 1

/** The code of a province, a place or NONE. */
export function provinceCode(province: number): number {
  return province === NONE ? 0 : Math.min(province + 1, PROVINCE_ANY)
}

/** The code of a ward, a place or NONE; several wards may share one. */
export function wardCode(ward: number): number {
  return ward & WARD_MASK
}

/** The entry bits but for the flags. */
export function entryBitsOf(rank: number, kind: number, province: number, ward: number): number {
  return (
    rank |
    (kind << KIND_SHIFT) |
    (provinceCode(province) << PROVINCE_SHIFT) |
    (wardCode(ward) << WARD_SHIFT)
  )
}

export function rankIn(entryBits: number): number {
  return entryBits & 255
}

export function kindIn(entryBits: number): number {
  return (entryBits >> KIND_SHIFT) & KIND_MASK
}

export function provinceCodeIn(entryBits: number): number {
  return (entryBits >> PROVINCE_SHIFT) & PROVINCE_MASK
}

export function wardCodeIn(entryBits: number): number {
  return (entryBits >> WARD_SHIFT) & WARD_MASK
}

/** The bits of province and ward: places that differ here have another province or ward. */
export function whereIn(entryBits: number): number {
  return entryBits & ((PROVINCE_MASK << PROVINCE_SHIFT) | (WARD_MASK << WARD_SHIFT))
}

const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')

/** Whether a kind, by its position in PLACE_KINDS, is that of streets or alleys. */
export function isStreetKind(kind: number): boolean {
  return kind === STREET || kind === ALLEY
}
