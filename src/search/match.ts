import { MinHeap } from '../base/heap.ts'
import { startsWithAt } from '../base/string-pool.ts'
import { distanceM } from '../geo/distance.ts'
import { E7, type Point } from '../geo/point.ts'
import { type NumberChain, outerLinks } from '../text/house-number.ts'
import { Context } from './context.ts'
import { alleyMouth, doorsAround, houseAt } from './houses.ts'
import { BARE, NONE, type SearchIndex } from './layout.ts'
import { bearers, visitBest } from './lookup.ts'
import { PLACE_KINDS } from './place.ts'
import { bits, type QueryPlan, type Span } from './plan.ts'
import { COVERAGE_FULL, type Match, type NumberMatch, Ranking } from './ranking.ts'

export const MATCHES_MAX = 32

/** Matches that explain so much less than the best are noise. */
export const COVERAGE_SPREAD = 0.3

/** While a query is typed, names that hold its words in any order are looked for below this. */
const COVERAGE_WHILE_TYPING = 0.9
const BEARERS_MAX = 4096 // of one exact name: the best come first
const RANGE_BEARERS_MAX = 128 // a prefix with more is read best first
const RANGE_NAMES_MAX = 40 // where surroundings or a focus may reorder them
const RANGE_NAMES_PLAIN_MAX = 16 // where the best places are the best answers
const RANGE_NAME_BEARERS_MAX = 8
const RANGE_SCAN_MAX = 4_000 // read whole only to find what a named unit narrows down to
const POSTINGS_MAX = 3000 // of one token in the pass for partly matching names
const RARE_TOKENS = 3
const PARTIAL_BEARERS_MAX = 48

// Points that order what covers the query equally (coverage itself: ranking.ts).
const MISSING_POINTS = 150 // a name of which nothing was asked for would lose all of them
const BARE_MISSING = 0.6 // of the name, where what was asked for is less than a name
const RANK_POINTS = 120
const MARKS_POINTS = 160
const OWN_POINTS = 100 // what names the place itself tells more than what names its surroundings
const TYPE_POINTS = 80 // it is of the kind that was asked for: `xã Khánh Vĩnh` is not the town
const NAMESAKE_LOSS = 100 // a town that gave its unit the name: the unit is the address
const FIRST_POINTS = 150 // addresses go from the inside out
const FOCUS_POINTS = 200
const FOCUS_HALF_M = 5000 // the bonus halves at this distance
/** Share of a number's weight that is explained; `missing`: the right street, an unknown door. */
const NUMBER_CREDIT: Readonly<Record<NumberMatch, number>> = {
  none: 0,
  house: 1,
  between: 1,
  mouth: 1,
  alley: 0.6,
  missing: 0.35,
}
/** Points: a mapped door elsewhere, an alley found by its name are the better guess. */
const BETWEEN_LOSS = 40

/** Scratch and steps of one search; reused, so that a query allocates little. */
export class Matcher {
  private readonly index: SearchIndex
  private readonly context: Context
  private readonly queue = new MinHeap()
  private readonly ranking = new Ranking(MATCHES_MAX)
  private plan: QueryPlan | null = null
  private focus: Point | null = null

  constructor(index: SearchIndex) {
    this.index = index
    this.context = new Context(index)
  }

  /** The best places for the plan, best first, at most MATCHES_MAX. */
  match(plan: QueryPlan, focus: Point | null): Match[] {
    this.plan = plan
    this.focus = focus
    this.ranking.clear()
    this.context.read(plan, this.queue)
    for (const span of plan.spans) {
      if (this.isHopeless(plan, span)) continue
      if (span.how === 'exact') this.offerBearers(span, span.range.from, BEARERS_MAX)
      else this.offerRange(span)
    }
    const enough = plan.typing ? COVERAGE_WHILE_TYPING : COVERAGE_FULL
    const possible = plan.knownWeight / plan.totalWeight
    if (this.ranking.bestCoverage < possible * enough) this.offerPartialNames(plan)
    return this.ranking.take()
  }

  /** Whether names of the span, with all that may surround them, explain far less than is found. */
  private isHopeless(plan: QueryPlan, span: Span): boolean {
    let mask = this.context.namedTokens
    for (const own of span.masks) mask |= own
    for (const chain of plan.chains) mask |= bits(chain.first, chain.end)
    const coverage = this.weightOf(mask >>> 0) / plan.totalWeight
    return coverage < this.ranking.bestCoverage - COVERAGE_SPREAD
  }

  private offerBearers(span: Span, name: number, limit: number): void {
    const { entryFirst, entryPlace, entrySpelling, nameFirst, kind } = this.index
    const own = bits(span.first, span.end)
    const length = nameFirst[name + 1]! - nameFirst[name]!
    const missing = (length - (span.end - span.first)) / length
    const end = Math.min(entryFirst[name + 1]!, entryFirst[name]! + limit)
    for (let entry = entryFirst[name]!; entry < end; entry++) {
      const place = entryPlace[entry]!
      const marks = this.marksAgree(entry, span.first, span.end)
      const isBare = (entrySpelling[entry]! & BARE) !== 0
      // Less than a name takes no type word: `khách sạn Sa Pa` is not `UBND phường Sa Pa`.
      const said = isBare ? own : span.masks[kind[place]!]!
      this.offer(place, own, said, isBare ? missing + BARE_MISSING : missing, marks)
    }
  }

  private offerRange(span: Span): void {
    const { range } = span
    if (bearers(this.index, range) <= RANGE_BEARERS_MAX) {
      for (let name = range.from; name < range.to; name++) {
        this.offerBearers(span, name, RANGE_BEARERS_MAX)
      }
      return
    }
    const own = bits(span.first, span.end)
    const isPlain = (this.context.namedTokens & ~own) === 0 && this.focus === null
    const namesMax = isPlain ? RANGE_NAMES_PLAIN_MAX : RANGE_NAMES_MAX
    let names = 0
    visitBest(this.index, range, this.queue, (name) => {
      this.offerBearers(span, name, RANGE_NAME_BEARERS_MAX)
      return ++names < namesMax
    })
    if ((this.context.unitTokens & ~own) === 0) return
    // Somewhere in a large range lies what the rest of the query narrows down to.
    if (bearers(this.index, range) > RANGE_SCAN_MAX) return
    const { entryFirst, entryPlace, kind } = this.index
    for (let name = range.from; name < range.to; name++) {
      for (let entry = entryFirst[name]!; entry < entryFirst[name + 1]!; entry++) {
        const place = entryPlace[entry]!
        if ((this.context.maskOf(place) & ~own) === 0) continue
        this.offer(place, own, span.masks[kind[place]!]!, 0.5, 0)
      }
    }
  }

  /** Names that hold some of the words, in any order: found through the rarest of them. */
  private offerPartialNames(plan: QueryPlan): void {
    const { index } = this
    const df = (i: number) => {
      const range = plan.ranges[i]!
      return index.postFirst[range.to]! - index.postFirst[range.from]!
    }
    const rare = plan.tokens
      .map((_, i) => i)
      .filter((i) => df(i) > 0 && plan.weights[i]! > 0.4)
      .sort((a, b) => df(a) - df(b))
      .slice(0, RARE_TOKENS)
    for (const i of rare) {
      const range = plan.ranges[i]!
      const start = index.postFirst[range.from]!
      const end = Math.min(index.postFirst[range.to]!, start + POSTINGS_MAX)
      for (let post = start; post < end; post++) this.offerPartialName(plan, index.posts[post]!)
    }
  }

  private offerPartialName(plan: QueryPlan, name: number): void {
    const { nameFirst, nameTokens, entryFirst, entryPlace } = this.index
    const from = nameFirst[name]!
    const to = nameFirst[name + 1]!
    const { ranges } = plan
    let mask = 0
    let matched = 0
    let adjacent = 0
    let previous = -2
    for (let at = from; at < to; at++) {
      const token = nameTokens[at]!
      for (let i = 0; i < ranges.length; i++) {
        if ((mask & (1 << i)) !== 0) continue
        if (token < ranges[i]!.from || token >= ranges[i]!.to) continue
        mask |= 1 << i
        matched++
        if (i === previous + 1) adjacent++
        previous = i
        break
      }
    }
    const length = to - from
    // One stray syllable of a longer name is chance, not a match.
    if (matched === 1 && length > 2 && ranges.length > 1) return
    const order = matched > 1 ? (matched - 1 - adjacent) / (matched - 1) : 0
    const missing = (length - matched) / length + 0.3 * order
    const end = Math.min(entryFirst[name + 1]!, entryFirst[name]! + PARTIAL_BEARERS_MAX)
    for (let entry = entryFirst[name]!; entry < end; entry++) {
      this.offer(entryPlace[entry]!, mask >>> 0, mask >>> 0, missing, 0)
    }
  }

  /** Weighs one place: tokens in `own` are its name, `said` also has those that say its kind. */
  private offer(place: number, own: number, said: number, missing: number, marks: number): void {
    const { index, plan } = this
    if (!plan) return
    const mask = (said | this.context.maskOf(place)) >>> 0
    if (plan.tellingMask !== 0 && (mask & plan.tellingMask) === 0) return
    const kind = PLACE_KINDS[index.kind[place]!]
    const points =
      (RANK_POINTS * index.rank[place]!) / 255 -
      MISSING_POINTS * missing +
      MARKS_POINTS * marks +
      (OWN_POINTS * this.weightOf(own)) / plan.totalWeight +
      ((own & plan.firstMask) !== 0 ? FIRST_POINTS : 0) +
      ((said & ~plan.tellingMask) !== 0 ? TYPE_POINTS : 0) +
      this.focusPoints(place) -
      (kind === 'settlement' && this.context.isNamedAsUnit(place, own) ? NAMESAKE_LOSS : 0)
    const covered = this.weightOf(mask)
    if (kind === 'street' || kind === 'alley') {
      const chains = plan.chains.filter((chain) => (bits(chain.first, chain.end) & mask) === 0)
      if (chains.length > 0) {
        this.offerNumber(place, chains, covered, missing, points)
        return
      }
    }
    const coverage = covered / plan.totalWeight
    if (!this.ranking.accepts(coverage, points)) return
    this.ranking.offer({ place, street: NONE, number: 'none', key: '', coverage, missing }, points)
  }

  /** The number on that street, or the alley it lies in, or the street without it. */
  private offerNumber(
    street: number,
    chains: readonly NumberChain[],
    covered: number,
    missing: number,
    points: number,
  ): void {
    const { ranking } = this
    const total = this.plan?.totalWeight ?? 1
    let best: { place: number; number: NumberMatch; key: string; coverage: number } | null = null
    for (const chain of chains) {
      const { key } = chain
      const weight = this.weightOf(bits(chain.first, chain.end))
      // Not even the right door would make this one of the best: do not look for it.
      if (!ranking.accepts((covered + weight) / total, points)) continue
      const found = this.numberOn(street, chain)
      const coverage = (covered + weight * NUMBER_CREDIT[found.number]) / total
      if (best === null || coverage > best.coverage) best = { ...found, key, coverage }
    }
    if (best === null) return
    const isGuess = best.number === 'between' || best.number === 'mouth'
    const loss = isGuess ? BETWEEN_LOSS : 0
    ranking.offer({ ...best, street, missing }, points - loss)
  }

  private numberOn(street: number, chain: NumberChain): { place: number; number: NumberMatch } {
    const { index } = this
    const { key, isAlley } = chain
    const door = isAlley ? alleyMouth(index, street, key) : houseAt(index, street, key)
    if (door !== NONE) return { place: door, number: isAlley ? 'mouth' : 'house' }
    if (doorsAround(index, street, key)) {
      return { place: street, number: isAlley ? 'mouth' : 'between' }
    }
    for (const outer of outerLinks(key)) {
      const mouth = houseAt(index, street, outer)
      if (mouth !== NONE) return { place: mouth, number: 'alley' }
    }
    return { place: street, number: 'missing' }
  }

  /** −1 (marks typed, others written) to 1 (marks typed as written); 0 when none were typed. */
  private marksAgree(entry: number, first: number, end: number): number {
    const plan = this.plan!
    if (!plan.hasMarks) return 0
    const { entrySpelling, spellingFirst, spellingForms } = this.index
    let typed = 0
    let agreed = 0
    let at = -1
    for (let i = first; i < end; i++) {
      if (!plan.tokens[i]!.hasMarks) continue
      if (at < 0) at = spellingFirst[entrySpelling[entry]! & ~BARE]!
      const form = spellingForms[at + i - first]!
      // The word being typed may go on, and its tone may still come.
      const begun = plan.typing && i === plan.tokens.length - 1 ? plan.begun : null
      const agrees = begun ? startsWithAt(this.index.forms, form, begun) : form === plan.forms[i]
      typed++
      agreed += agrees ? 1 : -1
    }
    return typed === 0 ? 0 : agreed / typed
  }

  private focusPoints(place: number): number {
    if (!this.focus) return 0
    const { lon, lat } = this.index
    const metres = distanceM(this.focus, { lon: lon[place]! / E7, lat: lat[place]! / E7 })
    return (FOCUS_POINTS * FOCUS_HALF_M) / (FOCUS_HALF_M + metres)
  }

  private weightOf(mask: number): number {
    const weights = this.plan?.weights ?? []
    let sum = 0
    for (let rest = mask; rest !== 0; ) {
      const i = 31 - Math.clz32(rest)
      sum += weights[i]!
      rest ^= 1 << i
    }
    return sum
  }
}
