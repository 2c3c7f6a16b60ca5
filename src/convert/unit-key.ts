import { entries, type TypeClass } from '../text/lexicon/concept.ts'
import { UNITS } from '../text/lexicon/units.ts'
import { writtenOut } from '../text/short-forms.ts'
import { isNumber, type Token, tokenize } from '../text/tokens.ts'
import { foldedSpan } from '../text/words.ts'
import type { UnitLevel } from './units.ts'

/*
 * The form in which names of units are compared: words written out and folded, the word for the
 * kind apart.
 */

/** A name as it is looked up. */
export interface UnitKey {
  /** Without the word for its kind: `7` of `P.7`, `ben nghe`. */
  readonly bare: string
  /** Words of the name. */
  readonly words: number
  /** Whether it is but a number, which names nothing without the word for its kind. */
  readonly isNumber: boolean
  /** The bare name with its marks. */
  readonly marked: string
  /** Whether any mark is typed, the word for its kind included: `Xã Thanh An` is no `Thạnh An`. */
  readonly hasMarks: boolean
  /** The Vietnamese word for its kind, folded: `phuong`; null for none. */
  readonly kind: string | null
  /** Levels that a unit of its kind may have; null without a kind. */
  readonly levels: readonly UnitLevel[] | null
}

interface Kind {
  readonly name: string
  readonly words: readonly string[]
  readonly levels: readonly UnitLevel[]
}

/** Words for kinds of units in front of a name, by the first of them: `thi tran`, `phuong`. */
const OPENING = Map.groupBy(
  kindsOf(({ words }) => words),
  ({ words: [first = ''] }) => first,
)
/** The same in English behind it, by the last of them: `Ben Nghe Ward`, `Con Dao Special Zone`. */
const CLOSING = Map.groupBy(
  kindsOf(({ english, title }) => [english, title].filter((words) => words).join(', ')),
  ({ words }) => words.at(-1) ?? '',
)

type UnitConcept = (typeof UNITS)[number]

/** One for each word or words; `town` is one of several kinds. */
function kindsOf(listOf: (concept: UnitConcept) => string): readonly Kind[] {
  const kinds = new Map<string, Kind>()
  for (const concept of UNITS) {
    for (const entry of entries(listOf(concept))) {
      const words = tokenize(entry).map(({ folded }) => folded)
      const name = words.join(' ')
      const known = kinds.get(name)?.levels ?? []
      const levels = new Set([...known, ...concept.classes.filter(isUnitLevel)])
      kinds.set(name, { name, words, levels: [...levels] })
    }
  }
  return [...kinds.values()]
}

function isUnitLevel(level: TypeClass): level is UnitLevel {
  return level === 'ward' || level === 'district' || level === 'province'
}

/** Of a name as data/units.json has it. */
export function keyOfName(name: string): UnitKey {
  return keyOf(tokenize(name))
}

/** Of the words of a text that may be a unit: with short forms written out, and as they are. */
export function keysOf(typed: readonly Token[]): readonly UnitKey[] {
  const tokens = writtenOut(typed)
  // `P Rao` is no `Phường Rao`, `tam thang` may be no `tháng Tám`.
  return tokens === null ? [keyAsIs(typed)] : [keyAsIs(tokens), keyAsIs(typed)]
}

/** The first of them. */
export function keyOf(typed: readonly Token[]): UnitKey {
  return keyAsIs(writtenOut(typed) ?? typed)
}

function keyAsIs(tokens: readonly Token[]): UnitKey {
  const count = tokens.length
  // First, as names begin with such words, too: `Quan Ba Commune`.
  const closing = CLOSING.get(tokens[count - 1]?.folded ?? '')?.find((kind) =>
    standsAt(kind, tokens, count - kind.words.length),
  )
  if (closing) {
    const key = keyBetween(tokens, 0, count - closing.words.length, closing)
    // The English words are not one for each kind: `Town`, `District`.
    return { ...key, kind: null }
  }
  const opening = OPENING.get(tokens[0]?.folded ?? '')?.find((kind) => standsAt(kind, tokens, 0))
  return keyBetween(tokens, opening?.words.length ?? 0, count, opening ?? null)
}

/** Whether the words begin at token `at`, with a name beside them. */
function standsAt({ words }: Kind, tokens: readonly Token[], at: number): boolean {
  if (at < 0 || tokens.length <= words.length) return false
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
