import {
  BARE,
  kindIn,
  PROVINCE_CODES,
  provinceCode,
  provinceCodeIn,
  WARD_CODES,
  wardCode,
  wardCodeIn,
} from '../index/entry-bits.ts'
import {
  AROUND_COLUMNS,
  firstEntry,
  formerParentOf,
  isFormer,
  NONE,
  placeIn,
  provinceOf,
  type SearchIndex,
  wardOf,
} from '../index/layout.ts'
import type { Candidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { BegunUnits } from './begun-units.ts'
import { BindingUnit } from './binding-unit.ts'
import { isLivingProvince, predecessorsOf, ruralProvincesOf } from './former-units.ts'
import { NamedStreets } from './named-streets.ts'
import { ANY, NamedUnits } from './named-units.ts'
import { isUniqueName } from './unique-name.ts'

const PROVINCE = PLACE_KINDS.indexOf('province')
const DISTRICT = PLACE_KINDS.indexOf('district')
const WARD = PLACE_KINDS.indexOf('ward')
const POI = PLACE_KINDS.indexOf('poi')

/**
 * The tokens of a query that the surroundings of a place explain. The units that the query names
 * are marked with the tokens that they take; a former unit marks the wards that took it over. After
 * that, the surroundings of a place cost two look-ups, and one in the list of each name that
 * streets in the query have.
 *
 *   unitMask     Uint32[units]   tokens that name the unit itself
 *   provinceMask, wardMask       Uint32[PROVINCE_CODES], Uint32[WARD_CODES]   tokens that name, or
 *                                begin to name, the province or ward or a unit it took over, by
 *                                the codes in entry bits; for all units of a code together
 *   parentMask   Uint32[PROVINCE_CODES]   tokens that name districts or provinces, by the code of
 *                                the province that these are in today; so are the former units
 *                                that were in them, as no district was ever divided by provinces
 *
 *   isRural      Uint8[units]    1 for provinces that are no cities
 *   isBegun      Uint8[units]    1 for marked units whose names are only begun
 */
export class Context {
  private readonly index: SearchIndex
  private readonly begun: BegunUnits
  readonly unitMask: Uint32Array
  /** Of each unit the former units that it took over whole or in part. */
  private readonly predecessors: readonly number[][]
  private readonly isRural: Uint8Array
  readonly isBegun: Uint8Array
  private readonly provinceMask = new Uint32Array(PROVINCE_CODES)
  private readonly wardMask = new Uint32Array(WARD_CODES)
  private readonly parentMask = new Uint32Array(PROVINCE_CODES)
  /** Units that are marked: the first `touchedCount` of them. */
  private readonly touched: Uint32Array
  private touchedCount = 0
  /** All tokens that name some unit. */
  unitTokens = 0
  readonly namedUnits = new NamedUnits()
  readonly binding: BindingUnit
  private readonly streets: NamedStreets
  /** The tokens of the binding unit, which a door outside it may explain; 0 without numbers. */
  private doorOutsideMask = 0
  /** The tokens that are whole names of districts. */
  private districtTokens = 0

  constructor(index: SearchIndex) {
    this.index = index
    this.begun = new BegunUnits(index)
    this.unitMask = new Uint32Array(index.units)
    this.predecessors = predecessorsOf(index)
    this.isBegun = new Uint8Array(index.units)
    this.isRural = ruralProvincesOf(index)
    this.touched = new Uint32Array(index.units)
    this.streets = new NamedStreets(index)
    this.binding = new BindingUnit(index)
  }

  /** Forgets the last query and marks what this one names. */
  read(plan: QueryPlan): void {
    const { touched, unitMask } = this
    for (let i = 0; i < this.touchedCount; i++) unitMask[touched[i]!] = 0
    this.touchedCount = 0
    this.begun.clear()
    this.wardMask.fill(0)
    this.provinceMask.fill(0)
    this.parentMask.fill(0)
    this.unitTokens = 0
    this.namedUnits.clear()
    this.streets.clear()
    this.binding.clear()
    this.districtTokens = 0
    for (let span = 0; span < plan.spans; span++) {
      if (plan.spanIsPrefix[span] === 0) this.markName(plan, span)
      else this.markBegunUnits(plan, span)
    }
    this.binding.settle(plan)
    this.doorOutsideMask = plan.numbers.length > 0 ? this.binding.mask : 0
  }

  /** All tokens that name some unit or street. */
  get namedTokens(): number {
    return this.unitTokens | this.streets.tokens
  }

  /** All tokens that name some street. */
  get streetTokens(): number {
    return this.streets.tokens
  }

  /** Whether the tokens of a name are a part of the name of a street in the query. */
  isPartOfStreet(nameMask: number, tellingMask: number): boolean {
    return this.streets.isPart(nameMask, tellingMask)
  }

  /** Units that the query names or begins to name. */
  get units(): Uint32Array {
    return this.touched.subarray(0, this.touchedCount)
  }

  /** All tokens that may name the units around a place, or the unit itself, by its entry bits. */
  unitMaskMax(place: number, entryBits: number): number {
    const province = provinceCodeIn(entryBits)
    const holding = this.provinceMask[province]! | this.wardMask[wardCodeIn(entryBits)]!
    if (place >= this.index.units) return holding | this.doorOutsideMask
    return (
      holding | this.unitMask[place]! | this.wardMask[wardCode(place)]! | this.parentMask[province]!
    )
  }

  /** Tokens that the surroundings of `place` explain. */
  maskOf(place: number): number {
    const { index, unitMask } = this
    if (this.namedTokens === 0) return 0
    const row = AROUND_COLUMNS * place
    const street = index.around[row]!
    const ward = index.around[row + 1]!
    const province = index.around[row + 2]!
    let mask = 0
    if (place < index.units) mask |= unitMask[place]! | this.nameMaskOf(place)
    if (ward !== NONE && !isFormer(index, place)) {
      mask |= this.nameMaskOf(ward) | this.begun.maskOf(ward)
    }
    if (province !== NONE) mask |= this.nameMaskOf(province)
    if (street !== NONE) mask |= this.streets.maskOf(street)
    // Its own district and province distinguish a former ward from its namesakes.
    for (let unit = place; unit < index.units; ) {
      const parent = formerParentOf(index, unit)
      if (parent === NONE) break
      mask |= unitMask[parent]!
      unit = parent
    }
    return mask
  }

  /** Tokens that name the street of a place. */
  streetOf(place: number): number {
    if (this.streetTokens === 0) return 0
    const street = this.index.around[AROUND_COLUMNS * place]!
    return street === NONE ? 0 : this.streets.maskOf(street)
  }

  /**
   * Of the tokens that name the ward and province of a place, but not its street, those that name
   * only former units.
   */
  formerMaskOf(place: number): number {
    const { index, unitMask } = this
    const ward = wardOf(index, place)
    const province = provinceOf(index, place)
    let anyMask = 0
    let currentMask = 0
    if (ward !== NONE) {
      anyMask |= this.nameMaskOf(ward) | this.begun.maskOf(ward)
      currentMask |= unitMask[ward]! | this.begun.currentMaskOf(ward)
    }
    if (province !== NONE) {
      anyMask |= this.nameMaskOf(province)
      currentMask |= unitMask[province]!
    }
    const former = anyMask & ~currentMask
    return former === 0 ? 0 : former & ~this.streetOf(place)
  }

  /**
   * Whether a former ward lies in another district than the query names: `Phường 1, Vĩnh Long` is
   * in the town of that name, not in another of the province. `mask`: the tokens it explains.
   */
  isInOtherDistrict(ward: number, nameMask: number, mask: number): boolean {
    const parent = formerParentOf(this.index, ward)
    return parent !== NONE && mask !== nameMask && (this.unitMask[parent]! & mask) === 0
  }

  /**
   * Whether a ward has its name only since districts ended, and the query names a district: it then
   * asks for the ward that was in it.
   */
  isLaterThanDistrict(ward: number, nameMask: number, mask: number): boolean {
    const isInDistrict = (this.districtTokens & mask & ~nameMask) !== 0
    if (!isInDistrict || formerParentOf(this.index, ward) !== NONE) return false
    return !this.hasKeptName(ward, nameMask)
  }

  /** Whether a ward that went into this one had the name of the tokens `nameMask`, too. */
  private hasKeptName(ward: number, nameMask: number): boolean {
    return this.predecessors[ward]!.some((unit) => (nameMask & ~this.unitMask[unit]!) === 0)
  }

  /**
   * Whether a query names districts or provinces behind the place, while it is typed behind a
   * comma, and the place lies in none of them: `1 Lê Duẩn, Quận 1` is not in Hanoi even where no
   * map has it in Quận 1, nor `Nam A Bank Huế` in Saigon. False for a POI whose whole name, a rare
   * one, is in the query.
   */
  isElsewhere(plan: QueryPlan, candidate: Candidate, mask: number): boolean {
    const { place, entryBits, nameMask, missing } = candidate
    const units = plan.typing ? this.binding : this.namedUnits
    const isOutside = units.isOutside(provinceCodeIn(entryBits))
    // People know the name of a POI, but err in its ward.
    const mayErr = place < this.index.units || (missing === 0 && kindIn(entryBits) === POI)
    const wards = mayErr ? 0 : this.binding.wardsFarFrom(place, mask, this.streetTokens)
    if (!isOutside && wards === 0 && !this.isUnbound(plan, candidate)) return false
    const outerMask = plan.typing ? this.binding.outerMask : this.namedUnits.namedMask
    const open = (outerMask | wards) & ~mask
    const unmet = isOutside ? open : open | this.binding.mask
    // Addresses go from the inside out: a unit that holds the place stands behind it.
    if (unmet <= nameMask) return false
    // A name that streets have, too, is not unique: `Trần Hưng Đạo, Sơn La`.
    const isName = missing === 0 && (entryBits & BARE) === 0
    const mayBeUnique = isName && (nameMask & ~this.streetTokens) !== 0
    return !mayBeUnique || !isUniqueName(this.index, plan, candidate, mask, unmet)
  }

  /**
   * Whether the query ends with a district in which the place does not lie. A name with all of the
   * district's words need not lie there: `KFC Hà Đông`.
   */
  private isUnbound(plan: QueryPlan, { place, nameMask }: Candidate): boolean {
    const bound = this.binding.mask
    if (bound === 0) return false
    if (place >= this.index.units && (bound & plan.tellingMask & ~nameMask) === 0) return false
    return (this.holdingMaskOf(place) & bound) !== bound
  }

  /** Tokens that name the ward of a place, or units it took over; of a former unit its parents. */
  private holdingMaskOf(place: number): number {
    const { index, unitMask } = this
    if (place >= index.units) {
      const ward = wardOf(index, place)
      return ward === NONE ? this.binding.mask : this.nameMaskOf(ward)
    }
    if (isLivingProvince(index, place)) return this.binding.mask
    if (!isFormer(index, place)) return this.nameMaskOf(place)
    let mask = unitMask[place]!
    for (let unit = formerParentOf(index, place); unit !== NONE; ) {
      mask |= unitMask[unit]!
      unit = formerParentOf(index, unit)
    }
    return mask
  }

  /** The tokens that name a place's province, but are used up by its name (named-units.ts). */
  usedTwice(plan: QueryPlan, entryBits: number, nameMask: number): number {
    const provinceMask = this.provinceMask[provinceCodeIn(entryBits)]!
    return this.namedUnits.usedTwice(plan, provinceMask, nameMask)
  }

  /** Whether the tokens of `nameMask` also name the ward or province that holds the place. */
  isNamedAsUnit(place: number, nameMask: number): boolean {
    const { index, unitMask } = this
    const holders = [wardOf(index, place), provinceOf(index, place)]
    return holders.some((unit) => unit !== NONE && (nameMask & ~unitMask[unit]!) === 0)
  }

  /** The same for a ward, or one that went into it. `ward`: not NONE. */
  isNamedAsFormer(ward: number, nameMask: number): boolean {
    return (nameMask & ~this.nameMaskOf(ward)) === 0
  }

  private markName(plan: QueryPlan, span: number): void {
    const { index } = this
    const { units } = index
    const name = plan.spanFrom[span]!
    const end = firstEntry(index, name + 1)
    for (let entry = firstEntry(index, name); entry < end; entry++) {
      const place = placeIn(index, entry)
      if (place >= units) break
      this.markUnit(plan, span, place)
    }
    this.streets.add(plan, span, name)
  }

  private markBegunUnits(plan: QueryPlan, span: number): void {
    const { begun } = this
    // `quận 1` is no beginning of Quận 10.
    if ((plan.unitNumbers & (1 << (plan.spanEnd[span]! - 1))) !== 0) return
    if (!begun.add(plan, span, this.wardMask)) return
    for (const unit of begun.best) this.markUnit(plan, span, unit)
    this.unitTokens |= begun.tokens
  }

  private markUnit(plan: QueryPlan, span: number, unit: number): void {
    const { index, unitMask, isBegun, touched } = this
    const kind = index.kind[unit]!
    if (kind !== PROVINCE && kind !== DISTRICT && kind !== WARD) return
    // `Long Bình Tân, Biên Hòa` does not name Tân Biên.
    if (kind !== PROVINCE && plan.isParted(plan.spanMask(span))) return
    const mask = this.typedMaskOf(plan, span, unit)
    this.unitTokens |= mask
    this.markNamed(plan, span, unit, mask)
    const isPrefix = plan.spanIsPrefix[span] === 0 ? 0 : 1
    if (isPrefix === 0 || unitMask[unit] === 0) isBegun[unit] = isPrefix
    if (unitMask[unit] === 0) touched[this.touchedCount++] = unit
    unitMask[unit]! |= mask
    if (kind === PROVINCE) this.namedUnits.provinceNames.push(mask)
    if (kind !== WARD) this.markParent(unit, mask)
    const isDistrict = kind === DISTRICT && !plan.hasOtherTypeWord(span, kind)
    if (isDistrict && isPrefix === 0) this.districtTokens |= mask
    // The wards of all units that are begun are marked already.
    const isListed = isPrefix === 1 && kind !== PROVINCE && this.begun.isListed
    if (!isListed) this.markInside(unit, kind, mask)
  }

  /** Marks the unit, or the wards that took it over, for all that lies in them. */
  private markInside(unit: number, kind: number, mask: number): void {
    const { index, wardMask, provinceMask } = this
    const from = index.successorFirst[unit]!
    const to = index.successorFirst[unit + 1]!
    for (let i = from; i < to; i++) wardMask[wardCode(index.successors[i]!)]! |= mask
    if (from < to) return
    if (kind === PROVINCE) provinceMask[provinceCode(unit)]! |= mask
    else wardMask[wardCode(unit)]! |= mask
  }

  /** Tokens that name the ward or province of today, or a unit it took over. */
  private nameMaskOf(unit: number): number {
    const { index, unitMask, wardMask } = this
    if (index.kind[unit] === PROVINCE) return isFormer(index, unit) ? 0 : unitMask[unit]!
    if (wardMask[wardCode(unit)] === 0) return 0
    const former = this.predecessors[unit]!
    let mask = isFormer(index, unit) ? 0 : unitMask[unit]!
    for (let i = 0; i < former.length; i++) mask |= unitMask[former[i]!]!
    return mask
  }

  /** Tokens of a span and of type words for that unit: `TP Vĩnh Long` is no `Tỉnh Vĩnh Long`. */
  private typedMaskOf(plan: QueryPlan, span: number, unit: number): number {
    if (this.isRural[unit] === 1 && plan.hasCityWord(span)) return plan.spanMask(span)
    return plan.maskOf(span, this.index.kind[unit]!)
  }

  /** Takes a unit that the query surely means, not by a part of another name: `đường Hà Nội`. */
  private markNamed(plan: QueryPlan, span: number, unit: number, mask: number): void {
    const { index } = this
    const kind = index.kind[unit]!
    const hasUnitWord = plan.hasUnitWord(mask)
    const mayBind = kind !== WARD && !plan.hasOtherTypeWord(span, kind)
    if (mayBind) this.binding.add(plan, span, unit, mask)
    if (kind === WARD) {
      if (hasUnitWord) this.binding.addWard(plan, unit, mask)
      else this.binding.addLastWard(plan, unit, mask)
    }
    const isOuter = mayBind && !plan.typing
    if (!hasUnitWord && !isOuter) return
    const province = isLivingProvince(index, unit) ? unit : provinceOf(index, unit)
    const code = province === NONE ? ANY : provinceCode(province)
    const outer = kind === PROVINCE ? 'province' : 'district'
    this.namedUnits.add(code, mask, hasUnitWord, isOuter ? outer : null)
  }

  /** Marks a district or province as the former parent of units. */
  private markParent(unit: number, mask: number): void {
    const { index, parentMask } = this
    const province = isLivingProvince(index, unit) ? unit : provinceOf(index, unit)
    if (province !== NONE) parentMask[provinceCode(province)]! |= mask
    else for (let code = 0; code < PROVINCE_CODES; code++) parentMask[code]! |= mask
  }
}
