import { MinHeap } from '../base/heap.ts'
import type { Point } from '../geo/point.ts'
import { Context } from './context.ts'
import { bearsNumber, type SoughtNumber } from './houses.ts'
import { firstEntry, firstToken, NONE, placeIn, type SearchIndex, traitsIn } from './layout.ts'
import { bearers, visitBest } from './lookup.ts'
import { marksAgree } from './marks.ts'
import { NumberMeeting } from './number-meeting.ts'
import { PLACE_KINDS } from './place.ts'
import { bits, isSeveral, type QueryPlan } from './plan.ts'
import {
  ALIAS_LOSS,
  BARE_MISSING,
  BEGUN_LOSS,
  BETWEEN_LOSS,
  DISORDER_MISSING,
  FIRST_POINTS,
  FOCUS_POINTS,
  FORMER_LOSS,
  focusPoints,
  MARKS_POINTS,
  MISSING_POINTS,
  NAMESAKE_LOSS,
  NUMBER_CREDIT,
  OWN_POINTS,
  RANK_POINTS,
  TYPE_IN_NAME_POINTS,
  TYPE_POINTS,
} from './points.ts'
import {
  COVERAGE_FULL,
  type Match,
  NUMBER_MATCHES,
  type NumberMatch,
  Ranking,
  scoreOf,
} from './ranking.ts'
import { ALIAS, BARE, HAS_NUMBERS, HAS_STREET, isStreetKind, kindIn, rankIn } from './traits.ts'
import { TOPS_MAX } from './vocabulary.ts'
import { WordMarks } from './word-marks.ts'

/** No more are ever looked for. */
export const MATCHES_MAX = 64

/** While a query is typed, names that hold its words in any order are looked for below this. */
const COVERAGE_WHILE_TYPING = 0.9
const BEARERS_MAX = 4096 // of one exact name: the best come first
const RANGE_BEARERS_MAX = 128 // a prefix with more is read best first
const RANGE_NAMES_MAX = TOPS_MAX // where surroundings or a focus may reorder them
const RANGE_NAMES_PLAIN_MAX = 16 // where the best places are the best answers
const RANGE_NAME_BEARERS_MAX = 8
const NAMESAKES_MAX = 8 // one more than the list of a suggest is long
const RANGE_SCAN_MAX = 4_000 // read whole only to find what a named unit narrows down to
const RANGE_SCAN_MISSING = 0.5
const POSTINGS_MAX = 3000 // of one token in the pass for partly matching names
/** Bearers weighed for one token there: of few names many, of many names the best. */
const PARTIAL_OFFERS_MAX = 6_000
const PARTIAL_BEARERS_MIN = 4
const PARTIAL_BEARERS_MAX = 48

/** Sums in another order differ in their last digits: what is better by less is equal. */
const ROUNDING = 1e-6

const RANK_MAX = 255
const SETTLEMENT = PLACE_KINDS.indexOf('settlement')
const STREET = PLACE_KINDS.indexOf('street')
const ALLEY = PLACE_KINDS.indexOf('alley')
const NO_NUMBER = NUMBER_MATCHES.indexOf('none')

/**
 * Scratch and steps of one search; reused, so that a query allocates little.
 *
 * What makes it fast is that most places need not be weighed. A name, a list of bearers, a span
 * has a ceiling: the score of a place there of which everything were true that the query leaves
 * open. The bearers of a name come in descending rank; where the ceiling falls below the worst
 * match that is kept, the rest of the list is left out.
 */
export class Matcher {
  private readonly index: SearchIndex
  private readonly context: Context
  private readonly wordMarks: WordMarks
  private readonly queue = new MinHeap()
  private readonly ranking: Ranking
  private readonly meeting: NumberMeeting
  private plan: QueryPlan
  private focus: Point | null = null
  /** Points that a place may have beyond those of its rank, name and number. */
  private pointsOpen = 0
  /** The tokens of the current span or name, and the points for them. */
  private own = 0
  private ownPoints = 0
  /** The most that places of the current span or name can cover. */
  private coverageCeiling = 0

  constructor(index: SearchIndex, plan: QueryPlan) {
    this.index = index
    this.plan = plan
    this.context = new Context(index)
    this.ranking = new Ranking(index, MATCHES_MAX)
    this.wordMarks = new WordMarks(index)
    this.meeting = new NumberMeeting(index)
  }

  /** The best places for what the plan has read, best first, at most `wanted`. */
  match(focus: Point | null, wanted: number): Match[] {
    const { plan, ranking, context } = this
    this.focus = focus
    this.pointsOpen = (plan.hasMarks ? MARKS_POINTS : 0) + (focus ? FOCUS_POINTS : 0)
    ranking.clear(wanted)
    context.read(plan, this.queue)
    for (let i = 0; i < plan.spans; i++) {
      const span = plan.spanOrder[i]!
      const said = plan.mostSaidBy(span)
      this.setCeiling(bits(plan.spanFirst[span]!, plan.spanEnd[span]!), said)
      if (!this.mayAnyBeKept(RANK_MAX, said, 0)) continue
      if (plan.spanIsPrefix[span] === 2) this.ownPoints -= BEGUN_LOSS
      if (plan.spanIsPrefix[span] !== 0) this.offerRange(span)
      else this.offerBearers(span, plan.spanFrom[span]!, BEARERS_MAX)
    }
    const enough = plan.typing ? COVERAGE_WHILE_TYPING : COVERAGE_FULL
    const possible = plan.knownWeight / plan.totalWeight
    if (ranking.bestCoverage < possible * enough) this.offerPartialNames()
    return ranking.take()
  }

  /** For places that `own` names and of whose kind `said` may tell too. */
  private setCeiling(own: number, said: number): void {
    const { plan } = this
    const most = said | this.context.namedTokens | plan.chainMask
    this.own = own
    this.coverageCeiling = plan.weightOf(most) / plan.totalWeight
    this.ownPoints =
      (OWN_POINTS * plan.weightOf(own)) / plan.totalWeight +
      ((own & plan.firstMask) !== 0 ? FIRST_POINTS : 0)
  }

  /** Whether any place below the ceiling, of that rank at most, may be among the best. */
  private mayAnyBeKept(rank: number, said: number, missing: number): boolean {
    return this.wouldBeKept(this.coverageCeiling, rank, said, missing)
  }

  private mayBeKept(place: number, traits: number, said: number, missing: number): boolean {
    return this.wouldBeKept(this.coverageOpen(place, traits, said), rankIn(traits), said, missing)
  }

  private wouldBeKept(coverage: number, rank: number, said: number, missing: number): boolean {
    const { ranking } = this
    // What explains more than all before counts even where it is not kept.
    if (coverage > ranking.bestCoverage) return true
    if (coverage < ranking.coverageMin) return false
    const points =
      this.ownPoints +
      this.pointsOpen +
      this.typePoints(this.own, said) +
      (RANK_POINTS / RANK_MAX) * rank -
      MISSING_POINTS * missing
    return scoreOf(coverage, points) > ranking.threshold + ROUNDING
  }

  /** The most that the place can explain, as far as is seen without looking where it lies. */
  private coverageOpen(place: number, traits: number, said: number): number {
    const { plan, context } = this
    const mask = said | context.mostOfUnits(place, traits)
    if (((context.streetTokens | plan.chainMask) & ~mask) === 0 || place < this.index.units) {
      return plan.weightOf(mask) / plan.totalWeight
    }
    const around = (traits & HAS_STREET) === 0 ? mask : mask | context.streetTokens
    if ((traits & HAS_NUMBERS) !== 0) {
      return plan.weightOf(around | plan.chainMask) / plan.totalWeight
    }
    const number = isStreetKind(kindIn(traits)) ? plan.weightOf(plan.chainMask & ~around) : 0
    return (plan.weightOf(around) + NUMBER_CREDIT.missing * number) / plan.totalWeight
  }

  private typePoints(own: number, said: number): number {
    const kindMask = ~this.plan.tellingMask
    if ((own & kindMask) !== 0) return TYPE_IN_NAME_POINTS
    return (said & kindMask) !== 0 ? TYPE_POINTS : 0
  }

  private offerBearers(span: number, name: number, limit: number): void {
    const { plan, index } = this
    const first = plan.spanFirst[span]!
    const own = bits(first, plan.spanEnd[span]!)
    const length = firstToken(index, name + 1) - firstToken(index, name)
    const missing = (length - (plan.spanEnd[span]! - first)) / length
    const most = plan.mostSaidBy(span)
    const isPlain = this.isPlain(own)
    const marksMax = plan.hasMarks ? 1 : 0
    let namesakes = 0
    const start = firstEntry(index, name)
    const end = Math.min(firstEntry(index, name + 1), start + limit)
    for (let entry = start; entry < end; entry++) {
      const place = placeIn(index, entry)
      const traits = traitsIn(index, entry)
      const isBare = (traits & BARE) !== 0
      // Less than a name takes no type word: `khách sạn Sa Pa` is not `UBND phường Sa Pa`.
      const said = isBare ? own : plan.saidBy(span, kindIn(traits))
      const lost = isBare ? missing + BARE_MISSING : missing
      if (this.mayBeKept(place, traits, said, lost)) {
        const marks = plan.hasMarks ? marksAgree(index, plan, entry, span) : 0
        const isAlias = (traits & ALIAS) !== 0
        this.offer(place, own, said, lost, MARKS_POINTS * marks - (isAlias ? ALIAS_LOSS : 0))
        // Nothing but the rank tells namesakes apart: the first are the best.
        if (isPlain && marks === marksMax && ++namesakes === NAMESAKES_MAX) return
      } else if (place >= index.units && !this.mayAnyBeKept(rankIn(traits), most, missing)) {
        // Units come before all else; within each part the rank only falls.
        return
      }
    }
  }

  private offerRange(span: number): void {
    const { plan, index, context } = this
    const from = plan.spanFrom[span]!
    const to = plan.spanTo[span]!
    const own = bits(plan.spanFirst[span]!, plan.spanEnd[span]!)
    const count = bearers(index, from, to)
    if (count <= RANGE_BEARERS_MAX) {
      for (let name = from; name < to; name++) this.offerBearers(span, name, RANGE_BEARERS_MAX)
      return
    }
    const namesMax = this.isPlain(own) ? RANGE_NAMES_PLAIN_MAX : RANGE_NAMES_MAX
    let names = 0
    const { rank, units } = index
    const most = plan.mostSaidBy(span)
    const offerName = (name: number) => {
      if (name < from) return true
      const entry = firstEntry(index, name)
      const bestRank = rankIn(traitsIn(index, entry))
      // From here on the ranks only fall, once more where the units end.
      const isUnit = placeIn(index, entry) < units
      const highest = isUnit ? Math.max(bestRank, rank[units] ?? 0) : bestRank
      if (!this.mayAnyBeKept(highest, most, 0)) return false
      this.offerBearers(span, name, RANGE_NAME_BEARERS_MAX)
      return ++names < namesMax
    }
    const tops = plan.topsOf(span)
    if (tops) tops.every(offerName)
    else visitBest(index, from, to, this.queue, offerName)
    if ((context.unitTokens & ~own) !== 0 && count <= RANGE_SCAN_MAX) this.scanRange(span, own)
  }

  /** Whether nothing but its name and rank is known of a place that `own` names. */
  private isPlain(own: number): boolean {
    const others = this.context.namedTokens | this.plan.chainMask
    return (others & ~own) === 0 && this.focus === null
  }

  /** Somewhere in a large range lies what the rest of the query narrows down to. */
  private scanRange(span: number, own: number): void {
    const { plan, context, index } = this
    const end = firstEntry(index, plan.spanTo[span]!)
    for (let entry = firstEntry(index, plan.spanFrom[span]!); entry < end; entry++) {
      const place = placeIn(index, entry)
      const traits = traitsIn(index, entry)
      // Once something explains as much, the best of the range need no more company.
      if (this.coverageCeiling <= this.ranking.bestCoverage) return
      const streets = (traits & HAS_STREET) === 0 ? 0 : context.streetTokens
      if (((context.mostOfUnits(place, traits) | streets) & ~own) === 0) continue
      if ((context.maskOf(place) & ~own) === 0) continue
      this.offer(place, own, plan.saidBy(span, kindIn(traits)), RANGE_SCAN_MISSING, 0)
    }
  }

  /** Names that hold some of the words, in any order: found through the rarest of them. */
  private offerPartialNames(): void {
    const { plan, wordMarks } = this
    const { postFirst, posts } = this.index
    wordMarks.read(plan)
    for (let i = 0; i < wordMarks.rareCount; i++) {
      const rare = wordMarks.rare[i]!
      const start = postFirst[plan.tokenFrom[rare]!]!
      const end = Math.min(postFirst[plan.tokenTo[rare]!]!, start + POSTINGS_MAX)
      const share = Math.floor(PARTIAL_OFFERS_MAX / (end - start))
      const limit = Math.min(PARTIAL_BEARERS_MAX, Math.max(PARTIAL_BEARERS_MIN, share))
      for (let post = start; post < end; post++) this.offerPartialName(posts[post]!, limit)
    }
  }

  private offerPartialName(name: number, limit: number): void {
    const { plan, wordMarks, index } = this
    const mask = wordMarks.maskOf(name)
    const { matched, length } = wordMarks
    // One stray syllable of a longer name is chance, not a match.
    if (matched === 1 && length > 2 && plan.tokens.length > 1) return
    this.setCeiling(mask, mask)
    if (!this.mayAnyBeKept(RANK_MAX, mask, 0)) return
    const order = matched > 1 ? (matched - 1 - wordMarks.adjacent) / (matched - 1) : 0
    const missing = (length - matched) / length + DISORDER_MISSING * order
    const start = firstEntry(index, name)
    const end = Math.min(firstEntry(index, name + 1), start + limit)
    for (let entry = start; entry < end; entry++) {
      const place = placeIn(index, entry)
      const traits = traitsIn(index, entry)
      if (this.mayBeKept(place, traits, mask, missing)) this.offer(place, mask, mask, missing, 0)
      else if (place >= index.units && !this.mayAnyBeKept(rankIn(traits), mask, missing)) return
    }
  }

  /**
   * Weighs one place: tokens in `own` are its name, `said` also has those that say its kind;
   * `spelt`: points for how the name is spelt.
   */
  private offer(place: number, own: number, said: number, missing: number, spelt: number): void {
    const { index, plan, context } = this
    // Where the name says all that surroundings could, they need not be looked at.
    const isSaid = (context.namedTokens & ~said) === 0
    const lies = isSaid ? said : said | context.maskOf(place)
    const mask = (plan.chainMask & ~lies) === 0 ? lies : lies | this.ownNumber(place)
    // Words for kinds tell nothing, unless they are a whole name: `Ngõ Huyện`.
    const isName = missing === 0 && isSeveral(own)
    if (plan.tellingMask !== 0 && (mask & plan.tellingMask) === 0 && !isName) return
    const kind = index.kind[place]!
    const points =
      this.ownPoints +
      this.typePoints(own, said) +
      (RANK_POINTS / RANK_MAX) * index.rank[place]! -
      MISSING_POINTS * missing +
      spelt +
      (this.focus ? focusPoints(this.index, this.focus, place) : 0) -
      (!isSaid && (context.formerMaskOf(place) & ~own) !== 0 ? FORMER_LOSS : 0) -
      (kind === SETTLEMENT && context.isNamedAsUnit(place, own) ? NAMESAKE_LOSS : 0)
    const mayHaveNumbers = kind === STREET || kind === ALLEY
    if (mayHaveNumbers && this.offerNumbers(place, mask, missing, points)) return
    const coverage = plan.weightOf(mask) / plan.totalWeight
    if (coverage < this.ranking.coverageMin) return
    const score = scoreOf(coverage, points)
    this.ranking.offer(place, NONE, NO_NUMBER, null, mask, coverage, missing, score)
  }

  /** The tokens of a number of the query that is the place's own; an alley's is in its name. */
  private ownNumber(place: number): number {
    const { index, plan } = this
    if (index.houseNumber[place] === 0 || index.kind[place] === ALLEY) return 0
    for (const { mask, number } of plan.chains) if (bearsNumber(index, place, number)) return mask
    return 0
  }

  /**
   * The number on that street, or the alley it lies in, or the street without it; false when the
   * query has no number but those that `mask` explains otherwise.
   */
  private offerNumbers(street: number, mask: number, missing: number, points: number): boolean {
    const { ranking, plan, meeting, context } = this
    const { chains, totalWeight } = plan
    let isAsked = false
    let bestPlace = NONE
    let bestNumber: NumberMatch = 'none'
    let bestSought: SoughtNumber | null = null
    let bestMask = 0
    let bestCoverage = -1
    for (let i = 0; i < chains.length; i++) {
      const chain = chains[i]!
      if ((chain.mask & mask) !== 0) continue
      isAsked = true
      const most = plan.weightOf(mask | context.unitTokens | chain.mask) / totalWeight
      // Not even the right door would make this one of the best: do not look for it.
      if (scoreOf(most, points) < ranking.threshold) continue
      const number = meeting.meet(street, chain)
      // Long streets cross wards: the door lies in its own.
      const around = meeting.place === street ? mask : mask | context.maskOf(meeting.place)
      const credit = NUMBER_CREDIT[number] * plan.weightOf(chain.mask & ~around)
      const coverage = (plan.weightOf(around) + credit) / totalWeight
      if (coverage <= bestCoverage) continue
      bestPlace = meeting.place
      bestNumber = number
      bestSought = chain.number
      bestMask = around | chain.mask
      bestCoverage = coverage
    }
    if (bestPlace !== NONE) {
      const isGuess = bestNumber === 'between' || bestNumber === 'mouth'
      const score = scoreOf(bestCoverage, points - (isGuess ? BETWEEN_LOSS : 0))
      const number = NUMBER_MATCHES.indexOf(bestNumber)
      ranking.offer(bestPlace, street, number, bestSought, bestMask, bestCoverage, missing, score)
    }
    return isAsked
  }
}
