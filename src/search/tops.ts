import { MinHeap } from '../base/heap.ts'
import { ENTRY_COLUMNS, firstEntry, firstToken, placeIn, type SearchIndex } from './layout.ts'
import { visitBest } from './lookup.ts'
import { RangeMemo } from './range-memo.ts'

/** Names that are looked at of those that begin with a prefix. */
export const TOPS_MAX = 40

/** Of each of these, bearers that are looked at. */
const TOP_BEARERS_MAX = 8

/** Large ranges are few, of prefixes of a letter or a syllable; a list has some 400 numbers. */
const TOPS_SETS = 1024
const TOPS_NUMBERS_MAX = 2_000_000

/** What goes before the entries of a name: how many tokens it has, and how many entries follow. */
export const TOP_COLUMNS = 2

/**
 * The best names of large ranges, by their best place, and their first bearers, as queries read
 * them one after the other: in the index each lies in places of its own. Rows of different length:
 *
 *   Uint32[TOP_COLUMNS + ENTRY_COLUMNS * n]  tokens of the name, n, then n entries of it
 */
export function topsOf(index: SearchIndex): RangeMemo {
  const queue = new MinHeap()
  return new RangeMemo(TOPS_SETS, TOPS_NUMBERS_MAX, (from, to) => {
    const rows: number[] = []
    let names = 0
    visitBest(index, from, to, queue, (name) => {
      const start = firstEntry(index, name)
      const count = Math.min(TOP_BEARERS_MAX, firstEntry(index, name + 1) - start)
      rows.push(firstToken(index, name + 1) - firstToken(index, name), count)
      const end = ENTRY_COLUMNS * (start + count)
      for (let at = ENTRY_COLUMNS * start; at < end; at++) rows.push(index.entries[at]!)
      return ++names < TOPS_MAX
    })
    return rows
  })
}

const BEGUN_UNITS_MAX = 24
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
    visitBest(index, from, to, queue, (name) => {
      const place = placeIn(index, firstEntry(index, name))
      if (place >= index.units) return false
      return units.push(place) < BEGUN_UNITS_MAX
    })
    return units
  })
}
