import { assert } from '../base/assert.ts'
import { checkIdSlots } from '../base/id-table.ts'
import { checkPool } from '../base/string-pool.ts'
import { checkAddressHash } from './answer/address-hash.ts'
import { kindIn, rankIn } from './index/entry-bits.ts'
import {
  AROUND_COLUMNS,
  CROSSING_COLUMNS,
  ENTRY_COLUMNS,
  entryBitsIn,
  firstEntry,
  firstRestEntry,
  NAME_COLUMNS,
  NO_PLACE,
  NONE,
  nameCount,
  placeIn,
  type SearchIndex,
  spellingIn,
  UNITS_MAX,
} from './index/layout.ts'
import { PLACE_KINDS } from './model/place.ts'

/** Throws when a reference leads nowhere or an order that queries rely on does not hold. */
export function checkSearchIndex(index: SearchIndex): void {
  for (const pool of [index.tokens, index.strings, index.forms]) checkPool(pool)
  checkPlaces(index)
  assert(index.units <= UNITS_MAX, 'units are few')
  checkLists(index.successorFirst, index.successors, index.units)
  checkHouses(index)
  checkKinds(index)
  checkIntersections(index)
  checkWords(index)
  checkNames(index)
  checkAddressHash(index)
}

function checkPlaces(index: SearchIndex): void {
  const { places, kind, strings } = index
  for (const column of [index.rank, index.lon, index.lat]) {
    assert(column.length === places, 'a column has a row a place')
  }
  const names = [index.id, index.name, index.nameEn, index.streetName]
  for (const text of [...names, index.category, index.houseNumber]) {
    assert(text.length === places, 'a column has a row a place')
    for (const id of text) assert(id + 1 < strings.offsets.length, 'a string of a place exists')
  }
  for (const position of kind) assert(position < PLACE_KINDS.length, 'a place has a known kind')
  assert(index.around.length === AROUND_COLUMNS * places, 'what is around has a row a place')
  for (const place of index.around) {
    assert(place >= NONE && place < places, 'a reference resolves')
  }
  checkIdSlots(index.idSlots, places)
}

function checkHouses(index: SearchIndex): void {
  const { places, houseFirst, houseLeading, houseKey, housePlace, strings } = index
  assert(houseFirst.length === places + 1, 'a street has a list of houses')
  checkLists(houseFirst, housePlace, places)
  for (const column of [houseLeading, houseKey]) {
    assert(column.length === housePlace.length, 'a column has a row a house')
  }
  for (const key of houseKey) assert(key + 1 < strings.offsets.length, 'a key of a house exists')
  for (let street = 0; street < places; street++) {
    for (let at = houseFirst[street]! + 1; at < houseFirst[street + 1]!; at++) {
      assert(houseLeading[at]! >= houseLeading[at - 1]!, 'the numbers along a street ascend')
    }
  }
}

function checkKinds(index: SearchIndex): void {
  const { kindTags, kindFirst, kindCell, kindPlace, strings } = index
  checkLists(kindFirst, kindPlace, index.places)
  const isOld = kindTags.length === 0
  assert(isOld || kindFirst.length === kindTags.length + 1, 'a kind has a list')
  for (const id of kindTags) assert(id + 1 < strings.offsets.length, 'the tags of a kind exist')
  assert(kindCell.length === kindPlace.length, 'a listed place has a cell')
  for (let kind = 0; kind + 1 < kindFirst.length; kind++) {
    for (let at = kindFirst[kind]! + 1; at < kindFirst[kind + 1]!; at++) {
      assert(kindCell[at]! >= kindCell[at - 1]!, 'the cells of a kind ascend')
    }
  }
}

function checkLists(first: Uint32Array, values: Uint32Array, below: number): void {
  assert(first[0] === 0 && first.at(-1) === values.length, 'lists cover their values')
  for (let i = 1; i < first.length; i++) assert(first[i]! >= first[i - 1]!, 'lists ascend')
  for (const value of values) assert(value < below, 'a list holds known numbers')
}

function checkIntersections({ crossings, places, kind }: SearchIndex): void {
  const street = PLACE_KINDS.indexOf('street')
  for (let at = 0; at < crossings.length; at += CROSSING_COLUMNS) {
    const [one, other] = [crossings[at]!, crossings[at + 1]!]
    assert(one >= 0 && one < places && other >= 0 && other < places, 'a crossing is of two places')
    assert(kind[one] === street && kind[other] === street && one !== other, 'these are streets')
    if (at === 0) continue
    const [before, beforeOther] = crossings.subarray(at - CROSSING_COLUMNS, at)
    const ascends = one > before! || (one === before && other >= beforeOther!)
    assert(ascends, 'crossings ascend')
  }
}

function checkWords(index: SearchIndex): void {
  const { tokens, postFirst, posts, formFirst, forms } = index
  const words = tokens.offsets.length - 1
  assert(postFirst.length === words + 1, 'a token has a list of names')
  checkLists(postFirst, posts, nameCount(index))
  assert(formFirst.length === words + 1, 'a token has marked forms')
  for (let token = 0; token < words; token++) {
    assert(formFirst[token]! <= formFirst[token + 1]!, 'forms are grouped by their tokens')
  }
  assert(formFirst.at(-1)! < forms.offsets.length, 'a marked form exists')
  for (let token = 0; token + 1 < postFirst.length; token++) {
    for (let i = postFirst[token]! + 1; i < postFirst[token + 1]!; i++) {
      assert(posts[i]! > posts[i - 1]!, 'postings ascend')
    }
  }
  assert(index.editHash.length === index.editToken.length, 'an edit form leads to a token')
  for (const token of index.editToken) assert(token < words, 'a token of an edit form exists')
  for (let i = 1; i < index.editHash.length; i++) {
    assert(index.editHash[i]! >= index.editHash[i - 1]!, 'edit forms ascend')
  }
  const { bytes, offsets } = tokens
  for (let token = 2; token + 1 < offsets.length; token++) {
    const before = Buffer.from(bytes.subarray(offsets[token - 1], offsets[token]))
    const here = bytes.subarray(offsets[token], offsets[token + 1])
    assert(before.compare(here) < 0, 'tokens ascend in byte order')
  }
}

function checkNames(index: SearchIndex): void {
  const { nameTokens, best, bestRest, tokens } = index
  const names = nameCount(index)
  const column = (at: number) => index.names.filter((_, i) => i % NAME_COLUMNS === at)
  const places = index.entries.filter((_, i) => i % ENTRY_COLUMNS === 0)
  checkLists(column(0), nameTokens, tokens.offsets.length - 1)
  checkLists(column(1), places, index.places)
  checkLists(index.spellingFirst, index.spellingForms, index.forms.offsets.length - 1)
  checkLists(index.streetFirst, index.streets, index.places)
  assert(index.streetFirst.length === names + 1, 'a name has a list of streets')
  assert(best.length === 2 * names, 'the tree of best places covers the names')
  assert(bestRest.length === 2 * names, 'that of places that are no units does, too')
  for (let name = 0; name < names; name++) {
    const first = firstEntry(index, name)
    assert(firstEntry(index, name + 1) > first, 'a name has a bearer')
    assert(best[names + name] === placeIn(index, first), 'a leaf is a name’s best place')
    const firstRest = firstRestEntry(index, name)
    const hasRest = firstRest < firstEntry(index, name + 1)
    const bestOfRest = hasRest ? placeIn(index, firstRest) : NO_PLACE
    assert(bestRest[names + name] === bestOfRest, 'a leaf is a name’s best place but for units')
    for (let entry = first; entry < firstEntry(index, name + 1); entry++) checkEntry(index, entry)
    for (let entry = first + 1; entry < firstEntry(index, name + 1); entry++) {
      const before = placeIn(index, entry - 1)
      assert(placeIn(index, entry) > before, 'the places of a name ascend')
    }
  }
  for (const tree of [best, bestRest]) {
    for (let node = 1; node < names; node++) {
      const smaller = Math.min(tree[2 * node]!, tree[2 * node + 1]!)
      assert(tree[node] === smaller, 'a node of a tree is the smaller of its children')
    }
  }
}

function checkEntry(index: SearchIndex, entry: number): void {
  const place = placeIn(index, entry)
  const entryBits = entryBitsIn(index, entry)
  assert(spellingIn(index, entry) + 1 < index.spellingFirst.length, 'a spelling exists')
  assert(rankIn(entryBits) === index.rank[place], 'an entry knows the rank of its place')
  assert(kindIn(entryBits) === index.kind[place], 'an entry knows the kind of its place')
}
