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
 * A higher record is one that stands later. They are sorted by the depth of what was contracted
 * below them, and within a depth as states are, which is by place. What a search reads of a state
 * lies in one place: it is memory that a search waits for, four fifths of its time.
 */

export const NO_RECORD = 0xffffffff
export const NO_MIDDLE = 0xffffffff

/** Numbers before the arcs of a record. */
export const HEADER = 2
/** Numbers of an arc, its middle included. */
export const ARC = 3
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

/** Where the arcs of a record lie. */
export interface RecordArcs {
  /** Arcs to higher records. */
  readonly first: number
  /** They end here, and arcs from higher records begin. */
  readonly split: number
  /** Those end here, and middles begin. */
  readonly end: number
  /** The next record. */
  readonly next: number
}

/** Allocates: not for searches. */
export function arcsOfRecord(records: Uint32Array, record: number): RecordArcs {
  const counts = records[record + 1]!
  const [out, into] = [counts & COUNT_MAX, counts >>> COUNT_BITS]
  const first = record + HEADER
  const end = first + 2 * (out + into)
  return { first, split: first + 2 * out, end, next: end + out + into }
}

/** The middle of the arc from one record to another, which the lower of them keeps. */
export function middleBetween(records: Uint32Array, tail: number, head: number): number {
  return records[middleAt(records, tail, head)]!
}

/** Where that middle stands; −1 when there is no arc. */
function middleAt(records: Uint32Array, tail: number, head: number): number {
  const isUp = tail < head
  const record = isUp ? tail : head
  const other = isUp ? head : tail
  const counts = records[record + 1]!
  const out = counts & COUNT_MAX
  const first = record + HEADER
  const split = first + 2 * out
  const arcsEnd = split + 2 * (counts >>> COUNT_BITS)
  const end = isUp ? split : arcsEnd
  for (let at = isUp ? first : split; at < end; at += 2) {
    if (records[at] === other) return arcsEnd + ((at - first) >>> 1)
  }
  return -1
}

/**
 * Throws when the arrays are no hierarchy: every arc leads up, and every shortcut is the sum of two
 * arcs over its middle.
 */
export function checkHierarchy({ recordOf, records }: Hierarchy): void {
  const isRecord = new Uint8Array(records.length)
  let count = 0
  for (let record = 0; record < records.length; record = arcsOfRecord(records, record).next) {
    assert(recordOf[records[record]!] === record, 'a record and its state name each other')
    isRecord[record] = 1
    count++
  }
  let named = 0
  for (const record of recordOf) if (record !== NO_RECORD) named++
  assert(named === count, 'every state that has a record has one of its own')
  for (let record = 0; record < records.length; ) {
    const { first, split, end, next } = arcsOfRecord(records, record)
    assert(next <= records.length, 'the last record is whole')
    for (let at = first; at < end; at += 2) {
      assert(isRecord[records[at]!] === 1, 'an arc leads to a record')
      checkArc(records, record, at, at < split)
    }
    record = next
  }
}

function checkArc(records: Uint32Array, record: number, at: number, isUp: boolean): void {
  const other = records[at]!
  assert(other > record, 'an arc of a hierarchy leads up')
  const [tail, head] = isUp ? [record, other] : [other, record]
  const middle = middleBetween(records, tail, head)
  if (middle === NO_MIDDLE) return
  assert(middle < record, 'the middle of a shortcut is below both ends')
  const cost = costBetween(records, tail, middle) + costBetween(records, middle, head)
  assert(cost === records[at + 1], 'a shortcut costs what its halves cost')
}

function costBetween(records: Uint32Array, tail: number, head: number): number {
  const at = middleAt(records, tail, head)
  assert(at >= 0, 'a shortcut has two halves')
  const { first, end } = arcsOfRecord(records, Math.min(tail, head))
  return records[first + 2 * (at - end) + 1]!
}
