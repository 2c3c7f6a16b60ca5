import { assert } from '../base/assert.ts'
import { Frontier, SEED } from './frontier.ts'
import {
  COUNT_BITS,
  COUNT_MAX,
  HEADER,
  type Hierarchy,
  middleBetween,
  NO_MIDDLE,
  NO_RECORD,
} from './hierarchy.ts'

/** Costs stay below: a search that meets nothing costs this. */
export const UNREACHED = 0xffffffff

/**
 * A search over a hierarchy from any number of beginnings to any number of ends, with stalling on
 * demand. One after another: seeds first, then `run`, then `path`.
 */
export class Search {
  private readonly records: Uint32Array
  private readonly forward = new Frontier()
  private readonly backward = new Frontier()
  /** Record where the two sides of the best route meet; NO_RECORD while there is none. */
  private meeting = NO_RECORD
  private passed = new Uint32Array(1 << 10)
  private passedCount = 0
  private climb = new Uint32Array(1 << 8)
  private stack = new Uint32Array(1 << 8)
  /** Records visited by the last search, both sides; for benchmarks. */
  settled = 0

  constructor({ records }: Hierarchy) {
    this.records = records
  }

  /** Forgets the last search. */
  clear(): void {
    this.forward.clear()
    this.backward.clear()
    this.meeting = NO_RECORD
  }

  /** A state from whose beginning on a route may go, at a cost so far. */
  addStart(record: number, cost: number): void {
    this.forward.reach(record, cost, SEED)
  }

  /** A state to whose beginning a route may lead, at a cost from there on. */
  addEnd(record: number, cost: number): void {
    this.backward.reach(record, cost, SEED)
  }

  /** Cost of the cheapest route from any start to any end; UNREACHED when there is none. */
  run(): number {
    const { records, forward, backward } = this
    let best = UNREACHED
    this.settled = 0
    for (;;) {
      const forwardMin = forward.minCost()
      const backwardMin = backward.minCost()
      if (forwardMin >= best && backwardMin >= best) return best
      const isForward = forwardMin <= backwardMin
      const side = isForward ? forward : backward
      const other = isForward ? backward : forward
      const cost = isForward ? forwardMin : backwardMin
      const record = side.pop()
      if (cost > side.costs[side.find(record)]!) continue
      this.settled++
      const met = other.find(record)
      if (met >= 0 && cost + other.costs[met]! < best) {
        best = cost + other.costs[met]!
        this.meeting = record
      }
      const counts = records[record + 1]!
      const first = record + HEADER
      const split = first + 2 * (counts & COUNT_MAX)
      const end = split + 2 * (counts >>> COUNT_BITS)
      if (isStalled(side, cost, records, isForward ? split : first, isForward ? end : split)) {
        continue
      }
      const last = isForward ? split : end
      for (let i = isForward ? first : split; i < last; i += 2) {
        const reached = cost + records[i + 1]!
        if (reached < best) side.reach(records[i]!, reached, record)
      }
    }
  }

  /**
   * Records of the states of the route that `run` found, its start and its end included. A view
   * that the next search overwrites.
   */
  path(): Uint32Array {
    assert(this.meeting !== NO_RECORD, 'a route was found before it is asked for')
    this.passedCount = 0
    let depth = 0
    // Down from the meeting to the start, then up again: that turns the order round.
    for (let record = this.meeting; record !== SEED; ) {
      if (depth === this.climb.length) this.climb = doubled(this.climb)
      this.climb[depth++] = record
      record = this.forward.parents[this.forward.find(record)]!
    }
    let tail = this.climb[--depth]!
    this.push(tail)
    while (depth > 0) {
      const head = this.climb[--depth]!
      this.unpack(tail, head)
      tail = head
    }
    for (;;) {
      const head = this.backward.parents[this.backward.find(tail)]!
      if (head === SEED) break
      this.unpack(tail, head)
      tail = head
    }
    return this.passed.subarray(0, this.passedCount)
  }

  /** Appends the states after `tail` up to `head`, which one arc of the hierarchy joins. */
  private unpack(tail: number, head: number): void {
    const { records } = this
    let depth = 0
    let from = tail
    let to = head
    for (;;) {
      const middle = middleBetween(records, from, to)
      if (middle !== NO_MIDDLE) {
        if (depth === this.stack.length) this.stack = doubled(this.stack)
        this.stack[depth++] = to
        to = middle
        continue
      }
      this.push(to)
      if (depth === 0) return
      from = to
      to = this.stack[--depth]!
    }
  }

  private push(record: number): void {
    if (this.passedCount === this.passed.length) this.passed = doubled(this.passed)
    this.passed[this.passedCount++] = record
  }
}

/** Whether some higher record that was reached leads here for less: nothing better comes out. */
function isStalled(
  side: Frontier,
  cost: number,
  records: Uint32Array,
  first: number,
  end: number,
): boolean {
  for (let i = first; i < end; i += 2) {
    const slot = side.find(records[i]!)
    if (slot >= 0 && side.costs[slot]! + records[i + 1]! < cost) return true
  }
  return false
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const bigger = new Uint32Array(array.length * 2)
  bigger.set(array)
  return bigger
}
