import { assert } from '../base/assert.ts'
import type { Container } from '../base/container.ts'

/*
 * A contraction hierarchy (Geisberger, Sanders, Schultes and Delling 2008) over the states of
 * turns.ts: every turn, its cost and its restrictions are in it, so nothing is left to correct.
 * Each state has a record, which is known by where it begins. The cost of an arc is the time from
 * the beginning of one state's arc to the beginning of the other's.
 *
 *   recordOf  Uint32[m+c]  record of a state; NO_RECORD for arcs that may not be driven
 *   records   Uint32[…]    one record after the other:
 *                            state
 *                            how many arcs lead from here to higher records: low 16 bits; and how
 *                            many from higher records to here: high 16 bits
 *                            of each arc to a higher record that record and the cost, then
 *                            of each arc from a higher record the same; one arc an end either way
 *                            of each arc in the same order its middle: the record, lower than both
 *                            ends, that a shortcut passes; NO_MIDDLE when it is one turn
 *
 * A higher record is one that stands later; the last are the core (core.ts). Most stand right
 * before the lowest that they lead to (build/contract.ts), and all that a search reads of a state
 * lies in one place: it is memory that a search waits for, most of its time.
 */

export const NO_RECORD = 0xffffffff
export const NO_MIDDLE = 0xffffffff

/** Numbers before the arcs of a record. */
export const HEADER = 2
/** Numbers of an arc, its middle included. */
export const ARC = 3
/** Numbers of a line of the cache: most records lie in one or two. */
export const LINE = 16
/** In the second number of a record. */
export const COUNT_BITS = 16
export const COUNT_MAX = (1 << COUNT_BITS) - 1

export interface Hierarchy {
  readonly recordOf: Uint32Array
  readonly records: Uint32Array
}

export function openHierarchy(file: Container): Hierarchy {
  return { recordOf: file.section('recordOf', 'u32'), records: file.section('records', 'u32') }
}

/** Where a record's arcs to higher records end and those from higher records begin. */
export function splitOf(records: Uint32Array, record: number): number {
  return record + HEADER + 2 * (records[record + 1]! & COUNT_MAX)
}

/** Where a record's arcs end and their middles begin. */
export function arcsEndOf(records: Uint32Array, record: number): number {
  return splitOf(records, record) + 2 * (records[record + 1]! >>> COUNT_BITS)
}

/** Where the record after it begins. */
export function nextRecord(records: Uint32Array, record: number): number {
  const counts = records[record + 1]!
  return record + HEADER + ARC * ((counts & COUNT_MAX) + (counts >>> COUNT_BITS))
}

/** The middle of the arc from one record to another, which the lower of them keeps. */
export function middleBetween(records: Uint32Array, tail: number, head: number): number {
  return tail < head ? middleTo(records, tail, head) : middleFrom(records, head, tail)
}

/** The middle of the arc from a record to a higher one. */
export function middleTo(records: Uint32Array, record: number, higher: number): number {
  return middleOf(records, record, arcTo(records, record, higher))
}

/** The middle of the arc to a record from a higher one. */
export function middleFrom(records: Uint32Array, record: number, higher: number): number {
  return middleOf(records, record, arcFrom(records, record, higher))
}

function middleOf(records: Uint32Array, record: number, arc: number): number {
  return records[arcsEndOf(records, record) + ((arc - record - HEADER) >>> 1)]!
}

/** Where the arc from a record to a higher one stands; −1 when there is none. */
function arcTo(records: Uint32Array, record: number, higher: number): number {
  const end = splitOf(records, record)
  for (let at = record + HEADER; at < end; at += 2) if (records[at] === higher) return at
  return -1
}

/** Where the arc to a record from a higher one stands; −1 when there is none. */
function arcFrom(records: Uint32Array, record: number, higher: number): number {
  const end = arcsEndOf(records, record)
  for (let at = splitOf(records, record); at < end; at += 2) if (records[at] === higher) return at
  return -1
}

/**
 * Throws when the arrays are no hierarchy: every arc leads up, and every shortcut is the sum of two
 * arcs over its middle.
 */
export function checkHierarchy({ recordOf, records }: Hierarchy): void {
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
  for (let record = 0; record < records.length; ) {
    const split = splitOf(records, record)
    const end = arcsEndOf(records, record)
    const next = nextRecord(records, record)
    assert(next <= records.length, 'the last record is whole')
    for (let at = record + HEADER; at < end; at += 2) {
      assert(isRecord[records[at]!] === 1, 'an arc leads to a record')
      checkArc(records, record, at, at < split)
    }
    record = next
  }
}

function checkArc(records: Uint32Array, record: number, at: number, isUp: boolean): void {
  const other = records[at]!
  assert(other > record, 'an arc of a hierarchy leads up')
  const tail = isUp ? record : other
  const head = isUp ? other : record
  const middle = middleBetween(records, tail, head)
  if (middle === NO_MIDDLE) return
  assert(middle < record, 'the middle of a shortcut is below both ends')
  const [first, second] = [arcFrom(records, middle, tail), arcTo(records, middle, head)]
  assert(first >= 0 && second >= 0, 'a shortcut has two halves')
  const cost = records[first + 1]! + records[second + 1]!
  assert(cost === records[at + 1], 'a shortcut costs what its halves cost')
}
