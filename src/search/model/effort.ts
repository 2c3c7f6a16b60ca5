/*
 * The work that a query may cost, in steps of about 0.07 µs: one step compares a name with a query.
 * Of 36,000 questions (addresses, half typed, misspelt, landmarks, crossings) the most expensive
 * takes 40,000 steps; a text made to be expensive would take a million.
 */
const STEPS_MAX = 60_000

/** To make a plan and find its units and streets. */
const STEPS_OF_MATCHING = 500
const STEPS_OF_CANDIDATE = 5
const STEPS_OF_GUESS = 500

/** Counts the steps of a query. Once all are taken, no other interpretation is begun. */
export class Effort {
  private left = STEPS_MAX

  /** Begins a new query. */
  begin(): void {
    this.left = STEPS_MAX
  }

  /** Counts a matched plan: the candidates scored, and the names compared with it. */
  matched(candidates: number, names: number): void {
    this.left -= STEPS_OF_MATCHING + STEPS_OF_CANDIDATE * candidates + names
  }

  /** Counts one scored crossing of two streets. */
  crossing(): void {
    this.left -= STEPS_OF_CANDIDATE
  }

  /** Counts one search for the words that a misspelt word may mean. */
  guess(): void {
    this.left -= STEPS_OF_GUESS
  }

  /** Counts names that were looked at. */
  names(count: number): void {
    this.left -= count
  }

  /** Whether no steps are left: the matches found so far are the answer. */
  get isSpent(): boolean {
    return this.left <= 0
  }
}
