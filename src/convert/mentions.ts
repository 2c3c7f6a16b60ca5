import { addressParts } from '../text/address.ts'
import { editDistance } from '../text/edit-distance.ts'
import { isNumber, type Token, tokenize, tokenOf } from '../text/tokens.ts'
import { keyOf, keysOf, type UnitKey } from './unit-key.ts'
import type { Unit, UnitLevel } from './units.ts'

/* Mentions of units in a text: spans of its words that are names of units. */

/** Words of a text that are the name of units of one level. */
export interface Mention {
  readonly first: number
  readonly level: UnitLevel
  readonly units: readonly Named[]
  /** Whether a separator or the word for its kind is in front: else it may be part of a name. */
  readonly isSetOff: boolean
  /** Whether the word for its kind is part of it. */
  readonly hasKind: boolean
}

/** A unit that may be meant. */
export interface Named {
  readonly unit: Unit
  /** 0 for its very name, more for another word for its kind or other marks; below 1. */
  readonly doubt: number
}

interface KnownName extends Named {
  readonly key: UnitKey
}

type ByLevel = Readonly<Record<UnitLevel, KnownName[]>>

/** Written with another word for its kind: it was a commune and became a ward. */
const OTHER_KIND = 0.1
/** Written with other marks than the name has. */
const OTHER_MARKS = 0.1
/** Written with other spaces, or with one letter more, less or another. */
const OTHER_LETTERS = 0.3
/** Of shorter names any letter makes another. */
const NEAR_CHARS_MIN = 4

/** Names of units by their words without that for their kind. */
export class UnitNames {
  private readonly known = new Map<string, ByLevel>()
  /** The units below another: former wards of a district, districts and wards of a province. */
  private readonly below = new Map<Unit, KnownName[]>()
  /** Words of the longest name, and those for a kind. */
  private longest = 0

  constructor(units: readonly Unit[]) {
    for (const unit of units) {
      if (unit.name === '') continue
      const english = unit.nameEn === null ? [] : [unit.nameEn]
      for (const name of [unit.name, ...unit.aliases, ...english]) {
        for (const key of keysOf(tokenize(name))) this.add(unit, key)
      }
    }
  }

  private add(unit: Unit, key: UnitKey): void {
    const byLevel = this.known.get(key.bare) ?? { ward: [], district: [], province: [] }
    this.known.set(key.bare, byLevel)
    const list = byLevel[unit.level]
    if (list.some((each) => each.unit === unit && each.key.kind === key.kind)) return
    const name = { unit, key, doubt: 0 }
    list.push(name)
    if (unit.parent !== null) {
      const siblings = this.below.get(unit.parent)
      if (siblings) siblings.push(name)
      else this.below.set(unit.parent, [name])
    }
    this.longest = Math.max(this.longest, key.words + KIND_WORDS_MAX)
  }

  /** Mentions that end at `end`, each level by itself. */
  endingAt(tokens: readonly Token[], end: number): Mention[] {
    const mentions: Mention[] = []
    for (let first = end - 1; first >= 0 && end - first <= this.longest; first--) {
      const opens = opensSegment(tokens, first)
      const span = tokens.slice(first, end)
      for (const key of keysOf(span)) this.addMentions(mentions, key, first, opens)
      if (opens && end - first === 1 && first > 0 && isNumber(span[0]!)) {
        this.addCounted(mentions, span[0]!, first)
      }
      if (SEPARATOR.test(tokens[first]!.before)) break
    }
    return mentions
  }

  /** `, 4, 5, TP.HCM`: numbers alone are a ward and a district. */
  private addCounted(mentions: Mention[], number: Token, first: number): void {
    for (const word of COUNTED) {
      this.addMentions(mentions, keyOf([word, number.behind(' ')]), first, true)
    }
  }

  private addMentions(mentions: Mention[], key: UnitKey, first: number, opens: boolean): void {
    if (!this.known.has(key.bare)) return
    for (const level of LEVELS) {
      const units = this.namedBy(key, level)
      const isSetOff = opens || key.kind !== null
      const hasKind = key.levels !== null
      if (units.length > 0) mentions.push({ first, level, units, isSetOff, hasKind })
    }
  }

  /** Units of a level that may have that name. */
  namedBy(key: UnitKey, level: UnitLevel): readonly Named[] {
    const known = this.known.get(key.bare)?.[level]
    if (!known || known.length === 0) return NONE
    if (key.levels !== null && !key.levels.includes(level)) return NONE
    const named: Named[] = []
    for (const { unit, key: unitKey } of known) {
      const doubt = doubtOf(unitKey, key)
      if (doubt !== null) named.push({ unit, doubt })
    }
    return named
  }

  /**
   * Misspelt mentions of units below one of `holders`: the whole segment up to `end`, if it opens
   * with the word for a kind. Cost: a comparison a unit below them.
   */
  misspeltAt(
    tokens: readonly Token[],
    end: number,
    level: UnitLevel,
    holders: readonly Named[],
  ): readonly Mention[] {
    const first = segmentStart(tokens, end)
    if (first < 0) return []
    const key = keyOf(tokens.slice(first, end))
    const typed = squeezed(key.bare)
    if (!key.levels?.includes(level)) return []
    const units = holders.flatMap((holder) =>
      (this.below.get(holder.unit) ?? NONE_KNOWN).flatMap(({ unit, key: unitKey }) => {
        if (unit.level !== level) return NONE
        return isOneEdit(squeezed(unitKey.bare), typed) ? [{ unit, doubt: OTHER_LETTERS }] : NONE
      }),
    )
    return units.length === 0 ? [] : [{ first, level, units, isSetOff: true, hasKind: true }]
  }
}

/** As people write the same letters: `Đắk Lắk` and `Đăklăk`, `Mỹ` and `Mĩ`. */
function squeezed(bare: string): string {
  return bare.replaceAll(' ', '').replaceAll('y', 'i')
}

/** Whether a letter at most is another, missing, too many, or swapped with its neighbour. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < NEAR_CHARS_MIN) return false
  return Math.abs(a.length - b.length) <= 1 && editDistance(a, b) <= 1
}

const NONE: readonly Named[] = []
const NONE_KNOWN: readonly KnownName[] = []
const LEVELS: readonly UnitLevel[] = ['ward', 'district', 'province']
const COUNTED = ['phường', 'quận'].map((word) => tokenOf(word, ' '))
/** `thành phố`. */
const KIND_WORDS_MAX = 2

/** Doubt that the name means the unit; null when it cannot. */
function doubtOf(unitKey: UnitKey, key: UnitKey): number | null {
  const isOtherKind = key.kind !== null && unitKey.kind !== null && key.kind !== unitKey.kind
  if (unitKey.isNumber && (isOtherKind || key.kind === null)) return null
  const isOtherMarked = key.hasMarks && key.marked !== unitKey.marked
  return (isOtherKind ? OTHER_KIND : 0) + (isOtherMarked ? OTHER_MARKS : 0)
}

/** A name does not go on behind it. */
const SEPARATOR = /[,;:()|\n]/
const OPENS = /[,;:()|\n–]|\s-\s/

function opensSegment(tokens: readonly Token[], at: number): boolean {
  return at === 0 || OPENS.test(tokens[at]!.before)
}

/** The starts of segments, without the first. */
export function segmentStarts(tokens: readonly Token[]): number[] {
  return tokens.flatMap((_, i) => (i > 0 && opensSegment(tokens, i) ? [i] : []))
}

/** The first token of the segment up to `end`; -1 when nothing is left. */
function segmentStart(tokens: readonly Token[], end: number): number {
  let first = end - 1
  while (first > 0 && !opensSegment(tokens, first)) first--
  return first
}

/** Whether the segment up to `end` opens with the word for a kind of unit. */
export function opensUnit(tokens: readonly Token[], end: number): boolean {
  const first = segmentStart(tokens, end)
  return first >= 0 && keyOf(tokens.slice(first, end)).levels !== null
}

/** Whether the words before `at` in its segment are enough for a street. */
export function followsStreet(tokens: readonly Token[], at: number): boolean {
  let words = 0
  for (let i = at - 1; i >= 0; i--) {
    if (!isNumber(tokens[i]!)) words++
    if (opensSegment(tokens, i)) break
  }
  return words >= STREET_WORDS
}

/** `Đường Ba Đình` is a street; `Nguyễn Trãi Thanh Xuân` is one and its district. */
const STREET_WORDS = 2

/** Parts among units that are no units: the country, a post code, `(cũ)`. */
const BESIDE = new Set(['country', 'postcode', 'contact', 'former'])

/** The tokens among units that are no part of one. */
export function besideUnits(tokens: readonly Token[]): readonly boolean[] {
  const isBeside = tokens.map((token, i) => isFormerWord(token) && closesSegment(tokens, i + 1))
  let end = tokens.length
  for (;;) {
    for (const { kind, first, end: last } of addressParts(tokens.slice(0, end))) {
      if (BESIDE.has(kind)) isBeside.fill(true, first, last)
    }
    // `Việt Nam 700000`: the country is at the end once the code is gone.
    const before = end
    while (end > 0 && isBeside[end - 1]) end--
    if (end === before) return isBeside
  }
}

/** `Phường 7 cũ`; not the first word of `Củ Chi`. */
function isFormerWord({ folded, marked, hasMarks }: Token): boolean {
  return folded === 'cu' && (!hasMarks || marked === 'cu4')
}

function closesSegment(tokens: readonly Token[], end: number): boolean {
  return end > 1 && (end === tokens.length || OPENS.test(tokens[end]!.before))
}
