import type { Point } from '../../geo/point.ts'
import { Context } from '../context/context.ts'
import type { Outside } from '../context/named-units.ts'
import { BARE, entryBitsOf, HAS_STREET, kindIn, rankIn } from '../index/entry-bits.ts'
import {
  entryBitsIn,
  firstEntry,
  firstRestEntry,
  placeIn,
  provinceOf,
  type SearchIndex,
  spellingIn,
  tokenCount,
  wardOf,
} from '../index/layout.ts'
import { askedKind } from '../index/listed-kinds.ts'
import { placesNamed } from '../index/lookup.ts'
import { TopNames } from '../index/top-names.ts'
import type { Effort } from '../model/effort.ts'
import { type Match, newCandidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import {
  BARE_MISSING,
  BARE_SAID_MISSING,
  COVERAGE_FULL,
  COVERAGE_WHILE_TYPING,
  DIACRITICS_POINTS,
  KIND_NAME_MISSING,
  RANGE_MISSING,
} from '../model/score-weights.ts'
import { diacriticsAgree, isDifferentWord } from '../plan/diacritics.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits, highestBit } from '../plan/token-mask.ts'
import { RANK_MAX, Scorer, spellingPoints, type Trace } from '../score/score.ts'
import { ScoreBounds } from '../score/score-bounds.ts'
import { TopK } from '../score/top-k.ts'
import { NearKind } from './near-kind.ts'
import { NearPlaces } from './near-places.ts'
import { PartialNames } from './partial-names.ts'

/** No more matches are ever asked for. */
export const MATCHES_MAX = 64

/** Top names read where neither surroundings nor a focus may reorder them. */
const PLAIN_TOP_NAMES_MAX = 16
/** Places of one name that nothing tells apart: one more than the list of a suggest is long. */
const NAMESAKES_MAX = 8
const PLACES_MAX = 4096 // of one exact name: the best come first
const RANGE_PLACES_MAX = 128 // a prefix with more is read best first
const RANGE_SCAN_MAX = 4_000 // a prefix with more is not read for the places of a named unit

const WARD = PLACE_KINDS.indexOf('ward')
const POI = PLACE_KINDS.indexOf('poi')

/** The matches of one plan. */
export interface MatchList {
  /** Best first. */
  readonly matches: readonly Match[]
  /** The tokens that are whole names of places outside the named units, as bits. */
  readonly elsewhereMask: number
  /** The tokens that surely name units, as bits. */
  readonly unitMask: number
  /** The provinces outside the named units; null when no unit is named. */
  readonly outside: Outside | null
}

/**
 * Finds the candidates of a plan and has them scored. Most places need not be scored: the places of
 * a name come in descending rank, and where the bounds exclude that any more of them is among the
 * best, the rest is pruned (dynamic pruning as in WAND: Broder et al. 2003; with a bound for each
 * name, block-max WAND: Ding and Suel 2011). Scratch is reused; one match at a time.
 */
export class Matcher {
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly effort: Effort
  private readonly context: Context
  private readonly topK: TopK
  private readonly bounds: ScoreBounds
  private readonly scorer: Scorer
  private readonly topNames: TopNames
  private readonly partial: PartialNames
  private readonly near: NearPlaces
  private readonly nearKind: NearKind
  private readonly candidate = newCandidate()
  private focus: Point | null = null

  /** `plan` has to have read a query before each match. */
  constructor(index: SearchIndex, plan: QueryPlan, effort: Effort) {
    this.effort = effort
    this.index = index
    this.plan = plan
    this.context = new Context(index)
    this.topK = new TopK(index)
    this.bounds = new ScoreBounds(index, plan, this.context, this.topK)
    this.scorer = new Scorer(index, plan, this.context, this.topK)
    this.topNames = new TopNames(index)
    this.near = new NearPlaces(index)
    this.partial = new PartialNames(index, plan, this.context, this.bounds, this.scorer)
    this.nearKind = new NearKind(index, this.context)
  }

  /** The best places for the query that the plan has read, at most `wanted`. */
  match(focus: Point | null, wanted: number, trace: Trace | null = null): MatchList {
    const { plan, topK, context, bounds, scorer } = this
    this.focus = focus
    this.candidate.isPartial = false
    topK.clear(wanted)
    context.read(plan)
    bounds.clear(focus !== null)
    scorer.begin(focus, trace)
    this.partial.nameMatch.compared = 0
    if (focus !== null) this.near.goTo(focus)
    for (let i = 0; i < plan.spans; i++) this.offerSpan(plan.spanOrder[i]!)
    const isListed = this.offerKind()
    const share = plan.typing ? COVERAGE_WHILE_TYPING : COVERAGE_FULL
    const enough = share * (plan.knownWeight / plan.totalWeight)
    // `bưu điện Sài Gòn` is rather the post office of that name than any in Sài Gòn.
    const isKind = isListed || (!plan.typing && topK.bestMissing >= KIND_NAME_MISSING)
    this.offerPartialNames((isKind && plan.hasNoUnitWord) || topK.bestCoverage < enough)
    this.effort.matched(scorer.candidates, this.partial.nameMatch.compared)
    const outside = plan.typing ? null : context.namedUnits.outside()
    const unitMask = context.namedUnits.saidMask | context.binding.outerMask
    return { matches: topK.take(), elsewhereMask: scorer.elsewhereMask, unitMask, outside }
  }

  /** Offers places whose names are a span of the query or begin with it. */
  private offerSpan(span: number): void {
    const { plan, bounds } = this
    bounds.ofSpan(span)
    if (!bounds.mayAnyBeKept(RANK_MAX, 0)) return
    if (plan.numberWords !== 0 && this.isDoor(bounds.nameMask)) return
    this.candidate.nameMask = bounds.nameMask
    this.candidate.isBegun = plan.spanIsPrefix[span] === 2
    if (plan.spanIsPrefix[span] !== 0) this.offerRange(span)
    else this.offerName(span, plan.spanFrom[span]!, PLACES_MAX)
  }

  /** Whether the tokens are a house number: `số 5 Yên Phụ` is no Đường Số 5 in Yên Phụ. */
  private isDoor(nameMask: number): boolean {
    const { numberWords, numberMask } = this.plan
    if ((nameMask & numberWords) === 0 || (nameMask & ~numberMask) !== 0) return false
    return (this.context.streetTokens & (highestBit(nameMask) << 1)) !== 0
  }

  /** Offers the places of a kind that is asked for by any name; true where a unit is named. */
  private offerKind(): boolean {
    const asked = askedKind(this.plan.tokens)
    if (asked === null) return false
    const { plan, index, nearKind, focus, candidate } = this
    const isFound = this.topK.bestCoverage >= COVERAGE_FULL
    const anchors = nearKind.read(asked, plan, focus, isFound)
    if (anchors > 0) this.bounds.ofWords(nearKind.kindMask)
    candidate.nameMask = nearKind.kindMask
    candidate.typedMask = nearKind.kindMask
    candidate.missing = nearKind.missing
    candidate.isBegun = false
    // A word for the kind typed with its marks counts like a name spelt with them.
    candidate.spelling = nearKind.hasMarks ? DIACRITICS_POINTS : 0
    for (let anchor = 0; anchor < anchors; anchor++) {
      nearKind.find(anchor, focus)
      for (let i = 0; i < nearKind.count; i++) {
        const place = nearKind.places[i]!
        const [ward, province] = [wardOf(index, place), provinceOf(index, place)]
        candidate.place = place
        candidate.entryBits = entryBitsOf(index.rank[place]!, POI, province, ward)
        this.scorer.offer(candidate)
      }
    }
    return anchors > 0 && !asked.isAlone
  }

  /** Offers the places of a name, at most `limit`. */
  private offerName(span: number, name: number, limit: number): void {
    const { index } = this
    const length = tokenCount(index, name)
    const start = firstEntry(index, name)
    const rest = firstRestEntry(index, name)
    const end = Math.min(firstEntry(index, name + 1), start + limit)
    this.offerEntries(span, length, start, Math.min(rest, end))
    this.offerEntries(span, length, rest, end)
  }

  /** Offers the entries `start` up to `end` of a name of `length` tokens. */
  private offerEntries(span: number, length: number, start: number, end: number): void {
    const { plan, index, bounds, candidate } = this
    const { nameMask } = bounds
    const missing = (length - (plan.spanEnd[span]! - plan.spanFirst[span]!)) / length
    // A word for a kind of POI distinguishes namesakes.
    const kindWords = plan.widestMaskOf(span) & plan.sortMask & ~nameMask
    const isPlain = this.isPlain(nameMask) && kindWords === 0
    const bareMissing = kindWords === 0 ? BARE_MISSING : BARE_SAID_MISSING
    const mayHaveMarks = plan.hasMarks && !this.isNumber(nameMask)
    let alike = 0
    for (let entry = start; entry < end && alike < NAMESAKES_MAX; entry++) {
      const place = placeIn(index, entry)
      const entryBits = entryBitsIn(index, entry)
      const kind = kindIn(entryBits)
      const isBare = (entryBits & BARE) !== 0
      const missingMin = isBare ? missing + bareMissing : missing
      if (bounds.mayBeKept(place, entryBits, kind, missingMin)) {
        const spelling = spellingIn(index, entry)
        // `P.1` cannot be spelt otherwise.
        const unmarked = plan.hasMarks && place < index.units ? 1 : 0
        const agreement = mayHaveMarks ? diacriticsAgree(index, plan, spelling, nameMask) : unmarked
        if (agreement === -1 && isDifferentWord(index, plan, spelling, span)) continue
        candidate.place = place
        candidate.entryBits = entryBits
        candidate.typedMask = bounds.typedMaskOf(kind)
        candidate.missing = isBare ? missing + BARE_MISSING : missing
        candidate.spelling = spellingPoints(agreement, entryBits)
        const isDistinct = this.scorer.offer(candidate)
        // Only their ranks differ: the first are the best.
        if (isPlain && isDistinct && (agreement === 1 || !plan.hasMarks)) alike++
      } else if (place >= index.units && !bounds.mayAnyBeKept(rankIn(entryBits), missing)) {
        // Units come before all else; within each part the rank only falls.
        this.scorer.trace?.pruned(end - entry)
        return
      }
    }
  }

  /** Whether a name is the number of a unit, with or without its type words. */
  private isNumber(nameMask: number): boolean {
    const { tellingMask, unitNumbers } = this.plan
    return (nameMask & unitNumbers) !== 0 && (nameMask & tellingMask & ~unitNumbers) === 0
  }

  private offerRange(span: number): void {
    const { plan, index, context, bounds } = this
    const from = plan.spanFrom[span]!
    const to = plan.spanTo[span]!
    const count = placesNamed(index, from, to)
    if (count <= RANGE_PLACES_MAX) {
      for (let name = from; name < to; name++) this.offerName(span, name, RANGE_PLACES_MAX)
      return
    }
    this.offerTopNames(span)
    const isNarrowed = (context.unitTokens & ~bounds.nameMask) !== 0
    if (isNarrowed && count <= RANGE_SCAN_MAX) this.scanRange(span)
    this.offerNear(span)
  }

  private offerNear(span: number): void {
    const { near, index } = this
    if (this.focus === null) return
    near.find(this.plan, span)
    for (let i = 0; i < near.count; i++) {
      const entry = near.entries[i]!
      this.offerEntries(span, tokenCount(index, near.names[i]!), entry, entry + 1)
    }
  }

  private offerTopNames(span: number): void {
    const { bounds, plan } = this
    const names = this.topNames.of(plan.spanFrom[span]!, plan.spanTo[span]!)
    const namesMax = this.isPlain(bounds.nameMask) ? PLAIN_TOP_NAMES_MAX : names.length
    for (let i = 0; i < namesMax && i < names.length; i++) {
      const { length, rank, units, unitsEnd, rest, restEnd } = names[i]!
      // The ranks of the names that follow are no higher.
      if (!bounds.mayAnyBeKept(rank, 0)) return
      this.offerEntries(span, length, units, unitsEnd)
      this.offerEntries(span, length, rest, restEnd)
    }
  }

  /** Whether only its rank orders a place whose name takes `nameMask` among its namesakes. */
  private isPlain(nameMask: number): boolean {
    const aroundMask = this.context.namedTokens | this.plan.numberMask
    return (aroundMask & ~nameMask) === 0 && this.focus === null
  }

  /** Offers the places of a large range that lie in a unit or street which the query names. */
  private scanRange(span: number): void {
    const { plan, context, index, bounds, topK, candidate } = this
    const { nameMask } = bounds
    const end = firstEntry(index, plan.spanTo[span]!)
    candidate.missing = RANGE_MISSING
    candidate.spelling = 0
    const start = firstEntry(index, plan.spanFrom[span]!)
    this.effort.names(end - start)
    for (let entry = start; entry < end; entry++) {
      const place = placeIn(index, entry)
      const entryBits = entryBitsIn(index, entry)
      // Once a match explains as much, the top names of the range are enough.
      if (bounds.coverage <= topK.bestCoverage) return
      const streets = (entryBits & HAS_STREET) === 0 ? 0 : context.streetTokens
      if (((context.unitMaskMax(place, entryBits) | streets) & ~nameMask) === 0) continue
      if ((context.maskOf(place) & ~nameMask) === 0) continue
      candidate.place = place
      candidate.entryBits = entryBits
      candidate.typedMask = plan.maskOf(span, kindIn(entryBits))
      this.scorer.offer(candidate)
    }
  }

  /** Offers names that hold some of the words or, near the focus, all of them. */
  private offerPartialNames(isFew: boolean): void {
    const { focus, partial } = this
    // A query that is a province or district means that, not a place called after it.
    const hasNear = focus !== null && !this.isRegion()
    if (!isFew && !hasNear) return
    partial.read()
    if (isFew) partial.offerAll()
    if (hasNear) partial.offerNear(this.near)
  }

  /** Whether the whole query names, or begins to name, a province or district. */
  private isRegion(): boolean {
    const { index, plan, context } = this
    const all = bits(0, plan.tokens.length)
    return context.units.some((unit) => index.kind[unit]! < WARD && context.unitMask[unit] === all)
  }
}
