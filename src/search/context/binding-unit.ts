import { distanceM } from '../../geo/distance.ts'
import { isNumber } from '../../text/tokens.ts'
import { isStreetKind, provinceCode } from '../index/entry-bits.ts'
import { pointOf, provinceOf, type SearchIndex } from '../index/layout.ts'
import { DOOR_OUTSIDE_M, WARD_OUTSIDE_M } from '../model/score-weights.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { highestIndex, isSeveral, lowestBit, lowestIndex } from '../plan/token-mask.ts'
import { isLivingProvince } from './former-units.ts'

interface UnitName {
  readonly mask: number
  readonly unit: number
}

/**
 * The districts and provinces that an address ends with. The smallest of them binds, if it is a
 * district or a former province, `Cẩm Phả` of `Trần Phú, Cẩm Phả, Quảng Ninh`: places elsewhere are
 * not meant, even where no map has that street there.
 */
export class BindingUnit {
  /** The tokens of the one that binds; 0 where there is none. */
  mask = 0
  /** The tokens of all of them. */
  outerMask = 0
  /** The tokens of those that a comma or a word for units sets apart: they name nothing else. */
  apartMask = 0
  private provinces: ReadonlySet<number> | null = null
  private units: readonly number[] = []
  private readonly index: SearchIndex
  private readonly names: UnitName[] = []
  /** Wards with a word for wards beside their name. */
  private readonly wards: UnitName[] = []
  /** Wards whose name alone is the last part of the text. */
  private readonly lastWards: UnitName[] = []

  constructor(index: SearchIndex) {
    this.index = index
  }

  clear(): void {
    this.mask = 0
    this.outerMask = 0
    this.apartMask = 0
    this.provinces = null
    this.units = []
    this.names.length = 0
    this.wards.length = 0
    this.lastWards.length = 0
  }

  /**
   * Takes a district or province that a span names. While the text is typed, only one behind a
   * comma that is no single last word: `Vinh` may go on.
   */
  add(plan: QueryPlan, span: number, unit: number, mask: number): void {
    const { tokens, typing, spanFirst, behindCommas } = plan
    const first = spanFirst[span]!
    // `Xã Đông Quan, Hưng Yên` has no `quận` of the town.
    const isBehindComma = ((behindCommas >> first) & 1) !== 0
    if (typing && (!isBehindComma || first === tokens.length - 1)) return
    this.names.push({ unit, mask: isBehindComma ? mask & -(1 << first) : mask })
  }

  /**
   * Takes a ward that has a word for wards beside its name; several may have that name. While the
   * text is typed, only one that a comma follows.
   */
  addWard({ typing, tellingMask, behindCommas }: QueryPlan, unit: number, mask: number): void {
    if (typing && ((behindCommas >> (highestIndex(mask) + 1)) & 1) === 0) return
    // The `thành` of `thành phố` is no Xã Thanh.
    if ((mask & tellingMask) !== 0) this.wards.push({ unit, mask })
  }

  /** Takes a ward that has none, if its words are all that stands behind the last comma. */
  addLastWard({ typing, tokens, behindCommas }: QueryPlan, unit: number, mask: number): void {
    if (typing || !isSeveral(mask) || (lowestBit(mask) & behindCommas) === 0) return
    if (highestIndex(mask) === tokens.length - 1) this.lastWards.push({ unit, mask })
  }

  /**
   * The tokens of these wards, if a place that explains `mask` is in none of them, nor near one;
   * else 0. Wards without a word for wards count for streets alone, as in `416 Nguyễn Trãi, An
   * Đông`, and only if no street has their name, as in `Lê Lợi, Nguyễn Huệ`. `streetTokens`: the
   * tokens of names of streets.
   */
  wardsFarFrom(place: number, mask: number, streetTokens: number): number {
    const said = this.farFrom(this.wards, place, mask)
    if (this.lastWards.length === 0 || !isStreetKind(this.index.kind[place]!)) return said
    const last = this.farFrom(this.lastWards, place, mask)
    return (last & ~streetTokens) === 0 ? said : said | last
  }

  private farFrom(wards: readonly UnitName[], place: number, mask: number): number {
    let wardMask = 0
    for (const ward of wards) {
      if ((ward.mask & ~mask) === 0) return 0
      if (this.metresTo(ward.unit, place) < WARD_OUTSIDE_M) return 0
      wardMask |= ward.mask
    }
    return wardMask
  }

  /** Once all are taken: reads the text from its end, as long as there are outer units. */
  settle(plan: QueryPlan): void {
    let provinces: ReadonlySet<number> | null = null
    for (let end = plan.tokens.length; end > 0; ) {
      const mask = this.longestTo(end)
      if (mask === 0 || isNumbered(plan, mask)) return
      const units = this.names.filter((name) => name.mask === mask).map(({ unit }) => unit)
      const fitting = units.filter((unit) => provinces?.has(this.provinceOf(unit)) ?? true)
      const isProvince = (fitting.length === 0 ? units : fitting).some((unit) =>
        isLivingProvince(this.index, unit),
      )
      if (fitting.length === 0) {
        // `Huế, Quận 5` contradicts itself: nothing binds. `Phú Hoà, Thủ Dầu Một` does not, as the
        // first is a ward, nor `Văn Huê, quận Phú Nhuận`, as that is a part of a name.
        if (isProvince && (lowestIndex(mask) === 0 || isApart(plan, mask))) this.mask = 0
        return
      }
      if (!isProvince) {
        this.mask = mask
        this.units = fitting
      }
      this.outerMask |= mask
      if (isApart(plan, mask)) this.apartMask |= mask
      provinces = new Set(fitting.map((unit) => this.provinceOf(unit)))
      this.provinces = provinces
      end = lowestIndex(mask)
    }
  }

  /** Whether none of the units lies in the province of that code. */
  isOutside(province: number): boolean {
    return this.provinces !== null && !this.provinces.has(province)
  }

  /** Whether a place lies so near to the unit that binds that people may count it in. */
  isNear(place: number): boolean {
    const { successorFirst, successors } = this.index
    return this.units.some((unit) =>
      successors
        .subarray(successorFirst[unit]!, successorFirst[unit + 1]!)
        .some((ward) => this.metresTo(ward, place) < DOOR_OUTSIDE_M),
    )
  }

  private metresTo(unit: number, place: number): number {
    return distanceM(pointOf(this.index, unit), pointOf(this.index, place))
  }

  /** The longest name of an outer unit that ends there; 0 for none. */
  private longestTo(end: number): number {
    let longest = 0
    for (const { mask } of this.names) {
      if (highestIndex(mask) + 1 !== end) continue
      if (longest === 0 || lowestBit(mask) < lowestBit(longest)) longest = mask
    }
    return longest
  }

  private provinceOf(unit: number): number {
    return isLivingProvince(this.index, unit)
      ? provinceCode(unit)
      : provinceCode(provinceOf(this.index, unit))
  }
}

/** Whether a number stands right before the name: `12 Hai Bà Trưng` is on the street. */
function isNumbered(plan: QueryPlan, mask: number): boolean {
  const before = plan.tokens[lowestIndex(mask) - 1]
  return before !== undefined && isNumber(before) && !isApart(plan, mask)
}

/** Whether a comma stands before the name, or a word for units before or behind it. */
function isApart(plan: QueryPlan, mask: number): boolean {
  const { unitWords, closingUnitWords, behindCommas } = plan
  return (lowestBit(mask) & (unitWords | behindCommas)) !== 0 || (mask & closingUnitWords) !== 0
}
