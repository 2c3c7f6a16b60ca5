import { type Concept, foldedEntries, type Where, wordsOf } from './lexicon/concept.ts'
import { NAME_WORDS, PLACES } from './lexicon/places.ts'
import { ALLEYS, NUMBERED_ROADS, STREETS } from './lexicon/streets.ts'
import { SETTLEMENTS, UNIT_NAMES, UNITS } from './lexicon/units.ts'
import { withDigits } from './numerals.ts'
import { roleOf } from './roles.ts'
import { anyHas, type Token, tokenOf } from './tokens.ts'
import { foldedSpan } from './words.ts'

/* Short forms of words of addresses and names, of the lexicon, written out in a text. */

interface ShortForm {
  readonly short: string
  /** Its long form, word by word, folded. */
  readonly long: readonly string[]
  readonly where: Where
}

/** Of one short form the first that fits is meant: `ĐH 5` is a road, else `ĐH` a university. */
const WHERES: readonly Where[] = ['number', 'word', 'alone', 'always']

function shortForms(concepts: readonly Concept[]): readonly ShortForm[] {
  return WHERES.flatMap((where) =>
    concepts.flatMap((concept) => {
      const [first = ''] = wordsOf(concept)
      const long = first.split(' ')
      return foldedEntries(concept.short?.[where]).map((short) => ({ short, long, where }))
    }),
  )
}

const OF_UNITS = shortForms([...UNITS, ...UNIT_NAMES])
const SHORT_FORMS: ReadonlyMap<string, readonly ShortForm[]> = Map.groupBy(
  [
    ...OF_UNITS,
    ...shortForms([
      ...[...SETTLEMENTS, ...STREETS, ...ALLEYS, ...NUMBERED_ROADS],
      ...[...PLACES, ...NAME_WORDS],
    ]),
  ],
  ({ short }) => short,
)

const LONGEST_SHORT = Math.max(...[...SHORT_FORMS.keys()].map((each) => each.split(' ').length))
/** The first word of a short form: most words are none, and need no more than this. */
const BEGINS_SHORT = roleOf([...SHORT_FORMS.values()].flat().map(firstWord))
const UNIT_SHORTS = new Set(OF_UNITS.map(firstWord))

function firstWord({ short }: ShortForm): string {
  return short.split(' ')[0] ?? short
}

/** Whether the token may begin a short form of a unit or of a word for one: `q`, `tphcm`. */
export function isUnitShort({ folded }: Token): boolean {
  return UNIT_SHORTS.has(folded)
}

/**
 * The tokens with every short form written out, or null when there is none: a second reading
 * beside the tokens as typed, since `P` may be a name.
 */
export function withoutShortForms(tokens: readonly Token[]): Token[] | null {
  if (!anyHas(tokens, BEGINS_SHORT)) return null
  const out: Token[] = []
  let changed = false
  for (let i = 0; i < tokens.length; ) {
    const found = shortFormAt(tokens, i)
    if (!found) {
      out.push(tokens[i]!)
      i++
      continue
    }
    changed = true
    const before = tokens[i]!.before
    found.form.long.forEach((word, k) => {
      out.push(tokenOf(word, k === 0 ? before : ' '))
    })
    i += found.length
    const next = tokens[i]
    // The seam of `q5` is a space once the word is written out.
    if (next?.before === '') {
      out.push(next.behind(' '))
      i++
    }
  }
  return changed ? out : null
}

/** Numbers that districts had. */
const DISTRICT = /^(?:[1-9]|1[0-2])$/

/**
 * The tokens with `D1` read as a district, as foreigners write it, or null when there is none: to
 * all others a D before a number is a road.
 */
export function withDistricts(tokens: readonly Token[]): Token[] | null {
  if (!tokens.some(({ marked }) => marked === 'd')) return null
  const isDistrict = tokens.map(
    ({ marked }, i) => marked === 'd' && DISTRICT.test(tokens[i + 1]?.folded ?? ''),
  )
  if (!isDistrict.includes(true)) return null
  return tokens.map((token, i) => {
    if (isDistrict[i]) return tokenOf('quan', token.before)
    return i > 0 && isDistrict[i - 1] ? token.behind(' ') : token
  })
}

/**
 * The tokens with short forms written out and numbers in digits: what names and queries are both
 * brought to. Null when they are in that form already.
 */
export function writtenOut(tokens: readonly Token[]): Token[] | null {
  const long = withoutShortForms(tokens)
  return withDigits(long ?? tokens) ?? long
}

function shortFormAt(
  tokens: readonly Token[],
  at: number,
): { readonly form: ShortForm; readonly length: number } | null {
  if (!tokens[at]!.has(BEGINS_SHORT)) return null
  for (let length = Math.min(LONGEST_SHORT, tokens.length - at); length > 0; length--) {
    const text = foldedSpan(tokens, at, at + length)
    const next = tokens[at + length]
    const form = SHORT_FORMS.get(text)?.find((each) =>
      isMeant(each, next, length === tokens.length),
    )
    if (form) return { form, length }
  }
  return null
}

/** `isAlone`: whether nothing but the short form is typed. */
function isMeant({ where }: ShortForm, next: Token | undefined, isAlone: boolean): boolean {
  if (where === 'always') return true
  if (!next) return where === 'alone' && isAlone
  return where !== 'number' || /^[0-9]/.test(next.folded)
}
