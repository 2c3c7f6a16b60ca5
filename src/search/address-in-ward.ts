import { rowOfId } from '../base/id-table.ts'
import { stringAt } from '../base/string-pool.ts'
import { readAddress } from '../text/address.ts'
import { type NumberChain, numberChains } from '../text/house-number.ts'
import { writtenOut } from '../text/short-forms.ts'
import { ADDRESS_WORDS_MAX, isNumber, type Token, tokenize } from '../text/tokens.ts'
import { BARE } from './index/entry-bits.ts'
import { alleyMouth, doorsAround, houseNumberOf } from './index/houses.ts'
import {
  entryBitsIn,
  firstEntry,
  kindOf,
  NONE,
  placeIn,
  type SearchIndex,
  wardOf,
} from './index/layout.ts'
import { endsAt, narrow } from './index/lookup.ts'
import { withoutTypeWord } from './index/search-names.ts'
import type { Search } from './search.ts'

/*
 * Whether a ward has an address: its street by name in that ward, and its door along it. This is
 * enough to choose among few wards, and a fraction of the work of `geocode`, which searches for
 * other readings too.
 */

/** A house or an alley, a place by its name, or only the street. */
export type Exactness = 'door' | 'place' | 'street'

const SEPARATOR = /[,;:()\n–]|\s-\s/

/**
 * How exactly the ward with that id has the address, which is given without its units; null for not
 * at all. Cost: a look-up a word and comma.
 */
export function exactnessIn(search: Search, wardId: string, address: string): Exactness | null {
  const { index } = search
  const ward = rowOfId(index.idSlots, index.strings, index.id, wardId)
  if (ward === null) return null
  const { tokens: plain, bare } = readAddress(tokenize(address, ADDRESS_WORDS_MAX))
  const kept = bare.at(-1)?.tokens ?? plain
  const tokens = writtenOut(kept) ?? kept
  let isStreet = false
  for (const { name, chain } of namedParts(tokens)) {
    for (const street of streetsNamed(search, name, ward)) {
      if (chain !== null && hasDoor(index, street, chain)) return 'door'
      isStreet = true
    }
  }
  if (isStreet) return 'street'
  return hasPlace(search, firstSegment(tokens), ward) ? 'place' : null
}

interface NamedPart {
  readonly name: readonly Token[]
  /** The number in front of it; null for none. */
  readonly chain: NumberChain | null
}

/** Parts that may be streets: behind each number, and behind each comma, up to the next comma. */
function namedParts(tokens: readonly Token[]): NamedPart[] {
  const parts = numberChains(tokens).map((chain) => ({
    name: tokens.slice(chain.end, segmentEnd(tokens, chain.end)),
    chain,
  }))
  const segments: NamedPart[] = []
  for (let at = 0; at < tokens.length; at = segmentEnd(tokens, at)) {
    if (!isNumber(tokens[at]!)) {
      segments.push({ name: tokens.slice(at, segmentEnd(tokens, at)), chain: null })
    }
  }
  return [...parts, ...segments]
}

function firstSegment(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(0, segmentEnd(tokens, 0))
}

/** The end of the segment that token `at` is in. */
function segmentEnd(tokens: readonly Token[], at: number): number {
  let end = at + 1
  while (end < tokens.length && !SEPARATOR.test(tokens[end]!.before)) end++
  return end
}

/** The streets and alleys of that name in the ward, with or without the word for streets. */
function* streetsNamed(search: Search, typed: readonly Token[], ward: number): Generator<number> {
  const { index } = search
  const bare = withoutTypeWord([...typed], 'street')
  for (const tokens of bare.length === typed.length ? [typed] : [typed, bare]) {
    const name = nameOf(search, tokens)
    if (name === NONE) continue
    for (let i = index.streetFirst[name]!; i < index.streetFirst[name + 1]!; i++) {
      const street = index.streets[i]!
      if (wardOf(index, street) === ward && isSpeltSo(index, street, tokens)) yield street
    }
  }
}

/** Whether a place in the ward has that whole name. */
function hasPlace(search: Search, tokens: readonly Token[], ward: number): boolean {
  const { index } = search
  const name = nameOf(search, tokens)
  if (name === NONE) return false
  for (let entry = firstEntry(index, name); entry < firstEntry(index, name + 1); entry++) {
    const place = placeIn(index, entry)
    const isWhole = (entryBitsIn(index, entry) & BARE) === 0
    const isInWard = place >= index.units && wardOf(index, place) === ward
    if (isInWard && isWhole && kindOf(index, place) === 'poi') return true
  }
  return false
}

/** The name that is these words and no more; NONE for none. */
function nameOf({ index, vocabulary }: Search, tokens: readonly Token[]): number {
  const [first] = tokens
  if (!first) return NONE
  let range = vocabulary.of(first).opens
  for (let i = 1; i < tokens.length && range.from < range.to; i++) {
    range = narrow(index, range, i, vocabulary.of(tokens[i]!).itself)
  }
  return endsAt(index, range, tokens.length) ? range.from : NONE
}

/** Whether the name has the marks that were typed: `Lê Lợi` is no `Lê Lôi`. */
function isSpeltSo(index: SearchIndex, place: number, typed: readonly Token[]): boolean {
  const marked = typed.filter(({ hasMarks }) => hasMarks)
  if (marked.length === 0) return true
  const name = tokenize(stringAt(index.strings, index.name[place]!))
  return marked.every((token) =>
    name.every((word) => word.folded !== token.folded || word.marked === token.marked),
  )
}

/** Whether the street has the door, doors on both sides of it, or the alley that leads to it. */
function hasDoor(index: SearchIndex, street: number, { key }: NumberChain): boolean {
  const number = houseNumberOf(key)
  if (alleyMouth(index, street, number) !== NONE) return true
  if (doorsAround(index, street, number) !== null) return true
  return number.outer.some((outer) => alleyMouth(index, street, outer) !== NONE)
}
