import { assert } from '../base/assert.ts'
import { openContainer } from '../base/container.ts'
import { checkPool, type StringPool } from '../base/string-pool.ts'
import { PLACE_KINDS, type PlaceKind } from './place.ts'

/*
 * The search index, one file. Places are numbered by what they are worth: administrative units
 * first (`units` of them), then everything else, each part by descending importance, so that the
 * smallest numbers of any list are its best. NONE marks an absent reference.
 *
 * Places, n
 *   kind        Uint8[n]      position in PLACE_KINDS
 *   rank        Uint8[n]      importance, 0 … 255
 *   lon, lat    Int32[n]      1e-7 degrees
 *   id, name, nameEn, category, houseNumber, streetName   Uint32[n]   strings; 0 is absent
 *   street      Uint32[n]     the place that is its street, or the parent street of an alley
 *   ward, province  Uint32[n] the units that hold it today
 *   formerParent    Uint32[n] of a former ward its district, of a former district its province
 *   successorFirst  Uint32[units + 1], successors Uint32[…]   wards that took over a former unit
 *   idSlots     Uint32[2^k]   open-addressing hash of ids: place + 1, 0 is free
 *
 * Words
 *   tokenBytes, tokenOffsets  the t distinct folded tokens, in byte order
 *   postFirst   Uint32[t + 1], posts Uint32[…]    names that hold the token, ascending
 *   formFirst   Uint32[t + 1]    the token's marked forms are forms formFirst[t] … formFirst[t + 1]
 *   editHash    Uint32[…]        ascending hashes of tokens with at most one letter left out
 *   editToken   Uint32[…]        the token of each (spelling.ts)
 *   formBytes, formOffsets    the marked forms, grouped by folded token
 *
 * Names, m distinct sequences of folded tokens, in the order of their token numbers
 *   nameFirst   Uint32[m + 1], nameTokens Uint32[…]
 *   entryFirst  Uint32[m + 1]    the entries of a name: one for each place that bears it
 *   entryPlace  Uint32[e]        ascending within a name
 *   entrySpelling Uint32[e]      the marked spelling by which that place bears it, in the bits of
 *                                SPELLING; BARE: it is less than a name; ALIAS: it is not the
 *                                official one
 *   spellingFirst Uint32[s + 1], spellingForms Uint32[…]   marked forms, parallel to nameTokens
 *   best        Uint32[2 m]      a segment tree of the smallest place over ranges of names: leaf i
 *                                at m + i, an inner node k covers 2 k and 2 k + 1; best[0] unused
 *
 * Houses
 *   houseFirst  Uint32[n + 1]    the numbers along a street, by leading number, then key
 *   houseLeading Uint32[h]       the number a key begins with, 0 for a word
 *   houseKey    Uint32[h]        string, canonical key (text/house-number.ts)
 *   housePlace  Uint32[h]        the house or POI with that number, or the alley whose mouth it is
 *
 *   stringBytes, stringOffsets   what answers show
 */

export const SEARCH_KIND = 'search'
export const SEARCH_VERSION = 3
export const NONE = 0xffffffff
export const BARE = 0x80000000
export const ALIAS = 0x40000000
export const SPELLING = 0x3fffffff

/** Fewer than this many units open the number range of places; context masks are this long. */
export const UNITS_MAX = 100_000

export interface SearchIndex {
  readonly places: number
  readonly units: number
  readonly kind: Uint8Array
  readonly rank: Uint8Array
  readonly lon: Int32Array
  readonly lat: Int32Array
  readonly id: Uint32Array
  readonly name: Uint32Array
  readonly nameEn: Uint32Array
  readonly category: Uint32Array
  readonly houseNumber: Uint32Array
  readonly streetName: Uint32Array
  readonly street: Uint32Array
  readonly ward: Uint32Array
  readonly province: Uint32Array
  readonly formerParent: Uint32Array
  readonly successorFirst: Uint32Array
  readonly successors: Uint32Array
  readonly idSlots: Uint32Array
  readonly tokens: StringPool
  readonly postFirst: Uint32Array
  readonly posts: Uint32Array
  readonly editHash: Uint32Array
  readonly editToken: Uint32Array
  readonly formFirst: Uint32Array
  readonly forms: StringPool
  readonly nameFirst: Uint32Array
  readonly nameTokens: Uint32Array
  readonly entryFirst: Uint32Array
  readonly entryPlace: Uint32Array
  readonly entrySpelling: Uint32Array
  readonly spellingFirst: Uint32Array
  readonly spellingForms: Uint32Array
  readonly best: Uint32Array
  readonly houseFirst: Uint32Array
  readonly houseLeading: Uint32Array
  readonly houseKey: Uint32Array
  readonly housePlace: Uint32Array
  readonly strings: StringPool
}

/** Opens search.idx over its mapped bytes; no copy, cost independent of its size. */
export function openSearchIndex(bytes: Uint8Array): SearchIndex {
  const file = openContainer(bytes, SEARCH_KIND, SEARCH_VERSION)
  const u32 = (name: string) => file.section(name, 'u32')
  const pool = (name: string): StringPool => ({
    bytes: file.section(`${name}Bytes`, 'u8'),
    offsets: u32(`${name}Offsets`),
  })
  const kind = file.section('kind', 'u8')
  const successorFirst = u32('successorFirst')
  return {
    places: kind.length,
    units: successorFirst.length - 1,
    kind,
    rank: file.section('rank', 'u8'),
    lon: file.section('lon', 'i32'),
    lat: file.section('lat', 'i32'),
    id: u32('id'),
    name: u32('name'),
    nameEn: u32('nameEn'),
    category: u32('category'),
    houseNumber: u32('houseNumber'),
    streetName: u32('streetName'),
    street: u32('street'),
    ward: u32('ward'),
    province: u32('province'),
    formerParent: u32('formerParent'),
    successorFirst,
    successors: u32('successors'),
    idSlots: u32('idSlots'),
    tokens: pool('token'),
    postFirst: u32('postFirst'),
    posts: u32('posts'),
    editHash: u32('editHash'),
    editToken: u32('editToken'),
    formFirst: u32('formFirst'),
    forms: pool('form'),
    nameFirst: u32('nameFirst'),
    nameTokens: u32('nameTokens'),
    entryFirst: u32('entryFirst'),
    entryPlace: u32('entryPlace'),
    entrySpelling: u32('entrySpelling'),
    spellingFirst: u32('spellingFirst'),
    spellingForms: u32('spellingForms'),
    best: u32('best'),
    houseFirst: u32('houseFirst'),
    houseLeading: u32('houseLeading'),
    houseKey: u32('houseKey'),
    housePlace: u32('housePlace'),
    strings: pool('string'),
  }
}

/** The kind of place `place`. */
export function kindOf(index: SearchIndex, place: number): PlaceKind {
  const kind = PLACE_KINDS[index.kind[place]!]
  assert(kind, 'a place has a known kind')
  return kind
}

/** Throws when a reference leads nowhere or an order that queries rely on does not hold. */
export function checkSearchIndex(index: SearchIndex): void {
  const { places, units, tokens, strings, forms } = index
  for (const pool of [tokens, strings, forms]) checkPool(pool)
  const columns = [index.rank, index.lon, index.lat, index.id, index.name, index.nameEn]
  for (const column of columns) assert(column.length === places, 'a column has a row a place')
  for (const reference of [index.street, index.ward, index.province, index.formerParent]) {
    assert(reference.length === places, 'a reference column has a row a place')
    for (const place of reference) assert(place === NONE || place < places, 'a reference resolves')
  }
  for (const text of [index.id, index.name, index.nameEn, index.houseNumber, index.streetName]) {
    for (const id of text) assert(id + 1 < strings.offsets.length, 'a string of a place exists')
  }
  assert(units < UNITS_MAX, 'units are few')
  checkLists(index.successorFirst, index.successors, units)
  checkLists(index.houseFirst, index.housePlace, places)
  checkWords(index)
  checkNames(index)
}

function checkLists(first: Uint32Array, values: Uint32Array, below: number): void {
  assert(first[0] === 0 && first.at(-1) === values.length, 'lists cover their values')
  for (let i = 1; i < first.length; i++) assert(first[i]! >= first[i - 1]!, 'lists ascend')
  for (const value of values) assert(value < below, 'a list holds known numbers')
}

function checkWords(index: SearchIndex): void {
  const { tokens, postFirst, posts, nameFirst } = index
  const names = nameFirst.length - 1
  checkLists(postFirst, posts, names)
  for (let token = 0; token + 1 < postFirst.length; token++) {
    for (let i = postFirst[token]! + 1; i < postFirst[token + 1]!; i++) {
      assert(posts[i]! > posts[i - 1]!, 'postings ascend')
    }
  }
  assert(index.editHash.length === index.editToken.length, 'an edit form leads to a token')
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
  const { nameFirst, nameTokens, entryFirst, entryPlace, best, tokens } = index
  const names = nameFirst.length - 1
  checkLists(nameFirst, nameTokens, tokens.offsets.length - 1)
  checkLists(entryFirst, entryPlace, index.places)
  checkLists(index.spellingFirst, index.spellingForms, index.forms.offsets.length - 1)
  assert(index.entrySpelling.length === entryPlace.length, 'an entry has a spelling')
  assert(best.length === 2 * names, 'the tree of best places covers the names')
  for (let name = 0; name < names; name++) {
    assert(entryFirst[name + 1]! > entryFirst[name]!, 'a name has a bearer')
    assert(best[names + name] === entryPlace[entryFirst[name]!], 'a leaf is a name’s best place')
    for (let i = entryFirst[name]! + 1; i < entryFirst[name + 1]!; i++) {
      assert(entryPlace[i]! > entryPlace[i - 1]!, 'the bearers of a name ascend')
    }
  }
  for (let node = 1; node < names; node++) {
    const smaller = Math.min(best[2 * node]!, best[2 * node + 1]!)
    assert(best[node] === smaller, 'a node of the tree is the smaller of its children')
  }
}
