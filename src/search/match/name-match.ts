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

/** A word of so many names says little by itself. */
const COMMON_NAMES = 100
/** A word of more names does not stand for one of them. */
const LONE_NAMES_MAX = 200

/** `thi tran`, `thanh pho`: the two words of each. */
const TWO_WORD_UNITS = [...TYPE_WORDS]
  .filter(([, classes]) => isOfUnits(classes))
  .map(([words]) => words.split(' '))
  .filter((words) => words.length === 2)
const HALVES = roleOf(TWO_WORD_UNITS.flat())

/** Words that may stand between a number and the name of a street: `344 Đường Nguyễn Trãi`. */
const STREET_WORDS = [...TYPE_WORDS]
  .filter(([words, classes]) => classes.includes('street') && !words.includes(' '))
  .map(([word]) => word)

/**
 * Compares names with the words of a query, in any order. The tokens of the index that the query
 * has are marked once; after that, a name costs one look-up a token.
 *
 *   tokenMask  Uint32[tokens]   of each token of the index: the query's tokens that are this one
 *   metAt      Uint16[TOKENS_MAX]   of each token of the query: its position in the last name
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
  /** Type words of two words, for units, by tokens of the index: from `thi` to `tran`. */
  private readonly secondsOf = new Map<number, Set<number>>()
  /** The words for streets, by tokens of the index. */
  private readonly streetWords = new Set<number>()
  /** Whether the query has a word of these type words. */
  private hasHalves = false
  /** How many names were compared with the query. */
  compared = 0
  /** The query's tokens that some name may hold, as bits. */
  seenMask = 0
  /** How many tokens of the last name the query has. */
  matched = 0
  /** How many of these follow the one before as in the query. */
  adjacent = 0
  /** How many tokens the last name has. */
  length = 0
  /** Where its tokens begin in `nameTokens`. */
  private from = 0

  constructor(index: SearchIndex) {
    this.index = index
    this.groups = new TokenGroups(index)
    this.tokenMask = new Uint32Array(index.postFirst.length - 1)
    for (const words of TWO_WORD_UNITS) {
      const [first, second] = words.map((word) => tokenRange(index, word, false))
      if (!first || !second || first.from === first.to || second.from === second.to) continue
      const seconds = this.secondsOf.get(first.from) ?? new Set()
      this.secondsOf.set(first.from, seconds.add(second.from))
    }
    for (const word of STREET_WORDS) {
      const range = tokenRange(index, word, false)
      if (range && range.from < range.to) this.streetWords.add(range.from)
    }
  }

  /** Forgets the last query and marks the words of this one. */
  read(plan: QueryPlan): void {
    for (let i = 0; i < this.touchedCount; i++) this.tokenMask[this.touched[i]!] = 0
    this.touchedCount = 0
    this.begunBit = 0
    this.seenMask = 0
    for (let i = 0; i < plan.tokens.length; i++) {
      const from = plan.tokenFrom[i]!
      const to = plan.tokenTo[i]!
      if (to - from === 1) {
        this.tokenMask[from]! |= 1 << i
        this.seenMask |= 1 << i
        this.touched[this.touchedCount++] = from
      } else if (to > from && !isLetter(plan.tokens[i]!)) {
        this.begunFrom = from
        this.begunTo = to
        this.begunBit = 1 << i
        this.seenMask |= 1 << i
      }
    }
    this.groups.read(plan)
    this.hasHalves = anyHas(plan.tokens, HALVES)
  }

  /**
   * The query's tokens that the name holds, each for one of its own, and not by chance
   * (token-groups.ts). Sets the fields of the last name.
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
   * The tokens of `mask` without one that is half of a type word at the start of the name: the
   * `Trần` of `Trần Phú` is not in `Thị trấn Phú Thịnh`.
   */
  private withoutHalf(mask: number, from: number): number {
    const { nameTokens } = this.index
    if (this.secondsOf.get(nameTokens[from]!)?.has(nameTokens[from + 1]!) !== true) return mask
    let half = 0
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      if (this.metAt[lowestIndex(rest)]! <= 1) half |= lowestBit(rest)
    }
    return isSeveral(half) ? mask : mask & ~half
  }

  /** Tokens that a name has to hold as well, or it holds that one by chance (token-groups.ts). */
  neededBy(token: number): number {
    return this.groups.neededBy(token)
  }

  /** The tokens of `mask`, which the last name holds, that count only where it is an alley. */
  ofAlleyAlone(mask: number): number {
    return this.groups.numbersOfNoAlley(mask, this.metAt)
  }

  /**
   * Whether the last name holds the words of `mask` by chance: they are few of its own, stand apart
   * in it, and many names have them. Words that name a unit do not count. One word of a long name
   * is too few, unless the rest of the query names units: `coopmart quận 5` asks for the Siêu thị
   * CoopMart Hùng Vương.
   */
  isChance(plan: QueryPlan, mask: number, { namedUnits, unitTokens }: Context): boolean {
    if (plan.tokens.length === 1) return false
    if (this.matched === 1 && this.length > 2) {
      const isAlone = (bits(0, plan.tokens.length) & ~unitTokens) === mask
      // A word for a kind is too little: `siêu thị`, `phường`.
      const isTelling = (mask & plan.tellingMask) !== 0 && (plan.tellingMask & ~mask) !== 0
      return !isAlone || !isTelling || this.namesOf(plan, mask) > LONE_NAMES_MAX
    }
    if (this.length < 2 * this.matched || this.length === 1) return false
    const nameMask = mask & ~namedUnits.namedMask
    if (togetherIn(nameMask, this.metAt) !== 0) return false
    for (let rest = nameMask; rest !== 0; rest &= rest - 1) {
      if (this.namesOf(plan, rest & -rest) < COMMON_NAMES) return false
    }
    return true
  }

  /** How many names hold the one token of `bit`. */
  private namesOf(plan: QueryPlan, bit: number): number {
    return namesHolding(this.index, plan, highestIndex(bit))
  }

  /**
   * The tokens of `mask`, which the last name holds, without those typed with other marks than in a
   * place's spelling of it: `thành` is not `Thanh`. A spelling without any marks agrees with all.
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
   * Whether the last name has another number where the query has one, before a token of `mask`:
   * `Chung cư 42 Nguyễn Huệ` is not at `12 Nguyễn Huệ`, but `Hẻm 42` is where `42/12` is.
   */
  hasOtherNumber(plan: QueryPlan, mask: number): boolean {
    const { numberMask, tokens } = plan
    for (let rest = mask & ~numberMask; rest !== 0; rest &= rest - 1) {
      const i = lowestIndex(rest)
      let last = i - 1
      if (last > 0 && plan.isStreetWord(last)) last--
      if (last < 0 || (((numberMask & ~mask) >> last) & 1) === 0) continue
      const number = this.numberBefore(this.metAt[i]!)
      if (!(number >= 0)) continue
      let first = last
      while (first > 0 && ((numberMask >> (first - 1)) & 1) !== 0) first--
      const numbers = tokens.slice(first, last + 1)
      if (!numbers.some(({ folded }) => Number.parseInt(folded, 10) === number)) return true
    }
    return false
  }

  /** The number before a position of the last name, but for a word for streets; NaN if none is. */
  private numberBefore(at: number): number {
    const { index, from, streetWords } = this
    const isWord = at > 1 && streetWords.has(index.nameTokens[from + at - 1]!)
    const before = at - (isWord ? 2 : 1)
    if (before < 0) return Number.NaN
    return Number.parseInt(stringAt(index.tokens, index.nameTokens[from + before]!), 10)
  }

  /** Agreement of the marks typed in `mask` with a place's spelling, −1 to 1 (diacritics.ts). */
  agreement(plan: QueryPlan, mask: number, spelling: number): number {
    return diacriticsAgree(this.index, plan, spelling, mask, this.metAt)
  }

  /** Whether that spelling of the last name has any marks. */
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

/** Whether the token is one letter, which begins a word of nearly every name. */
function isLetter(token: Token): boolean {
  return token.folded.length === 1 && !isNumber(token)
}
