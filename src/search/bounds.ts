import { TYPE_WORDS } from '../text/words.ts'
import { bits, countOf } from './masks.ts'
import type { QueryPlan } from './plan.ts'

/** Tokens of a query that mean something only together, as bits. */
interface Bound {
  readonly all: number
  /** So many of them a name has to hold … */
  readonly least: number
  /** … or these mean nothing in it. */
  readonly loose: number
}

/** The words of `công an`, the word and the number of `quận 3`: what is bound in a query. */
export class Bounds {
  private readonly bounds: Bound[] = []

  /** Forgets the last query and reads this one. */
  read({ tokens, typeWords, unitNumbers }: QueryPlan): void {
    const { bounds } = this
    bounds.length = 0
    for (let end = 1; end <= tokens.length; end++) {
      const word = typeWords[end]
      if (!word) continue
      const { first } = word
      // A single one of several words is there by chance.
      if (end - first > 1) {
        let loose = 0
        for (let i = first; i < end; i++) if (!TYPE_WORDS.has(tokens[i]!.folded)) loose |= 1 << i
        bounds.push({ all: bits(first, end), least: 2, loose })
      }
      if ((unitNumbers & (1 << end)) === 0) continue
      const all = bits(first, end + 1)
      bounds.push({ all, least: countOf(all), loose: all })
    }
  }

  /**
   * The tokens of `mask`, those of the query that a name holds, without what it holds by chance:
   * the `công` of `công an` in the name of a park, the 3 of `quận 3` in that of a ward's office.
   */
  withoutStrays(mask: number): number {
    let kept = mask
    for (const { all, least, loose } of this.bounds) {
      if (countOf(mask & all) < least) kept &= ~loose
    }
    return kept
  }
}
