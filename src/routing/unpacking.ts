import {
  type Hierarchy,
  LINE,
  middleBetween,
  middleFrom,
  middleTo,
  NO_MIDDLE,
} from './hierarchy.ts'
import { Uint32Stack } from './uint32-stack.ts'

/**
 * Arcs of a hierarchy as the turns they stand for. Every shortcut is replaced by its two halves,
 * round after round over all of them: what a half lies in is asked for when the half is found and
 * read when its turn comes, so that memory answers in the meantime. One after the other, down from
 * each shortcut, it would be waited for a hundred times.
 *
 * Arcs are numbered as they are found; the second half of a shortcut is a new one.
 *
 *   tails, heads  record where each begins and ends
 *   middles       its middle
 *   next          the arc after it; that of the last is 0
 *   pending       shortcuts in the order in which they were found
 */
export class Unpacking {
  private readonly records: Uint32Array
  private readonly tails = new Uint32Stack(1 << 10)
  private readonly heads = new Uint32Stack(1 << 10)
  private readonly middles = new Uint32Stack(1 << 10)
  private readonly next = new Uint32Stack(1 << 10)
  private readonly pending = new Uint32Stack(1 << 10)
  private readonly passed = new Uint32Stack(1 << 10)
  /** Of what was read to have it in the cache; keeps the compiler from leaving that out. */
  private touched = 0

  constructor({ records }: Hierarchy) {
    this.records = records
  }

  /**
   * All records that a way passes of which `chain` holds some: its first, and each that one arc
   * joins to the one before. A view that the next call overwrites.
   */
  unpack(chain: Uint32Stack): Uint32Array {
    const { records, tails, heads, middles, next, pending, passed } = this
    for (const stack of [tails, heads, middles, next, pending, passed]) stack.length = 0
    for (let i = 1; i < chain.length; i++) {
      const tail = chain.items[i - 1]!
      const head = chain.items[i]!
      this.add(tail, head, middleBetween(records, tail, head), i)
    }
    if (next.length > 0) next.items[next.length - 1] = 0
    for (let i = 0; i < pending.length; i++) this.halve(pending.items[i]!)
    passed.push(chain.items[0]!)
    for (let arc = 0; passed.length <= heads.length; arc = next.items[arc]!) {
      passed.push(heads.items[arc]!)
    }
    return passed.items.subarray(0, passed.length)
  }

  private halve(arc: number): void {
    const { records, tails, heads, middles, next } = this
    const middle = middles.items[arc]!
    const head = heads.items[arc]!
    const first = middleFrom(records, middle, tails.items[arc]!)
    const second = middleTo(records, middle, head)
    heads.items[arc] = middle
    middles.items[arc] = first
    const after = next.items[arc]!
    next.items[arc] = heads.length
    if (first !== NO_MIDDLE) this.queue(arc, first)
    this.add(middle, head, second, after)
  }

  private add(tail: number, head: number, middle: number, after: number): void {
    const arc = this.heads.length
    this.tails.push(tail)
    this.heads.push(head)
    this.middles.push(middle)
    this.next.push(after)
    if (middle !== NO_MIDDLE) this.queue(arc, middle)
  }

  private queue(arc: number, middle: number): void {
    this.pending.push(arc)
    this.touched ^= this.records[middle]! ^ this.records[middle + LINE]!
  }
}
