import type { MinHeap } from '../base/heap.ts'
import { NONE, type SearchIndex } from './layout.ts'
import { visitBest } from './lookup.ts'
import { PLACE_KINDS } from './place.ts'
import type { QueryPlan } from './plan.ts'

const PREFIX_UNITS_MAX = 24
const PREFIX_CHARS_MIN = 2
const STREETS_MAX = 2048

const PROVINCE = PLACE_KINDS.indexOf('province')
const DISTRICT = PLACE_KINDS.indexOf('district')
const WARD = PLACE_KINDS.indexOf('ward')
const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')

/**
 * Which tokens of a query are explained by where a place lies. The units and streets that the
 * query names mark the tokens they take; a former unit marks the wards that took it over. After
 * that, what surrounds any place is three look-ups.
 *
 *   unitMask     Uint32[units]   tokens that name the unit itself
 *   insideMask   Uint32[units]   tokens that name the ward or province, or what it was before
 *   streetMask   Uint32[places]  tokens that name the street
 */
export class Context {
  private readonly index: SearchIndex
  private readonly unitMask: Uint32Array
  private readonly insideMask: Uint32Array
  private readonly streetMask: Uint32Array
  private readonly touchedUnits: number[] = []
  private marked = 0
  private markedStreets = 0
  private readonly touchedStreets: number[] = []

  constructor(index: SearchIndex) {
    this.index = index
    this.unitMask = new Uint32Array(index.units)
    this.insideMask = new Uint32Array(index.units)
    this.streetMask = new Uint32Array(index.places)
  }

  /** Forgets the last query and marks what this one names. */
  read(plan: QueryPlan, queue: MinHeap): void {
    for (const unit of this.touchedUnits) this.unitMask[unit] = this.insideMask[unit] = 0
    for (const street of this.touchedStreets) this.streetMask[street] = 0
    this.touchedUnits.length = 0
    this.marked = 0
    this.markedStreets = 0
    this.touchedStreets.length = 0
    for (let span = 0; span < plan.spans; span++) {
      if (plan.spanIsPrefix[span] === 0) this.markName(plan, span)
      else this.markBegunUnits(plan, span, queue)
    }
  }

  /** All tokens that name some unit or street. */
  get namedTokens(): number {
    return this.marked | this.markedStreets
  }

  /** All tokens that name some street. */
  get streetTokens(): number {
    return this.markedStreets
  }

  /** All tokens that name some unit. */
  get unitTokens(): number {
    return this.marked
  }

  /** Tokens that the surroundings of `place` explain. */
  maskOf(place: number): number {
    const { index, insideMask, unitMask } = this
    if (this.namedTokens === 0) return 0
    const ward = index.ward[place]!
    const province = index.province[place]!
    const street = index.street[place]!
    let mask = 0
    if (place < index.units) mask |= unitMask[place]! | insideMask[place]!
    if (ward !== NONE && (place >= index.units || !this.isFormer(place))) mask |= insideMask[ward]!
    if (province !== NONE) mask |= insideMask[province]!
    if (street !== NONE) mask |= this.streetMask[street]!
    // A former ward is told from its namesakes by its own district and province.
    for (let unit = place; unit < index.units; ) {
      const parent = index.formerParent[unit]!
      if (parent === NONE) break
      mask |= unitMask[parent]!
      unit = parent
    }
    return mask
  }

  /** Of the tokens that name the ward and province of a place, those by which it went before. */
  formerMaskOf(place: number): number {
    const { index, insideMask, unitMask } = this
    const ward = index.ward[place]!
    const province = index.province[place]!
    let inside = 0
    let living = 0
    if (ward !== NONE) {
      inside |= insideMask[ward]!
      living |= unitMask[ward]!
    }
    if (province !== NONE) {
      inside |= insideMask[province]!
      living |= unitMask[province]!
    }
    return inside & ~living
  }

  /** Whether the ward or province that holds the place is named by the tokens in `own` too. */
  isNamedAsUnit(place: number, own: number): boolean {
    const { ward, province } = this.index
    return this.isUnitNamed(ward[place]!, own) || this.isUnitNamed(province[place]!, own)
  }

  private isUnitNamed(unit: number, own: number): boolean {
    return unit !== NONE && (own & ~this.unitMask[unit]!) === 0
  }

  private isFormer(unit: number): boolean {
    return this.index.successorFirst[unit + 1]! > this.index.successorFirst[unit]!
  }

  private markName(plan: QueryPlan, span: number): void {
    const { entryFirst, entryPlace, kind, units } = this.index
    const name = plan.spanFrom[span]!
    const end = entryFirst[name + 1]!
    let entry = entryFirst[name]!
    for (; entry < end && entryPlace[entry]! < units; entry++) {
      this.markUnit(plan, span, entryPlace[entry]!)
    }
    const streetMask = plan.saidBy(span, STREET)
    const alleyMask = plan.saidBy(span, ALLEY)
    for (let seen = 0; entry < end && seen < STREETS_MAX; entry++, seen++) {
      const place = entryPlace[entry]!
      const its = kind[place]!
      if (its !== STREET && its !== ALLEY) continue
      const mask = its === STREET ? streetMask : alleyMask
      if (this.streetMask[place] === 0) this.touchedStreets.push(place)
      this.streetMask[place]! |= mask
      this.markedStreets |= mask
    }
  }

  /** The last words may be the beginning of a unit's name: `nguyễn trãi hà n…`. */
  private markBegunUnits(plan: QueryPlan, span: number, queue: MinHeap): void {
    const first = plan.spanFirst[span]!
    const last = plan.tokens.at(-1)
    const isShort =
      plan.spanEnd[span]! - first === 1 && (last?.folded.length ?? 0) < PREFIX_CHARS_MIN
    if (first === 0 || isShort) return
    const { entryFirst, entryPlace, units } = this.index
    let names = 0
    const from = plan.spanFrom[span]!
    const mark = (name: number) => {
      if (name < from) return true
      const place = entryPlace[entryFirst[name]!]!
      if (place >= units) return false
      this.markUnit(plan, span, place)
      return ++names < PREFIX_UNITS_MAX
    }
    const tops = plan.topsOf(span)
    if (tops) tops.every(mark)
    else visitBest(this.index, from, plan.spanTo[span]!, queue, mark)
  }

  private markUnit(plan: QueryPlan, span: number, unit: number): void {
    const { kind, successorFirst, successors } = this.index
    const its = kind[unit]!
    if (its !== PROVINCE && its !== DISTRICT && its !== WARD) return
    const mask = plan.saidBy(span, its)
    this.marked |= mask
    this.touchedUnits.push(unit)
    this.unitMask[unit]! |= mask
    const from = successorFirst[unit]!
    const to = successorFirst[unit + 1]!
    if (from === to) this.insideMask[unit]! |= mask
    for (let i = from; i < to; i++) {
      const ward = successors[i]!
      this.touchedUnits.push(ward)
      this.insideMask[ward]! |= mask
    }
  }
}
