import { assert } from '../../base/assert.ts'
import { firstReached } from '../../base/binary-search.ts'
import { openContainer, type SectionArrayOf } from '../../base/container.ts'
import type { StringPool } from '../../base/string-pool.ts'
import { E7, type Point } from '../../geo/point.ts'
import { PLACE_KINDS, type PlaceKind } from '../model/place.ts'

/*
 * The search index, one file. Places are numbered by their worth: administrative units first
 * (`units` of them), then everything else, each part by descending importance, so that the smallest
 * numbers of any list are its best. NONE marks an absent reference. Lists are two sections: the
 * items of list i begin in the second section at first[i] and end at first[i + 1]. So are pools of
 * strings: bytes and offsets.
 */
const SECTIONS = {
  // Places, n
  kind: 'u8', //          n      position in PLACE_KINDS
  rank: 'u8', //          n      importance, 0 … 255
  lon: 'i32', //          n      1e-7 degrees
  lat: 'i32', //          n
  id: 'u32', //           n      strings, as those that follow; 0 is absent
  name: 'u32', //         n
  nameEn: 'u32', //       n
  category: 'u32', //     n
  houseNumber: 'u32', //  n
  streetName: 'u32', //   n
  around: 'i32', //       4 n    rows: its street, or the parent street of an alley; the ward and
  //                             the province that hold it today; of a former ward its district,
  //                             of a former district its province
  successorFirst: 'u32', //      units + 1
  successors: 'u32', //          wards that took over a former unit
  written: 'u32', //      2^k    the places by their addresses (address-hash.ts)
  idSlots: 'u32', //      2^k    open-addressing hash of ids: place + 1, 0 is free

  // Words: t tokens, distinct and folded, in byte order; forms, as they are marked, token by token
  postFirst: 'u32', //    t + 1
  posts: 'u32', //               names that hold the token, ascending
  formFirst: 'u32', //    t + 1  the first of the token's marked forms
  editHash: 'u32', //            ascending hashes of tokens with at most one letter left out
  editToken: 'u32', //           the token of each (spelling.ts)

  // Names, m distinct sequences of folded tokens, in the order of their token numbers
  names: 'u32', //        2 (m + 1)  rows: where its tokens begin in nameTokens, and its entries
  nameTokens: 'u32',
  entries: 'u32', //      3 e    rows, one for each place that bears a name, ascending within it:
  //                             the place; the bits that decide whether it need be scored
  //                             (entry-bits.ts); the marked spelling by which it has the name
  streetFirst: 'u32', //  m + 1
  streets: 'u32', //             the streets and alleys among them, ascending
  spellingFirst: 'u32', // s + 1
  spellingForms: 'u32', //       marked forms, parallel to nameTokens
  best: 'u32', //         2 m    a segment tree of the smallest place over ranges of names: leaf i
  //                             at m + i, an inner node k covers 2 k and 2 k + 1
  bestRest: 'u32', //     2 m    the same of places that are no units; NO_PLACE for none

  // Houses: the numbers along a street, by leading number, then key
  houseFirst: 'u32', //   n + 1
  houseLeading: 'u32', // h      the number a key begins with, 0 for a word
  houseKey: 'u32', //     h      string, canonical key (text/house-number.ts)
  housePlace: 'u32', //   h      the house or POI with that number, or the alley whose mouth it is

  // Intersections of streets
  crossings: 'i32', //    4 c    rows: a street, one that it meets, lon and lat of the crossing,
  //                             1e-7 degrees; each both ways, ascending

  // Kinds of places that are asked for without a name (listed-kinds.ts)
  kindFirst: 'u32', //    k + 1
  kindCell: 'u32', //            the cell that each lies in, ascending in a kind
  kindPlace: 'u32', //           the place
} as const

export const SEARCH_KIND = 'search'
export const SEARCH_VERSION = 12
export const NONE = -1
export const NO_PLACE = 0xffffffff

/** Points where the same two streets meet are one crossing if they are nearer than this. */
export const CROSSING_M = 120

/** At most this many units open the number range of places; context masks are this long. */
export const UNITS_MAX = 100_000

type Sections = {
  readonly [Name in keyof typeof SECTIONS]: SectionArrayOf<(typeof SECTIONS)[Name]>
}

export interface SearchIndex extends Sections {
  readonly places: number
  readonly units: number
  /** Of each listed kind the string of its tags; older files have none. */
  readonly kindTags: Uint32Array
  readonly tokens: StringPool
  readonly forms: StringPool
  /** The texts that answers show. */
  readonly strings: StringPool
}

/** Opens search.idx over its mapped bytes; no copy, cost independent of its size. */
export function openSearchIndex(bytes: Uint8Array): SearchIndex {
  const file = openContainer(bytes, SEARCH_KIND, SEARCH_VERSION)
  const pool = (name: string): StringPool => ({
    bytes: file.section(`${name}Bytes`, 'u8'),
    offsets: file.section(`${name}Offsets`, 'u32'),
  })
  const entries = Object.entries(SECTIONS).map(([name, type]) => [name, file.section(name, type)])
  const sections: Sections = Object.fromEntries(entries)
  return {
    ...sections,
    places: sections.kind.length,
    units: sections.successorFirst.length - 1,
    kindTags: file.find('kindTags', 'u32') ?? new Uint32Array(0),
    tokens: pool('token'),
    forms: pool('form'),
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
 * Values that are read together lie together: a row is nearly always one line of the processor's
 * cache, and queries look at rows all over the file.
 */

export const AROUND_COLUMNS = 4
export const NAME_COLUMNS = 2
export const ENTRY_COLUMNS = 3
export const CROSSING_COLUMNS = 4

/** The position of a place, degrees. */
export function pointOf({ lon, lat }: SearchIndex, place: number): Point {
  return { lon: lon[place]! / E7, lat: lat[place]! / E7 }
}

/** The street of a place, itself a place, or NONE. */
export function streetOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place]!
}

/** The ward that holds a place, or NONE. */
export function wardOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place + 1]!
}

/** The province that holds a place, or NONE. */
export function provinceOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place + 2]!
}

/** Of a former ward its district, of a former district its province; else NONE. */
export function formerParentOf(index: SearchIndex, place: number): number {
  return index.around[AROUND_COLUMNS * place + 3]!
}

/** The number of names. */
export function nameCount(index: SearchIndex): number {
  return index.names.length / NAME_COLUMNS - 1
}

/** The number of tokens of a name. */
export function tokenCount(index: SearchIndex, name: number): number {
  return firstToken(index, name + 1) - firstToken(index, name)
}

/** The first token of a name in `nameTokens`; the first of the next name is its end. */
export function firstToken(index: SearchIndex, name: number): number {
  return index.names[NAME_COLUMNS * name]!
}

/** The first entry of a name; the first of the next name is its end. */
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

/** Whether the place is a former unit, which others took over. */
export function isFormer(index: SearchIndex, place: number): boolean {
  if (place >= index.units) return false
  return index.successorFirst[place + 1]! > index.successorFirst[place]!
}
