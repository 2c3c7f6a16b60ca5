import { lowerBound } from '../../base/binary-search.ts'
import { TOKENS_MAX } from '../../text/tokens.ts'
import { wardCode } from '../index/entry-bits.ts'
import { firstEntry, isFormer, NONE, placeIn, type SearchIndex } from '../index/layout.ts'
import { visitBelow } from '../index/lookup.ts'
import { RangeMemo } from '../index/range-memo.ts'
import { begunUnitsOf } from '../index/top-names.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'

/** By which name a ward is begun: its own, that of a ward or that of a district of before. */
const LIVING = 1
const AS_WARD = 2
const AS_DISTRICT = 4
const BITS = 3

/** Of a single word: a letter begins units everywhere. */
const PREFIX_CHARS_MIN = 2
/** A single word without one, `Ph`, begins dozens of wards anywhere. */
const VOWEL = /[aeiouy]/
const SETS = 4096
const NUMBERS_MAX = 1_000_000

/** Columns of the rows of spans. */
const START = 0
const END = 1
const SAID_OF_WARD = 2
const SAID_OF_DISTRICT = 3
const SPAN_COLUMNS = 4

const WARD = PLACE_KINDS.indexOf('ward')
const DISTRICT = PLACE_KINDS.indexOf('district')

/**
 * The units whose names the last words of a query begin: `nguyễn trãi hà n…`. The best known of
 * them may be what is looked for, and are marked one by one (context.ts). But a place may lie in
 * any: `GS25, Ban` is as well the one in Phường Bàn Cờ, though a dozen units that begin so are
 * better known. So a place is asked whether its ward is among all that are begun, or took over a
 * ward or district that is.
 *
 *   lists  of a range of names the wards of today, ascending: 8 times each and the bits LIVING …
 *   spans  Uint32[SPAN_COLUMNS * count]  rows, one for each span: where its list begins and ends;
 *                                        the tokens that it says of a ward, and of a district
 */
export class BegunUnits {
  /** The best known of the span that was added last: `best.values[best.start]` … */
  readonly best: RangeMemo
  /** Whether all wards that this span begins are taken, too. */
  isListed = false
  /** The tokens that the spans say of a ward or district. */
  tokens = 0
  private readonly lists: RangeMemo
  /** Numbers of the lists of one query, at most. */
  private readonly numbersMax: number
  private readonly spans = new Uint32Array(SPAN_COLUMNS * TOKENS_MAX)
  private count = 0

  constructor(index: SearchIndex) {
    this.best = begunUnitsOf(index)
    this.numbersMax = TOKENS_MAX * index.units
    this.lists = new RangeMemo(SETS, Math.max(NUMBERS_MAX, 4 * this.numbersMax), (from, to) =>
      wardsBegun(index, from, to),
    )
  }

  clear(): void {
    this.count = 0
    this.tokens = 0
    this.lists.reserve(this.numbersMax)
  }

  /**
   * Takes a span, of which there is one at most from each token on; false when it begins no unit.
   * What it says of wards is added to the masks of these by their codes (entry-bits.ts).
   */
  add(plan: QueryPlan, span: number, wardMask: Uint32Array): boolean {
    const only = plan.onlyTokenOf(span)
    const isShort = only !== null && only.folded.length < PREFIX_CHARS_MIN
    if (plan.spanFirst[span] === 0 || isShort) return false
    const { best, lists, spans } = this
    const [from, to] = [plan.spanFrom[span]!, plan.spanTo[span]!]
    best.look(from, to)
    if (best.start === best.end) return false
    this.isListed = only === null || VOWEL.test(only.folded)
    if (!this.isListed) return true
    lists.look(from, to)
    const { values, start, end } = lists
    if (start === end) return true
    const row = SPAN_COLUMNS * this.count++
    spans[row + START] = start
    spans[row + END] = end
    spans[row + SAID_OF_WARD] = plan.maskOf(span, WARD)
    spans[row + SAID_OF_DISTRICT] = plan.maskOf(span, DISTRICT)
    const most = spans[row + SAID_OF_WARD]! | spans[row + SAID_OF_DISTRICT]!
    for (let i = start; i < end; i++) wardMask[wardCode(values[i]! >>> BITS)]! |= most
    this.tokens |= most
    return true
  }

  /** The tokens that begin names of the ward, those of before too. */
  namesOf(ward: number): number {
    const { spans } = this
    let mask = 0
    for (let row = 0; row < SPAN_COLUMNS * this.count; row += SPAN_COLUMNS) {
      const bits = this.bitsOf(row, ward)
      if ((bits & (LIVING | AS_WARD)) !== 0) mask |= spans[row + SAID_OF_WARD]!
      if ((bits & AS_DISTRICT) !== 0) mask |= spans[row + SAID_OF_DISTRICT]!
    }
    return mask
  }

  /** The tokens that begin the name of the ward itself. */
  livingOf(ward: number): number {
    let mask = 0
    for (let row = 0; row < SPAN_COLUMNS * this.count; row += SPAN_COLUMNS) {
      if ((this.bitsOf(row, ward) & LIVING) !== 0) mask |= this.spans[row + SAID_OF_WARD]!
    }
    return mask
  }

  /** The bits of a ward in the list of a span; 0 when it has none. */
  private bitsOf(row: number, ward: number): number {
    const { spans, lists } = this
    const end = spans[row + END]!
    const found = lowerBound(lists.values, spans[row + START]!, end, ward << BITS)
    const known = found < end ? lists.values[found]! : NONE
    return known >>> BITS === ward ? known & ((1 << BITS) - 1) : 0
  }
}

/** Cost: some visits a unit that bears one of the names, whatever the range. */
function wardsBegun(index: SearchIndex, from: number, to: number): number[] {
  const bitsOf = new Map<number, number>()
  visitBelow(index.best, from, to, index.units, (name) => {
    const end = firstEntry(index, name + 1)
    for (let entry = firstEntry(index, name); entry < end; entry++) {
      const unit = placeIn(index, entry)
      if (unit >= index.units) break
      addWards(index, unit, bitsOf)
    }
  })
  return [...bitsOf].map(([ward, bits]) => (ward << BITS) | bits).sort((a, b) => a - b)
}

/** The ward itself, or those that took over the ward or district. */
function addWards(index: SearchIndex, unit: number, bitsOf: Map<number, number>): void {
  const { kind, successorFirst, successors } = index
  const its = kind[unit]
  if (its !== WARD && its !== DISTRICT) return
  const add = (ward: number, bits: number) => bitsOf.set(ward, (bitsOf.get(ward) ?? 0) | bits)
  if (its === WARD && !isFormer(index, unit)) add(unit, LIVING)
  const end = successorFirst[unit + 1]!
  for (let i = successorFirst[unit]!; i < end; i++) {
    add(successors[i]!, its === WARD ? AS_WARD : AS_DISTRICT)
  }
}
