import { lowerBound } from '../../base/binary-search.ts'
import { hashOfId } from '../../base/id-table.ts'
import { stringAt } from '../../base/string-pool.ts'
import { editDistance } from '../../text/edit-distance.ts'
import { isEasilyTaken } from '../../text/slips.ts'
import type { SearchIndex } from './layout.ts'
import { namesWith, tokenRange } from './lookup.ts'

/*
 * Typing errors, by deletion neighbourhoods (Mor and Fraenkel 1982; SymSpell): two words one edit
 * apart share a form when at most one letter is left out of each. The index holds the forms of all
 * tokens; a query looks up its own.
 */

export const CORRECTED_CHARS_MIN = 3 // shorter words are one edit from too many others
export const CORRECTED_CHARS_MAX = 16
const CORRECTIONS_MAX = 24
/** Cost of an unlikely slip, added to the 1 of every edit. */
const ODD_COST = 0.5
/** Least letters of a word cut short. */
const CUT_CHARS_MIN = 4
/** A word that begins more tokens is not looked up as one cut short. */
const CONTINUATIONS_MAX = 64
/** From this length on, two edits still leave a word recognisable. */
const TWO_EDITS_CHARS_MIN = 6

/** Whether errors in the word can be looked up: letters only, neither too short nor too long. */
export function isCorrectable(folded: string): boolean {
  const { length } = folded
  if (length < CORRECTED_CHARS_MIN || length > CORRECTED_CHARS_MAX) return false
  return /^[^0-9]+$/.test(folded)
}

/** Hashes of the word and of the word without each of its letters. */
export function editForms(folded: string): number[] {
  const forms = [hashOfId(folded)]
  for (let i = 0; i < folded.length; i++) {
    forms.push(hashOfId(folded.slice(0, i) + folded.slice(i + 1)))
  }
  return forms
}

/**
 * Tokens that a misspelt word may mean: by fewest edits, then by likely slips, then the more
 * frequent first.
 */
export function corrections(index: SearchIndex, folded: string): string[] {
  return correctionsOf(index, folded, 0)
    .slice(0, CORRECTIONS_MAX)
    .map(({ text }) => text)
}

/** Those of them that one likely slip leads to, and at least `times` as many names have. */
export function commonerWords(index: SearchIndex, folded: string, times: number): string[] {
  const namesMin = times * namesWith(index, tokenRange(index, folded, false))
  return correctionsOf(index, folded, namesMin)
    .filter(({ cost }) => cost === 1)
    .map(({ text }) => text)
}

/** The corrections that at least `namesMin` names have, in that order. */
function correctionsOf(index: SearchIndex, folded: string, namesMin: number): Correction[] {
  if (!isCorrectable(folded)) return []
  const { editHash, editToken, postFirst, tokens } = index
  const found = new Map<number, Correction>()
  const editsMax = folded.length < TWO_EDITS_CHARS_MIN ? 1 : 2
  for (const hash of editForms(folded)) {
    const first = lowerBound(editHash, 0, editHash.length, hash)
    for (let at = first; editHash[at] === hash; at++) {
      const token = editToken[at]!
      const names = postFirst[token + 1]! - postFirst[token]!
      if (names < namesMin || found.has(token)) continue
      const text = stringAt(tokens, token)
      const edits = editDistance(folded, text)
      if (edits === 0 || edits > editsMax) continue
      const oddCost = isOddlyReplaced(folded, text) ? ODD_COST : 0
      found.set(token, { text, names, cost: edits + oddCost })
    }
  }
  return [...found.values()].sort((a, b) => a.cost - b.cost || b.names - a.names)
}

interface Correction {
  readonly text: string
  readonly names: number
  readonly cost: number
}

/** Whether one letter is replaced by another that is rarely typed for it. */
function isOddlyReplaced(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false
  let at = 0
  while (typed[at] === meant[at]) at++
  if (typed.slice(at + 1) !== meant.slice(at + 1)) return false
  return !isEasilyTaken(typed[at]!, meant[at]!)
}

/**
 * Tokens that a word begins and at least `namesMin` names have, the more frequent first:
 * `techcombank` of `techcom`.
 */
export function continuations(index: SearchIndex, folded: string, namesMin: number): string[] {
  if (!isCorrectable(folded) || folded.length < CUT_CHARS_MIN) return []
  const { postFirst, tokens } = index
  const { from, to } = tokenRange(index, folded, true)
  if (to - from > CONTINUATIONS_MAX) return []
  const found: { text: string; names: number }[] = []
  for (let token = from; token < to; token++) {
    const names = postFirst[token + 1]! - postFirst[token]!
    const text = stringAt(tokens, token)
    if (names >= namesMin && text !== folded) found.push({ text, names })
  }
  return found.sort((a, b) => b.names - a.names).map(({ text }) => text)
}
