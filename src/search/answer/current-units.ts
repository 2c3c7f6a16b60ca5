import { tokenize } from '../../text/tokens.ts'
import type { SearchIndex } from '../index/layout.ts'
import type { Query } from '../model/parsed-query.ts'
import type { Answers } from '../model/query.ts'
import { successorOf } from './answer.ts'

/**
 * The units that a list of predictions names: each of today once, by whichever former unit it was
 * found. `Phường 7` and `Phường 9` of the former Quận 5 both read `Phường An Đông`.
 */
export class CurrentUnits {
  readonly #index: SearchIndex
  readonly #answers: Answers
  /** The folded words of names of units, each behind a blank, as far as they were asked for. */
  readonly #words = new Map<number, string>()
  readonly #named: number[] = []
  /** The word if one word is typed so far, behind a blank. */
  #typed: string | null = null

  constructor(index: SearchIndex, answers: Answers) {
    this.#index = index
    this.#answers = answers
  }

  /** Begins the list for a query. */
  begin({ text, tokens }: Query): void {
    this.#named.length = 0
    const isOne = tokens.length === 1 && !text.trim().includes(' ')
    this.#typed = isOne ? ` ${tokens[0]!.folded}` : null
  }

  /**
   * The unit to show for `unit`: itself, or what it became if one word is typed that both have, as
   * `phường` is. Null when the list has it already.
   */
  take(unit: number): number | null {
    const named = this.#named
    const today = successorOf(this.#index, unit)
    if (named.includes(today)) return null
    named.push(today)
    return today !== unit && this.#isOneWordOf(today) ? today : unit
  }

  /** Whether one word is typed, which is in the name of `unit` or begins one there. */
  #isOneWordOf(unit: number): boolean {
    return this.#typed !== null && this.#wordsOf(unit).includes(this.#typed)
  }

  #wordsOf(unit: number): string {
    let words = this.#words.get(unit)
    if (words === undefined) {
      const { name } = this.#answers.of(unit)
      words = tokenize(name).reduce((all, { folded }) => `${all} ${folded}`, '')
      this.#words.set(unit, words)
    }
    return words
  }
}
