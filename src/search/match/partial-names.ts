import type { Context } from '../context/context.ts'
import { kindIn, rankIn } from '../index/entry-bits.ts'
import {
  entryBitsIn,
  firstEntry,
  firstRestEntry,
  placeIn,
  type SearchIndex,
  spellingIn,
} from '../index/layout.ts'
import { newCandidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { DISORDER_MISSING } from '../model/score-weights.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { highestBit, isSeveral } from '../plan/token-mask.ts'
import { type Scorer, spellingPoints } from '../score/score.ts'
import type { ScoreBounds } from '../score/score-bounds.ts'
import { NameMatch } from './name-match.ts'
import type { NearPlaces } from './near-places.ts'
import { Postings } from './postings.ts'

const ALLEY = PLACE_KINDS.indexOf('alley')

/** Offers names that hold some words of a query, or all of them and more, in any order. */
export class PartialNames {
  private readonly index: SearchIndex
  private readonly plan: QueryPlan
  private readonly context: Context
  private readonly bounds: ScoreBounds
  private readonly scorer: Scorer
  private readonly candidate = newCandidate()
  readonly nameMatch: NameMatch
  private readonly postings: Postings
  /** The tokens that the last name holds; those that count for an alley, and for other kinds. */
  private mask = 0
  private alleyMask = 0
  private otherMask = 0
  /** The share of the last name that counts as missing. */
  private missing = 0
  /** The first of its entries that may be meant. */
  private start = 0

  constructor(
    index: SearchIndex,
    plan: QueryPlan,
    context: Context,
    bounds: ScoreBounds,
    scorer: Scorer,
  ) {
    this.index = index
    this.plan = plan
    this.context = context
    this.bounds = bounds
    this.scorer = scorer
    this.candidate.isPartial = true
    this.nameMatch = new NameMatch(index)
    this.postings = new Postings(index)
  }

  /** Begins the query that plan and context have read. */
  read(): void {
    this.nameMatch.read(this.plan)
  }

  /** Offers names that hold some of the words, found through the rarest of these. */
  offerAll(): void {
    const { plan, nameMatch, postings, bounds } = this
    postings.read(plan, nameMatch.seenMask)
    let open = nameMatch.seenMask // words by which no names were searched yet
    for (let i = 0; i < postings.rareCount && bounds.mayHoldOnly(open); i++) {
      const needed = nameMatch.neededBy(postings.rare[i]!)
      const isNew = (needed & ~open) === 0 // else its names were found through another word
      if (isNew) this.offerPostings(i, bounds.requiredOf(open) | needed, open)
      if (!isNew || postings.isWhole) open &= ~(1 << postings.rare[i]!)
    }
  }

  /** Offers places near the focus whose names hold all words: `Agribank` is `ATM Agribank`, too. */
  offerNear(near: NearPlaces): void {
    const { plan, nameMatch, bounds } = this
    near.findHolding(plan, nameMatch)
    for (let i = 0; i < near.count; i++) {
      const entry = near.entries[i]!
      if (!this.readName(near.names[i]!, nameMatch.seenMask) || entry < this.start) continue
      if (bounds.mayHoldOnly(this.mask)) this.offerEntries(entry, entry + 1, true)
    }
  }

  private offerPostings(rare: number, required: number, open: number): void {
    const { index, plan, postings, bounds } = this
    postings.find(plan, rare, required)
    const { names, count, placesMax } = postings
    for (let k = 0; k < count; k++) {
      const name = names[k]!
      if (!this.readName(name, open) || !bounds.mayHoldOnly(this.mask)) continue
      const end = Math.min(firstEntry(index, name + 1), this.start + placesMax)
      this.offerEntries(this.start, end, false)
    }
  }

  /** Whether a name holds words, all of them in `open`, and not by chance; sets the fields. */
  private readName(name: number, open: number): boolean {
    const { index, plan, nameMatch } = this
    const mask = nameMatch.maskOf(name)
    if (mask === 0 || (mask & ~open) !== 0) return false
    if (nameMatch.isChance(plan, mask, this.context)) return false
    const { matched, length, adjacent } = nameMatch
    // `12 kim ma` is in no Ngõ 12 Đào Tấn, though that is in Kim Mã.
    const isDoor = (this.context.streetTokens & (highestBit(mask) << 1)) !== 0
    if (matched < length && (mask & ~plan.numberMask) === 0 && isDoor) return false
    // `10 Kim Mã` is not `Ngõ 10 Kim Mã Thượng`, unless it is still being typed.
    const words = plan.typing || matched === length ? mask : mask & ~plan.numberMask
    const order = matched > 1 ? (matched - 1 - adjacent) / (matched - 1) : 0
    // A query typed to its end does not name a unit by one of its words, or by two turned round:
    // `Tháp` is not Đồng Tháp, nor `Cách Mạng Tháng 8` in Tam Thang Ward.
    const mayBeUnit = plan.typing || (matched > 1 && order === 0)
    this.mask = mask
    const isOther = nameMatch.hasOtherNumber(plan, mask)
    const isAlley = words === mask || isSeveral(words)
    // While it is typed, a query may mean alleys of that street.
    this.alleyMask = isAlley && (plan.typing || !isOther) ? words : 0
    this.otherMask = isOther ? 0 : mask & ~nameMatch.ofAlleyAlone(mask)
    this.missing = (length - matched) / length + DISORDER_MISSING * order
    this.start = mayBeUnit ? firstEntry(index, name) : firstRestEntry(index, name)
    return true
  }

  /**
   * Offers the entries `start` up to `end` of the last name. With `isNear`, its spelling gets
   * points, as that of whole names elsewhere does.
   */
  private offerEntries(start: number, end: number, isNear: boolean): void {
    const { index, plan, nameMatch, bounds, candidate, alleyMask, otherMask, missing } = this
    for (let entry = start; entry < end; entry++) {
      const place = placeIn(index, entry)
      const entryBits = entryBitsIn(index, entry)
      if (bounds.mayBeKept(place, entryBits, kindIn(entryBits), missing)) {
        const held = kindIn(entryBits) === ALLEY ? alleyMask : otherMask
        const spelling = spellingIn(index, entry)
        const mask = plan.hasMarks ? nameMatch.asSpelt(plan, held, spelling) : held
        const agreement = isNear && plan.hasMarks ? nameMatch.agreement(plan, mask, spelling) : 0
        if (mask === 0) continue
        candidate.place = place
        candidate.entryBits = entryBits
        candidate.nameMask = mask
        candidate.typedMask = mask
        candidate.missing = missing
        candidate.spelling = spellingPoints(agreement, entryBits)
        this.scorer.offer(candidate)
      } else if (place >= index.units && !bounds.mayAnyBeKept(rankIn(entryBits), missing)) return
    }
  }
}
