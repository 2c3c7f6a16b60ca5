import { MinHeap } from '../../base/heap.ts'
import { RecentMap } from '../../base/recent-map.ts'
import { rankIn } from './entry-bits.ts'
import {
  entryBitsIn,
  firstEntry,
  firstRestEntry,
  nameCount,
  placeIn,
  type SearchIndex,
  tokenCount,
} from './layout.ts'
import { visitBest } from './lookup.ts'

/** Names read of those that begin with a prefix: of units, and of the rest. */
const TOP_UNITS_MAX = 16
const TOP_REST_MAX = 24

/** Places read of each name: units, and the rest. */
const UNIT_PLACES_MAX = 4
const REST_PLACES_MAX = 8

/** Large ranges are few: those of prefixes of a letter or a syllable. */
const RANGES_KEPT = 4_096

/** A name, and its entries that are read: `units` up to `unitsEnd`, `rest` up to `restEnd`. */
export interface TopName {
  /** How many tokens it has. */
  readonly length: number
  /** The rank of its best place, 0 … 255. */
  readonly rank: number
  readonly units: number
  readonly unitsEnd: number
  readonly rest: number
  readonly restEnd: number
}

/**
 * The best names of large ranges, by the rank of their best place. The same prefixes are typed
 * again and again: recent results are kept.
 */
export class TopNames {
  private readonly index: SearchIndex
  private readonly queue = new MinHeap()
  private readonly kept = new RecentMap<number, readonly TopName[]>(RANGES_KEPT)

  constructor(index: SearchIndex) {
    this.index = index
  }

  /** The best of the names `from` up to `to`. */
  of(from: number, to: number): readonly TopName[] {
    const { index, kept } = this
    const key = from * nameCount(index) + to
    const known = kept.get(key)
    if (known) return known
    const units = this.bestOf(index.best, from, to, TOP_UNITS_MAX)
    const rest = this.bestOf(index.bestRest, from, to, TOP_REST_MAX)
    const names = [...new Set([...units, ...rest])].map((name) => topName(index, name))
    names.sort((a, b) => b.rank - a.rank)
    kept.set(key, names)
    return names
  }

  private bestOf(tree: Uint32Array, from: number, to: number, namesMax: number): number[] {
    const names: number[] = []
    visitBest(tree, from, to, this.queue, (name) => names.push(name) < namesMax)
    return names
  }
}

function topName(index: SearchIndex, name: number): TopName {
  const units = firstEntry(index, name)
  const rest = firstRestEntry(index, name)
  const unitsEnd = Math.min(rest, units + UNIT_PLACES_MAX)
  const restEnd = Math.min(firstEntry(index, name + 1), rest + REST_PLACES_MAX)
  let rank = 0
  for (let entry = units; entry < restEnd; entry++) {
    if (entry < unitsEnd || entry >= rest) rank = Math.max(rank, rankIn(entryBitsIn(index, entry)))
  }
  return { length: tokenCount(index, name), rank, units, unitsEnd, rest, restEnd }
}

const BEGUN_UNITS_MAX = 12

/**
 * The units among the best names of a range, which the last words of a query may begin: the best
 * place of each name, at most BEGUN_UNITS_MAX.
 */
export function begunUnits(index: SearchIndex, from: number, to: number): number[] {
  const units: number[] = []
  visitBest(index.best, from, to, new MinHeap(), (name) => {
    const place = placeIn(index, firstEntry(index, name))
    return place < index.units && units.push(place) < BEGUN_UNITS_MAX
  })
  return units
}
