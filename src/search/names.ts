import { type Token, tokenize } from '../text/tokens.ts'
import { CLOSING_TYPE_WORDS, TYPE_WORDS, type TypeClass, withoutShortForms } from '../text/words.ts'
import type { Place, PlaceKind } from './place.ts'

const TYPE_WORD_TOKENS_MAX = 3

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
  const own = CLASSES[kind]
  return classes.some((each) => own.includes(each))
}

/** A token sequence by which a place is searched. */
export interface SearchName {
  readonly tokens: readonly Token[]
  /**
   * Whether it is what remains of a POI's name without its type word: `Nguyễn Trãi` of `Bệnh viện
   * Nguyễn Trãi`. Who types no more may mean it, but rather means the street.
   */
  readonly isBare: boolean
}

/**
 * Every token sequence by which a place is searched: its names as written, without their type word
 * where what remains is a name (`Bến Nghé`, but never the `5` of `Quận 5`), and with short forms
 * written out. A house has none: it is found through its street.
 */
export function searchNames(place: Place): SearchName[] {
  if (place.kind === 'house') return []
  const texts = [place.name, ...(place.nameEn ? [place.nameEn] : []), ...place.aliases]
  const names: SearchName[] = []
  for (const text of texts) {
    const written = tokenize(text)
    if (written.length === 0) continue
    const readings = [withoutShortForms(written) ?? written, written]
    for (const tokens of readings) {
      names.push({ tokens, isBare: false })
      const bare = withoutTypeWord(tokens, place.kind)
      if (bare !== tokens) names.push({ tokens: bare, isBare: place.kind === 'poi' })
      if (place.kind === 'alley' && place.streetName) {
        names.push({ tokens: withParentStreet(tokens, place.streetName), isBare: false })
      }
    }
  }
  return names
}

/** The name without the type word at its start or end, or whole when too little would remain. */
export function withoutTypeWord(tokens: Token[], kind: PlaceKind): Token[] {
  for (let length = TYPE_WORD_TOKENS_MAX; length > 0; length--) {
    if (tokens.length <= length) continue
    const front = tokens.slice(length)
    if (isTypeWord(tokens.slice(0, length), kind) && isName(front)) return front
    const back = tokens.slice(0, -length)
    const closing = tokens.slice(-length)
    if (CLOSING_TYPE_WORDS.has(folded(closing)) && isTypeWord(closing, kind) && isName(back)) {
      return back
    }
  }
  return tokens
}

/** `Hẻm 45` of Nguyễn Trãi is asked for as `hẻm 45 nguyễn trãi`. */
function withParentStreet(tokens: Token[], streetName: string): Token[] {
  const street = withoutTypeWord(tokenize(streetName), 'street')
  const text = ` ${folded(tokens)} `
  return text.includes(` ${folded(street)} `) ? tokens : [...tokens, ...street]
}

function isTypeWord(tokens: Token[], kind: PlaceKind): boolean {
  const classes = TYPE_WORDS.get(folded(tokens))
  return classes !== undefined && fits(kind, classes)
}

/** Numbers and single letters are no name by themselves. */
function isName(tokens: Token[]): boolean {
  return tokens.some((token) => /^[^0-9]{2,}/.test(token.folded))
}

function folded(tokens: readonly Token[]): string {
  return tokens.map((token) => token.folded).join(' ')
}
