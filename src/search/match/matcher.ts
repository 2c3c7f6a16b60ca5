import type { Point } from '../../geo/point.ts'
import { Context } from '../context/context.ts'
import {
  ALIAS,
  BARE,
  entryBitsOf,
  HAS_STREET,
  isStreetKind,
  kindIn,
  provinceCodeIn,
  rankIn,
  whereIn,
} from '../index/entry-bits.ts'
import {
  ENTRY_COLUMNS,
  entryBitsIn,
  firstEntry,
  isDuplicateIn,
  isDuplicateOf,
  NONE,
  placeIn,
  provinceOf,
  type SearchIndex,
  spellingOf,
  tokenCount,
  wardOf,
} from '../index/layout.ts'
import { askedKind } from '../index/listed-kinds.ts'
import { placesNamed } from '../index/lookup.ts'
import type { RangeMemo } from '../index/range-memo.ts'
import { TOP_COLUMNS, TOP_NAMES_MAX, topNamesOf } from '../index/top-names.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { diacriticsAgree, diacriticsAgreeMost, isDifferentWord } from '../plan/diacritics.ts'
import { PoiSorts } from '../plan/poi-sorts.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits, highestBit } from '../plan/token-mask.ts'
import { HouseNumberMatch } from '../score/house-number-match.ts'
import { RANK_MAX, rankPoints, ScoreBounds } from '../score/score-bounds.ts'
import {
  ALIAS_LOSS,
  BARE_MISSING,
  DIACRITICS_POINTS,
  FORMER_LOSS,
  focusPoints,
  MISSING_POINTS,
  NAMESAKE_LOSS,
  UNSAID_LOSS,
} from '../score/score-weights.ts'
import { COVERAGE_FULL, type Match, NO_NUMBER, scoreOf, TopK } from '../score/top-k.ts'
import { KIND_NAME_MISSING, NearKind } from './near-kind.ts'
import { NearPlaces } from './near-places.ts'
import { PartialNames, type Weigher } from './partial-names.ts'

/** No more are ever looked for. */
export const MATCHES_MAX = 64

/** While a query is typed, names that hold its words in any order are looked for below this. */
const COVERAGE_WHILE_TYPING = 0.9
const PLACES_MAX = 4096 // of one exact name: the best come first
const RANGE_PLACES_MAX = 128 // a prefix with more is read best first
/** Of TOP_NAMES_MAX; surroundings or a focus may reorder the names, else the first are the best. */
const PLAIN_TOP_NAMES_MAX = 16
const UNKNOWN = -2 // no marks agree so little
const NAMESAKES_MAX = 8 // one more than the list of a suggest is long
const RANGE_SCAN_MAX = 4_000 // read whole only to find what a named unit narrows down to
const RANGE_SCAN_MISSING = 0.5

const WARD = PLACE_KINDS.indexOf('ward')
const SETTLEMENT = PLACE_KINDS.indexOf('settlement')
const POI = PLACE_KINDS.indexOf('poi')

/**
 * Scratch and steps of one search; reused, so that a query allocates little. What makes it fast is
 * that most places need not be weighed (`ScoreBounds`): the places of a name come in descending
 * rank,
 * and where no more can be among the best, the rest of the list is left out.
 */
export class Matcher implements Weigher {
  /** The tokens that are whole names elsewhere than in the units of the last query. */
  elsewhere = 0
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  private readonly topK: TopK
  private readonly bounds: ScoreBounds
  private readonly topNames: RangeMemo
  private readonly partial: PartialNames
  private readonly houseNumbers: HouseNumberMatch
  private readonly sorts: PoiSorts
  private readonly near: NearPlaces
  private readonly nearKind: NearKind
  private focus: Point | null = null
  /** Whether names are looked at that hold only some of the words. */
  private isPartial = false
  /** Whether all of the query may be a name: it says no unit as such. */
  private mayBeName = false

  constructor(index: SearchIndex, plan: QueryPlan) {
    this.index = index
    this.plan = plan
    this.context = new Context(index)
    this.topK = new TopK(index, MATCHES_MAX)
    this.bounds = new ScoreBounds(index, plan, this.context, this.topK)
    this.topNames = topNamesOf(index)
    this.houseNumbers = new HouseNumberMatch(index, plan, this.context, this.topK)
    this.sorts = new PoiSorts(index)
    this.near = new NearPlaces(index)
    this.partial = new PartialNames(index, plan, this.context, this.bounds, this.near, this)
    this.nearKind = new NearKind(index, this.context)
  }

  /** The best places for what the plan has read, best first, at most `wanted`. */
  match(focus: Point | null, wanted: number): Match[] {
    const { plan, topK, context, bounds } = this
    this.focus = focus
    this.elsewhere = 0
    this.isPartial = false
    this.mayBeName = (plan.unitWords | plan.closingUnitWords) === 0
    topK.clear(wanted)
    context.read(plan)
    bounds.clear(focus !== null)
    if (focus !== null) this.near.goTo(focus)
    for (let i = 0; i < plan.spans; i++) {
      const span = plan.spanOrder[i]!
      bounds.ofSpan(span)
      if (!bounds.mayAnyBeKept(RANK_MAX, 0)) continue
      if (plan.numberWords !== 0 && this.isDoor(bounds.own)) continue
      if (plan.spanIsPrefix[span] !== 0) this.offerRange(span)
      else this.offerName(span, plan.spanFrom[span]!, PLACES_MAX)
    }
    const isListed = this.offerKind()
    const share = plan.typing ? COVERAGE_WHILE_TYPING : COVERAGE_FULL
    const enough = share * (plan.knownWeight / plan.totalWeight)
    // `bưu điện Sài Gòn` is rather the one that has that in its name than any there.
    const isKind = isListed || (!plan.typing && topK.bestMissing >= KIND_NAME_MISSING)
    this.offerPartialNames((isKind && this.mayBeName) || topK.bestCoverage < enough)
    return topK.take()
  }

  /** Whether what the plan has read surely names units, and `match` lies in no province of them. */
  isStray({ where }: Match): boolean {
    this.context.read(this.plan)
    return this.context.namedUnits.isOutside(provinceCodeIn(where))
  }

  /** Whether tokens are a number of a street: `số 5 Yên Phụ` is no Đường Số 5 in Yên Phụ. */
  private isDoor(own: number): boolean {
    const { numberWords, numberMask } = this.plan
    if ((own & numberWords) === 0 || (own & ~numberMask) !== 0) return false
    return (this.context.streetTokens & (highestBit(own) << 1)) !== 0
  }

  /** Places of a kind that is asked for, whatever they are called; true for those in a unit. */
  private offerKind(): boolean {
    const asked = askedKind(this.plan.tokens)
    if (asked === null) return false
    const { plan, index, nearKind, focus } = this
    const isFound = this.topK.bestCoverage >= COVERAGE_FULL
    const anchors = nearKind.read(asked, plan, focus, isFound)
    const { own, missing, places } = nearKind
    // A word that is right is spelt as rightly as a name that has it.
    const spelt = nearKind.hasMarks ? DIACRITICS_POINTS : 0
    if (anchors > 0) this.bounds.ofWords(own)
    for (let anchor = 0; anchor < anchors; anchor++) {
      nearKind.find(anchor, focus)
      for (let i = 0; i < nearKind.count; i++) {
        const place = places[i]!
        const [ward, province] = [wardOf(index, place), provinceOf(index, place)]
        const entryBits = entryBitsOf(index.rank[place]!, POI, province, ward)
        this.offer(place, entryBits, own, own, missing, spelt)
      }
    }
    return anchors > 0 && !asked.isAlone
  }

  private offerName(span: number, name: number, limit: number): void {
    const { index } = this
    const length = tokenCount(index, name)
    const start = firstEntry(index, name)
    const end = Math.min(firstEntry(index, name + 1), start + limit)
    this.offerPlaces(span, length, index.entries, ENTRY_COLUMNS * start, ENTRY_COLUMNS * end)
  }

  /** Bearers of a name of so many tokens: the entries from `from` up to `to` in `rows`. */
  private offerPlaces(
    span: number,
    length: number,
    rows: Uint32Array,
    from: number,
    to: number,
  ): void {
    const { plan, index, bounds } = this
    const { own, needsMore } = bounds
    const missing = (length - (plan.spanEnd[span]! - plan.spanFirst[span]!)) / length
    // A word for a sort of POI tells namesakes apart.
    const isPlain = this.isPlain(own) && (plan.mostSaidBy(span) & plan.sortMask & ~own) === 0
    let most = plan.hasMarks ? UNKNOWN : 0
    let namesakes = 0
    let isRest = false
    for (let at = from; at < to; at += ENTRY_COLUMNS) {
      const place = rows[at]!
      if (place >= index.units && !isRest) {
        isRest = true
        namesakes = 0
      }
      if (namesakes === NAMESAKES_MAX) {
        if (isRest) return
        continue
      }
      const entryBits = rows[at + 1]!
      if (this.focus === null && isDuplicateOf(rows[at + 2]!)) continue
      const kind = kindIn(entryBits)
      const lost = (entryBits & BARE) === 0 ? missing : missing + BARE_MISSING
      const isOpen = !needsMore || bounds.mayHaveMore(place, entryBits)
      if (isOpen && bounds.mayBeKept(place, entryBits, kind, lost)) {
        const spelling = spellingOf(rows[at + 2]!)
        const marks = plan.hasMarks ? diacriticsAgree(index, plan, spelling, span) : 0
        if (marks === -1 && isDifferentWord(index, plan, spelling, span)) continue
        const spelt = DIACRITICS_POINTS * marks - ((entryBits & ALIAS) === 0 ? 0 : ALIAS_LOSS)
        this.offer(place, entryBits, own, bounds.saidBy(kind), lost, spelt)
        if (!isPlain) continue
        if (most === UNKNOWN) most = diacriticsAgreeMost(index, plan, spelling, span)
        // Nothing but the rank tells namesakes apart: the first are the best, of either part.
        if (marks === most) namesakes++
      } else if (place >= index.units && !bounds.mayAnyBeKept(rankIn(entryBits), missing)) {
        // Units come before all else; within each part the rank only falls.
        return
      }
    }
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
    this.topNames.look(from, to)
    this.offerTopNames(span)
    const isNarrowed = (context.unitTokens & ~bounds.own) !== 0
    if (isNarrowed && count <= RANGE_SCAN_MAX) this.scanRange(span)
    this.offerNear(span)
  }

  private offerNear(span: number): void {
    const { near, index } = this
    if (this.focus === null) return
    near.find(this.plan, span)
    for (let i = 0; i < near.count; i++) {
      const row = ENTRY_COLUMNS * near.entries[i]!
      const length = tokenCount(index, near.names[i]!)
      this.offerPlaces(span, length, index.entries, row, row + ENTRY_COLUMNS)
    }
  }

  /** The names that were looked up in `tops`. */
  private offerTopNames(span: number): void {
    const { bounds } = this
    const { values: rows, start, end } = this.topNames
    const namesMax = this.isPlain(bounds.own) ? PLAIN_TOP_NAMES_MAX : TOP_NAMES_MAX
    for (let names = 0, at = start; names < namesMax && at < end; names++) {
      // From here on the ranks only fall.
      if (!bounds.mayAnyBeKept(rows[at + 2]!, 0)) return
      const from = at + TOP_COLUMNS
      const to = from + ENTRY_COLUMNS * rows[at + 1]!
      this.offerPlaces(span, rows[at]!, rows, from, to)
      at = to
    }
  }

  /** Whether nothing but its name and rank is known of a place that `own` names. */
  private isPlain(own: number): boolean {
    const others = this.context.namedTokens | this.plan.numberMask
    return (others & ~own) === 0 && this.focus === null
  }

  /** Somewhere in a large range lies what the rest of the query narrows down to. */
  private scanRange(span: number): void {
    const { plan, context, index, bounds, topK } = this
    const { own } = bounds
    const end = firstEntry(index, plan.spanTo[span]!)
    for (let entry = firstEntry(index, plan.spanFrom[span]!); entry < end; entry++) {
      if (this.focus === null && isDuplicateIn(index, entry)) continue
      const place = placeIn(index, entry)
      const entryBits = entryBitsIn(index, entry)
      // Once something explains as much, the best of the range need no more company.
      if (bounds.coverage <= topK.bestCoverage) return
      const streets = (entryBits & HAS_STREET) === 0 ? 0 : context.streetTokens
      if (((context.mostOfUnits(place, entryBits) | streets) & ~own) === 0) continue
      if ((context.maskOf(place) & ~own) === 0) continue
      this.offer(place, entryBits, own, plan.saidBy(span, kindIn(entryBits)), RANGE_SCAN_MISSING, 0)
    }
  }

  /** Names that hold some of the words or, near the focus, all of them. */
  private offerPartialNames(isFew: boolean): void {
    const { focus, partial } = this
    // Who names a province or district means that, not what is called after it.
    const hasNear = focus !== null && !this.isRegion()
    if (!isFew && !hasNear) return
    this.isPartial = true
    partial.read(focus)
    if (isFew) partial.offerAll()
    if (hasNear) partial.offerNear()
  }

  /** Whether the whole query names, or begins to name, a province or district. */
  private isRegion(): boolean {
    const { index, plan, context } = this
    const all = bits(0, plan.tokens.length)
    return context.units.some((unit) => index.kind[unit]! < WARD && context.namesOf(unit) === all)
  }

  /**
   * Weighs one place: tokens in `own` are its name, `saying` also has those that say its kind;
   * `spelt`: points for how the name is spelt.
   */
  offer(
    place: number,
    entryBits: number,
    own: number,
    saying: number,
    missing: number,
    spelt: number,
  ): void {
    const { plan, context, bounds, topK } = this
    const kind = kindIn(entryBits)
    const said = kind === POI ? this.sorts.saidOf(plan, place, own, saying) : saying
    // Where the name says all that surroundings could, they need not be looked at.
    const isSaid = (context.namedTokens & ~said) === 0
    const lies = isSaid ? said : this.lying(place, entryBits, own, said)
    const mask = (plan.numberMask & ~lies) === 0 ? lies : lies | this.houseNumbers.ownOf(place, own)
    // What tells something is enough for who is still typing.
    if ((mask & plan.tellingMask) === 0 || !plan.typing) {
      if (missing > 0 && this.sorts.isOther(plan, place, kind, own)) return
      const told = mask | this.houseNumbers.ofSaidStreet(kind, own, saying)
      if (!context.isTold(plan, place, entryBits, own, told, missing)) return
    }
    if (!plan.typing && context.isElsewhere(plan, entryBits, own, mask, missing)) {
      if (missing === 0) this.elsewhere |= own
      return
    }
    const typePoints = bounds.typePoints(own, said)
    const isKind = this.isKindAlone(kind, own, saying)
    const unasked = isKind ? Math.max(missing, KIND_NAME_MISSING) : missing
    const points =
      bounds.ownPoints +
      typePoints +
      rankPoints(rankIn(entryBits)) -
      MISSING_POINTS * unasked +
      spelt +
      (this.focus ? focusPoints(this.index, this.focus, place) : 0) -
      (!isSaid && (context.formerMaskOf(place) & ~own) !== 0 ? FORMER_LOSS : 0) -
      (kind === SETTLEMENT && context.isNamedAsUnit(place, own) ? NAMESAKE_LOSS : 0) -
      (kind === WARD && typePoints === 0 ? UNSAID_LOSS : 0) -
      context.doubtOf(plan, place, entryBits, own, mask)
    if (isStreetKind(kind)) {
      if (context.namedUnits.isSaidUnit(plan, own)) return
      // Kim Mã Thượng has a number 10, but `10 Kim Mã` is not that, nor is `10 kim ma`.
      const trust = this.isPartial ? Math.max(0, 1 - missing) ** 2 : 1
      if (this.houseNumbers.offer(place, own, mask, unasked, points, trust)) return
    }
    const coverage = plan.shareOf(mask)
    if (coverage < topK.coverageMin) return
    const score = scoreOf(coverage, points)
    topK.offer(place, whereIn(entryBits), NONE, NO_NUMBER, null, mask, coverage, unasked, score)
  }

  /** What a place says, and what is around it: each word once. */
  private lying(place: number, entryBits: number, own: number, said: number): number {
    const { context, plan } = this
    return said | (context.maskOf(place) & ~context.usedTwice(plan, entryBits, own))
  }

  /**
   * Whether the tokens of the name only say of what kind a place is, and others tell which: but for
   * what has an address, and a street that is said to be one or to have a number, `18 Nhà Thờ`.
   */
  private isKindAlone(kind: number, own: number, saying: number): boolean {
    const { typing, tellingMask, sortMask, numberMask } = this.plan
    if (typing || !this.mayBeName || (own & ~sortMask) !== 0 || tellingMask === 0) return false
    return kind === POI
      ? numberMask === 0
      : saying === own && (numberMask === 0 || numberMask > own)
  }
}
