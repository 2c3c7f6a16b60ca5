import { BEGINS_CONTACT, contactEnd, hasMail, opensHouse } from './contacts.ts'
import {
  COUNTED_PARTS,
  FLOOR_WORDS,
  NAMED_FLOORS,
  NAMED_PARTS,
  type NamedPart,
  type PartKind,
  POSTCODE_LABELS,
} from './lexicon/addresses.ts'
import { NUMBER, roleOf } from './roles.ts'
import { anyHas, isNumber, type Token, tokenOf } from './tokens.ts'
import { wordsAt } from './word-table.ts'

/*
 * The grammar of a Vietnamese address, from the inside out:
 *
 *   flat, floor, block or lot · number chain · street · quarter or hamlet · ward · district ·
 *   province · post code · country · contacts
 *
 * Streets and units are found by the gazetteer, number chains by house-number.ts. What is left are
 * the parts that no gazetteer holds: they are recognised here, so that they neither count as
 * something that was asked for and not found, nor lead to a name that happens to be made of them.
 */

/** Tokens `first` to `end` of an address that are no name of the data. */
export interface AddressPart {
  readonly kind: PartKind
  readonly first: number
  readonly end: number
  /** Whether it cannot be anything else. `Tầng 5` and `Lô A2` may be names of cafés and houses. */
  readonly isCertain: boolean
  /** The token that begins a number in it, which may be that of a house. */
  readonly door?: number
}

/** An address read by its grammar. */
export interface AddressReading {
  /** Without the parts that can be nothing else. */
  readonly tokens: readonly Token[]
  /** More readings, the likelier first, for when that one leaves something unexplained. */
  readonly bare: readonly BareReading[]
}

/** An address without parts that may also be names. */
export interface BareReading {
  readonly tokens: readonly Token[]
  /**
   * Count of parts that give a place within the building, the quarter or beside: no answer has
   * them.
   */
  readonly unheld: number
}

/**
 * Reads the tokens of an address: as it is; without what is inside the building; without any part
 * and with the units that are told by their number alone (`, 4, 5, TP.HCM`) written out. Cost: a
 * few look-ups a token.
 */
export function readAddress(tokens: readonly Token[]): AddressReading {
  if (!anyHas(tokens, NUMBER | BEGINS_PART)) return { tokens, bare: NO_READINGS }
  const parts = addressParts(tokens)
  if (parts.length === 0) return withoutAny(tokens)
  const plain = withoutParts(tokens, parts, ({ isCertain }) => isCertain)
  const outside = withoutParts(
    tokens,
    parts,
    ({ kind, isCertain }) => isCertain || kind === 'subpremise',
  )
  const left = withoutParts(tokens, parts, () => true)
  const inside = countOf(parts, 'subpremise')
  const counted = withCountedUnits(left)
  const bare: BareReading[] = []
  if (parts.some(({ door }) => door !== undefined)) {
    const doors = parts.map((part) => ({ ...part, end: part.door ?? part.end }))
    bare.push({ tokens: withoutParts(tokens, doors, () => true), unheld: inside })
  }
  if (left.length < outside.length && outside.length < plain.length) {
    bare.push({ tokens: outside, unheld: inside })
  }
  if (counted !== null || left.length < plain.length) {
    const isOfSomeone = countOf(parts, 'addressee') > 0
    const beside = countOf(parts, 'quarter') + countOf(parts, 'nearness') + Number(isOfSomeone)
    bare.push({ tokens: counted ?? left, unheld: inside + beside })
  }
  return { tokens: plain, bare }
}

/** Nearly all that is asked for has no such part. */
function withoutAny(tokens: readonly Token[]): AddressReading {
  const counted = withCountedUnits(tokens)
  return { tokens, bare: counted === null ? NO_READINGS : [{ tokens: counted, unheld: 0 }] }
}

const NO_READINGS: readonly BareReading[] = []

function countOf(parts: readonly AddressPart[], kind: PartKind): number {
  return parts.filter((part) => part.kind === kind).length
}

/** The parts that no gazetteer holds, in order. They never make up the whole address. */
export function addressParts(tokens: readonly Token[]): AddressPart[] {
  const parts: AddressPart[] = []
  const mayHaveMail = hasMail(tokens)
  /** The start of the address: behind `Địa chỉ:` or the telephone number of the addressee. */
  let start = 0
  for (let i = 0; i < tokens.length; ) {
    const part = partAt(tokens, i, parts.at(-1)?.end === i, mayHaveMail)
    if (!part) {
      i++
      continue
    }
    parts.push(part)
    i = part.end
    if (opensAddress(tokens, parts, part)) start = i
  }
  if (parts.length === 0) return parts
  const all = start === 0 ? parts : withAddressee(parts, start)
  return [all, parts].find((each) => coveredBy(each) < tokens.length) ?? []
}

function coveredBy(parts: readonly AddressPart[]): number {
  return parts.reduce((sum, { first, end }) => sum + end - first, 0)
}

/** Whether the text before the last part is a person, and that behind it a place. */
function opensAddress(
  tokens: readonly Token[],
  parts: readonly AddressPart[],
  { kind, first, end }: AddressPart,
): boolean {
  if (kind === 'label') return tokens[end]!.before.includes(':')
  if (kind !== 'contact' || !opensHouse(tokens, end)) return false
  // `12 Nguyễn Trãi, 0903 123 456, 2 …`: the address goes before its number.
  const isOfPart = (at: number) => parts.some((part) => at >= part.first && at < part.end)
  return !tokens.some((token, at) => at < first && isNumber(token) && !isOfPart(at))
}

/** The parts with what is left before token `start` as the addressee. */
function withAddressee(parts: readonly AddressPart[], start: number): AddressPart[] {
  const all: AddressPart[] = []
  let at = 0
  for (const part of parts) {
    const { first, end } = part
    if (first > at && end <= start) {
      all.push({ kind: 'addressee', first: at, end: first, isCertain: false })
    }
    all.push(part)
    at = end
  }
  return all
}

/** A first word of parts: most words of an address are none, and need no more than this. */
const BEGINS_PART =
  BEGINS_CONTACT |
  roleOf([...COUNTED_PARTS.keys(), ...NAMED_PARTS.keys(), ...POSTCODE_LABELS.keys()])

function partAt(
  tokens: readonly Token[],
  at: number,
  followsPart: boolean,
  mayHaveMail: boolean,
): AddressPart | null {
  const token = tokens[at]!
  if (isNumber(token)) {
    return (
      contact(tokens, at, mayHaveMail) ??
      postcode(tokens, at) ??
      englishFloor(tokens, at, followsPart)
    )
  }
  if (!token.has(BEGINS_PART)) return mayHaveMail ? contact(tokens, at, true) : null
  const opens = followsPart || opensSegment(tokens, at)
  return (
    contact(tokens, at, mayHaveMail) ??
    countedPart(tokens, at, opens) ??
    postcode(tokens, at) ??
    namedPart(tokens, at, opens)
  )
}

/** `Tầng 5`, `Căn hộ A12.05`, `P.1205`, `KP3`, `tổ 5`. */
function countedPart(tokens: readonly Token[], at: number, opens: boolean): AddressPart | null {
  const found = wordsAt(COUNTED_PARTS, tokens, at)
  if (!found || (found.means.opens && !opens)) return null
  const { kind, behind, mayBeDoor } = found.means
  // `căn hộ số 5`, `TDP số 5`
  const start = tokens[found.end]?.folded === 'so' ? found.end + 1 : found.end
  const end = codeEnd(tokens, start)
  const first = tokens[start]
  if (!first || end === null) {
    const isNamed = behind === 'floor' && NAMED_FLOORS.has(first?.folded ?? '')
    return isNamed ? { kind, first: at, end: start + 1, isCertain: false } : null
  }
  if (behind === 'number' && !isNumber(first)) return null
  if (behind === 'long number' && !/^[0-9]{3,}[a-z]?$/.test(first.folded)) return null
  const isBeforeStreet = end < tokens.length && !SEPARATOR.test(tokens[end]!.before)
  const door = mayBeDoor && isNumber(first) && isBeforeStreet ? { door: start } : null
  return { kind, first: at, end, isCertain: false, ...door }
}

/** End of a number, a letter or both together: `1205`, `12A`, `B`, `A12-05`; null for none. */
function codeEnd(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  if (!token) return null
  const isLetter = token.folded.length === 1 && !token.hasMarks && !isNumber(token)
  if (!isLetter && !isNumber(token)) return null
  let end = at + 1
  while (end < tokens.length && isJoined(tokens[end]!)) end++
  // `Căn 12/34 Nguyễn Trãi` is a house.
  return /^\s*\/\s*$/.test(tokens[end]?.before ?? '') ? null : end
}

/** Whether the token belongs to the number before it: the `05` and the `B` of `A12.05B`. */
function isJoined(token: Token): boolean {
  const isBeside = token.before === '' || /^[.\-–]$/.test(token.before)
  return isBeside && (isNumber(token) || token.folded.length === 1)
}

/** `3rd floor`. */
function englishFloor(
  tokens: readonly Token[],
  at: number,
  followsPart: boolean,
): AddressPart | null {
  if (!FLOOR_WORDS.has(tokens[at + 1]?.folded ?? '')) return null
  if (!followsPart && !opensSegment(tokens, at)) return null
  if (!/^[0-9]{1,2}(?:st|nd|rd|th)?$/.test(tokens[at]!.folded)) return null
  return { kind: 'subpremise', first: at, end: at + 2, isCertain: false }
}

/** Five digits, or six as they were until 2018; no house has so many. */
function postcode(tokens: readonly Token[], at: number): AddressPart | null {
  const label = wordsAt(POSTCODE_LABELS, tokens, at)
  const code = tokens[label?.end ?? at]
  const isCode = code !== undefined && /^[0-9]{5,6}$/.test(code.folded)
  if (!isCode || /^[/\-–.]$/.test(code.before)) return null
  // Behind a single word it may be of a name: `BTS 302005`.
  if (!label && (at === 0 || (at === 1 && !code.before.includes(',')))) return null
  return { kind: 'postcode', first: at, end: (label?.end ?? at) + 1, isCertain: true }
}

/** `0903 123 456`, `ĐT: 028.3829.2255`, `+84 903123456`, `Email: info@saomai.vn`. */
function contact(tokens: readonly Token[], at: number, mayHaveMail: boolean): AddressPart | null {
  const end = contactEnd(tokens, at, mayHaveMail)
  return end === null ? null : { kind: 'contact', first: at, end, isCertain: true }
}

/** The country at the end, `(cũ)`, `đối diện`, `Địa chỉ:`, `ở`, `ở đâu`. */
function namedPart(tokens: readonly Token[], at: number, opens: boolean): AddressPart | null {
  const found = wordsAt(NAMED_PARTS, tokens, at)
  if (!found || (found.means.isMarked && !tokens[at]!.hasMarks)) return null
  const { end } = found
  const { kind } = found.means
  const isCertain = certaintyOf(kind, tokens, at, end, opens)
  return isCertain === null ? null : { kind, first: at, end, isCertain }
}

/** Whether tokens `at` to `end` can only be that part; null when they are not one. */
function certaintyOf(
  kind: NamedPart['kind'],
  tokens: readonly Token[],
  at: number,
  end: number,
  opens: boolean,
): boolean | null {
  const next = tokens[end]
  switch (kind) {
    case 'country': {
      const isLast = next === undefined || (opensSegment(tokens, end) && isTail(tokens, end))
      const isAfterCode = /^[0-9]{5,6}$/.test(tokens[at - 1]?.folded ?? '')
      const isSetOff = opens && !tokens[at]!.before.includes('(')
      return isLast && at > 0 ? isSetOff || isAfterCode : null
    }
    case 'former':
      // Of a unit, in brackets, as the answers write it; else it may be of a name.
      return at > 0 && closesSegment(tokens, end) ? isBracketed(tokens, at) : null
    case 'nearness':
      return opens && next !== undefined ? false : null
    case 'label':
      if (next === undefined || !opens) return null
      if (next.before.includes(':')) return true
      // `Địa chỉ 12 Nguyễn Trãi`
      return at === 0 && isNumber(next) ? false : null
    case 'linking':
      return at > 0 && next !== undefined ? false : null
    case 'asking':
      return at === 0 && next !== undefined ? false : null
    case 'asking behind':
      return at > 0 && next === undefined ? false : null
  }
}

/** Words that open a unit. */
const UNIT_WORDS = new Set(['tinh', 'thanh', 'quan', 'huyen', 'thi', 'phuong', 'xa', 'district'])

/** Whether token `at` is in brackets behind a unit: `Quận 1 (cũ)`, not `Ngõ 5 Đại La (cũ)`. */
function isBracketed(tokens: readonly Token[], at: number): boolean {
  if (!tokens[at]!.before.includes('(')) return false
  let first = at - 1
  while (!opensSegment(tokens, first)) first--
  return UNIT_WORDS.has(tokens[first]!.folded)
}

/** Whether what comes from token `at` on is only country and post codes. */
function isTail(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i < tokens.length; ) {
    const found = wordsAt(NAMED_PARTS, tokens, i)
    if (found?.means.kind === 'country') i = found.end
    else if (/^[0-9]{5,6}$/.test(tokens[i]!.folded)) i++
    else return false
  }
  return true
}

const SEPARATOR = /[,;:()|\n–]|\s-\s/

function opensSegment(tokens: readonly Token[], at: number): boolean {
  return at === 0 || SEPARATOR.test(tokens[at]?.before ?? '')
}

function closesSegment(tokens: readonly Token[], end: number): boolean {
  return end >= tokens.length || SEPARATOR.test(tokens[end]!.before)
}

function withoutParts(
  tokens: readonly Token[],
  parts: readonly AddressPart[],
  isLeftOut: (part: AddressPart) => boolean,
): readonly Token[] {
  const out = parts.filter(isLeftOut)
  if (out.length === 0) return tokens
  return tokens.filter((_, i) => !out.some(({ first, end }) => i >= first && i < end))
}

const COUNTED_UNIT = /^(?:0?[1-9]|[12][0-9])$/
/** Words that open a district: the number before is then its ward. */
const DISTRICT_WORDS = new Set(['quan', 'q', 'huyen', 'h', 'district', 'dist'])

/** No city counts its districts further. */
const DISTRICTS_MAX = 12

/**
 * Bare numbers between commas, behind the street, are a ward and a district of a city:
 * `290 An Dương Vương, 4, 5, TP.HCM`. Returns the tokens with their words, or null when there are
 * none.
 */
function withCountedUnits(tokens: readonly Token[]): Token[] | null {
  if (!anyIsAlone(tokens)) return null
  return tokens.flatMap((token, i) => {
    if (!isAlone(tokens, i)) return [token]
    const word = isWard(tokens, i) ? 'phuong' : 'quan'
    return [tokenOf(word, token.before), token.behind(' ')]
  })
}

function anyIsAlone(tokens: readonly Token[]): boolean {
  for (let i = 0; i < tokens.length; i++) if (isAlone(tokens, i)) return true
  return false
}

function isAlone(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (at === 0 || !token || !isNumber(token) || !COUNTED_UNIT.test(token.folded)) return false
  const next = tokens[at + 1]
  return token.before.includes(',') && (!next || next.before.includes(','))
}

/** Whether a bare number is a ward: its district stands behind it, before the city. */
function isWard(tokens: readonly Token[], at: number): boolean {
  if (Number(tokens[at]!.folded) > DISTRICTS_MAX || isAlone(tokens, at + 1)) return true
  if (DISTRICT_WORDS.has(tokens[at + 1]?.folded ?? '')) return true
  return tokens.slice(at + 1).filter(({ before }) => before.includes(',')).length > 1
}
