import { provinceCode } from '../index/entry-bits.ts'
import { isFormer, provinceOf, type SearchIndex } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { highestIndex, lowestBit, lowestIndex } from '../plan/token-mask.ts'

const PROVINCE = PLACE_KINDS.indexOf('province')

interface OuterName {
  readonly mask: number
  readonly unit: number
}

/**
 * The district, or province of before, that an address ends with, alone or in front of its
 * province: `Cẩm Phả` of `Trần Phú, Cẩm Phả, Quảng Ninh`. It binds: what lies elsewhere is not
 * meant, even where no map has that street there.
 */
export class BindingUnit {
  /** Its tokens; 0 where there is none. */
  mask = 0
  /** Whether a comma or a word for units sets it apart, so that nothing else is called so. */
  isApart = false
  private readonly index: SearchIndex
  private readonly names: OuterName[] = []

  constructor(index: SearchIndex) {
    this.index = index
  }

  clear(): void {
    this.mask = 0
    this.isApart = false
    this.names.length = 0
  }

  /** Takes a district or province that tokens in `mask` name, in a text that is whole. */
  add(unit: number, mask: number): void {
    this.names.push({ unit, mask })
  }

  /** Once all are there: reads the text from its end, as long as there are outer units. */
  settle(plan: QueryPlan): void {
    let end = plan.tokens.length
    let provinces: ReadonlySet<number> | null = null
    while (end > 0) {
      const mask = this.longestTo(end)
      if (mask === 0) return
      const units = this.names.filter((name) => name.mask === mask).map(({ unit }) => unit)
      const fitting = units.filter((unit) => provinces?.has(this.provinceOf(unit)) ?? true)
      // `Phú Hoà, 12 Lê Lợi` or `Phú Hoà, Thủ Dầu Một`: not the district of that name.
      if (fitting.length === 0) return
      if (!fitting.some((unit) => this.isLivingProvince(unit))) this.bind(plan, mask)
      provinces = new Set(fitting.map((unit) => this.provinceOf(unit)))
      end = lowestIndex(mask)
    }
  }

  private bind(plan: QueryPlan, mask: number): void {
    const { unitWords, closingUnitWords, tokens } = plan
    this.mask = mask
    const isBehindComma = tokens[lowestIndex(mask)]!.before.includes(',')
    const isSaid = (lowestBit(mask) & unitWords) !== 0 || (mask & closingUnitWords) !== 0
    this.isApart = isBehindComma || isSaid
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

  private isLivingProvince(unit: number): boolean {
    return this.index.kind[unit] === PROVINCE && !isFormer(this.index, unit)
  }

  private provinceOf(unit: number): number {
    return this.isLivingProvince(unit)
      ? provinceCode(unit)
      : provinceCode(provinceOf(this.index, unit))
  }
}
