import { entries, type TypeClass } from '../text/lexicon/concept.ts'
import { UNITS } from '../text/lexicon/units.ts'
import { writtenOut } from '../text/short-forms.ts'
import { isNumber, type Token, tokenize } from '../text/tokens.ts'
import { foldedSpan } from '../text/words.ts'
import type { UnitLevel } from './units.ts'

/* How names of units are compared: words written out and folded, that for the kind apart. */

/** A name as it is looked up. */
export interface UnitKey {
  /** Without the word for its kind: `7` of `P.7`, `ben nghe`. */
  readonly bare: string
  /** How many words that has. */
  readonly words: number
  /** Whether it is but a number, which names nothing without the word for its kind. */
  readonly isNumber: boolean
  /** The bare name with its marks. */
  readonly marked: string
  /** Whether any mark is typed, the word for its kind included: `Xã Thanh An` is no `Thạnh An`. */
  readonly hasMarks: boolean
  /** The Vietnamese word for its kind, folded: `phuong`; null for none. */
  readonly kind: string | null
  /** Levels that a unit of its kind may have; null for none told. */
  readonly levels: readonly UnitLevel[] | null
}

interface Kind {
  readonly name: string
  readonly words: readonly string[]
  readonly levels: readonly UnitLevel[]
}

/** Words for kinds of units in front of a name, by the first of them: `thi tran`, `phuong`. */
const OPENING = Map.groupBy(kindsOf('words'), ({ words: [first = ''] }) => first)
/** The same in English behind it: `Ben Nghe Ward`. */
const CLOSING = Map.groupBy(kindsOf('english'), ({ name }) => name)

function kindsOf(list: 'words' | 'english'): readonly Kind[] {
  return UNITS.flatMap((concept) =>
    entries(concept[list]).map((entry) => {
      const words = tokenize(entry).map(({ folded }) => folded)
      return { name: words.join(' '), words, levels: concept.classes.filter(isUnitLevel) }
    }),
  )
}

function isUnitLevel(level: TypeClass): level is UnitLevel {
  return level === 'ward' || level === 'district' || level === 'province'
}

/** Of a name as data/units.json has it. */
export function keyOfName(name: string): UnitKey {
  return keyOf(tokenize(name))
}

/** Of the words of a text that may be a unit. */
export function keyOf(typed: readonly Token[]): UnitKey {
  const tokens = writtenOut(typed) ?? typed
  const last = tokens.length - 1
  const opening = OPENING.get(tokens[0]?.folded ?? '')?.find((kind) => standsAt(kind, tokens, 0))
  if (opening) return keyBetween(tokens, opening.words.length, tokens.length, opening)
  const closing = last > 0 ? CLOSING.get(tokens[last]!.folded)?.[0] : undefined
  const key = keyBetween(tokens, 0, closing ? last : tokens.length, closing ?? null)
  // The English words are not one for each kind: `Town`, `District`.
  return closing ? { ...key, kind: null } : key
}

/** Whether the words stand at token `at`, with a name behind them. */
function standsAt({ words }: Kind, tokens: readonly Token[], at: number): boolean {
  if (tokens.length <= words.length) return false
  for (let i = 0; i < words.length; i++) if (tokens[at + i]!.folded !== words[i]) return false
  return true
}

function keyBetween(
  tokens: readonly Token[],
  first: number,
  end: number,
  kind: Kind | null,
): UnitKey {
  let marked = ''
  for (let i = first; i < end; i++) {
    marked += i === first ? tokens[i]!.marked : ` ${tokens[i]!.marked}`
  }
  return {
    bare: foldedSpan(tokens, first, end),
    words: end - first,
    isNumber: end - first === 1 && isNumber(tokens[first]!),
    marked,
    hasMarks: tokens.some((token) => token.hasMarks),
    kind: kind?.name ?? null,
    levels: kind?.levels ?? null,
  }
}
