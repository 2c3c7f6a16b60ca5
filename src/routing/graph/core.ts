import { AssertionError, assert } from '../../base/assert.ts'
import type { Container } from '../../base/container.ts'
import type { Uint32Stack } from '../../base/uint32-stack.ts'
import { arcsEndOf, HEADER, type Hierarchy, nextRecord, splitOf } from './hierarchy.ts'

/*
 * The core: the last k records of a hierarchy, and the cost from each of them to each other. Nearly
 * every long route passes them, and they have the most arcs, so a search ends where it enters the
 * core and looks up the rest, as from transit nodes (Bast, Funke and Matijevic 2009).
 *
 *   core    Uint32[k]   the records, rising; the last is the last of the hierarchy
 *   coreMs  Uint32[k²]  cost from core[i] to core[j] at k i + j, milliseconds; 0 where i = j,
 *                       UNREACHED where there is no way
 */
export interface Core {
  readonly core: Uint32Array
  readonly coreMs: Uint32Array
}

/** Costs stay below: what cannot be reached costs this, and what costs as much is not reached. */
export const UNREACHED = 0xffffffff

/**
 * With more, searches would not be shorter: the rest of the hierarchy takes most of their time by
 * then.
 */
const CORE_MAX = 256

export function openCore(file: Container): Core {
  return { core: file.section('core', 'u32'), coreMs: file.section('coreMs', 'u32') }
}

/** Size of the core of so many records. */
export function coreSize(records: number): number {
  return Math.min(CORE_MAX, Math.floor(Math.sqrt(records)))
}

/**
 * A core with what it takes to use it.
 *
 *   records  those of the hierarchy
 *   places   Uint16[…]  place in the core of each of its records, by how far that stands behind the
 *                       first of them
 */
export interface CoreTable extends Core {
  readonly records: Uint32Array
  readonly places: Uint16Array
}

export function coreTable({ records }: Hierarchy, core: Core): CoreTable {
  return { ...core, records, places: placesIn(core.core) }
}

function placesIn(core: Uint32Array): Uint16Array {
  const places = new Uint16Array(core.at(-1)! - core[0]! + 1)
  core.forEach((record, place) => {
    places[record - core[0]!] = place
  })
  return places
}

/**
 * Appends the records of a cheapest way between two places of the core, but for the first, each
 * one arc of the hierarchy from the one before: up as long as that leads there, then down.
 */
export function pushCoreWay(table: CoreTable, from: number, to: number, found: Uint32Stack): void {
  const { core } = table
  let top = from
  for (let next = nextUp(table, top, to); next !== NOWHERE; next = nextUp(table, top, to)) {
    found.push(core[next]!)
    top = next
  }
  const firstDown = found.length
  for (let place = to; place !== top; place = lastDown(table, top, place)) found.push(core[place]!)
  found.reverse(firstDown)
}

/** In place of a place. */
const NOWHERE = -1

/** The end of an arc up with which a cheapest way may begin: what it leaves is the rest's cost. */
function nextUp({ core, coreMs, records, places }: CoreTable, from: number, to: number): number {
  const end = splitOf(records, core[from]!)
  for (let at = core[from]! + HEADER; at < end; at += 2) {
    const next = places[records[at]! - core[0]!]!
    const cost = records[at + 1]! + coreMs[core.length * next + to]!
    if (cost === coreMs[core.length * from + to]) return next
  }
  return NOWHERE
}

/** The beginning of the arc down with which a cheapest way that only leads down may end. */
function lastDown({ core, coreMs, records, places }: CoreTable, from: number, to: number): number {
  const end = arcsEndOf(records, core[to]!)
  for (let at = splitOf(records, core[to]!); at < end; at += 2) {
    const last = places[records[at]! - core[0]!]!
    const cost = coreMs[core.length * from + last]! + records[at + 1]!
    if (cost === coreMs[core.length * from + to]) return last
  }
  throw new AssertionError('a cheapest way through the core has no gap')
}

/**
 * Throws when the core is not the end of the hierarchy, or when its costs do not prove themselves:
 * no arc improves on one, and each is reached by some arc exactly.
 */
export function checkCore({ records }: Hierarchy, { core, coreMs }: Core): void {
  let count = 0
  for (let record = 0; record < records.length; record = nextRecord(records, record)) count++
  const size = core.length
  assert(size === coreSize(count), 'a core is as large as its hierarchy wants it')
  assert(coreMs.length === size * size, 'a core has a cost for every pair')
  for (let i = 0; i < size; i++) {
    assert(i === 0 || core[i] === nextRecord(records, core[i - 1]!), 'a core has no gap')
  }
  assert(nextRecord(records, core.at(-1)!) === records.length, 'a core ends with its hierarchy')
  const arcs = coreArcs(records, core)
  const isTight = new Uint8Array(size)
  for (let from = 0; from < size; from++) {
    const row = coreMs.subarray(from * size, (from + 1) * size)
    isTight.fill(0)
    isTight[from] = 1
    assert(row[from] === 0, 'it costs nothing to stay')
    for (const { tail, head, cost } of arcs) {
      if (row[tail] === UNREACHED) continue
      assert(row[tail]! + cost >= row[head]!, 'no arc of a core improves on its costs')
      if (row[tail]! + cost === row[head]) isTight[head] = 1
    }
    for (let to = 0; to < size; to++) {
      assert(isTight[to] === 1 || row[to] === UNREACHED, 'an arc of a core leads where costs say')
    }
  }
}

interface CoreArc {
  readonly tail: number
  readonly head: number
  readonly cost: number
}

/** The arcs of the hierarchy between records of its core, by their places. */
export function coreArcs(records: Uint32Array, core: Uint32Array): readonly CoreArc[] {
  const places = placesIn(core)
  const arcs: CoreArc[] = []
  core.forEach((record, place) => {
    const split = splitOf(records, record)
    const end = arcsEndOf(records, record)
    for (let at = record + HEADER; at < end; at += 2) {
      const other = places[records[at]! - core[0]!]!
      const cost = records[at + 1]!
      arcs.push(
        at < split ? { tail: place, head: other, cost } : { tail: other, head: place, cost },
      )
    }
  })
  return arcs
}
