import type { TypeClass } from '../../text/lexicon/concept.ts'
import type { Token } from '../../text/tokens.ts'
import { closingClasses, type TypeWord, typeWordBefore } from '../../text/words.ts'
import { fits } from '../index/search-names.ts'
import { PLACE_KINDS } from '../model/place.ts'

/* The meaning of the type words of a query (text/lexicon) for the places that it asks for. */

export function isOfPois(classes: readonly TypeClass[]): boolean {
  return classes.includes('poi')
}

/** Whether a word of these classes says that a name is that of a unit. */
export function isOfUnits(classes: readonly TypeClass[]): boolean {
  return classes.some((each) => each === 'province' || each === 'district' || each === 'ward')
}

const kindBits = new Map<readonly TypeClass[], number>()

/** The kinds that a type word of these classes fits: bit i for PLACE_KINDS[i]. */
export function kindsOf(classes: readonly TypeClass[]): number {
  let mask = kindBits.get(classes)
  if (mask === undefined) {
    mask = PLACE_KINDS.reduce((sum, kind, i) => (fits(kind, classes) ? sum | (1 << i) : sum), 0)
    kindBits.set(classes, mask)
  }
  return mask
}

/**
 * The type word that ends before each token, and before the end. A word for streets at the end of a
 * part announces nothing, unless it is still typed: `Bình Dương` has no `đường` in it.
 */
export function typeWordsIn(tokens: readonly Token[], typing: boolean): (TypeWord | null)[] {
  const words: (TypeWord | null)[] = []
  for (let end = 0; end <= tokens.length; end++) {
    const word = typeWordBefore(tokens, end)
    const isLast = tokens[end]?.before.includes(',') ?? !typing
    words.push(word !== null && isLast && isOfStreets(word.classes, tokens[end - 1]!) ? null : word)
  }
  return words
}

/** Whether the word announces the street behind it; English words stand behind the name. */
function isOfStreets(classes: readonly TypeClass[], last: Token): boolean {
  return classes.includes('street') && closingClasses(last) === null
}

/** Whether a number behind the word is a unit's, not a house's: `quận 5`, `phường 12`. */
export function namesUnit(before: TypeWord | null): boolean {
  return before?.classes.some((each) => each === 'district' || each === 'ward') ?? false
}
