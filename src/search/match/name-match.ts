import { bytesAt, stringAt } from '../../base/string-pool.ts'
import { TYPE_WORDS } from '../../text/lexicon/type-words.ts'
import { roleOf } from '../../text/roles.ts'
import { anyHas, isNumber, TOKENS_MAX, type Token } from '../../text/tokens.ts'
import type { Context } from '../context/context.ts'
import { firstToken, type SearchIndex } from '../index/layout.ts'
import { tokenRange } from '../index/lookup.ts'
import { diacriticsAgree, isOtherForm } from '../plan/diacritics.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import {
  bits,
  countOf,
  highestIndex,
  isSeveral,
  lowestBit,
  lowestIndex,
} from '../plan/token-mask.ts'
import { isOfUnits } from '../plan/type-classes.ts'
import { namesHolding } from './postings.ts'
import { TokenGroups, togetherIn } from './token-groups.ts'

/** A word of so many names tells little by itself. */
const COMMON_NAMES = 100
/** A word of more names is none by which one of them is called. */
const LONE_NAMES_MAX = 200

/** `thi tran`, `thanh pho`: the two words of each. */
const TWO_WORD_UNITS = [...TYPE_WORDS]
  .filter(([, classes]) => isOfUnits(classes))
  .map(([words]) => words.split(' '))
  .filter((words) => words.length === 2)
const HALVES = roleOf(TWO_WORD_UNITS.flat())

/**
 * Which words of a query a name holds, in any order. The index's tokens that a query has are
 * marked once; after that, a name costs one look-up a token.
 *
 *   tokenMask  Uint32[tokens]   the query's tokens that are this one of the index
 *   metAt      Uint16[TOKENS_MAX]   of the last name: which of its tokens each of the query's is
 */
export class NameMatch {
  private readonly index: SearchIndex
  private readonly tokenMask: Uint32Array
  private readonly groups: TokenGroups
  private readonly touched = new Uint32Array(TOKENS_MAX)
  private readonly metAt = new Uint16Array(TOKENS_MAX)
  private touchedCount = 0
  /** The continuations of the word being typed, too many to mark: `from` up to `to`, as a bit. */
  private begunFrom = 0
  private begunTo = 0
  private begunBit = 0
  /** Type words of units of two words, by tokens of the index: `thi` opens `thi tran`. */
  private readonly opened = new Map<number, Set<number>>()
  /** Whether the query has one of these words. */
  private hasHalves = false
  /** How many names were compared with the query. */
  compared = 0
  /** The query's tokens that are seen in names. */
  seen = 0
  /** Of the last name: how many of its tokens the query has. */
  matched = 0
  /** How many of these follow each other as in the query. */
  adjacent = 0
  length = 0
  /** Where its tokens begin. */
  private from = 0

  constructor(index: SearchIndex) {
    this.index = index
    this.groups = new TokenGroups(index)
    this.tokenMask = new Uint32Array(index.postFirst.length - 1)
    for (const words of TWO_WORD_UNITS) {
      const [first, second] = words.map((word) => tokenRange(index, word, false))
      if (!first || !second || first.from === first.to || second.from === second.to) continue
      const seconds = this.opened.get(first.from) ?? new Set()
      this.opened.set(first.from, seconds.add(second.from))
    }
  }

  /** Forgets the last query and marks the words of this one. */
  read(plan: QueryPlan): void {
    for (let i = 0; i < this.touchedCount; i++) this.tokenMask[this.touched[i]!] = 0
    this.touchedCount = 0
    this.begunBit = 0
    this.seen = 0
    for (let i = 0; i < plan.tokens.length; i++) {
      const from = plan.tokenFrom[i]!
      const to = plan.tokenTo[i]!
      if (to - from === 1) {
        this.tokenMask[from]! |= 1 << i
        this.seen |= 1 << i
        this.touched[this.touchedCount++] = from
      } else if (to > from && !isLetter(plan.tokens[i]!)) {
        this.begunFrom = from
        this.begunTo = to
        this.begunBit = 1 << i
        this.seen |= 1 << i
      }
    }
    this.groups.read(plan)
    this.hasHalves = anyHas(plan.tokens, HALVES)
  }

  /**
   * The query's tokens that the name holds, each for one of its own, and not by chance
   * (token-groups.ts);
   * sets what the fields say.
   */
  maskOf(name: number): number {
    this.compared++
    const { nameTokens } = this.index
    const from = firstToken(this.index, name)
    const to = firstToken(this.index, name + 1)
    let mask = 0
    let matched = 0
    let adjacent = 0
    let previous = 0
    for (let at = from; at < to; at++) {
      const token = nameTokens[at]!
      let open = this.tokenMask[token]!
      if (token >= this.begunFrom && token < this.begunTo) open |= this.begunBit
      open &= ~mask
      if (open === 0) continue
      const bit = open & -open
      mask |= bit
      this.metAt[highestIndex(bit)] = at - from
      matched++
      if (bit === previous << 1) adjacent++
      previous = bit
    }
    const whole =
      this.hasHalves && mask !== 0 && to - from > 1 ? this.withoutHalf(mask, from) : mask
    const kept = this.groups.withoutStrays(whole, this.metAt)
    this.matched = kept === mask ? matched : countOf(kept)
    this.adjacent = Math.min(adjacent, Math.max(0, this.matched - 1))
    this.from = from
    this.length = to - from
    return kept
  }

  /**
   * The tokens of `mask` without one that is half of the type word which the name begins with: the
   * `Trần` of `Trần Phú` is none of `Thị trấn Phú Thịnh`.
   */
  private withoutHalf(mask: number, from: number): number {
    const { nameTokens } = this.index
    if (this.opened.get(nameTokens[from]!)?.has(nameTokens[from + 1]!) !== true) return mask
    let half = 0
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      if (this.metAt[lowestIndex(rest)]! <= 1) half |= lowestBit(rest)
    }
    return isSeveral(half) ? mask : mask & ~half
  }

  /** Tokens that a name has to hold, too, to hold that one not by chance (token-groups.ts). */
  neededBy(token: number): number {
    return this.groups.neededBy(token)
  }

  /** The tokens of `mask`, which the last name holds, that say something only of an alley. */
  ofAlleyAlone(mask: number): number {
    return this.groups.numbersOfNoAlley(mask, this.metAt)
  }

  /**
   * Whether the last name holds the words of `mask` by chance: they are few of its own, stand apart
   * in it, and many names have them; those of a unit that is meant by them do not count. Of long
   * names one word is one too few, unless the rest of the query names units: that is how people
   * ask for the Siêu thị CoopMart Hùng Vương, `coopmart quận 5`.
   */
  isChance(plan: QueryPlan, mask: number, { namedUnits, unitTokens }: Context): boolean {
    if (plan.tokens.length === 1) return false
    if (this.matched === 1 && this.length > 2) {
      const isAlone = (bits(0, plan.tokens.length) & ~unitTokens) === mask
      // Neither is a word for a kind: `siêu thị`, `phường`.
      const isTold = (mask & plan.tellingMask) !== 0 && (plan.tellingMask & ~mask) !== 0
      return !isAlone || !isTold || this.namesOf(plan, mask) > LONE_NAMES_MAX
    }
    if (this.length < 2 * this.matched || this.length === 1) return false
    const others = mask & ~namedUnits.named
    if (togetherIn(others, this.metAt) !== 0) return false
    for (let rest = others; rest !== 0; rest &= rest - 1) {
      if (this.namesOf(plan, rest & -rest) < COMMON_NAMES) return false
    }
    return true
  }

  /** How many names hold the one token of `bit`. */
  private namesOf(plan: QueryPlan, bit: number): number {
    return namesHolding(this.index, plan, highestIndex(bit))
  }

  /**
   * The tokens of `mask`, some that the last name holds, without those that were typed as other
   * words than a bearer has: `thành` is not `Thanh`. One spelt without any marks may be either.
   */
  asSpelt(plan: QueryPlan, mask: number, spelling: number): number {
    const { index, metAt } = this
    const { spellingFirst, spellingForms } = index
    const start = spellingFirst[spelling]!
    let kept = mask
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const i = lowestIndex(rest)
      if (isOtherForm(index, plan, i, spellingForms[start + metAt[i]!]!)) kept ^= 1 << i
    }
    return kept === mask || !this.hasMarks(spelling) ? mask : kept
  }

  /**
   * Whether the last name has another number where the query has one, right before a token of
   * `mask`: `Chung cư 42 Nguyễn Huệ` is not at `12 Nguyễn Huệ`.
   */
  hasOtherNumber({ numberMask, tokens }: QueryPlan, mask: number): boolean {
    const { index, metAt, from } = this
    for (let rest = mask & ~numberMask & (numberMask << 1); rest !== 0; rest &= rest - 1) {
      const i = lowestIndex(rest)
      const at = metAt[i]!
      if (at === 0 || (mask & (1 << (i - 1))) !== 0) continue
      const number = Number.parseInt(stringAt(index.tokens, index.nameTokens[from + at - 1]!), 10)
      if (number >= 0 && number !== Number.parseInt(tokens[i - 1]!.folded, 10)) return true
    }
    return false
  }

  /** How the marks typed in the tokens of `mask` agree with those of a bearer (diacritics.ts). */
  agreement(plan: QueryPlan, mask: number, spelling: number): number {
    return diacriticsAgree(this.index, plan, spelling, mask, this.metAt)
  }

  /** Whether the last name is spelt with any marks there. */
  private hasMarks(spelling: number): boolean {
    const { forms, tokens, nameTokens, spellingFirst, spellingForms } = this.index
    const start = spellingFirst[spelling]!
    for (let i = 0; i < this.length; i++) {
      const form = spellingForms[start + i]!
      // Without marks a form is its token.
      if (bytesAt(forms, form) > bytesAt(tokens, nameTokens[this.from + i]!)) return true
    }
    return false
  }
}

/** One letter begins a word of nearly every name: that a name has one says nothing. */
function isLetter(token: Token): boolean {
  return token.folded.length === 1 && !isNumber(token)
}
