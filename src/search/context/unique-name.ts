import { kindIn } from '../index/entry-bits.ts'
import type { SearchIndex } from '../index/layout.ts'
import { placesNamed } from '../index/lookup.ts'
import type { Candidate } from '../model/match.ts'
import { PLACE_KINDS } from '../model/place.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { bits, countOf } from '../plan/token-mask.ts'

const POI = PLACE_KINDS.indexOf('poi')

/** So few places of a name may be one: it is mapped twice, or a stop is called so, too. */
const ONLY_MAX = 2

/**
 * Whether a POI may be meant though it does not lie in the units `unmet` that a query names: `chợ
 * Bến Thành Hà Nội`. Its name, the tokens `nameMask`, is all there and more than theirs, nothing
 * else is
 * asked for, and hardly another place bears it: of a bank's branches each is told by where it lies.
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
