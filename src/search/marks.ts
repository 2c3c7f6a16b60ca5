import { bytesAt, lastByteAt, startsWithAt } from '../base/string-pool.ts'
import { NONE, type SearchIndex } from './layout.ts'
import type { QueryPlan } from './plan.ts'

/** Agreement of a word that may go on as it is written: a tone that it has not may still come. */
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
  const { spellingFirst, spellingForms } = index
  const first = plan.spanFirst[span]!
  const end = plan.spanEnd[span]!
  const at = spellingFirst[spelling]! - first
  let typed = 0
  let agreed = 0
  for (let i = first; i < end; i++) {
    if (!plan.tokens[i]!.hasMarks) continue
    typed++
    agreed += formAgrees(index, plan, i, spellingForms[at + i]!)
  }
  return typed === 0 ? 0 : agreed / typed
}

/** The same of one word, token `i`, which was typed with marks: one of −1, BEGUN, 1. */
function formAgrees({ forms }: SearchIndex, plan: QueryPlan, i: number, form: number): number {
  if (form === plan.forms[i]) return 1
  const begun = i === plan.tokens.length - 1 ? plan.begun : null
  if (begun === null || !startsWithAt(forms, form, begun.letters)) return -1
  return begun.tone === 0 || begun.tone === lastByteAt(forms, form) ? BEGUN : -1
}

/**
 * Whether token `i` was typed with marks that are those of another word than `form`: `sở` is not
 * `số`. What no name has is a slip.
 */
export function isOtherForm(index: SearchIndex, plan: QueryPlan, i: number, form: number): boolean {
  if (!plan.tokens[i]!.hasMarks || plan.forms[i] === NONE) return false
  return formAgrees(index, plan, i, form) < 0
}

/**
 * Whether a span is one word, and was typed as another than a bearer of the name has: `Huế` is not
 * `Huệ`. One spelt without any marks may be either, and one that is just begun any.
 */
export function isDifferentWord(
  index: SearchIndex,
  plan: QueryPlan,
  spelling: number,
  span: number,
): boolean {
  const first = plan.spanFirst[span]!
  if (plan.spanEnd[span]! - first > 1 || (plan.typing && plan.tokens.length === 1)) return false
  const form = index.spellingForms[index.spellingFirst[spelling]!]!
  if (!isOtherForm(index, plan, first, form)) return false
  return bytesAt(index.forms, form) > plan.tokens[first]!.folded.length
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
