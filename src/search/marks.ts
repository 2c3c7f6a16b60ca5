import { startsWithAt } from '../base/string-pool.ts'
import { BARE, type SearchIndex } from './layout.ts'
import type { QueryPlan } from './plan.ts'

/**
 * How the marks typed in a span agree with those of a bearer of the name: −1 (others are written)
 * to 1 (as written); 0 when none were typed.
 */
export function marksAgree(
  index: SearchIndex,
  plan: QueryPlan,
  entry: number,
  span: number,
): number {
  const { entrySpelling, spellingFirst, spellingForms, forms } = index
  const first = plan.spanFirst[span]!
  const end = plan.spanEnd[span]!
  const at = spellingFirst[entrySpelling[entry]! & ~BARE]! - first
  let typed = 0
  let agreed = 0
  for (let i = first; i < end; i++) {
    if (!plan.tokens[i]!.hasMarks) continue
    const form = spellingForms[at + i]!
    // The word being typed may go on, and its tone may still come.
    const begun = i === plan.tokens.length - 1 ? plan.begun : null
    const agrees = begun ? startsWithAt(forms, form, begun) : form === plan.forms[i]
    typed++
    agreed += agrees ? 1 : -1
  }
  return typed === 0 ? 0 : agreed / typed
}
