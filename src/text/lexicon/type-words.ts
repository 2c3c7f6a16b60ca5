import { foldText, foldToken } from '../fold.ts'
import { entries, foldedEntries, type TypeClass, type TypeConcept } from './concept.ts'
import { PLACES } from './places.ts'
import { ALLEYS, STREETS } from './streets.ts'
import { SETTLEMENTS, UNITS } from './units.ts'

const TYPES: readonly TypeConcept[] = [
  ...[...UNITS, ...SETTLEMENTS, ...STREETS, ...ALLEYS].filter(({ classes }) => classes.length > 0),
  ...PLACES.map((concept): TypeConcept => ({ ...concept, classes: ['poi'] })),
]

/** Words for the class of a name, folded, and the classes that they announce. */
export const TYPE_WORDS: ReadonlyMap<string, readonly TypeClass[]> = new Map(
  TYPES.flatMap(({ words, english, classes }) =>
    [...foldedEntries(words), ...foldedEntries(english)].map((each) => [each, classes] as const),
  ),
)

/** Words of the longest type word. */
export const TYPE_WORD_TOKENS_MAX = Math.max(
  ...[...TYPE_WORDS.keys()].map((words) => words.split(' ').length),
)

/** English puts the type word last: `Ben Nghe Ward`, `Rex Hotel`. Vietnamese never does. */
export const CLOSING_TYPE_WORDS: ReadonlySet<string> = new Set(
  TYPES.flatMap(({ english }) => foldedEntries(english)),
)

/**
 * Spelling of type words of one word with marks, by their letters: with other marks they are other
 * words. `phở` is not `phố`, `Quán` is not `quận`, `Hà Tĩnh` has no `tỉnh` in it.
 */
export const MARKED_TYPE_WORDS: ReadonlyMap<string, string> = new Map(
  TYPES.flatMap(({ words }) => entries(words))
    .filter((words) => !words.includes(' ') && words !== foldText(words))
    .map((word) => {
      const { folded, marked } = foldToken(word)
      return [folded, marked]
    }),
)
