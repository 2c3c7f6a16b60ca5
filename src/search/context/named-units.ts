import { PROVINCE_CODES } from '../index/entry-bits.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { highestBit, lowestBit } from '../plan/token-mask.ts'

/** Of a unit that lay in no province of today: what was its, may lie in any. */
export const ANY = -1

/** Outside of the units that a query names. */
export interface Outside {
  /** Uint8[PROVINCE_CODES]: 1 for provinces that hold none of them. */
  readonly provinces: Uint8Array
  /** The tokens that name them, as bits. */
  readonly named: number
}

/** What holds wards. */
type Outer = 'district' | 'province'

/**
 * What the units that a query surely means say of the province.
 *
 *   saidIn       Uint8[PROVINCE_CODES]   1 for the provinces of units that are said to be ones
 *   namedIn      Uint8[PROVINCE_CODES]   how sure the query is of the province: 1 where only wards
 *                                are said that lie there, 2 for districts named in front of a
 *                                province, 3 for others, 4 for provinces named
 */
export class NamedUnits {
  /** The tokens that name units with a word for what they are: `quận 1`, `Ben Nghe Ward`. */
  said = 0
  /** Those, and in a query that is typed to its end all that name districts and provinces. */
  named = 0
  /** Those that name, or begin to name, provinces: each time that one is named. */
  readonly provinceNames: number[] = []
  /** What a province needs of `namedIn`: 3 once a district or province is named. */
  private namedMin = 1
  /** The last tokens that name a province, and a district. */
  private provinceLast = 0
  private districtLast = 0
  private readonly saidIn = new Uint8Array(PROVINCE_CODES)
  private readonly namedIn = new Uint8Array(PROVINCE_CODES)

  clear(): void {
    this.saidIn.fill(0)
    this.namedIn.fill(0)
    this.said = 0
    this.named = 0
    this.namedMin = 1
    this.provinceLast = 0
    this.districtLast = 0
    this.provinceNames.length = 0
  }

  /**
   * Takes a unit of that province that tokens in `mask` name; `isSaid`: with a word for it.
   * `outer`: null for wards.
   */
  add(province: number, mask: number, isSaid: boolean, outer: Outer | null): void {
    const { namedIn } = this
    const sureness = outer === null ? 1 : this.surenessOf(outer, highestBit(mask))
    this.named |= mask
    if (outer !== null) this.namedMin = 3
    if (province === ANY) this.addToAll(sureness)
    else if (namedIn[province]! < sureness) namedIn[province] = sureness
    if (!isSaid) return
    this.said |= mask
    if (province !== ANY) this.saidIn[province] = 1
  }

  /** A province of before that was divided may be any. */
  private addToAll(sureness: number): void {
    const { namedIn } = this
    for (let code = 0; code < PROVINCE_CODES; code++) {
      if (namedIn[code]! < sureness) namedIn[code] = sureness
    }
  }

  /** Of a district or province whose name ends with token `last`. */
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
    return this.named !== 0 && this.namedIn[province]! < this.namedMin
  }

  /** What is outside of all units that the query surely names, a copy; null when it names none. */
  outside(): Outside | null {
    const { named } = this
    if (named === 0) return null
    return { named, provinces: this.namedIn.map((sureness) => +(sureness < this.namedMin)) }
  }

  /**
   * How far a place lies outside the units that are said to be ones, of which its surroundings and
   * name explain `mask`: 0 in all of them, 0.5 in the province of one, else 1.
   */
  strayness(province: number, mask: number): number {
    if ((this.said & ~mask) === 0) return 0
    return this.saidIn[province] === 1 ? 0.5 : 1
  }

  /**
   * Whether what names a street is said to be the unit that an address lies in: `49 Thái Thịnh,
   * Quận Hai Bà Trưng` asks for no 49 of Phố Hai Bà Trưng.
   */
  isSaidUnit({ unitWords, firstMask }: QueryPlan, own: number): boolean {
    if ((own & (~this.said | firstMask)) !== 0) return false
    return ((lowestBit(own) >>> 1) & unitWords) !== 0
  }

  /**
   * Of the tokens that name the province of a place, those that are part of names which its own
   * name, `own`, cuts in two: the `an` of `Trần Phú, An Giang` is not that of Xã Phú An as well.
   */
  usedTwice({ tellingMask }: QueryPlan, named: number, own: number): number {
    const beside = named & ~own
    if ((own & named) === 0 || (own & ~named) === 0 || (beside & tellingMask) === 0) return 0
    let whole = 0
    for (const mask of this.provinceNames) if ((mask & own) === 0) whole |= mask
    return beside & ~whole
  }
}
