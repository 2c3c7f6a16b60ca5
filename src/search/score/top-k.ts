import type { HouseNumber } from '../index/houses.ts'
import { NONE, provinceOf, type SearchIndex, streetOf, wardOf } from '../index/layout.ts'
import { PLACE_KINDS } from '../model/place.ts'

/**
 * How the number chain of the query met the street: the door itself, a place between two doors, the
 * mouth of the alley that was asked for, the alley that the door lies in, that of a chain told from
 * the inside out, or not at all.
 */
export const NUMBER_MATCHES = [
  'none',
  'house',
  'between',
  'mouth',
  'alley',
  'turned',
  'missing',
] as const
export type NumberMatch = (typeof NUMBER_MATCHES)[number]
export const NO_NUMBER = NUMBER_MATCHES.indexOf('none')

/** A place that answers a query, and how well. */
export interface Match {
  readonly place: number
  /** Province and ward of it, as entry-bits.ts has them. */
  readonly where: number
  /** The street that led to a house or alley mouth; NONE when the place was found by its name. */
  readonly street: number
  readonly number: NumberMatch
  /** The number asked for; null when `number` is none. */
  readonly sought: HouseNumber | null
  /** The tokens of the query that the place explains. */
  readonly mask: number
  /** Share of the query's weight that these are, 0..1. */
  readonly coverage: number
  /** Share of the place's name that was not asked for; above 1 where the order is wrong too. */
  readonly missing: number
  readonly score: number
}

/** From here on a query counts as wholly explained; the rest is rounding. */
export const COVERAGE_FULL = 0.999

/** Houses and POIs are the last of PLACE_KINDS. */
const HOUSE = PLACE_KINDS.indexOf('house')

/** Matches that explain so much less than the best are noise. */
export const COVERAGE_SPREAD = 0.3
/** Streets of the name that is begun are meant as well as the few that have the number. */
export const NUMBER_SPREAD = 0.46

/** Sums in another order differ in their last digits: what is better by less is equal. */
const ROUNDING = 1e-6

/** What full coverage is worth; everything else together is worth about a quarter of it. */
const COVERAGE_POINTS = 2000

/** What explaining everything is worth beyond: nothing is left that one would have to ask about. */
const FULL_POINTS = 300

/** Coverage first, then everything that orders equals. */
export function scoreOf(coverage: number, points: number): number {
  return COVERAGE_POINTS * coverage + (coverage >= COVERAGE_FULL ? FULL_POINTS : 0) + points
}

/**
 * The best matches so far, worst replaced first; of equals the smaller place (worth more) stays.
 * Each place is kept once, and of those that read the same (both carriageways of a road) the best.
 * Columns are those of `Match`, and the province and ward of each place:
 *
 *   where       Uint32    as entry-bits.ts has it
 *   place, mask  Uint32   street  Int32   number  Uint8, position in NUMBER_MATCHES
 *   sought  HouseNumber | null   coverage, missing, score  Float64
 */
export class TopK {
  private readonly index: SearchIndex
  private readonly where: Uint32Array
  private readonly place: Uint32Array
  private readonly street: Int32Array
  private readonly number: Uint8Array
  private readonly sought: (HouseNumber | null)[]
  private readonly mask: Uint32Array
  private readonly coverage: Float64Array
  private readonly missing: Float64Array
  private readonly score: Float64Array
  /** Scratch of `take`. */
  private readonly order: Uint8Array
  private size = 0
  private wanted = 0
  private worst = 0
  /** No match with a smaller score is kept; −∞ while there is room. */
  threshold = Number.NEGATIVE_INFINITY
  /** The greatest coverage of all that was offered. */
  bestCoverage = 0

  /** What explains less is noise. */
  get coverageMin(): number {
    return this.bestCoverage - COVERAGE_SPREAD
  }

  /** The same of a street that lacks the number which is asked for. */
  get lackingMin(): number {
    return this.bestCoverage - NUMBER_SPREAD
  }

  /** How much of the name of the best was not asked for; 0 for none. */
  get bestMissing(): number {
    let best = 0
    for (let i = 1; i < this.size; i++) if (this.goesBefore(i, best)) best = i
    return this.size === 0 ? 0 : this.missing[best]!
  }

  constructor(index: SearchIndex, capacity: number) {
    this.index = index
    this.where = new Uint32Array(capacity)
    this.place = new Uint32Array(capacity)
    this.street = new Int32Array(capacity)
    this.number = new Uint8Array(capacity)
    this.sought = new Array<HouseNumber | null>(capacity).fill(null)
    this.mask = new Uint32Array(capacity)
    this.coverage = new Float64Array(capacity)
    this.missing = new Float64Array(capacity)
    this.score = new Float64Array(capacity)
    this.order = new Uint8Array(capacity)
  }

  /** Empties the list; from now on it keeps `wanted` matches, at most its capacity. */
  clear(wanted: number): void {
    this.size = 0
    this.wanted = Math.min(wanted, this.place.length)
    this.worst = 0
    this.threshold = Number.NEGATIVE_INFINITY
    this.bestCoverage = 0
  }

  /** Whether a match that scores at most so much would be kept. */
  wouldTake(score: number): boolean {
    return score > this.threshold + ROUNDING
  }

  /** Keeps the match if it is among the best. `where`: `whereIn` of the place's entry bits. */
  offer(
    place: number,
    where: number,
    street: number,
    number: number,
    sought: HouseNumber | null,
    mask: number,
    coverage: number,
    missing: number,
    score: number,
  ): void {
    if (coverage > this.bestCoverage) this.bestCoverage = coverage
    if (score < this.threshold) return
    let slot = this.slotOf(place, where)
    if (slot >= 0) {
      if (this.score[slot]! >= score) return
    } else if (this.size < this.wanted) {
      slot = this.size++
    } else {
      slot = this.worst
      if (score === this.threshold && place > this.place[slot]!) return
    }
    this.place[slot] = place
    this.where[slot] = where
    this.street[slot] = street
    this.number[slot] = number
    this.sought[slot] = sought
    this.mask[slot] = mask
    this.coverage[slot] = coverage
    this.missing[slot] = missing
    this.score[slot] = score
    if (this.size === this.wanted) this.findWorst()
  }

  /** The matches, best first; a place with the smaller number (worth more) wins a tie. */
  take(): Match[] {
    const { order, size } = this
    for (let i = 0; i < size; i++) {
      let at = i
      while (at > 0 && this.goesBefore(i, order[at - 1]!)) {
        order[at] = order[at - 1]!
        at--
      }
      order[at] = i
    }
    const matches: Match[] = []
    for (let i = 0; i < size; i++) matches.push(this.matchAt(order[i]!))
    return matches
  }

  private goesBefore(a: number, b: number): boolean {
    const difference = this.score[a]! - this.score[b]!
    return difference > 0 || (difference === 0 && this.place[a]! < this.place[b]!)
  }

  private matchAt(slot: number): Match {
    return {
      place: this.place[slot]!,
      where: this.where[slot]!,
      street: this.street[slot]!,
      number: NUMBER_MATCHES[this.number[slot]!]!,
      sought: this.sought[slot]!,
      mask: this.mask[slot]!,
      coverage: this.coverage[slot]!,
      missing: this.missing[slot]!,
      score: this.score[slot]!,
    }
  }

  /** Where the place is, or one that reads the same; −1 for neither. */
  private slotOf(place: number, where: number): number {
    const { size } = this
    for (let i = 0; i < size; i++) {
      if (this.where[i] === where && this.readsTheSame(place, this.place[i]!)) return i
    }
    return -1
  }

  /** Whether nothing that an answer shows tells two places apart. */
  private readsTheSame(a: number, b: number): boolean {
    if (a === b) return true
    const { index } = this
    const { units, kind, houseNumber, name } = index
    // Former units of one name tell what they were.
    if (a < units || b < units || name[a] !== name[b]) return false
    if (wardOf(index, a) !== wardOf(index, b)) return false
    if (provinceOf(index, a) !== provinceOf(index, b)) return false
    // Only of houses and POIs the number and street are shown.
    if (kind[a]! < HOUSE && kind[b]! < HOUSE) return true
    return houseNumber[a] === houseNumber[b] && this.streetShown(a) === this.streetShown(b)
  }

  private streetShown(place: number): number {
    const { name, streetName } = this.index
    const street = streetOf(this.index, place)
    return street === NONE ? streetName[place]! : name[street]!
  }

  private findWorst(): void {
    let worst = 0
    for (let i = 1; i < this.size; i++) if (this.goesBefore(worst, i)) worst = i
    this.worst = worst
    this.threshold = this.score[worst]!
  }
}
