import { assert } from '../../base/assert.ts'
import { Uint32Stack } from '../../base/uint32-stack.ts'
import {
  arcBetween,
  arcFrom,
  arcsEndOf,
  arcTo,
  HEADER,
  type Hierarchy,
  isStretch,
  middlePlace,
  NO_MIDDLE,
  nextRecord,
  type PlainHierarchy,
  readStretch,
  STRETCH,
  splitOf,
} from '../graph/hierarchy.ts'
import { VarintWriter } from '../graph/varint.ts'

/**
 * Shortcuts of this many turns or more are long. They are a tenth of all, and six of seven turns of
 * a way across a country lie in one; twice as much memory would buy every second of the others.
 */
const TURNS_MIN = 8
/** Turns are counted up to here. */
const COUNTED_MAX = 0xff

/** Writes out the long shortcuts of a hierarchy over states, in whose `records` it notes where. */
export function withStretches(plain: PlainHierarchy): Hierarchy {
  const { records } = plain
  assert(records.length < STRETCH, 'records are told from stretches')
  const turns = countTurns(records)
  const writer = new StretchWriter(records, turns)
  const starts = startsOf(records)
  // A shortcut comes before its halves, which get a part of its stretch.
  for (let i = starts.length - 1; i >= 0; i--) {
    const record = starts[i]!
    const split = splitOf(records, record)
    const end = arcsEndOf(records, record)
    for (let at = record + HEADER; at < end; at += 2) {
      if (turns[at >>> 1]! < TURNS_MIN) continue
      if (isStretch(records[middlePlace(records, record, at)]!)) continue
      if (at < split) writer.write(record, records[at]!)
      else writer.write(records[at]!, record)
    }
  }
  return { ...plain, stretches: writer.finish() }
}

/** Turns of the arc that stands at `at`, COUNTED_MAX at most, in place `at >>> 1`: Uint8[…]. */
function countTurns(records: Uint32Array): Uint8Array {
  const turns = new Uint8Array((records.length >>> 1) + 1)
  for (let record = 0; record < records.length; record = nextRecord(records, record)) {
    const split = splitOf(records, record)
    const end = arcsEndOf(records, record)
    for (let at = record + HEADER; at < end; at += 2) {
      const middle = records[middlePlace(records, record, at)]!
      if (middle === NO_MIDDLE) {
        turns[at >>> 1] = 1
        continue
      }
      const first = arcFrom(records, middle, at < split ? record : records[at]!)
      const second = arcTo(records, middle, at < split ? records[at]! : record)
      turns[at >>> 1] = Math.min(COUNTED_MAX, turns[first >>> 1]! + turns[second >>> 1]!)
    }
  }
  return turns
}

function startsOf(records: Uint32Array): Uint32Array {
  const starts = new Uint32Stack(1 << 16)
  for (let record = 0; record < records.length; record = nextRecord(records, record)) {
    starts.push(record)
  }
  return starts.items.subarray(0, starts.length)
}

class StretchWriter {
  private readonly records: Uint32Array
  private readonly turns: Uint8Array
  private readonly written = new VarintWriter()
  /** Ends of arcs that are still to be written, two an arc. */
  private readonly ends = new Uint32Stack(1 << 8)
  private readonly passed = new Uint32Stack(1 << 8)

  constructor(records: Uint32Array, turns: Uint8Array) {
    this.records = records
    this.turns = turns
  }

  /** Appends the stretch of a shortcut and notes at it and its long parts where theirs begins. */
  write(tail: number, head: number): void {
    const { ends, written } = this
    this.plan(tail, head)
    while (ends.length > 0) {
      const to = ends.pop()
      this.writePart(ends.pop(), to)
    }
    assert(written.length < NO_MIDDLE - STRETCH, 'where a stretch begins is told from no middle')
  }

  finish(): Uint8Array {
    return this.written.finish()
  }

  private plan(tail: number, head: number): void {
    this.ends.push(tail)
    this.ends.push(head)
  }

  private writePart(tail: number, head: number): void {
    const { records, turns, passed, written } = this
    const arc = arcBetween(records, tail, head)
    const place = middlePlace(records, Math.min(tail, head), arc)
    const middle = records[place]!
    if (middle === NO_MIDDLE) written.push(records[head]! - records[tail]!)
    else if (isStretch(middle)) {
      passed.length = 0
      readStretch(written.bytes, middle, records[tail]!, records[head]!, passed)
      let state = records[tail]!
      for (let i = 0; i < passed.length; i++) {
        written.push(passed.items[i]! - state)
        state = passed.items[i]!
      }
    } else {
      if (turns[arc >>> 1]! >= TURNS_MIN) records[place] = STRETCH + written.length
      this.plan(middle, head)
      this.plan(tail, middle)
    }
  }
}
