import { NONE, provinceOf, type SearchIndex, streetOf, wardOf } from '../index/layout.ts'
import type { HouseNumber, Match, NumberMatch } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { COVERAGE_SPREAD, NUMBER_SPREAD } from '../model/score-weights.ts'

/** Houses and POIs are the last of PLACE_KINDS. */
const HOUSE = PLACE_KINDS.indexOf('house')

/** Sums in another order differ in their last digits: a smaller advantage is none. */
const ROUNDING = 1e-6

/** A candidate with its score, as `Match` has it; one record is filled again and again. */
export interface Scored {
  place: number
  where: number
  street: number
  numberMatch: NumberMatch
  number: HouseNumber | null
  mask: number
  coverage: number
  missing: number
  score: number
}

export function newScored(): Scored {
  return {
    place: NONE,
    where: 0,
    street: NONE,
    numberMatch: 'none',
    number: null,
    mask: 0,
    coverage: 0,
    missing: 0,
    score: 0,
  }
}

/**
 * The best matches so far, the worst replaced first; of equals the smaller place (worth more)
 * stays. Each place is kept once, and of those that read the same (both carriageways of a road)
 * the best.
 */
export class TopK {
  private readonly index: SearchIndex
  /** As many as are ever kept; the first `size` are taken. */
  private readonly rows: readonly Scored[]
  private size = 0
  private wanted = 0
  private worst = 0
  /** No match with a smaller score is kept; −∞ while there is room. */
  threshold = Number.NEGATIVE_INFINITY
  /** The greatest coverage of all that was offered. */
  bestCoverage = 0

  constructor(index: SearchIndex, capacity: number) {
    this.index = index
    this.rows = Array.from({ length: capacity }, newScored)
  }

  /** Matches that explain less are noise. */
  get coverageMin(): number {
    return this.bestCoverage - COVERAGE_SPREAD
  }

  /** The same for a street that lacks the number which is asked for. */
  get lackingMin(): number {
    return this.bestCoverage - NUMBER_SPREAD
  }

  /** How much of the name of the best was not asked for; 0 for none. */
  get bestMissing(): number {
    if (this.size === 0) return 0
    let best = this.rows[0]!
    for (let i = 1; i < this.size; i++) if (goesBefore(this.rows[i]!, best)) best = this.rows[i]!
    return best.missing
  }

  /** Empties the list; from now on it keeps `wanted` matches, at most its capacity. */
  clear(wanted: number): void {
    this.size = 0
    this.wanted = Math.min(wanted, this.rows.length)
    this.worst = 0
    this.threshold = Number.NEGATIVE_INFINITY
    this.bestCoverage = 0
  }

  /** Whether a match that scores at most so much would be kept. */
  wouldTake(score: number): boolean {
    return score > this.threshold + ROUNDING
  }

  /**
   * Keeps a copy of the match if it is among the best. False when the place reads the same as one
   * that is kept, and they are one.
   */
  offer(scored: Readonly<Scored>): boolean {
    const { place, coverage, score } = scored
    if (coverage > this.bestCoverage) this.bestCoverage = coverage
    if (score < this.threshold) return true
    const same = this.slotOf(place, scored.where)
    let slot = same
    if (same >= 0) {
      if (this.rows[same]!.score >= score) return false
    } else if (this.size < this.wanted) {
      slot = this.size++
    } else {
      slot = this.worst
      if (score === this.threshold && place > this.rows[slot]!.place) return true
    }
    copy(scored, this.rows[slot]!)
    if (this.size === this.wanted) this.findWorst()
    return same < 0
  }

  /** The matches, best first; a place with the smaller number (worth more) wins a tie. */
  take(): Match[] {
    const rows = this.rows.slice(0, this.size)
    rows.sort((a, b) => b.score - a.score || a.place - b.place)
    return rows.map((row) => ({ ...row }))
  }

  /** Where the place is, or one that reads the same; −1 for neither. */
  private slotOf(place: number, where: number): number {
    for (let i = 0; i < this.size; i++) {
      const row = this.rows[i]!
      if (row.where === where && this.readsTheSame(place, row.place)) return i
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
    for (let i = 1; i < this.size; i++) {
      if (goesBefore(this.rows[worst]!, this.rows[i]!)) worst = i
    }
    this.worst = worst
    this.threshold = this.rows[worst]!.score
  }
}

function copy(from: Readonly<Scored>, to: Scored): void {
  to.place = from.place
  to.where = from.where
  to.street = from.street
  to.numberMatch = from.numberMatch
  to.number = from.number
  to.mask = from.mask
  to.coverage = from.coverage
  to.missing = from.missing
  to.score = from.score
}

function goesBefore(a: Scored, b: Scored): boolean {
  return a.score > b.score || (a.score === b.score && a.place < b.place)
}
