import { NONE, type SearchIndex } from '../index/layout.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { lowestIndex } from '../plan/token-mask.ts'

const RARE_TOKENS = 3
/** Names found by one word; the rest is not looked at. */
const NAMES_MAX = 3000
const RARE_WEIGHT_MIN = 0.4 // type words lead to all places of their kind
/** Places scored of all names that hold one word: many of few names, the best of many. */
const PLACES_ALL_MAX = 6_000
const PLACES_MIN = 4
const PLACES_MAX = 48

/**
 * The names that hold words of a query, found through the rarest of these.
 *
 *   rare   Uint8[RARE_TOKENS]  the query's tokens that the fewest names hold, the rarest first
 *   names  Uint32[NAMES_MAX]   the names found last; ascending unless the word is only begun
 */
export class Postings {
  readonly rare = new Uint8Array(RARE_TOKENS)
  rareCount = 0
  readonly names = new Uint32Array(NAMES_MAX)
  count = 0
  /** Whether `names` are all that were to be found. */
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
   * Finds the names that hold `rare[at]`. If that is a whole word, they also have to hold the
   * rarest other whole word in `required`.
   */
  find(plan: QueryPlan, at: number, required: number): void {
    const { posts, postFirst } = this.index
    const token = this.rare[at]!
    const start = postFirst[plan.tokenFrom[token]!]!
    const end = postFirst[plan.tokenTo[token]!]!
    const other = isWord(plan, token)
      ? rarestWord(this.index, plan, required & ~(1 << token))
      : NONE
    if (other === NONE) {
      this.count = Math.min(NAMES_MAX, end - start)
      this.isWhole = this.count === end - start
      this.names.set(posts.subarray(start, start + this.count))
      return
    }
    this.count = 0
    this.isWhole = visitBoth(this.index, plan, [token, other], (name) => {
      this.names[this.count++] = name
      return this.count < NAMES_MAX
    })
  }

  /** How many places of each of the names are scored. */
  get placesMax(): number {
    const share = Math.floor(PLACES_ALL_MAX / this.count)
    return Math.min(PLACES_MAX, Math.max(PLACES_MIN, share))
  }
}

/** The rarest of the tokens in `words` that are one token of the index; NONE for none. */
export function rarestWord(index: SearchIndex, plan: QueryPlan, words: number): number {
  let best = NONE
  for (let rest = words; rest !== 0; rest &= rest - 1) {
    const token = lowestIndex(rest)
    if (!isWord(plan, token)) continue
    const isRarer =
      best === NONE || namesHolding(index, plan, token) < namesHolding(index, plan, best)
    if (isRarer) best = token
  }
  return best
}

/**
 * Visits the names that hold two tokens of the query, each one token of the index, ascending and
 * until `visit` returns false. Returns whether it visited all.
 */
export function visitBoth(
  { posts, postFirst }: SearchIndex,
  { tokenFrom }: QueryPlan,
  [one, other]: readonly [number, number],
  visit: (name: number) => boolean,
): boolean {
  const end = postFirst[tokenFrom[one]! + 1]!
  const otherEnd = postFirst[tokenFrom[other]! + 1]!
  let otherAt = postFirst[tokenFrom[other]!]!
  for (let at = postFirst[tokenFrom[one]!]!; at < end; at++) {
    const name = posts[at]!
    while (otherAt < otherEnd && posts[otherAt]! < name) otherAt++
    if (otherAt === otherEnd) return true
    if (posts[otherAt] === name && !visit(name)) return false
  }
  return true
}

/** The number of names that hold a token of the query, or one that it begins. */
export function namesHolding({ postFirst }: SearchIndex, plan: QueryPlan, token: number): number {
  return postFirst[plan.tokenTo[token]!]! - postFirst[plan.tokenFrom[token]!]!
}

/** Whether a token of the query is one of the index: its postings are then one ascending list. */
export function isWord(plan: QueryPlan, token: number): boolean {
  return plan.tokenTo[token]! - plan.tokenFrom[token]! === 1
}
