import { foldedEntries, wordsOf } from '../../text/lexicon/concept.ts'
import { HERE, NEARBY, PLACES } from '../../text/lexicon/places.ts'
import { roleOf } from '../../text/roles.ts'
import type { Token } from '../../text/tokens.ts'
import { foldedSpan } from '../../text/words.ts'

/*
 * Words that ask for any place of a kind, near the focus or in a unit: `cây xăng`, `quán cà phê
 * Long Xuyên`, `atm gần đây`; those of the lexicon with `surely` tags.
 */

interface ListedKind {
  /** Folded. */
  readonly words: readonly string[]
  /** Categories of places, `key=value`, separated by blanks; each is of one kind alone. */
  readonly tags: string
}

export const LISTED_KINDS: readonly ListedKind[] = [
  ...Map.groupBy(PLACES, ({ surely }) => surely ?? ''),
].flatMap(([tags, concepts]) => (tags === '' ? [] : [{ words: concepts.flatMap(wordsOf), tags }]))

const KIND_OF_TAG: ReadonlyMap<string, number> = new Map(
  LISTED_KINDS.flatMap(({ tags }, kind) => tags.split(' ').map((tag) => [tag, kind])),
)

const KIND_OF_WORDS = new Map(
  LISTED_KINDS.flatMap(({ words }, kind) => words.map((each) => [each, kind] as const)),
)
const WORDS_MAX = Math.max(...KIND_OF_WORDS.keys().map((words) => words.split(' ').length))
/** The first words of those for a kind: most queries begin with none of them. */
const BEGINS_KIND = roleOf(KIND_OF_WORDS.keys().map((words) => words.split(' ')[0]!))

const IS_NEARBY = new Set(foldedEntries(NEARBY))
const IS_HERE = new Set(foldedEntries(HERE))

/** Whether these words behind one for nearness mean the focus: `đây` behind `gần`. */
export function isNearby(tokens: readonly Token[]): boolean {
  return IS_HERE.has(foldedSpan(tokens, 0, tokens.length))
}

/** The kind of places of a category; −1 for those that are not listed. */
export function listedKindOf(category: string): number {
  return KIND_OF_TAG.get(category) ?? -1
}

/** A kind that a query begins with: its tokens are those before `end`. */
export interface AskedKind {
  readonly kind: number
  readonly end: number
  /** Whether the query has no other words but those for nearness to the focus. */
  readonly isAlone: boolean
}

/** The kind of place that a query begins with, or null. */
export function askedKind(tokens: readonly Token[]): AskedKind | null {
  if (!tokens[0]!.has(BEGINS_KIND)) return null
  for (let end = Math.min(WORDS_MAX, tokens.length); end > 0; end--) {
    const kind = KIND_OF_WORDS.get(foldedSpan(tokens, 0, end))
    if (kind === undefined) continue
    const rest = foldedSpan(tokens, end, tokens.length)
    return { kind, end, isAlone: rest === '' || IS_NEARBY.has(rest) }
  }
  return null
}

/*
 * The cells that places of a kind lie in: 0.02 degrees, about 2 km, numbered row by row from the
 * south west, so that neighbours in a row stand beside each other.
 */

export const SIDE_E7 = 200_000
const COLUMN_BITS = 15
const WEST_E7 = -1_800_000_000
const SOUTH_E7 = -900_000_000

const COLUMNS_MAX = 1 << COLUMN_BITS

/** The column of cells of a longitude, 1e-7 degrees. */
export function columnOf(lonE7: number): number {
  return Math.floor((lonE7 - WEST_E7) / SIDE_E7)
}

/** The row of cells of a latitude, 1e-7 degrees. */
export function rowOf(latE7: number): number {
  return Math.floor((latE7 - SOUTH_E7) / SIDE_E7)
}

/** The number of a cell; ascends along a row. */
export function cellOf(column: number, row: number): number {
  return row * COLUMNS_MAX + column
}
