import { isSyllable } from '../../text/keystrokes.ts'
import { isNumber, type Token } from '../../text/tokens.ts'
import type { QueryPlan } from '../plan/query-plan.ts'
import { highestIndex, isSeveral } from '../plan/token-mask.ts'

/**
 * Whether a name, the tokens `nameMask`, is one syllable of a longer name that nothing explains:
 * the `Nguyễn` of `Nguyễn Văn Lượng`, or the `duong` in front of a street's name. `mask`: the
 * tokens that the place explains.
 */
export function isFragment(plan: QueryPlan, nameMask: number, mask: number): boolean {
  if (nameMask === 0 || isSeveral(nameMask)) return false
  const { tokens } = plan
  const at = highestIndex(nameMask)
  const token = tokens[at]!
  if (!isSyllable(token.folded)) return false
  const next = tokens[at + 1]
  const isNextBeside = next !== undefined && !isParted(next)
  if (isNextBeside && plan.isStreetWord(at)) return true
  const isOpen = (i: number) => (plan.tellingMask & ~mask & (1 << i)) !== 0 && !isNumber(tokens[i]!)
  return (isNextBeside && isOpen(at + 1)) || (at > 0 && !isParted(token) && isOpen(at - 1))
}

/** Whether a comma or the like stands before the token. */
function isParted({ before }: Token): boolean {
  return /[^\s]/.test(before)
}
