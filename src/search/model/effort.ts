/*
 * The work that a query may cost, in steps of about 0.07 µs: that of comparing a name with a query.
 * Of 36,000 questions (addresses, half typed, misspelt, landmarks, crossings) the dearest takes
 * 40,000 steps; a text that is made to be dear would take a million.
 */
const STEPS_MAX = 60_000

/** A plan is made, its units and streets are found. */
const STEPS_OF_MATCHING = 500
const STEPS_OF_CANDIDATE = 5
const STEPS_OF_GUESS = 500

/** Counts what a query costs. Once all steps are taken, no other interpretation is begun. */
export class Effort {
  private left = STEPS_MAX

  /** A new query begins. */
  begin(): void {
    this.left = STEPS_MAX
  }

  /** A plan was matched: so many candidates were scored, and names compared with it. */
  matched(candidates: number, names: number): void {
    this.left -= STEPS_OF_MATCHING + STEPS_OF_CANDIDATE * candidates + names
  }

  /** A crossing of two streets was weighed. */
  crossing(): void {
    this.left -= STEPS_OF_CANDIDATE
  }

  /** What a word may be a slip of was looked for. */
  guess(): void {
    this.left -= STEPS_OF_GUESS
  }

  /** So many names were looked at. */
  names(count: number): void {
    this.left -= count
  }

  /** Whether the query has to be answered with what is found so far. */
  get isSpent(): boolean {
    return this.left <= 0
  }
}
