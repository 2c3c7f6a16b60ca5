import { assert } from '../../base/assert.ts'
import type { Container } from '../../base/container.ts'
import { Uint32Stack } from '../../base/uint32-stack.ts'

/*
 * A contraction hierarchy (Geisberger, Sanders, Schultes and Delling 2008) over the states of
 * turns.ts: every turn, its cost and its restrictions are in it, so nothing is left to correct.
 * Each state has a record, which is known by where it begins. The cost of an arc is the time from
 * the beginning of one state's arc to the beginning of the other's.
 *
 *   recordOf   Uint32[m+c]  record of a state; NO_RECORD for arcs that may not be driven
 *   records    Uint32[…]    one record after the other:
 *                             state
 *                             how many arcs lead from here to higher records: low 16 bits; and how
 *                             many from higher records to here: high 16 bits
 *                             of each arc to a higher record that record and the cost, then
 *                             of each arc from a higher record the same; one arc an end either way
 *                             of each arc in the same order its middle: NO_MIDDLE when it is one
 *                             turn; of a short shortcut the record, lower than both ends, that it
 *                             passes; of a long one STRETCH plus where its stretch begins
 *   stretches  Uint8[…]     the states that long shortcuts pass, each minus the one before
 *                           (varint.ts). The first of a stretch is minus the state at which its
 *                           arc begins, the last is that at which it ends, which nothing else
 *                           marks: so a stretch may be a part of another
 *
 * A higher record is one that stands later; the last are the core (core.ts). Most stand right
 * before the lowest that they lead to (build/contract.ts), and all that a search reads of a state
 * lies in one place: it is memory that a search waits for, most of its time.
 */

export const NO_RECORD = 0xffffffff
export const NO_MIDDLE = 0xffffffff
/** Middles from here on, but for NO_MIDDLE, are no records. */
export const STRETCH = 0x80000000

/** Numbers before the arcs of a record. */
export const HEADER = 2
/** Numbers of an arc, its middle included. */
export const ARC = 3
/** Numbers of a line of the cache: most records lie in one or two. */
export const LINE = 16
/** In the second number of a record. */
export const COUNT_BITS = 16
export const COUNT_MAX = (1 << COUNT_BITS) - 1

/** A hierarchy whose shortcuts all have a record for a middle. */
export interface PlainHierarchy {
  readonly recordOf: Uint32Array
  readonly records: Uint32Array
}

export interface Hierarchy extends PlainHierarchy {
  readonly stretches: Uint8Array
}

export function openHierarchy(file: Container): Hierarchy {
  return {
    recordOf: file.section('recordOf', 'u32'),
    records: file.section('records', 'u32'),
    stretches: file.section('stretches', 'u8'),
  }
}

/** End of a record's arcs to higher records, and start of those from higher records. */
export function splitOf(records: Uint32Array, record: number): number {
  return record + HEADER + 2 * (records[record + 1]! & COUNT_MAX)
}

/** End of a record's arcs, and start of their middles. */
export function arcsEndOf(records: Uint32Array, record: number): number {
  return splitOf(records, record) + 2 * (records[record + 1]! >>> COUNT_BITS)
}

/** Start of the record after it. */
export function nextRecord(records: Uint32Array, record: number): number {
  const counts = records[record + 1]!
  return record + HEADER + ARC * ((counts & COUNT_MAX) + (counts >>> COUNT_BITS))
}

/** Position of the arc from one record to another: in the lower of them. −1: there is none. */
export function arcBetween(records: Uint32Array, tail: number, head: number): number {
  return tail < head ? arcTo(records, tail, head) : arcFrom(records, head, tail)
}

/** Position of the arc from a record to a higher one; −1 when there is none. */
export function arcTo(records: Uint32Array, record: number, higher: number): number {
  const end = splitOf(records, record)
  for (let at = record + HEADER; at < end; at += 2) if (records[at] === higher) return at
  return -1
}

/** Position of the arc to a record from a higher one; −1 when there is none. */
export function arcFrom(records: Uint32Array, record: number, higher: number): number {
  const end = arcsEndOf(records, record)
  for (let at = splitOf(records, record); at < end; at += 2) if (records[at] === higher) return at
  return -1
}

/** Position of the middle of an arc of the record. */
export function middlePlace(records: Uint32Array, record: number, arc: number): number {
  return arcsEndOf(records, record) + ((arc - record - HEADER) >>> 1)
}

export function isStretch(middle: number): boolean {
  return middle >= STRETCH && middle !== NO_MIDDLE
}

/** Adds to `found` the states that a long shortcut passes: after `first`, up to `last`. */
export function readStretch(
  stretches: Uint8Array,
  middle: number,
  first: number,
  last: number,
  found: Uint32Stack,
): void {
  let at = middle - STRETCH
  let state = first
  while (state !== last) {
    assert(at < stretches.length, 'a stretch ends where its arc does')
    let value = 0
    let shift = 0
    let read = stretches[at++]!
    while (read >= 128) {
      value |= (read & 127) << shift
      shift += 7
      read = stretches[at++]!
    }
    value |= read << shift
    state += (value >>> 1) ^ -(value & 1)
    found.push(state)
  }
}

/**
 * Throws when the arrays are no hierarchy: every arc leads up, every short shortcut is the sum of
 * two arcs over its middle, every long one that of the turns of its stretch.
 */
export function checkHierarchy(hierarchy: Hierarchy): void {
  const { recordOf, records } = hierarchy
  const isRecord = new Uint8Array(records.length)
  let count = 0
  for (let record = 0; record < records.length; record = nextRecord(records, record)) {
    assert(recordOf[records[record]!] === record, 'a record and its state name each other')
    isRecord[record] = 1
    count++
  }
  let named = 0
  for (const record of recordOf) if (record !== NO_RECORD) named++
  assert(named === count, 'every state that has a record has one of its own')
  const passed = new Uint32Stack(1 << 8)
  for (let record = 0; record < records.length; ) {
    const split = splitOf(records, record)
    const end = arcsEndOf(records, record)
    const next = nextRecord(records, record)
    assert(next <= records.length, 'the last record is whole')
    for (let at = record + HEADER; at < end; at += 2) {
      const other = records[at]!
      assert(isRecord[other] === 1, 'an arc leads to a record')
      assert(other > record, 'an arc of a hierarchy leads up')
      const middle = records[middlePlace(records, record, at)]!
      if (middle === NO_MIDDLE) continue
      const tail = at < split ? record : other
      const head = at < split ? other : record
      const cost = isStretch(middle)
        ? stretchCost(hierarchy, middle, tail, head, passed)
        : halvesCost(records, middle, tail, head)
      assert(cost === records[at + 1], 'a shortcut costs what it stands for')
    }
    record = next
  }
}

function halvesCost(records: Uint32Array, middle: number, tail: number, head: number): number {
  assert(middle < Math.min(tail, head), 'the middle of a shortcut is below both ends')
  const first = arcFrom(records, middle, tail)
  const second = arcTo(records, middle, head)
  assert(first >= 0 && second >= 0, 'a shortcut has two halves')
  return records[first + 1]! + records[second + 1]!
}

/** `passed` is scratch. */
function stretchCost(
  { recordOf, records, stretches }: Hierarchy,
  middle: number,
  tail: number,
  head: number,
  passed: Uint32Stack,
): number {
  passed.length = 0
  readStretch(stretches, middle, records[tail]!, records[head]!, passed)
  let cost = 0
  let from = tail
  for (let i = 0; i < passed.length; i++) {
    const to = recordOf[passed.items[i]!]
    assert(to !== undefined && to !== NO_RECORD, 'a stretch passes states that have records')
    const arc = arcBetween(records, from, to)
    assert(arc >= 0, 'a stretch has no gap')
    const turn = records[middlePlace(records, Math.min(from, to), arc)]
    assert(turn === NO_MIDDLE, 'a stretch is made of turns')
    cost += records[arc + 1]!
    from = to
  }
  return cost
}
