import { foldText, foldToken } from '../fold.ts'
import { entries, foldedEntries, wordsOf } from './concept.ts'
import {
  ALLEYS,
  COUNTED_WORDS,
  NUMBER_WORDS,
  NUMBERED_ROADS,
  SECOND_HOUSES,
  SPOKEN_SLASHES,
  STREETS,
} from './streets.ts'

/* The words of streets.ts as house-number.ts reads them, folded. */

/** Words for alleys: 0 leaves the street, 1 leaves another alley. */
export const ALLEY_DEPTH = alleyWords(({ depth }) => depth)
/** The same beside a word of the North for an alley: a hẻm is then the third on the way in. */
export const DEPTH_BESIDE_NORTHERN = alleyWords(
  ({ depth, besideNorthern }) => besideNorthern ?? depth,
)
export const IS_NORTHERN = alleyWords(({ isNorthern }) => isNorthern)

/** The words for alleys, each with a property of its alley. */
function alleyWords<T>(of: (alley: (typeof ALLEYS)[number]) => T): ReadonlyMap<string, T> {
  return new Map(ALLEYS.flatMap((alley) => wordsOf(alley).map((word) => [word, of(alley)])))
}

/** Words for "number" in front of one. */
export const SAYS_NUMBER = new Set(foldedEntries(NUMBER_WORDS))
export const MARKED_NUMBER_WORDS = new Set(
  entries(NUMBER_WORDS).map((word) => foldToken(word).marked),
)
/** First words that make a `lo` without marks a road: quốc lộ, tỉnh lộ, hương lộ, đại lộ. */
export const KINDS_OF_ROAD = new Set(
  [...NUMBERED_ROADS, ...STREETS]
    .flatMap(({ words }) => foldedEntries(words))
    .flatMap((words) => (/ lo$/.test(words) ? [words.split(' ')[0]] : [])),
)
const WITH_NUMBER = NUMBERED_ROADS.filter(({ takesNumber }) => takesNumber)
/** The two words before the number of a road, which is no door, by the second: quốc lộ. */
export const NUMBERED_ROAD_WORDS = Map.groupBy(
  WITH_NUMBER.map(({ words }) => foldText(words).split(' ')),
  (words) => words[1] ?? '',
)
/** The same in short. */
export const SHORT_ROADS = new Set(WITH_NUMBER.flatMap(({ short }) => foldedEntries(short?.number)))
/** Words that are part of the number behind them: `Lô A2`, `Km 13`. */
export const COUNTED: ReadonlyMap<string, string> = new Map(
  COUNTED_WORDS.flatMap((list) => {
    const [canonical = '', ...others] = foldedEntries(list)
    return [canonical, ...others].map((word) => [word, canonical] as const)
  }),
)
/** A second house under one number, as French engineers counted: `98 Bis`. */
export const SECOND_HOUSE = new Set(foldedEntries(SECOND_HOUSES))
/** Spoken words for the slash. */
export const SPOKEN_LINKS = new Set(foldedEntries(SPOKEN_SLASHES))
