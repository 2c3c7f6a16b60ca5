import { Uint32Stack } from '../../base/uint32-stack.ts'
import {
  arcBetween,
  arcFrom,
  arcTo,
  type Hierarchy,
  isStretch,
  middlePlace,
  NO_MIDDLE,
  readStretch,
} from '../graph/hierarchy.ts'

/**
 * Arcs of a hierarchy as the turns they stand for. Of long shortcuts these are written out. Every
 * short one is replaced by its two halves, round after round over all of them: what a half lies in
 * is asked for when the half is found and read when its turn comes, so that memory answers in the
 * meantime. One after the other, down from each shortcut, it would be waited for every time.
 *
 * Arcs are numbered as they are found; the second half of a shortcut is a new one.
 *
 *   tails, heads  record where each begins and ends
 *   middles       its middle
 *   next          the arc after it; that of the last is 0
 *   pending       short shortcuts in the order in which they were found
 */
export class Unpacking {
  private readonly records: Uint32Array
  private readonly stretches: Uint8Array
  private readonly tails = new Uint32Stack(1 << 8)
  private readonly heads = new Uint32Stack(1 << 8)
  private readonly middles = new Uint32Stack(1 << 8)
  private readonly next = new Uint32Stack(1 << 8)
  private readonly pending = new Uint32Stack(1 << 8)
  private readonly passed = new Uint32Stack(1 << 10)

  constructor({ records, stretches }: Hierarchy) {
    this.records = records
    this.stretches = stretches
  }

  /**
   * The states of all records that a way passes of which `chain` holds some: its first, and each
   * that one arc joins to the one before. The next call overwrites them.
   */
  unpack(chain: Uint32Stack): Uint32Stack {
    const { records, stretches, tails, heads, middles, next, pending, passed } = this
    for (const stack of [tails, heads, middles, next, pending, passed]) stack.length = 0
    for (let i = 1; i < chain.length; i++) {
      const tail = chain.items[i - 1]!
      const head = chain.items[i]!
      const arc = arcBetween(records, tail, head)
      this.add(tail, head, records[middlePlace(records, Math.min(tail, head), arc)]!, i)
    }
    const arcs = chain.length - 1
    if (arcs > 0) next.items[arcs - 1] = 0
    for (let i = 0; i < pending.length; i++) this.halve(pending.items[i]!)
    let state = records[chain.items[0]!]!
    passed.push(state)
    for (let arc = 0, left = heads.length; left > 0; left--) {
      const last = records[heads.items[arc]!]!
      const middle = middles.items[arc]!
      if (middle === NO_MIDDLE) passed.push(last)
      else readStretch(stretches, middle, state, last, passed)
      state = last
      arc = next.items[arc]!
    }
    return passed
  }

  private halve(arc: number): void {
    const { records, tails, heads, middles, next } = this
    const middle = middles.items[arc]!
    const head = heads.items[arc]!
    const first =
      records[middlePlace(records, middle, arcFrom(records, middle, tails.items[arc]!))]!
    const second = records[middlePlace(records, middle, arcTo(records, middle, head))]!
    heads.items[arc] = middle
    middles.items[arc] = first
    const after = next.items[arc]!
    next.items[arc] = heads.length
    this.queue(arc, first)
    this.add(middle, head, second, after)
  }

  private add(tail: number, head: number, middle: number, after: number): void {
    const arc = this.heads.length
    this.tails.push(tail)
    this.heads.push(head)
    this.middles.push(middle)
    this.next.push(after)
    this.queue(arc, middle)
  }

  private queue(arc: number, middle: number): void {
    if (middle === NO_MIDDLE) return
    if (!isStretch(middle)) this.pending.push(arc)
  }
}
