import { lowerBound } from '../../base/binary-search.ts'
import { RecentMap } from '../../base/recent-map.ts'
import { wardCode } from '../index/entry-bits.ts'
import {
  firstEntry,
  isFormer,
  NONE,
  nameCount,
  placeIn,
  type SearchIndex,
} from '../index/layout.ts'
import { visitBelow } from '../index/lookup.ts'
import { begunUnits } from '../index/top-names.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'

/** The name that begins so: the ward's own, that of a former ward or that of a former district. */
const CURRENT = 1
const AS_WARD = 2
const AS_DISTRICT = 4
const BITS = 3

/** Of a single word: one letter begins units everywhere. */
const PREFIX_CHARS_MIN = 2
/** A single word without one, `Ph`, begins dozens of wards anywhere. */
const VOWEL = /[aeiouy]/
const RANGES_KEPT = 4_096

const WARD = PLACE_KINDS.indexOf('ward')
const DISTRICT = PLACE_KINDS.indexOf('district')

/**
 * The units whose names the last words of a query begin: `nguyễn trãi hà n…`. The best known of
 * them may be the answer, and are marked one by one (context.ts). But a place may lie in any:
 * `GS25, Ban` may be the one in Phường Bàn Cờ, though a dozen units that begin so are better known.
 * So all wards that are begun, or took over a ward or district that is, are in a list, and the ward
 * of a place is looked up in it.
 */
export class BegunUnits {
  /** The best known units of the span that was added last. */
  best: readonly number[] = []
  /** Whether all wards that this span begins are listed, too. */
  isListed = false
  /** The tokens of all listed spans, with their type words for wards and districts. */
  tokens = 0
  private readonly index: SearchIndex
  private readonly kept = new RecentMap<number, UnitsOfRange>(RANGES_KEPT)
  private readonly spans: BegunSpan[] = []

  constructor(index: SearchIndex) {
    this.index = index
  }

  clear(): void {
    this.spans.length = 0
    this.tokens = 0
  }

  /**
   * Takes a span; there is at most one from each token on. False when it begins no unit. Its tokens
   * are added to `wardMasks`, the masks of wards by their codes (entry-bits.ts).
   */
  add(plan: QueryPlan, span: number, wardMasks: Uint32Array): boolean {
    const only = plan.onlyTokenOf(span)
    const isShort = only !== null && only.folded.length < PREFIX_CHARS_MIN
    if (plan.spanFirst[span] === 0 || isShort) return false
    const { best, wards } = this.unitsOf(plan.spanFrom[span]!, plan.spanTo[span]!)
    this.best = best
    if (best.length === 0) return false
    this.isListed = only === null || VOWEL.test(only.folded)
    if (!this.isListed || wards.length === 0) return true
    const wardMask = plan.maskOf(span, WARD)
    const districtMask = plan.maskOf(span, DISTRICT)
    this.spans.push({ wards, wardMask, districtMask })
    const mask = wardMask | districtMask
    for (let i = 0; i < wards.length; i++) wardMasks[wardCode(wards[i]! >>> BITS)]! |= mask
    this.tokens |= mask
    return true
  }

  /** The tokens that begin a name of the ward, or of a unit that it took over. */
  maskOf(ward: number): number {
    let mask = 0
    for (const span of this.spans) {
      const bits = bitsOf(span, ward)
      if ((bits & (CURRENT | AS_WARD)) !== 0) mask |= span.wardMask
      if ((bits & AS_DISTRICT) !== 0) mask |= span.districtMask
    }
    return mask
  }

  /** The tokens that begin the name of the ward itself. */
  currentMaskOf(ward: number): number {
    let mask = 0
    for (const span of this.spans) {
      if ((bitsOf(span, ward) & CURRENT) !== 0) mask |= span.wardMask
    }
    return mask
  }

  private unitsOf(from: number, to: number): UnitsOfRange {
    const { index, kept } = this
    const key = from * nameCount(index) + to
    const known = kept.get(key)
    if (known) return known
    const units = { best: begunUnits(index, from, to), wards: wardsBegun(index, from, to) }
    kept.set(key, units)
    return units
  }
}

/** The units whose names are in a range. */
interface UnitsOfRange {
  readonly best: readonly number[]
  /** The wards of today, ascending: 8 · ward + the bits CURRENT, AS_WARD, AS_DISTRICT */
  readonly wards: Uint32Array
}

interface BegunSpan {
  readonly wards: Uint32Array
  /** The tokens of the span and of the type words beside it that fit a ward, or a district. */
  readonly wardMask: number
  readonly districtMask: number
}

/** The bits of a ward in the list of a span; 0 when it has none. */
function bitsOf({ wards }: BegunSpan, ward: number): number {
  const found = lowerBound(wards, 0, wards.length, ward << BITS)
  const known = found < wards.length ? wards[found]! : NONE
  return known >>> BITS === ward ? known & ((1 << BITS) - 1) : 0
}

/** The `wards` of a range. Cost: some visits for each unit of these names, whatever the range. */
function wardsBegun(index: SearchIndex, from: number, to: number): Uint32Array {
  const bitsOf = new Map<number, number>()
  visitBelow(index.best, from, to, index.units, (name) => {
    const end = firstEntry(index, name + 1)
    for (let entry = firstEntry(index, name); entry < end; entry++) {
      const unit = placeIn(index, entry)
      if (unit >= index.units) break
      addWards(index, unit, bitsOf)
    }
  })
  return Uint32Array.from(bitsOf, ([ward, bits]) => (ward << BITS) | bits).sort()
}

/** Adds the ward itself, or the wards that took over the ward or district. */
function addWards(index: SearchIndex, unit: number, bitsOf: Map<number, number>): void {
  const { successorFirst, successors } = index
  const kind = index.kind[unit]
  if (kind !== WARD && kind !== DISTRICT) return
  const add = (ward: number, bits: number) => bitsOf.set(ward, (bitsOf.get(ward) ?? 0) | bits)
  if (kind === WARD && !isFormer(index, unit)) add(unit, CURRENT)
  const end = successorFirst[unit + 1]!
  for (let i = successorFirst[unit]!; i < end; i++) {
    add(successors[i]!, kind === WARD ? AS_WARD : AS_DISTRICT)
  }
}
