import { assert } from '../../base/assert.ts'
import { checkIdSlots, rowOfId } from '../../base/id-table.ts'
import { LANGS, type Lang } from '../../base/lang.ts'
import { type Answers, type KnownPlace, PREDICTIONS_MAX } from '../model/query.ts'
import type { SearchIndex } from './layout.ts'

/*
 * Predictions for what many names begin with, made by the import: what people type is mostly that
 * at first, and the more names there are, the more work it is to find the best.
 *
 *   completionText   Uint32[c]     strings: what is typed, as `typedText` has it
 *   completionSlots  Uint32[2^k]   their hash (base/id-table.ts)
 *   completionLists  Uint32[16 c]  rows, each a line of the processor's cache: for every language
 *                                  how many predictions there are, then their places; 0 where they
 *                                  have to be searched for
 */

/** Of a text; what is longer is begun by few names. */
export const COMPLETION_CHARS_MAX = 20

const LIST = 1 + PREDICTIONS_MAX
export const COMPLETION_COLUMNS = LANGS.length * LIST

/** Letter case and blanks behind it change nothing in what a text means. */
export function typedText(input: string): string {
  return input.trimEnd().toLowerCase()
}

/** The predictions for `input`, best first; null where these have to be searched for. */
export function completionOf(
  index: SearchIndex,
  input: string,
  answers: Answers,
): readonly KnownPlace[] | null {
  const text = typedText(input)
  if (text.length > COMPLETION_CHARS_MAX) return null
  const { completionSlots, completionText, completionLists, strings } = index
  const row = rowOfId(completionSlots, strings, completionText, text)
  if (row === null) return null
  const at = listAt(row, answers.lang)
  const count = completionLists[at]!
  if (count === 0) return null
  const list: KnownPlace[] = []
  for (let i = 1; i <= count; i++) list.push({ answers, place: completionLists[at + i]! })
  return list
}

/** Where the list of a row in a language begins. */
export function listAt(row: number, lang: Lang): number {
  return COMPLETION_COLUMNS * row + LIST * LANGS.indexOf(lang)
}

/** Throws when a text or a prediction is none of the index, or look-ups would not end. */
export function checkCompletions(index: SearchIndex): void {
  const { completionText, completionSlots, completionLists, strings, places } = index
  const rows = completionText.length
  checkIdSlots(completionSlots, rows)
  for (const text of completionText) {
    assert(text + 1 < strings.offsets.length, 'what is typed exists')
  }
  assert(completionLists.length === COMPLETION_COLUMNS * rows, 'what is typed has its lists')
  for (let at = 0; at < completionLists.length; at += LIST) {
    const count = completionLists[at]!
    assert(count <= PREDICTIONS_MAX, 'predictions are few')
    for (let i = 1; i <= count; i++) assert(completionLists[at + i]! < places, 'each is a place')
  }
}
