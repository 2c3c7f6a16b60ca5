import { tokenize } from '../text/tokens.ts'
import { successorOf } from './answer.ts'
import type { Search } from './search.ts'

/**
 * The units that a list of predictions names: each of today once, by whichever former unit it was
 * found. `Phường 7` and `Phường 9` of the former Quận 5 both read `Phường An Đông`.
 */
export class UnitsToday {
  private readonly search: Search
  private readonly text: string
  private readonly named: number[] = []

  /** `text`: what is typed so far. */
  constructor(search: Search, text: string) {
    this.search = search
    this.text = text
  }

  /**
   * The unit to show for `unit`: itself, or what it became if one word is typed that both have, as
   * `phường` is. Null when the list has it already.
   */
  take(unit: number): number | null {
    const { named } = this
    const today = successorOf(this.search.index, unit)
    if (named.includes(today)) return null
    named.push(today)
    return today !== unit && this.isOneWordOf(today) ? today : unit
  }

  /** Whether one word is typed, which is in the name of `unit` or begins one there. */
  private isOneWordOf(unit: number): boolean {
    const text = this.text.trim()
    if (text.includes(' ')) return false
    const [word, ...more] = tokenize(text)
    if (!word || more.length > 0) return false
    const name = tokenize(this.search.answers.vi.of(unit).name)
    return name.some(({ folded }) => folded.startsWith(word.folded))
  }
}
