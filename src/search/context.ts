import type { MinHeap } from '../base/heap.ts'
import { NONE, type SearchIndex } from './layout.ts'
import { visitBest } from './lookup.ts'
import { PLACE_KINDS } from './place.ts'
import type { QueryPlan, Span } from './plan.ts'

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
    for (const span of plan.spans) {
      if (span.how === 'exact') this.markName(span, span.range.from)
      else this.markBegunUnits(plan, span, queue)
    }
  }

  /** All tokens that name some unit or street. */
  get namedTokens(): number {
    return (this.marked | this.markedStreets) >>> 0
  }

  /** All tokens that name some unit. */
  get unitTokens(): number {
    return this.marked >>> 0
  }

  /** Tokens that the surroundings of `place` explain. */
  maskOf(place: number): number {
    const { index, insideMask, unitMask } = this
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
    return mask >>> 0
  }

  /** Whether the ward or province that holds the place is named by the tokens in `own` too. */
  isNamedAsUnit(place: number, own: number): boolean {
    const { ward, province } = this.index
    const isNamed = (unit: number) => unit !== NONE && (own & ~this.unitMask[unit]!) === 0
    return isNamed(ward[place]!) || isNamed(province[place]!)
  }

  private isFormer(unit: number): boolean {
    return this.index.successorFirst[unit + 1]! > this.index.successorFirst[unit]!
  }

  private markName(span: Span, name: number): void {
    const { entryFirst, entryPlace, kind, units } = this.index
    const end = entryFirst[name + 1]!
    let entry = entryFirst[name]!
    for (; entry < end && entryPlace[entry]! < units; entry++)
      this.markUnit(entryPlace[entry]!, span)
    for (let seen = 0; entry < end && seen < STREETS_MAX; entry++, seen++) {
      const place = entryPlace[entry]!
      const its = kind[place]!
      if (its !== STREET && its !== ALLEY) continue
      if (this.streetMask[place] === 0) this.touchedStreets.push(place)
      this.streetMask[place]! |= span.masks[its]!
      this.markedStreets |= span.masks[its]!
    }
  }

  /** The last words may be the beginning of a unit's name: `nguyễn trãi hà n…`. */
  private markBegunUnits(plan: QueryPlan, span: Span, queue: MinHeap): void {
    const last = plan.tokens.at(-1)
    const isShort = span.end - span.first === 1 && (last?.folded.length ?? 0) < PREFIX_CHARS_MIN
    if (span.first === 0 || isShort) return
    const { entryFirst, entryPlace, units } = this.index
    let names = 0
    visitBest(this.index, span.range, queue, (name) => {
      const place = entryPlace[entryFirst[name]!]!
      if (place >= units) return false
      this.markUnit(place, span)
      return ++names < PREFIX_UNITS_MAX
    })
  }

  private markUnit(unit: number, span: Span): void {
    const { kind, successorFirst, successors } = this.index
    const its = kind[unit]!
    if (its !== PROVINCE && its !== DISTRICT && its !== WARD) return
    const mask = span.masks[its]!
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
