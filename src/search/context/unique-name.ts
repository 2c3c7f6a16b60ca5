import { kindIn } from '../index/entry-bits.ts'
import type { SearchIndex } from '../index/layout.ts'
import { placesNamed } from '../index/lookup.ts'
import type { Candidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits, countOf } from '../plan/token-mask.ts'

const POI = PLACE_KINDS.indexOf('poi')

/** So few places of a name may be one: mapped twice, or with a stop of that name. */
const ONLY_MAX = 2

/**
 * Whether a POI may be meant though it lies outside the units, the tokens `unmet`, that a query
 * names: `chợ Bến Thành Hà Nội`. It may if the query has its whole name, which is longer than
 * `unmet`, and no other words, and if hardly another place has that name: the branches of a bank
 * are distinguished by their units alone.
 */
export function isUniqueName(
  index: SearchIndex,
  plan: QueryPlan,
  { entryBits, nameMask }: Candidate,
  mask: number,
  unmet: number,
): boolean {
  if (kindIn(entryBits) !== POI || countOf(nameMask) <= countOf(unmet)) return false
  if ((bits(0, plan.tokens.length) & ~(mask | unmet)) !== 0) return false
  for (let span = 0; span < plan.spans; span++) {
    if (plan.spanIsPrefix[span] !== 0 || plan.spanMask(span) !== nameMask) continue
    const name = plan.spanFrom[span]!
    return placesNamed(index, name, name + 1) <= ONLY_MAX
  }
  return false
}
