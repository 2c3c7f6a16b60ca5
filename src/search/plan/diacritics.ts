import { bytesAt, lastByteAt, startsWithAt } from '../../base/string-pool.ts'
import { lacksMarks } from '../../text/lexicon/type-word-marks.ts'
import type { Token } from '../../text/tokens.ts'
import { NONE, type SearchIndex } from '../index/layout.ts'
import type { QueryPlan } from './query-plan.ts'
import { lowestIndex } from './token-mask.ts'

/** Agreement of a word that may go on as it is written: a tone that it has not may still come. */
const BEGUN = 0.5

/** What a bare word counts for beside one with marks: they may have been left out. */
const BARE_WEIGHT = 0.25 // sums of it are exact

/**
 * Sets what it says how each token is spelt: 1 with marks, BARE_WEIGHT for bare words in a query
 * with marks, 0 for others. `Vinh` of `xã Vinh Lộc` is rather that than `Vĩnh`: it was `typed`, as
 * no long form of a short one is, it cannot get a mark any more, and names have it in either way.
 * Who leaves the marks out of a word for a kind, `phuong Vinh Hưng`, says nothing by it.
 */
export function weighDiacritics(plan: QueryPlan, typed: readonly Token[]): void {
  const { tokens, diacriticWeights, words } = plan
  const bareTo = plan.hasMarks && !leavesMarksOut(plan, typed) ? bareEnd(plan) : 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.hasMarks) diacriticWeights[i] = 1
    else {
      const isEither = i < bareTo && words[i]!.isEither
      diacriticWeights[i] = isEither && isTyped(token, typed) ? BARE_WEIGHT : 0
    }
  }
}

/** Whether a word for a kind is typed without its marks. */
function leavesMarksOut({ tokens, typeWords }: QueryPlan, typed: readonly Token[]): boolean {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (typeWords[i + 1] && lacksMarks(token) && isTyped(token, typed)) return true
  }
  return false
}

/** Where the tokens end that get no marks any more. */
function bareEnd({ tokens, typing }: QueryPlan): number {
  return typing ? tokens.length - 1 : tokens.length
}

function isTyped({ key }: Token, typed: readonly Token[]): boolean {
  for (let i = 0; i < typed.length; i++) if (typed[i]!.key === key) return true
  return false
}

/**
 * How the tokens of `mask` are spelt as a bearer of a name has them: −1 (with other marks) to 1
 * (with those typed); 0 when that cannot be told. Token i is word `metAt[i]` of the name; without
 * `metAt` they are the first words of it.
 */
export function diacriticsAgree(
  index: SearchIndex,
  plan: QueryPlan,
  spelling: number,
  mask: number,
  metAt: Uint16Array | null = null,
): number {
  const at = index.spellingFirst[spelling]!
  const first = lowestIndex(mask)
  let typed = 0
  let agreed = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const i = lowestIndex(rest)
    const weight = plan.diacriticWeights[i]!
    if (weight === 0) continue
    typed += weight
    const word = metAt === null ? i - first : metAt[i]!
    agreed += weight * formAgrees(index, plan, i, index.spellingForms[at + word]!)
  }
  return agreed / Math.max(1, typed)
}

/** Whether the marks typed in a span are rather those of another name than that of a bearer. */
export function isOtherwiseMarked(
  index: SearchIndex,
  plan: QueryPlan,
  spelling: number,
  span: number,
): boolean {
  const first = plan.spanFirst[span]!
  const at = index.spellingFirst[spelling]! - first
  let agreed = 0
  for (let i = first; i < plan.spanEnd[span]!; i++) {
    if (!plan.tokens[i]!.hasMarks) continue
    agreed += formAgrees(index, plan, i, index.spellingForms[at + i]!)
  }
  return agreed < 0
}

/** How one word is spelt, token `i`, whose marks count: one of −1, BEGUN, 1. */
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
