import { bytesAt, lastByteAt, startsWithAt } from '../../base/string-pool.ts'
import { lacksMarks } from '../../text/lexicon/type-word-marks.ts'
import type { Token } from '../../text/tokens.ts'
import { NONE, type SearchIndex } from '../index/layout.ts'
import type { QueryPlan } from './query-plan.ts'
import { lowestIndex } from './token-mask.ts'

/** Agreement of a word being typed: a tone that it lacks may still come. */
const BEGUN = 0.5

/** Weight of a bare word beside one with marks, which may have been left out. */
const BARE_WEIGHT = 0.25 // sums of it are exact

/**
 * Sets the weight of each token's spelling: 1 with marks, BARE_WEIGHT for some bare words in a
 * query with marks, else 0. `Vinh` of `xã Vinh Lộc` is rather that than `Vĩnh`: it was `typed`, as
 * no written-out short form is, it cannot get a mark any more, and names have it with and without.
 * A query with a type word without its marks, `phuong Vinh Hưng`, leaves marks out elsewhere too.
 */
export function weighDiacritics(plan: QueryPlan, typed: readonly Token[]): void {
  const { tokens, diacriticWeights, words } = plan
  const bareTo = plan.hasMarks && !leavesMarksOut(plan, typed) ? finishedEnd(plan) : 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.hasMarks) diacriticWeights[i] = 1
    else {
      const isAmbiguous = i < bareTo && words[i]!.isAmbiguous
      diacriticWeights[i] = isAmbiguous && isTyped(token, typed) ? BARE_WEIGHT : 0
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

/** The end of the tokens that can get no marks any more. */
function finishedEnd({ tokens, typing }: QueryPlan): number {
  return typing ? tokens.length - 1 : tokens.length
}

function isTyped({ key }: Token, typed: readonly Token[]): boolean {
  for (let i = 0; i < typed.length; i++) if (typed[i]!.key === key) return true
  return false
}

/**
 * Agreement of the marks typed in the tokens of `mask` with a place's spelling of a name: −1 (other
 * marks) to 1 (the same); 0 when no token counts. Token i is word `metAt[i]` of the name; without
 * `metAt` the tokens are its first words.
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

/** Whether more marks typed in a span disagree with a place's spelling of it than agree. */
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

/** Agreement of the marks of token `i` with the marked form `form`: −1, BEGUN or 1. */
function formAgrees({ forms }: SearchIndex, plan: QueryPlan, i: number, form: number): number {
  if (form === plan.forms[i]) return 1
  const begun = i === plan.tokens.length - 1 ? plan.begun : null
  if (begun === null || !startsWithAt(forms, form, begun.letters)) return -1
  return begun.tone === 0 || begun.tone === lastByteAt(forms, form) ? BEGUN : -1
}

/**
 * Whether token `i` was typed with the marks of another word than `form`: `sở` is not `số`. Marks
 * that no name has are a slip.
 */
export function isOtherForm(index: SearchIndex, plan: QueryPlan, i: number, form: number): boolean {
  if (!plan.tokens[i]!.hasMarks || plan.forms[i] === NONE) return false
  return formAgrees(index, plan, i, form) < 0
}

/**
 * Whether a span is one word, typed with other marks than a place's spelling of it: `Huế` is not
 * `Huệ`. A spelling without any marks may be either, and a query of one word being typed any.
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
