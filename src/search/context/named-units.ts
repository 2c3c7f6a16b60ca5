import { PROVINCE_CODES } from '../index/entry-bits.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { highestBit, lowestBit } from '../plan/token-mask.ts'

/** For a unit that lay in no single province of today: its parts may lie in any. */
export const ANY = -1

/** The provinces outside the units that a query names. */
export interface Outside {
  /** Uint8[PROVINCE_CODES]: 1 for provinces that hold none of the units. */
  readonly provinces: Uint8Array
  /** The tokens that name the units, as bits. */
  readonly namedMask: number
}

/** The kinds of units that hold wards. */
type Outer = 'district' | 'province'

/**
 * The provinces of the units that a query surely means.
 *
 *   saidIn       Uint8[PROVINCE_CODES]   1 for the provinces of units named with a word for them
 *   namedIn      Uint8[PROVINCE_CODES]   how sure the query is of the province: 1 where it names
 *                                only wards there, 2 for districts named in front of a province,
 *                                3 for other districts, 4 for provinces
 */
export class NamedUnits {
  /** The tokens that name units with a word for their kind: `quận 1`, `Ben Nghe Ward`. */
  saidMask = 0
  /** `saidMask`, and in a query that is typed to its end all names of districts and provinces. */
  namedMask = 0
  /** The tokens of each name of a province, or beginning of one. */
  readonly provinceNames: number[] = []
  /** The least `namedIn` of a province that is not outside: 3 once an outer unit is named. */
  private namedMin = 1
  /** The last token that names a province, and the last that names a district, as bits. */
  private provinceLast = 0
  private districtLast = 0
  private readonly saidIn = new Uint8Array(PROVINCE_CODES)
  private readonly namedIn = new Uint8Array(PROVINCE_CODES)

  clear(): void {
    this.saidIn.fill(0)
    this.namedIn.fill(0)
    this.saidMask = 0
    this.namedMask = 0
    this.namedMin = 1
    this.provinceLast = 0
    this.districtLast = 0
    this.provinceNames.length = 0
  }

  /**
   * Takes a unit of the province with that code, named by the tokens of `mask`; `hasUnitWord`:
   * with a word for its kind. `outer`: null for wards.
   */
  add(province: number, mask: number, hasUnitWord: boolean, outer: Outer | null): void {
    const { namedIn } = this
    const sureness = outer === null ? 1 : this.surenessOf(outer, highestBit(mask))
    this.namedMask |= mask
    if (outer !== null) this.namedMin = 3
    if (province === ANY) this.addToAll(sureness)
    else if (namedIn[province]! < sureness) namedIn[province] = sureness
    if (!hasUnitWord) return
    this.saidMask |= mask
    if (province !== ANY) this.saidIn[province] = 1
  }

  /** Counts every province: a former one that was divided may be any. */
  private addToAll(sureness: number): void {
    const { namedIn } = this
    for (let code = 0; code < PROVINCE_CODES; code++) {
      if (namedIn[code]! < sureness) namedIn[code] = sureness
    }
  }

  /** The sureness of a district or province whose name ends with the token of bit `last`. */
  private surenessOf(outer: Outer, last: number): number {
    const { namedIn } = this
    if (outer === 'district') {
      this.districtLast = Math.max(this.districtLast, last)
      return last < this.provinceLast ? 2 : 3
    }
    this.provinceLast = Math.max(this.provinceLast, last)
    if (last <= this.districtLast) return 4
    for (let code = 0; code < PROVINCE_CODES; code++) if (namedIn[code] === 3) namedIn[code] = 2
    return 4
  }

  /** Whether the query surely names units, of which none is in the province. */
  isOutside(province: number): boolean {
    return this.namedMask !== 0 && this.namedIn[province]! < this.namedMin
  }

  /** The outside of the units that the query surely names, a copy; null when it names none. */
  outside(): Outside | null {
    const { namedMask } = this
    if (namedMask === 0) return null
    return { namedMask, provinces: this.namedIn.map((sureness) => +(sureness < this.namedMin)) }
  }

  /**
   * How far a place lies outside the units named with a word for their kind: 0 in all of them, 0.5
   * in the province of one, else 1. `mask`: the tokens that the place explains.
   */
  strayness(province: number, mask: number): number {
    if ((this.saidMask & ~mask) === 0) return 0
    return this.saidIn[province] === 1 ? 0.5 : 1
  }

  /**
   * Whether the name of a street, the tokens `nameMask`, is that of the unit that an address lies
   * in: `49 Thái Thịnh, Quận Hai Bà Trưng` asks for no 49 of Phố Hai Bà Trưng.
   */
  isUnitOfAddress({ unitWords, firstMask }: QueryPlan, nameMask: number): boolean {
    if ((nameMask & (~this.saidMask | firstMask)) !== 0) return false
    return ((lowestBit(nameMask) >>> 1) & unitWords) !== 0
  }

  /**
   * The tokens of `provinceMask`, which name the province of a place, that belong to names which
   * the place's own name, `nameMask`, cuts in two: the `an` of `Trần Phú, An Giang` is not that of
   * Xã Phú An as well.
   */
  usedTwice({ tellingMask }: QueryPlan, provinceMask: number, nameMask: number): number {
    const beside = provinceMask & ~nameMask
    if ((nameMask & provinceMask) === 0 || (nameMask & ~provinceMask) === 0) return 0
    if ((beside & tellingMask) === 0) return 0
    let whole = 0
    for (const mask of this.provinceNames) if ((mask & nameMask) === 0) whole |= mask
    return beside & ~whole
  }
}
