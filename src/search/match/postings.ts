import { NONE, type SearchIndex } from '../index/layout.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { lowestIndex } from '../plan/token-mask.ts'

const RARE_TOKENS = 3
/** Names beyond are not looked at. */
const NAMES_MAX = 3000
const RARE_WEIGHT_MIN = 0.4 // type words lead to everything of their kind
/** Bearers weighed of all names that hold one word: of few names many, of many the best. */
const PLACES_ALL_MAX = 6_000
const PLACES_MIN = 4
const PLACES_MAX = 48

/**
 * The names that hold words of a query, found through the rarest of these.
 *
 *   rare   Uint8[RARE_TOKENS]  the query's tokens that the fewest names hold, the rarest first
 *   names  Uint32[NAMES_MAX]   those found last, ascending but where the word is only begun
 */
export class Postings {
  readonly rare = new Uint8Array(RARE_TOKENS)
  rareCount = 0
  readonly names = new Uint32Array(NAMES_MAX)
  count = 0
  /** Whether there are no others. */
  isWhole = false
  private readonly index: SearchIndex

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** Finds the rarest of the tokens in `words`. */
  read(plan: QueryPlan, words: number): void {
    const { rare, index } = this
    this.rareCount = 0
    for (let i = 0; i < plan.tokens.length; i++) {
      const names = namesHolding(index, plan, i)
      if ((words & (1 << i)) === 0 || names === 0 || plan.weights[i]! <= RARE_WEIGHT_MIN) continue
      let at = this.rareCount
      while (at > 0 && namesHolding(index, plan, rare[at - 1]!) > names) at--
      if (at === RARE_TOKENS) continue
      if (this.rareCount < RARE_TOKENS) this.rareCount++
      rare.copyWithin(at + 1, at, this.rareCount - 1)
      rare[at] = i
    }
  }

  /**
   * Finds the names that hold `rare[at]`: of a whole word only those that hold the rarest other
   * whole word in `required`, too.
   */
  find(plan: QueryPlan, at: number, required: number): void {
    const { posts, postFirst } = this.index
    const token = this.rare[at]!
    const start = postFirst[plan.tokenFrom[token]!]!
    const end = postFirst[plan.tokenTo[token]!]!
    const other = isWord(plan, token) ? this.otherOf(plan, at, required) : NONE
    if (other === NONE) {
      this.count = Math.min(NAMES_MAX, end - start)
      this.isWhole = this.count === end - start
      this.names.set(posts.subarray(start, start + this.count))
      return
    }
    const otherFrom = plan.tokenFrom[other]!
    this.meet(start, end, postFirst[otherFrom]!, postFirst[otherFrom + 1]!)
  }

  /** How many places of each of the names are weighed. */
  get placesMax(): number {
    const share = Math.floor(PLACES_ALL_MAX / this.count)
    return Math.min(PLACES_MAX, Math.max(PLACES_MIN, share))
  }

  /** The rarest whole word in `required` but for `rare[at]`, or NONE. */
  private otherOf(plan: QueryPlan, at: number, required: number): number {
    let best = NONE
    for (let rest = required & ~(1 << this.rare[at]!); rest !== 0; rest &= rest - 1) {
      const other = lowestIndex(rest)
      if (!isWord(plan, other)) continue
      if (
        best === NONE ||
        namesHolding(this.index, plan, other) < namesHolding(this.index, plan, best)
      ) {
        best = other
      }
    }
    return best
  }

  /** Finds what two ascending lists of postings share. */
  private meet(start: number, end: number, otherStart: number, otherEnd: number): void {
    const { posts } = this.index
    const { names } = this
    this.count = 0
    let other = otherStart
    let at = start
    for (; at < end && this.count < NAMES_MAX; at++) {
      const name = posts[at]!
      while (other < otherEnd && posts[other]! < name) other++
      if (other === otherEnd) break
      if (posts[other] === name) names[this.count++] = name
    }
    this.isWhole = at === end || other === otherEnd
  }
}

/** How many names hold a token of the query, or one that it begins. */
export function namesHolding({ postFirst }: SearchIndex, plan: QueryPlan, token: number): number {
  return postFirst[plan.tokenTo[token]!]! - postFirst[plan.tokenFrom[token]!]!
}

/** Whether a token of the query is one of the index: its postings are then one ascending list. */
function isWord(plan: QueryPlan, token: number): boolean {
  return plan.tokenTo[token]! - plan.tokenFrom[token]! === 1
}
