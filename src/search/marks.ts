import { startsWithAt } from '../base/string-pool.ts'
import type { SearchIndex } from './layout.ts'
import type { QueryPlan } from './plan.ts'

/** Agreement of a word that may go on as it is written: its tone, too, may still come. */
const BEGUN = 0.5

/**
 * How the marks typed in a span agree with those of a bearer of the name: −1 (others are written)
 * to 1 (as written); 0 when none were typed.
 */
export function marksAgree(
  index: SearchIndex,
  plan: QueryPlan,
  spelling: number,
  span: number,
): number {
  const { spellingFirst, spellingForms, forms } = index
  const first = plan.spanFirst[span]!
  const end = plan.spanEnd[span]!
  const at = spellingFirst[spelling]! - first
  const last = plan.tokens.length - 1
  let typed = 0
  let agreed = 0
  for (let i = first; i < end; i++) {
    if (!plan.tokens[i]!.hasMarks) continue
    const form = spellingForms[at + i]!
    typed++
    if (form === plan.forms[i]) agreed++
    else if (i < last || !plan.begun || !startsWithAt(forms, form, plan.begun.letters)) agreed--
    else agreed += BEGUN
  }
  return typed === 0 ? 0 : agreed / typed
}

/**
 * The most that the marks of any bearer of a name can agree with those typed, where one of them is
 * spelt so: a word that has only begun is not yet as it is written anywhere.
 */
export function marksMost(
  index: SearchIndex,
  plan: QueryPlan,
  spelling: number,
  span: number,
): number {
  const { begun } = plan
  const first = plan.spanFirst[span]!
  const end = plan.spanEnd[span]!
  const last = plan.tokens.length - 1
  if (begun === null || end <= last) return 1
  const form = index.spellingForms[index.spellingFirst[spelling]! + last - first]!
  if (plan.isFormOfLast(form)) return 1
  let typed = 0
  for (let i = first; i < end; i++) if (plan.tokens[i]!.hasMarks) typed++
  return (typed - 1 + BEGUN) / typed
}
