/**
 * How the number chain of the query met the street: the door itself, a place between two doors, the
 * mouth of the alley that was asked for, the alley that the door lies in, or not at all.
 */
export type NumberMatch = 'none' | 'house' | 'between' | 'mouth' | 'alley' | 'missing'

/** A place that answers a query, and how well. */
export interface Match {
  readonly place: number
  /** The street that led to a house or alley mouth; NONE when the place was found by its name. */
  readonly street: number
  readonly number: NumberMatch
  /** The canonical house number asked for; empty when `number` is none. */
  readonly key: string
  /** Share of the query's weight that the place explains, 0..1. */
  readonly coverage: number
  /** Share of the place's name that was not asked for; above 1 where the order is wrong too. */
  readonly missing: number
  readonly score: number
}

/** A match that is not weighed yet. */
export type Candidate = Omit<Match, 'score'>

/** From here on a query counts as wholly explained; the rest is rounding. */
export const COVERAGE_FULL = 0.999

/** What full coverage is worth; everything else together is worth about a quarter of it. */
const COVERAGE_POINTS = 2000

/** The best matches so far, each place once, worst replaced first. */
export class Ranking {
  private readonly capacity: number
  private readonly matches: Match[] = []
  private worst = -1
  bestCoverage = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  clear(): void {
    this.matches.length = 0
    this.worst = -1
    this.bestCoverage = 0
  }

  /** Whether a match of that coverage and those points would be kept. */
  accepts(coverage: number, points: number): boolean {
    if (this.matches.length < this.capacity) return true
    return scoreOf(coverage, points) > this.matches[this.worst]!.score
  }

  /** Keeps the candidate if it is among the best; its points order what covers equally. */
  offer(candidate: Candidate, points: number): void {
    const { place, coverage } = candidate
    if (!this.accepts(coverage, points)) return
    const match = { ...candidate, score: scoreOf(coverage, points) }
    this.bestCoverage = Math.max(this.bestCoverage, coverage)
    const known = this.matches.findIndex((other) => other.place === place)
    if (known >= 0) {
      if (this.matches[known]!.score >= match.score) return
      this.matches[known] = match
    } else if (this.matches.length < this.capacity) {
      this.matches.push(match)
    } else {
      this.matches[this.worst] = match
    }
    if (this.matches.length === this.capacity) this.findWorst()
  }

  /** The matches, best first; a place with the smaller number (worth more) wins a tie. */
  take(): Match[] {
    return this.matches.slice().sort((a, b) => b.score - a.score || a.place - b.place)
  }

  private findWorst(): void {
    let worst = 0
    for (let i = 1; i < this.matches.length; i++) {
      if (this.matches[i]!.score < this.matches[worst]!.score) worst = i
    }
    this.worst = worst
  }
}

/** Coverage first, then everything that orders equals. */
function scoreOf(coverage: number, points: number): number {
  return COVERAGE_POINTS * coverage + points
}
