import { LANGS } from '../base/lang.ts'
import { type OnStep, UNWATCHED, watchedEach } from '../base/on-step.ts'
import { stringAt } from '../base/string-pool.ts'
import { withoutMarks } from '../text/fold.ts'
import { tokenize } from '../text/tokens.ts'
import { COMPLETION_CHARS_MAX, listAt, typedText } from './completions.ts'
import { withoutTypeWord } from './names.ts'
import type { Place, PlaceKind } from './place.ts'
import { isKnown } from './query.ts'
import type { Search } from './search.ts'
import { searchPredictions } from './suggest.ts'

/** So many names begin with the text: with fewer there is little to search. */
const NAMES_MIN = 8
const TEXT_CHARS_MIN = 2 // interface, Limits: of an input

/** A text as it is typed, and of how many names of places it is one. */
interface TypedName {
  readonly text: string
  readonly names: number
}

/**
 * What many names of places begin with, each text once: names as they are written and without the
 * word for their kind, with marks and without.
 */
export function commonBeginnings(places: readonly Place[], onStep: OnStep = UNWATCHED): string[] {
  const typed = typedNames(places, onStep)
  const plain = typed.map(({ text, names }) => ({ text: withoutMarks(text), names }))
  const isMarked = (text: string) => text !== withoutMarks(text)
  return [...beginningsOf(typed).filter(isMarked), ...beginningsOf(plain)]
}

function beginningsOf(typed: readonly TypedName[]): string[] {
  const sorted = [...typed].sort((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1))
  const found: string[] = []
  /** Those from `from` up to `to`, which begin with the same `length - 1` characters. */
  const visit = (from: number, to: number, length: number) => {
    let first = from
    // What has no more characters goes first.
    while (first < to && sorted[first]!.text.length < length) first++
    while (first < to) {
      const text = sorted[first]!.text.slice(0, length)
      let end = first
      let count = 0
      while (end < to && sorted[end]!.text.startsWith(text)) count += sorted[end++]!.names
      if (count >= NAMES_MIN) {
        if (isTyped(text)) found.push(text)
        if (length < COMPLETION_CHARS_MAX) visit(first, end, length + 1)
      }
      first = end
    }
  }
  visit(0, sorted.length, 1)
  return found
}

/** Not half of a character, nor with a blank behind it. */
function isTyped(text: string): boolean {
  return text.length >= TEXT_CHARS_MIN && text.isWellFormed() && text === typedText(text)
}

function typedNames(places: readonly Place[], onStep: OnStep): TypedName[] {
  const counts = new Map<string, { kind: PlaceKind; name: string; names: number }>()
  watchedEach(places, 'beginnings', onStep, ({ kind, name, nameEn, aliases }) => {
    // Houses are found by their streets.
    if (kind === 'house') return
    for (const each of new Set([name, nameEn ?? name, ...aliases])) {
      const key = `${kind} ${each}`
      const known = counts.get(key)
      if (known) known.names++
      else counts.set(key, { kind, name: each, names: 1 })
    }
  })
  return [...counts.values()].flatMap(({ kind, name, names }) =>
    waysToType(name, kind).map((text) => ({ text, names })),
  )
}

/** The whole name, and what is behind the word for its kind. */
function waysToType(name: string, kind: PlaceKind): readonly string[] {
  const whole = typedText(name.normalize('NFC'))
  const tokens = tokenize(whole)
  const [first] = withoutTypeWord(tokens, kind)
  const typeWords = first === undefined ? 0 : tokens.indexOf(first)
  return typeWords === 0 ? [whole] : [whole, whole.split(' ').slice(typeWords).join(' ')]
}

/** Searches for the completions of the index, whose lists must be empty, and enters them. */
export function enterCompletions(search: Search, onStep: OnStep): void {
  const { strings, completionText, completionLists } = search.index
  completionText.forEach((text, row) => {
    onStep('completions', row / completionText.length)
    const input = stringAt(strings, text)
    for (const lang of LANGS) {
      const list = searchPredictions(search, { input, lang, focus: null })
      // A number between two doors, or a crossing, is no place of the index.
      if (!list.every(isKnown)) continue
      completionLists.set([list.length, ...list.map(({ place }) => place)], listAt(row, lang))
    }
  })
}
