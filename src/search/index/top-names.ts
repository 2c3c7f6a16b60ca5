import { MinHeap } from '../../base/heap.ts'
import { rankIn } from './entry-bits.ts'
import {
  ENTRY_COLUMNS,
  entryBitsIn,
  firstEntry,
  firstRestEntry,
  firstToken,
  placeIn,
  type SearchIndex,
} from './layout.ts'
import { visitBest } from './lookup.ts'
import { RangeMemo } from './range-memo.ts'

/** Names that are looked at of those that begin with a prefix: of units, and of the rest. */
const TOP_UNITS_MAX = 16
const TOP_REST_MAX = 24
export const TOP_NAMES_MAX = TOP_UNITS_MAX + TOP_REST_MAX

/** Of each of these, places that are looked at: units, and the rest. */
const UNIT_PLACES_MAX = 4
const REST_PLACES_MAX = 8

/** Large ranges are few, of prefixes of a letter or a syllable; a list has some 400 numbers. */
const TOP_NAMES_SETS = 1024
const TOP_NAMES_NUMBERS_MAX = 2_000_000

/** What goes before the entries of a name: its tokens, how many entries follow, its best rank. */
export const TOP_COLUMNS = 3

/**
 * The best names of large ranges, by the rank of their best place, and their first places, as
 * queries read them one after the other: in the index each lies in places of its own. Rows of
 * different length:
 *
 *   Uint32[TOP_COLUMNS + ENTRY_COLUMNS * n]  tokens of the name, n, its best rank, n entries of it
 */
export function topNamesOf(index: SearchIndex): RangeMemo {
  const queue = new MinHeap()
  const bestOf = (tree: Uint32Array, from: number, to: number, most: number): number[] => {
    const names: number[] = []
    visitBest(tree, from, to, queue, (name) => names.push(name) < most)
    return names
  }
  return new RangeMemo(TOP_NAMES_SETS, TOP_NAMES_NUMBERS_MAX, (from, to) => {
    const units = bestOf(index.best, from, to, TOP_UNITS_MAX)
    const rest = bestOf(index.bestRest, from, to, TOP_REST_MAX)
    const rows = [...new Set([...units, ...rest])].map((name) => topRow(index, name))
    return rows.sort((a, b) => b[2]! - a[2]!).flat()
  })
}

function topRow(index: SearchIndex, name: number): number[] {
  const first = firstEntry(index, name)
  const rest = firstRestEntry(index, name)
  const end = firstEntry(index, name + 1)
  const entries: number[] = []
  let bestRank = 0
  const add = (from: number, to: number) => {
    for (let entry = from; entry < to; entry++) {
      bestRank = Math.max(bestRank, rankIn(entryBitsIn(index, entry)))
      for (let k = 0; k < ENTRY_COLUMNS; k++)
        entries.push(index.entries[ENTRY_COLUMNS * entry + k]!)
    }
  }
  add(first, Math.min(rest, first + UNIT_PLACES_MAX))
  add(rest, Math.min(end, rest + REST_PLACES_MAX))
  const tokens = firstToken(index, name + 1) - firstToken(index, name)
  return [tokens, entries.length / ENTRY_COLUMNS, bestRank, ...entries]
}

const BEGUN_UNITS_MAX = 12
const BEGUN_UNITS_SETS = 4096
const BEGUN_UNITS_NUMBERS_MAX = 400_000

/**
 * The units among the best names of ranges, which the last words of a query may be naming: the best
 * bearer of each name, at most BEGUN_UNITS_MAX.
 */
export function begunUnitsOf(index: SearchIndex): RangeMemo {
  const queue = new MinHeap()
  return new RangeMemo(BEGUN_UNITS_SETS, BEGUN_UNITS_NUMBERS_MAX, (from, to) => {
    const units: number[] = []
    visitBest(index.best, from, to, queue, (name) => {
      const place = placeIn(index, firstEntry(index, name))
      if (place >= index.units) return false
      return units.push(place) < BEGUN_UNITS_MAX
    })
    return units
  })
}
