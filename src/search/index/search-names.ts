import { foldText } from '../../text/fold.ts'
import type { TypeClass } from '../../text/lexicon/concept.ts'
import { NUMBERED_ROADS } from '../../text/lexicon/streets.ts'
import { isSpeltOtherwise } from '../../text/lexicon/type-word-marks.ts'
import {
  CLOSING_TYPE_WORDS,
  TYPE_WORD_TOKENS_MAX,
  TYPE_WORDS,
} from '../../text/lexicon/type-words.ts'
import { withoutMonthWord } from '../../text/numerals.ts'
import { writtenOut } from '../../text/short-forms.ts'
import { isNumber, type Token, tokenize, tokenOf } from '../../text/tokens.ts'
import { foldedSpan } from '../../text/words.ts'
import { isUnit, type Place, type PlaceKind } from '../model/place.ts'

const INITIALS_MIN = 3
const JOINED_MAX = 3

/** Which type words may open (or, in English, close) the name of a place of that kind. */
const CLASSES: Readonly<Record<PlaceKind, readonly TypeClass[]>> = {
  province: ['province'],
  district: ['district', 'province'],
  ward: ['ward'],
  settlement: ['settlement'],
  street: ['street'],
  alley: ['alley'],
  house: [],
  poi: ['poi'],
}

/** Whether a type word of these classes fits a place of that kind. */
export function fits(kind: PlaceKind, classes: readonly TypeClass[]): boolean {
  const fitting = CLASSES[kind]
  return classes.some((each) => fitting.includes(each))
}

/** A token sequence by which a place is searched. */
export interface SearchName {
  readonly tokens: readonly Token[]
  /**
   * Whether it is less than a name: a POI's without its type word (`Nguyễn Trãi` of `Bệnh viện
   * Nguyễn Trãi`), initials, a name run together. A query may mean this place by it, but a place
   * with that whole name goes first.
   */
  readonly isBare: boolean
  /** Whether it is another name than the official one. */
  readonly isAlias: boolean
}

/**
 * Every token sequence by which a place is searched: its names as written, without their type word
 * where the rest is a name (`Bến Nghé`, but never the `5` of `Quận 5`), and with short forms
 * written out. A house has none: it is found through its street.
 */
export function searchNames(place: Place): SearchName[] {
  if (place.kind === 'house') return []
  const texts = [place.name, ...(place.nameEn ? [place.nameEn] : []), ...place.aliases]
  const names: SearchName[] = []
  texts.forEach((text, i) => {
    const isAlias = i > 0
    const written = tokenize(text)
    if (written.length === 0) return
    const full = writtenOut(written) ?? written
    const road = otherRoad(full)
    if (road) names.push({ tokens: road, isBare: false, isAlias: true })
    // `Đường Hồ Rùa`, which is also `Ngõ 12`, needs no other street to be told by.
    const isNamedAsStreet = isAlias && withoutTypeWord(full, 'street') !== full
    for (const tokens of [full, written, withoutMonthWord(full) ?? full]) {
      names.push({ tokens, isBare: false, isAlias })
      const bare = withoutTypeWord(tokens, place.kind)
      if (bare !== tokens) names.push({ tokens: bare, isBare: place.kind === 'poi', isAlias })
      if (place.kind === 'alley' && place.streetName && !isNamedAsStreet) {
        for (const onStreet of withParentStreet(tokens, place.streetName)) {
          names.push({ tokens: onStreet, isBare: false, isAlias })
        }
      }
    }
  })
  const official = withoutTypeWord(tokenize(place.name), place.kind)
  const short =
    place.kind === 'street' ? initials(official) : isArea(place) ? joined(official) : null
  if (short) names.push({ tokens: [short], isBare: true, isAlias: false })
  return names
}

/** The road's other usual name: `Tỉnh lộ 743` of `Đường tỉnh 743`, and the other way round. */
function otherRoad(tokens: readonly Token[]): Token[] | null {
  const [first, second, number, ...rest] = tokens
  if (!first || !second || !number || !isNumber(number)) return null
  const words = OTHER_ROADS.get(`${first.folded} ${second.folded}`)
  return words ? [...words.map((word) => tokenOf(word, ' ')), number, ...rest] : null
}

const OTHER_ROADS: ReadonlyMap<string, readonly string[]> = new Map(
  NUMBERED_ROADS.flatMap(({ words, otherwise }) =>
    otherwise === undefined ? [] : [[foldText(words), otherwise.split(' ')]],
  ),
)

/** The initials that people use, `NTMK` for `Nguyễn Thị Minh Khai`; two letters mean too much. */
function initials(tokens: readonly Token[]): Token | null {
  if (tokens.length < INITIALS_MIN || tokens.some(isNumber)) return null
  return tokenOf(tokens.map((token) => token.folded[0]).join(''), '')
}

/** The name as one word, as foreigners and web addresses write it: `Hanoi`, `Saigon`, `Danang`. */
function joined(tokens: readonly Token[]): Token | null {
  if (tokens.length < 2 || tokens.length > JOINED_MAX || tokens.some(isNumber)) return null
  return tokenOf(tokens.map((token) => token.folded).join(''), '')
}

function isArea(place: Place): boolean {
  return isUnit(place) || place.kind === 'settlement'
}

/**
 * The name without the type word at its start or end, or whole when too little would remain. A
 * numbered alley keeps it: `45 Nguyễn Trãi` is a house, not `Hẻm 45 Nguyễn Trãi`.
 */
export function withoutTypeWord(tokens: Token[], kind: PlaceKind): Token[] {
  for (let length = TYPE_WORD_TOKENS_MAX; length > 0; length--) {
    if (tokens.length <= length) continue
    const front = tokens.slice(length)
    const isNumbered = kind === 'alley' && isNumber(front[0]!)
    if (isNumbered) continue
    if (isTypeWord(tokens.slice(0, length), kind) && isName(front)) return front
    const back = tokens.slice(0, -length)
    const closing = tokens.slice(-length)
    if (CLOSING_TYPE_WORDS.has(folded(closing)) && isTypeWord(closing, kind) && isName(back)) {
      return back
    }
  }
  return tokens
}

/** The names with the parent street: `Hẻm 45` of Phố Huế is `hẻm 45 huế` or `hẻm 45 phố huế`. */
function withParentStreet(tokens: Token[], streetName: string): Token[][] {
  const street = tokenize(streetName)
  const bare = withoutTypeWord(street, 'street')
  const isNamed = ` ${folded(tokens)} `.includes(` ${folded(bare)} `)
  return isNamed ? [] : [bare, street].map((each) => [...tokens, ...each])
}

function isTypeWord(tokens: Token[], kind: PlaceKind): boolean {
  const classes = TYPE_WORDS.get(folded(tokens))
  const isOther = tokens.length === 1 && isSpeltOtherwise(tokens[0]!)
  return classes !== undefined && fits(kind, classes) && !isOther
}

/** Whether the tokens may be a name: not if they are only numbers and single letters. */
function isName(tokens: Token[]): boolean {
  return tokens.some((token) => /^[^0-9]{2,}/.test(token.folded))
}

function folded(tokens: readonly Token[]): string {
  return foldedSpan(tokens, 0, tokens.length)
}
