import { distanceM } from '../../geo/distance.ts'
import { E7, type Point } from '../../geo/point.ts'
import type { Context } from '../context/context.ts'
import {
  ALIAS,
  BARE,
  isStreetKind,
  kindIn,
  provinceCodeIn,
  rankIn,
  whereIn,
} from '../index/entry-bits.ts'
import { NONE, type SearchIndex, wardOf } from '../index/layout.ts'
import type { Candidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import {
  ALIAS_LOSS,
  BARE_MISSING,
  BARE_SAID_MISSING,
  BEGUN_LOSS,
  DIACRITICS_POINTS,
  DISTRICT_LOSS,
  DOOR_OUTSIDE_CREDIT,
  FIRST_POINTS,
  FOCUS_HALF_M,
  FOCUS_POINTS,
  FORMER_LOSS,
  KIND_NAME_MISSING,
  LATER_LOSS,
  MISSING_POINTS,
  NAME_POINTS,
  NAMESAKE_LOSS,
  RANK_POINTS,
  STRAY_LOSS,
  scoreOf,
  TWICE_LOSS,
  TYPE_IN_NAME_POINTS,
  TYPE_POINTS,
  UNSAID_LOSS,
} from '../model/score-weights.ts'
import { PoiSorts } from '../plan/poi-sorts.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { lowestIndex } from '../plan/token-mask.ts'
import { isFragment } from './fragment.ts'
import { HouseNumberMatch } from './house-number-match.ts'
import { tellsWhich } from './told.ts'
import { newScored, type TopK } from './top-k.ts'

const DISTRICT = PLACE_KINDS.indexOf('district')
const WARD = PLACE_KINDS.indexOf('ward')
const SETTLEMENT = PLACE_KINDS.indexOf('settlement')
const POI = PLACE_KINDS.indexOf('poi')

export const RANK_MAX = 255

/** The terms of a score beyond coverage, in points, by their positions in `Scorer.terms`. */
export const TERMS = [
  'name',
  'type',
  'rank',
  'missing',
  'spelling',
  'focus',
  'former',
  'namesake',
  'unsaid',
  'units',
] as const

/** The outcome of a candidate: scored, or the reason why it is no answer. */
export type Verdict =
  | 'scored'
  | 'another kind is said'
  | 'only its kind or unit is said'
  | 'outside the named unit'
  | 'said to be a unit'
  | 'a part of a longer name'
  | 'explains too little'

/** Sees every candidate with its terms; for `saola explain`. */
export interface Trace {
  candidate(candidate: Candidate, verdict: Verdict, scorer: Scorer): void
  pruned(places: number): void
}

/**
 * Scores candidates of the query that plan and context have read, and offers them to the top k.
 *
 *   terms  Float64[TERMS]  of the candidate that was scored last
 */
export class Scorer {
  trace: Trace | null = null
  private focus: Point | null = null
  /** How many candidates were scored. */
  candidates = 0
  /** The tokens that are whole names of places outside the named units. */
  elsewhereMask = 0
  readonly terms = new Float64Array(TERMS.length)
  readonly scored = newScored()
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  private readonly topK: TopK
  private readonly sorts: PoiSorts
  private readonly houseNumbers: HouseNumberMatch

  constructor(index: SearchIndex, plan: QueryPlan, context: Context, topK: TopK) {
    this.index = index
    this.plan = plan
    this.context = context
    this.topK = topK
    this.sorts = new PoiSorts(index)
    this.houseNumbers = new HouseNumberMatch(index, plan, context)
  }

  /** Begins the query that plan and context have read. */
  begin(focus: Point | null, trace: Trace | null): void {
    this.focus = focus
    this.trace = trace
    this.elsewhereMask = 0
    this.candidates = 0
    this.scored.tokens = this.plan.tokens
  }

  /**
   * Scores the candidate and keeps it if it is among the best. False when it reads the same as a
   * match that is kept.
   */
  offer(candidate: Candidate): boolean {
    this.candidates++
    const verdict = this.score(candidate)
    this.trace?.candidate(candidate, verdict, this)
    return verdict !== 'scored' || this.scored.place === NONE || this.topK.offer(this.scored)
  }

  /**
   * Fills `scored` and `terms`; `scored.place` is NONE for a door that cannot be among the best.
   */
  private score(candidate: Candidate): Verdict {
    const { plan, context, topK, scored } = this
    const { place, entryBits, nameMask, typedMask, missing } = candidate
    const kind = kindIn(entryBits)
    const fitting =
      kind === POI ? this.sorts.fittingMask(plan, place, nameMask, typedMask) : typedMask
    // Where the name takes all tokens that surroundings could, they need not be looked at.
    const isAllTaken = (context.namedTokens & ~fitting) === 0
    const around = isAllTaken
      ? fitting
      : fitting | (context.maskOf(place) & ~context.usedTwice(plan, entryBits, nameMask))
    const mask =
      (plan.numberMask & ~around) === 0
        ? around
        : around | this.houseNumbers.ownNumber(place, nameMask)
    const refusal = this.refusalOf(candidate, kind, mask)
    const mayHaveDoor = refusal === 'outside the named unit' && this.mayHaveDoor(candidate, kind)
    if (refusal !== null && !mayHaveDoor) return refusal
    const isKindAlone = this.isKindAlone(kind, nameMask, typedMask)
    scored.missing = isKindAlone
      ? Math.max(missing, KIND_NAME_MISSING)
      : this.missingOf(candidate, kind, fitting)
    const isFormer = !isAllTaken && (context.formerMaskOf(place) & ~nameMask) !== 0
    const points = this.pointsOf(candidate, kind, fitting, mask, isFormer)
    scored.place = place
    scored.mask = mask
    scored.numberMask = 0
    scored.otherNameMask = isOtherName(entryBits, kind) ? nameMask : 0
    if (isStreetKind(kind)) {
      if (context.namedUnits.isUnitOfAddress(plan, nameMask)) return 'said to be a unit'
      // Kim Mã Thượng has a number 10, but `10 Kim Mã` is not that, nor is `10 kim ma`.
      const trust = candidate.isPartial ? Math.max(0, 1 - missing) ** 2 : 1
      const isAsked = this.houseNumbers.find(scored, nameMask, points, trust, topK.threshold)
      if (refusal !== null) return this.isDoorNear(points) ? 'scored' : refusal
      if (isAsked) return 'scored'
      scored.place = place
    }
    scored.coverage = plan.shareOf(mask)
    if (scored.coverage < topK.coverageMin) return 'explains too little'
    scored.where = whereIn(entryBits)
    scored.street = NONE
    scored.numberMatch = 'none'
    scored.number = null
    scored.score = scoreOf(scored.coverage, points)
    return 'scored'
  }

  /** Whether a street outside the named district may have the door that the query asks for. */
  private mayHaveDoor({ entryBits, missing }: Candidate, kind: number): boolean {
    const { plan, context } = this
    if (!isStreetKind(kind) || missing > 0 || plan.numbers.length === 0) return false
    return !context.namedUnits.isOutside(provinceCodeIn(entryBits))
  }

  /** Whether `scored` is that door, and near the district; then it counts as part of that. */
  private isDoorNear(points: number): boolean {
    const { scored, plan, context } = this
    const { binding } = context
    if (scored.place === NONE || scored.numberMatch !== 'house') return false
    if (!binding.isNear(scored.place)) return false
    scored.coverage += DOOR_OUTSIDE_CREDIT * plan.shareOf(binding.mask & ~scored.mask)
    scored.score = scoreOf(scored.coverage, points)
    return true
  }

  /** The reason why the candidate is no answer, or null. `mask`: the tokens it explains. */
  private refusalOf(candidate: Candidate, kind: number, mask: number): Verdict | null {
    const { plan, context } = this
    const { place, nameMask, typedMask, missing } = candidate
    // While the query is typed, any telling word is enough.
    if ((mask & plan.tellingMask) === 0 || !plan.typing) {
      if (missing > 0 && this.sorts.isOtherKind(plan, place, kind, nameMask)) {
        return 'another kind is said'
      }
      const explained = mask | this.houseNumbers.numberOfTypedStreet(kind, nameMask, typedMask)
      const units = { count: this.index.units, namedMask: context.namedUnits.namedMask }
      if (!tellsWhich(plan, candidate, explained, units)) return 'only its kind or unit is said'
    }
    if (this.isStreetMeant(candidate, kind, mask)) return 'another kind is said'
    // While a text is typed, units bind behind commas alone.
    if (plan.typing && plan.behindCommas === 0) return null
    // `Hòa Bình, Tân Phú` is no Xã Bình Tân Phú.
    const isArea = place < this.index.units || kind === SETTLEMENT
    if (isArea && plan.isParted(nameMask)) return 'a part of a longer name'
    // `Nguyễn An Ninh, Bình Lục` is in no Xã An Ninh.
    const mayBePart = !plan.typing && (kind === WARD || kind === SETTLEMENT)
    if (mayBePart && context.isPartOfStreet(nameMask, plan.tellingMask)) {
      return 'a part of a longer name'
    }
    // `343 Đà Nẵng, Hải Phòng` is on no street that is called Hải Phòng.
    if (place >= this.index.units && (nameMask & ~context.binding.apartMask) === 0) {
      return 'said to be a unit'
    }
    const mayBeFragment = kind === POI || kind === WARD || kind === SETTLEMENT
    // `Hồ Văn Huê, quận Phú Nhuận` is not the `Trung tâm Văn hoá Quận Phú Nhuận`.
    const ownMask = missing > 0 ? nameMask & ~context.binding.outerMask : nameMask
    if (!plan.typing && mayBeFragment && isFragment(plan, ownMask, mask)) {
      return 'a part of a longer name'
    }
    if (context.isElsewhere(plan, candidate, mask)) {
      if (missing === 0) this.elsewhereMask |= nameMask
      return 'outside the named unit'
    }
    return null
  }

  /**
   * Whether the text names a street, not the candidate: `Đường Trần Hưng Đạo` is no ward, nor a
   * shop that has that in its name; nor is `202 Nguyễn Biểu` a place called after the street.
   */
  private isStreetMeant({ place, nameMask, missing }: Candidate, kind: number, mask: number) {
    const { plan, context } = this
    const isUnit = place < this.index.units
    if (plan.typing || !(isUnit || kind === POI)) return false
    if (!isUnit && missing === 0 && (nameMask & ~context.streetTokens) !== 0) return false
    const isDoor = !isUnit && plan.hasNumberBefore(nameMask, mask)
    return isDoor || plan.hasStreetWord(lowestIndex(nameMask))
  }

  /** The points beyond coverage: the sum of `terms`, which it fills. */
  private pointsOf(
    candidate: Candidate,
    kind: number,
    fitting: number,
    mask: number,
    isFormer: boolean,
  ): number {
    const { terms, plan } = this
    const { place, entryBits, nameMask, isBegun } = candidate
    const type = typePoints(plan, nameMask, fitting)
    terms[0] = namePoints(plan, nameMask) - (isBegun ? BEGUN_LOSS : 0)
    terms[1] = type
    terms[2] = rankPoints(rankIn(entryBits))
    terms[3] = -MISSING_POINTS * this.scored.missing
    terms[4] = candidate.spelling
    terms[5] = this.focus === null ? 0 : focusPoints(this.index, this.focus, place)
    terms[6] = isFormer ? -FORMER_LOSS : 0
    terms[7] = this.isNamesake(place, kind, nameMask) ? -NAMESAKE_LOSS : 0
    terms[8] = kind === WARD && type === 0 ? -UNSAID_LOSS : 0
    terms[9] = -this.unitsLoss(candidate, mask)
    let points = 0
    for (let i = 0; i < terms.length; i++) points += terms[i]!
    return points
  }

  /** Whether a unit has the name that the query asks for, and that unit is rather meant. */
  private isNamesake(place: number, kind: number, nameMask: number): boolean {
    const { context, plan } = this
    const unitMask = context.binding.outerMask | (plan.typing ? 0 : context.namedUnits.saidMask)
    const isUnitWord = (nameMask & plan.unitWords) !== 0
    if (place >= this.index.units && !isUnitWord && (nameMask & ~unitMask) === 0) return true
    // A query typed to its end may mean a former ward, too.
    const ward = kind === POI && !plan.typing ? wardOf(this.index, place) : NONE
    if (ward !== NONE && context.isNamedAsFormer(ward, nameMask)) return true
    return kind === SETTLEMENT && context.isNamedAsUnit(place, nameMask)
  }

  /** Points lost where the query names a unit that the place is not, or does not lie in. */
  private unitsLoss({ place, entryBits, nameMask }: Candidate, mask: number): number {
    const { plan, context } = this
    if (place >= this.index.units) {
      return STRAY_LOSS * context.namedUnits.strayness(provinceCodeIn(entryBits), mask)
    }
    // The district has no ward of that number: people know their district better.
    const isNone = (plan.unitNumbers & ~mask) !== 0 && (nameMask & plan.firstMask) !== 0
    return (
      (context.isInOtherDistrict(place, nameMask, mask) ? DISTRICT_LOSS : 0) +
      (context.isLaterThanDistrict(place, nameMask, mask) ? LATER_LOSS : 0) +
      this.twiceLoss(place, kindIn(entryBits), nameMask) +
      (isNone ? FIRST_POINTS : 0)
    )
  }

  /** `Đắk Tô, Đắk Tô` is a ward in that district, `Lai Châu, Lai Châu` a town in that province. */
  private twiceLoss(place: number, kind: number, nameMask: number): number {
    const again = this.context.unitMask[place]! & ~nameMask & this.plan.tellingMask
    if (again === 0 || kind === WARD) return 0
    return kind === DISTRICT ? TWICE_LOSS : 2 * TWICE_LOSS
  }

  /** The missing share of the name: less for a lacking type word if another says the kind. */
  private missingOf(candidate: Candidate, kind: number, fitting: number): number {
    const { entryBits, nameMask, missing } = candidate
    const isSaid = (fitting & ~nameMask & this.plan.sortMask) !== 0
    const isBare = kind === POI && (entryBits & BARE) !== 0
    return isBare && isSaid ? missing - BARE_MISSING + BARE_SAID_MISSING : missing
  }

  /**
   * Whether the tokens of the name are only words for a kind, and others tell which place is meant;
   * false for a POI if the query has a number, and for a street with its type word or a number in
   * front, `18 Nhà Thờ`.
   */
  private isKindAlone(kind: number, nameMask: number, typedMask: number): boolean {
    const { typing, tellingMask, sortMask, numberMask, hasNoUnitWord } = this.plan
    if (typing || !hasNoUnitWord || (nameMask & ~sortMask) !== 0 || tellingMask === 0) return false
    if (kind === POI) return numberMask === 0
    return typedMask === nameMask && (numberMask === 0 || numberMask > nameMask)
  }
}

/** Whether the name is not the official one; a POI's name without its type word counts as it. */
function isOtherName(entryBits: number, kind: number): boolean {
  return (entryBits & (kind === POI ? ALIAS : ALIAS | BARE)) !== 0
}

/** Points for the tokens that a name takes. */
export function namePoints(plan: QueryPlan, nameMask: number): number {
  const share = plan.weightOf(nameMask) / plan.totalWeight
  return NAME_POINTS * share + ((nameMask & plan.firstMask) !== 0 ? FIRST_POINTS : 0)
}

/** Points for type words, in the name or beside it. */
export function typePoints(plan: QueryPlan, nameMask: number, typedMask: number): number {
  const kindMask = ~(plan.tellingMask | plan.numberWords)
  if ((nameMask & kindMask) !== 0) return TYPE_IN_NAME_POINTS
  return (typedMask & kindMask) !== 0 ? TYPE_POINTS : 0
}

/** Points for the spelling of a name: `agreement` of its diacritics, −1 to 1. */
export function spellingPoints(agreement: number, entryBits: number): number {
  return DIACRITICS_POINTS * agreement - ((entryBits & ALIAS) === 0 ? 0 : ALIAS_LOSS)
}

export function rankPoints(rank: number): number {
  return (RANK_POINTS / RANK_MAX) * rank
}

function focusPoints({ lon, lat }: SearchIndex, focus: Point, place: number): number {
  const metres = distanceM(focus, { lon: lon[place]! / E7, lat: lat[place]! / E7 })
  return (FOCUS_POINTS * FOCUS_HALF_M) / (FOCUS_HALF_M + metres)
}
