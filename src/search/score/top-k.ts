import { NONE, provinceOf, type SearchIndex, streetOf, wardOf } from '../index/layout.ts'
import type { Match } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { COVERAGE_SPREAD, NUMBER_SPREAD } from '../model/score-weights.ts'

/** Houses and POIs are the last of PLACE_KINDS. */
const HOUSE = PLACE_KINDS.indexOf('house')

/** Sums in another order differ in their last digits: a smaller advantage is none. */
const ROUNDING = 1e-6

/** A candidate with its score. One record is reused. */
export type Scored = { -readonly [Key in keyof Match]: Match[Key] }

export function newScored(): Scored {
  return {
    place: NONE,
    where: 0,
    street: NONE,
    numberMatch: 'none',
    number: null,
    tokens: [],
    mask: 0,
    numberMask: 0,
    otherNameMask: 0,
    coverage: 0,
    missing: 0,
    score: 0,
  }
}

/**
 * The best matches so far, the worst replaced first; of equals the smaller place (worth more)
 * stays. Each place is kept once, and of places that read the same (both carriageways of a road)
 * the best.
 */
export class TopK {
  private readonly index: SearchIndex
  /** Best first. */
  private readonly rows: Match[] = []
  private wanted = 0
  /** No match with a smaller score is kept; −∞ while there is room. */
  threshold = Number.NEGATIVE_INFINITY
  /** The greatest coverage of all matches offered. */
  bestCoverage = 0

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Matches that explain less are noise. */
  get coverageMin(): number {
    return this.bestCoverage - COVERAGE_SPREAD
  }

  /** The same for a street that lacks the number asked for. */
  get lackingMin(): number {
    return this.bestCoverage - NUMBER_SPREAD
  }

  /** Share of the best match's name that the query lacks; 0 without a match. */
  get bestMissing(): number {
    return this.rows[0]?.missing ?? 0
  }

  /** Empties the list; from now on it keeps `wanted` matches. */
  clear(wanted: number): void {
    this.rows.length = 0
    this.wanted = wanted
    this.threshold = Number.NEGATIVE_INFINITY
    this.bestCoverage = 0
  }

  /** Whether a match of that score would be kept. */
  wouldTake(score: number): boolean {
    return score > this.threshold + ROUNDING
  }

  /**
   * Keeps a copy of the match if it is among the best. False when the place reads the same as a
   * match that is kept.
   */
  offer(scored: Readonly<Scored>): boolean {
    const { rows } = this
    if (scored.coverage > this.bestCoverage) this.bestCoverage = scored.coverage
    if (scored.score < this.threshold) return true
    const same = this.slotOf(scored.place, scored.where)
    if (same >= 0) {
      if (rows[same]!.score >= scored.score) return false
      rows.splice(same, 1)
    } else if (rows.length === this.wanted) {
      if (!goesBefore(scored, rows.at(-1)!)) return true
      rows.pop()
    }
    let at = rows.length
    while (at > 0 && goesBefore(scored, rows[at - 1]!)) at--
    rows.splice(at, 0, { ...scored })
    if (rows.length === this.wanted) this.threshold = rows.at(-1)!.score
    return same < 0
  }

  /** The matches, best first; a place with the smaller number (worth more) wins a tie. */
  take(): readonly Match[] {
    return [...this.rows]
  }

  /** The row of the place, or of one that reads the same; −1 for neither. */
  private slotOf(place: number, where: number): number {
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i]!
      if (row.where === where && this.readsTheSame(place, row.place)) return i
    }
    return -1
  }

  /** Whether the answers of two places show the same. */
  private readsTheSame(a: number, b: number): boolean {
    if (a === b) return true
    const { index } = this
    const { units, kind, houseNumber, name } = index
    // Former units of one name are shown with their former parents.
    if (a < units || b < units || name[a] !== name[b]) return false
    if (wardOf(index, a) !== wardOf(index, b)) return false
    if (provinceOf(index, a) !== provinceOf(index, b)) return false
    // Only houses and POIs are shown with number and street.
    if (kind[a]! < HOUSE && kind[b]! < HOUSE) return true
    return houseNumber[a] === houseNumber[b] && this.streetShown(a) === this.streetShown(b)
  }

  private streetShown(place: number): number {
    const { name, streetName } = this.index
    const street = streetOf(this.index, place)
    return street === NONE ? streetName[place]! : name[street]!
  }
}

function goesBefore(a: Match, b: Match): boolean {
  return a.score > b.score || (a.score === b.score && a.place < b.place)
}
