import { assert } from '../../base/assert.ts'
import { Uint32Stack } from '../../base/uint32-stack.ts'
import { type Core, type CoreTable, coreTable, pushCoreWay, UNREACHED } from '../graph/core.ts'
import { COUNT_BITS, COUNT_MAX, HEADER, type Hierarchy, NO_RECORD } from '../graph/hierarchy.ts'
import { Frontier, SEED } from './frontier.ts'
import { Unpacking } from './unpacking.ts'

/**
 * A search over a hierarchy from any number of beginnings to any number of ends, with stalling on
 * demand, up to the core. One after another: seeds first, then `run`, then `path`.
 */
export class Search {
  private readonly hierarchy: Hierarchy
  private readonly table: CoreTable
  private readonly coreFirst: number
  private readonly forward: Side
  private readonly backward: Side
  /**
   * Records where the best route is left by the forward side and taken up by the backward side:
   * one, or two of the core; NO_RECORD while there is no route.
   */
  private entry = NO_RECORD
  private exit = NO_RECORD
  private readonly chain = new Uint32Stack(1 << 8)
  private readonly unpacking: Unpacking
  /** Records visited by the last search, both sides; for benchmarks. */
  settled = 0

  constructor(hierarchy: Hierarchy, core: Core) {
    this.hierarchy = hierarchy
    this.table = coreTable(hierarchy, core)
    this.coreFirst = core.core[0]!
    this.unpacking = new Unpacking(hierarchy)
    this.forward = new Side(core.core.length)
    this.backward = new Side(core.core.length)
  }

  /** Forgets the last search. */
  clear(): void {
    this.forward.clear()
    this.backward.clear()
    this.entry = NO_RECORD
    this.exit = NO_RECORD
  }

  /** A state from whose beginning on a route may go, at a cost so far. */
  addStart(record: number, cost: number): void {
    this.forward.frontier.reach(record, cost, SEED)
  }

  /** A state to whose beginning a route may lead, at a cost from there on. */
  addEnd(record: number, cost: number): void {
    this.backward.frontier.reach(record, cost, SEED)
  }

  /** Cost of the cheapest route from any start to any end; UNREACHED when there is none. */
  run(): number {
    const { coreFirst } = this
    const { records } = this.hierarchy
    const forward = this.forward.frontier
    const backward = this.backward.frontier
    let best = UNREACHED
    this.settled = 0
    for (;;) {
      const forwardMin = forward.minCost()
      const backwardMin = backward.minCost()
      if (forwardMin >= best && backwardMin >= best) break
      const isForward = forwardMin <= backwardMin
      const side = isForward ? forward : backward
      const other = isForward ? backward : forward
      const cost = isForward ? forwardMin : backwardMin
      const record = side.pop()
      if (cost > side.costs[side.find(record)]!) continue
      this.settled++
      if (record >= coreFirst) {
        best = this.enterCore(record, cost, isForward, best)
        continue
      }
      const met = other.find(record)
      if (met >= 0 && cost + other.costs[met]! < best) {
        best = cost + other.costs[met]!
        this.entry = record
        this.exit = record
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
        if (reached >= best) continue
        const higher = records[i]!
        side.reach(higher, reached, record)
      }
    }
    return best
  }

  /** Cost of the best route with a side that enters the core at a record. */
  private enterCore(record: number, cost: number, isForward: boolean, best: number): number {
    const { core, coreMs, places } = this.table
    const place = places[record - this.coreFirst]!
    const mine = isForward ? this.forward : this.backward
    const theirs = isForward ? this.backward : this.forward
    // Costs lead from the forward side's places, whose numbers are multiplied, to the other's.
    const mineStep = isForward ? core.length : 1
    const theirStep = isForward ? 1 : core.length
    const across = place * theirStep
    for (let i = 0; i < mine.entered; i++) {
      // A record entered before leads here for less.
      if (mine.costs[i]! + coreMs[mine.places[i]! * mineStep + across]! < cost) return best
    }
    mine.places[mine.entered] = place
    mine.costs[mine.entered++] = cost
    const along = place * mineStep
    let least = best
    for (let i = 0; i < theirs.entered; i++) {
      const whole = cost + coreMs[along + theirs.places[i]! * theirStep]! + theirs.costs[i]!
      if (whole >= least) continue
      least = whole
      const met = core[theirs.places[i]!]!
      this.entry = isForward ? record : met
      this.exit = isForward ? met : record
    }
    return least
  }

  /**
   * The states of the route that `run` found, its start and its end included. The next search
   * overwrites them.
   */
  path(): Uint32Stack {
    assert(this.entry !== NO_RECORD, 'a route was found before it is asked for')
    this.findChain()
    return this.unpacking.unpack(this.chain)
  }

  /** Writes the records of the route, each one arc of the hierarchy from the one before. */
  private findChain(): void {
    const { chain, entry, exit, coreFirst, table } = this
    chain.length = 0
    pushParents(this.forward.frontier, entry, chain)
    // Down from there to the start: the other way round it is the way up.
    chain.reverse(0)
    if (entry !== exit) {
      const from = table.places[entry - coreFirst]!
      pushCoreWay(table, from, table.places[exit - coreFirst]!, chain)
    }
    chain.length--
    pushParents(this.backward.frontier, exit, chain)
  }
}

/** One of the two sides: what it has reached, and where it has entered the core at what cost. */
class Side {
  readonly frontier = new Frontier()
  readonly places: Uint16Array
  readonly costs: Uint32Array
  entered = 0

  constructor(coreSize: number) {
    this.places = new Uint16Array(coreSize)
    this.costs = new Uint32Array(coreSize)
  }

  clear(): void {
    this.frontier.clear()
    this.entered = 0
  }
}

/** Appends a record and those it was reached over, up to the seed. */
function pushParents(frontier: Frontier, reached: number, found: Uint32Stack): void {
  for (let record = reached; record !== SEED; ) {
    found.push(record)
    record = frontier.parents[frontier.find(record)]!
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
