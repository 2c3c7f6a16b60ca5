import { assert } from '../../base/assert.ts'
import { firstReached } from '../../base/binary-search.ts'
import { openContainer } from '../../base/container.ts'
import type { StringPool } from '../../base/string-pool.ts'
import { PLACE_KINDS, type PlaceKind } from '../model/place.ts'

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
 *   around      Int32[4 n]    rows of places: its street, or the parent street of an alley; the
 *                             ward and the province that hold it today; of a former ward its
 *                             district, of a former district its province
 *   successorFirst  Uint32[units + 1], successors Uint32[…]   wards that took over a former unit
 *   written     Uint32[2^k]   the places by their addresses (address-hash.ts)
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
 *   names       Uint32[2 (m + 1)]  rows: where its tokens begin in nameTokens, and its entries
 *   nameTokens  Uint32[…]
 *   entries     Uint32[3 e]      rows, one for each place that bears a name, ascending within it:
 *                                the place; what decides whether it need be looked at
 *                                (entry-bits.ts);
 *                                the marked spelling by which it has the name
 *   streetFirst Uint32[m + 1], streets Uint32[…]  the streets and alleys among them, ascending
 *   spellingFirst Uint32[s + 1], spellingForms Uint32[…]   marked forms, parallel to nameTokens
 *   best        Uint32[2 m]      a segment tree of the smallest place over ranges of names: leaf i
 *                                at m + i, an inner node k covers 2 k and 2 k + 1; best[0] unused
 *   bestRest    Uint32[2 m]      the same of places that are no units; NO_PLACE for none
 *
 * Houses
 *   houseFirst  Uint32[n + 1]    the numbers along a street, by leading number, then key
 *   houseLeading Uint32[h]       the number a key begins with, 0 for a word
 *   houseKey    Uint32[h]        string, canonical key (text/house-number.ts)
 *   housePlace  Uint32[h]        the house or POI with that number, or the alley whose mouth it is
 *
 * Intersections of streets, c
 *   crossings   Int32[4 c]   rows: a street, one that it meets, lon and lat of where, 1e-7 degrees;
 *                            each both ways, ascending
 *
 * Kinds of places that are asked for without a name (listed-kinds.ts), k
 *   kindTags    Uint32[k]        string: the tags by which it was listed; older files have none
 *   kindFirst   Uint32[k + 1]    the places of each kind
 *   kindCell    Uint32[l]        the cell that each lies in (kind-cells.ts), ascending in a kind
 *   kindPlace   Uint32[l]        the place
 *
 *   stringBytes, stringOffsets   what answers show
 */

export const SEARCH_KIND = 'search'
export const SEARCH_VERSION = 12
export const NONE = -1
export const NO_PLACE = 0xffffffff

/** Points where two streets meet that lie so near to each other are one crossing. */
export const CROSSING_M = 120

/** At most this many units open the number range of places; context masks are this long. */
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
  readonly around: Int32Array
  readonly successorFirst: Uint32Array
  readonly successors: Uint32Array
  readonly written: Uint32Array
  readonly idSlots: Uint32Array
  readonly tokens: StringPool
  readonly postFirst: Uint32Array
  readonly posts: Uint32Array
  readonly editHash: Uint32Array
  readonly editToken: Uint32Array
  readonly formFirst: Uint32Array
  readonly forms: StringPool
  readonly names: Uint32Array
  readonly nameTokens: Uint32Array
  readonly entries: Uint32Array
  readonly streetFirst: Uint32Array
  readonly streets: Uint32Array
  readonly spellingFirst: Uint32Array
  readonly spellingForms: Uint32Array
  readonly best: Uint32Array
  readonly bestRest: Uint32Array
  readonly houseFirst: Uint32Array
  readonly houseLeading: Uint32Array
  readonly houseKey: Uint32Array
  readonly housePlace: Uint32Array
  readonly crossings: Int32Array
  readonly kindTags: Uint32Array
  readonly kindFirst: Uint32Array
  readonly kindCell: Uint32Array
  readonly kindPlace: Uint32Array
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
    around: file.section('around', 'i32'),
    successorFirst,
    successors: u32('successors'),
    written: u32('written'),
    idSlots: u32('idSlots'),
    tokens: pool('token'),
    postFirst: u32('postFirst'),
    posts: u32('posts'),
    editHash: u32('editHash'),
    editToken: u32('editToken'),
    formFirst: u32('formFirst'),
    forms: pool('form'),
    names: u32('names'),
    nameTokens: u32('nameTokens'),
    entries: u32('entries'),
    streetFirst: u32('streetFirst'),
    streets: u32('streets'),
    spellingFirst: u32('spellingFirst'),
    spellingForms: u32('spellingForms'),
    best: u32('best'),
    bestRest: u32('bestRest'),
    houseFirst: u32('houseFirst'),
    houseLeading: u32('houseLeading'),
    houseKey: u32('houseKey'),
    housePlace: u32('housePlace'),
    crossings: file.section('crossings', 'i32'),
    kindTags: file.has('kindTags') ? u32('kindTags') : new Uint32Array(0),
    kindFirst: u32('kindFirst'),
    kindCell: u32('kindCell'),
    kindPlace: u32('kindPlace'),
    strings: pool('string'),
  }
}

/** The kind of place `place`. */
export function kindOf(index: SearchIndex, place: number): PlaceKind {
  const kind = PLACE_KINDS[index.kind[place]!]
  assert(kind, 'a place has a known kind')
  return kind
}

/*
 * What is read together lies together: a row is nearly always one line of the processor's cache,
 * and queries look at rows all over the file.
 */

export const AROUND_COLUMNS = 4
export const NAME_COLUMNS = 2
export const ENTRY_COLUMNS = 3
export const CROSSING_COLUMNS = 4

/** The place that is its street, or NONE. */
export function streetOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place]!
}

/** The ward that holds it, or NONE. */
export function wardOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place + 1]!
}

/** The province that holds it, or NONE. */
export function provinceOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place + 2]!
}

/** Of a former ward its district, of a former district its province; else NONE. */
export function formerParentOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place + 3]!
}

/** How many names there are. */
export function nameCount(index: SearchIndex): number {
  return index.names.length / NAME_COLUMNS - 1
}

/** How many tokens a name has. */
export function tokenCount(index: SearchIndex, name: number): number {
  return firstToken(index, name + 1) - firstToken(index, name)
}

/** Where the tokens of a name begin; those of the next begin where they end. */
export function firstToken(index: SearchIndex, name: number): number {
  return index.names[NAME_COLUMNS * name]!
}

/** The first entry of a name; the first of the next is where they end. */
export function firstEntry(index: SearchIndex, name: number): number {
  return index.names[NAME_COLUMNS * name + 1]!
}

/** The first entry of a name whose place is no unit; that of the next name if there is none. */
export function firstRestEntry(index: SearchIndex, name: number): number {
  const first = firstEntry(index, name)
  if (placeIn(index, first) >= index.units) return first
  return firstReached(first, firstEntry(index, name + 1), (at) => placeIn(index, at) >= index.units)
}

/** The place of an entry. */
export function placeIn(index: SearchIndex, entry: number): number {
  return index.entries[ENTRY_COLUMNS * entry]!
}

export function entryBitsIn(index: SearchIndex, entry: number): number {
  return index.entries[ENTRY_COLUMNS * entry + 1]!
}

export function spellingIn(index: SearchIndex, entry: number): number {
  return index.entries[ENTRY_COLUMNS * entry + 2]!
}

/** Whether the place is a unit of before, which others took over. */
export function isFormer(index: SearchIndex, place: number): boolean {
  if (place >= index.units) return false
  return index.successorFirst[place + 1]! > index.successorFirst[place]!
}
