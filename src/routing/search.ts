import { assert } from '../base/assert.ts'
import { Frontier, SEED } from './frontier.ts'
import { findArc, type Hierarchy, NO_MIDDLE, NO_RANK } from './hierarchy.ts'

/** Costs stay below: a search that meets nothing costs this. */
export const UNREACHED = 0xffffffff

/**
 * A search over a hierarchy from any number of beginnings to any number of ends, with stalling on
 * demand. One after another: seeds first, then `run`, then `path`.
 */
export class Search {
  private readonly hierarchy: Hierarchy
  private readonly forward = new Frontier()
  private readonly backward = new Frontier()
  /** Rank where the two sides of the best route meet; NO_RANK while there is none. */
  private meeting = NO_RANK
  private ranks = new Uint32Array(1 << 10)
  private rankCount = 0
  private stack = new Uint32Array(1 << 10)
  /** Ranks visited by the last search, both sides; for benchmarks. */
  settled = 0

  constructor(hierarchy: Hierarchy) {
    this.hierarchy = hierarchy
  }

  /** Forgets the last search. */
  clear(): void {
    this.forward.clear()
    this.backward.clear()
    this.meeting = NO_RANK
  }

  /** A state from whose beginning on a route may go, at a cost so far. */
  addStart(rank: number, cost: number): void {
    this.forward.reach(rank, cost, SEED)
  }

  /** A state to whose beginning a route may lead, at a cost from there on. */
  addEnd(rank: number, cost: number): void {
    this.backward.reach(rank, cost, SEED)
  }

  /** Cost of the cheapest route from any start to any end; UNREACHED when there is none. */
  run(): number {
    const { hierarchy, forward, backward } = this
    const { first, ends } = hierarchy
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
      const rank = side.pop()
      if (cost > side.costs[side.find(rank)]!) continue
      this.settled++
      const met = other.find(rank)
      if (met >= 0 && cost + other.costs[met]! < best) {
        best = cost + other.costs[met]!
        this.meeting = rank
      }
      const onwards = isForward ? 2 * rank : 2 * rank + 1
      const inwards = onwards ^ 1
      if (isStalled(side, cost, ends, first[inwards]!, first[inwards + 1]!)) continue
      const end = 2 * first[onwards + 1]!
      for (let i = 2 * first[onwards]!; i < end; i += 2) {
        const reached = cost + ends[i + 1]!
        if (reached < best) side.reach(ends[i]!, reached, rank)
      }
    }
  }

  /**
   * States of the route that `run` found, as ranks, its start and its end included. A view that the
   * next search overwrites.
   */
  path(): Uint32Array {
    assert(this.meeting !== NO_RANK, 'a route was found before it is asked for')
    this.rankCount = 0
    let depth = 0
    // Down from the meeting to the start, then up again: a stack turns the order round.
    for (let rank = this.meeting; rank !== SEED; ) {
      if (depth === this.stack.length) this.stack = doubled(this.stack)
      this.stack[depth++] = rank
      rank = this.forward.parents[this.forward.find(rank)]!
    }
    let tail = this.stack[--depth]!
    this.push(tail)
    const chain = this.stack.slice(0, depth)
    while (depth > 0) {
      const head = chain[--depth]!
      this.unpack(tail, head)
      tail = head
    }
    for (;;) {
      const head = this.backward.parents[this.backward.find(tail)]!
      if (head === SEED) break
      this.unpack(tail, head)
      tail = head
    }
    return this.ranks.subarray(0, this.rankCount)
  }

  /** Appends the states after `tail` up to `head`, which one arc of the hierarchy joins. */
  private unpack(tail: number, head: number): void {
    const { hierarchy } = this
    let depth = 0
    let from = tail
    let to = head
    for (;;) {
      const middle = hierarchy.middle[findArc(hierarchy, from, to)]!
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

  private push(rank: number): void {
    if (this.rankCount === this.ranks.length) this.ranks = doubled(this.ranks)
    this.ranks[this.rankCount++] = rank
  }
}

/** Whether some higher rank that was reached leads here for less: then nothing better comes out. */
function isStalled(
  side: Frontier,
  cost: number,
  ends: Uint32Array,
  first: number,
  end: number,
): boolean {
  for (let i = 2 * first; i < 2 * end; i += 2) {
    const slot = side.find(ends[i]!)
    if (slot >= 0 && side.costs[slot]! + ends[i + 1]! < cost) return true
  }
  return false
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const bigger = new Uint32Array(array.length * 2)
  bigger.set(array)
  return bigger
}
