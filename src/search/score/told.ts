import { kindIn } from '../index/entry-bits.ts'
import type { Candidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import { LITTLE_MISSING } from '../model/score-weights.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { isSeveral } from '../plan/token-mask.ts'

const POI = PLACE_KINDS.indexOf('poi')

interface Units {
  /** How many there are: the first places of the index. */
  readonly count: number
  /** The tokens of the query that name units, as bits. */
  readonly namedMask: number
}

/**
 * Whether the tokens of `mask` tell which place is meant. Words for kinds do not, unless the query
 * has no others or they are a whole name (`Ngõ Huyện`). Names of units do not, once the query is
 * typed to its end and has other telling words: `Bệnh viện Chợ Rẫy Hà Nội` is not any hospital in
 * Hanoi, but `ngay Chợ Gò Công` has a whole name. If much of the name is missing, words of the name
 * itself have to tell.
 */
export function tellsWhich(
  plan: QueryPlan,
  candidate: Candidate,
  mask: number,
  units: Units,
): boolean {
  const { place, entryBits, nameMask, missing } = candidate
  const { tellingMask, numberMask, sortMask, typing } = plan
  if (tellingMask === 0) return true
  const isName = missing === 0 && isSeveral(nameMask)
  const hasKind = (nameMask & sortMask) !== 0 && (nameMask & tellingMask) !== 0
  if (isName && (typing || kindIn(entryBits) !== POI || hasKind)) return true
  if (typing || place < units.count) return (mask & tellingMask) !== 0
  const isNumber = missing > 0 && (nameMask & ~numberMask) === 0
  const isLittle = isNumber || missing > LITTLE_MISSING
  const more = tellingMask & ~(isLittle ? units.namedMask | numberMask : units.namedMask)
  const explained = isLittle && (nameMask & tellingMask) !== 0 ? nameMask : mask
  if (more !== 0) return (explained & more) !== 0
  // Of `5 Hòa Bình` the 5 alone does not tell that it is the `Lẩu Tôm 5 Ri` in Hoà Bình.
  const words = missing > 0 ? tellingMask & ~numberMask : 0
  return (explained & (words === 0 ? tellingMask : words)) !== 0
}
