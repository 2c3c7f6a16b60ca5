import { assert } from '../../base/assert.ts'

/** Numbers an entry: the node at the other end, weight, middle. */
export const ENTRY = 3

/** A list has room for 2^class entries. */
const CLASSES = 24
const NOTHING = 0xffffffff

/**
 * Lists of arcs, one a node, which grow and shrink while nodes are contracted. Rooms of lists are
 * powers of two; a room that a list has left is used again, so that the whole hardly grows.
 *
 *   entries  Uint32[3 …]  node at the other end, weight, middle
 *   hops     Uint16[…]    number of turns that the arc stands for; 65,535 is that or more
 *   first    Uint32[n]    entry at which the list of a node begins
 *   count    Uint32[n]    how many entries it has
 */
export class ArcLists {
  entries: Uint32Array
  hops: Uint16Array
  readonly first: Uint32Array
  readonly count: Uint32Array
  private readonly roomClass: Uint8Array
  /** First free room of each class; a free room holds the number of the next one. */
  private readonly free = new Uint32Array(CLASSES).fill(NOTHING)
  private end = 0

  /** Empty lists with room for `degrees[node]` entries each. */
  constructor(degrees: Uint8Array) {
    this.count = new Uint32Array(degrees.length)
    this.first = new Uint32Array(degrees.length)
    this.roomClass = new Uint8Array(degrees.length)
    for (let node = 0; node < degrees.length; node++) {
      const roomClass = 32 - Math.clz32(Math.max(1, degrees[node]!) - 1)
      this.roomClass[node] = roomClass
      this.first[node] = this.end
      this.end += 1 << roomClass
    }
    // By measurement half as much again is needed; untouched pages cost nothing.
    const room = 2 * this.end + 1024
    this.entries = new Uint32Array(room * ENTRY)
    this.hops = new Uint16Array(room)
  }

  /** Adds an arc, or makes the one to the same node cheaper. */
  add(node: number, other: number, weight: number, middle: number, hops: number): void {
    const count = this.count[node]!
    let at = this.first[node]!
    for (const end = at + count; at < end; at++) {
      if (this.entries[ENTRY * at] !== other) continue
      if (weight < this.entries[ENTRY * at + 1]!) this.write(at, other, weight, middle, hops)
      return
    }
    if (count === 1 << this.roomClass[node]!) at = this.move(node) + count
    this.write(at, other, weight, middle, hops)
    this.count[node] = count + 1
  }

  /** Removes the arc to `other`, which is there. */
  remove(node: number, other: number): void {
    const { entries } = this
    const last = this.first[node]! + --this.count[node]!
    let at = this.first[node]!
    while (entries[ENTRY * at] !== other) at++
    entries.copyWithin(ENTRY * at, ENTRY * last, ENTRY * (last + 1))
    this.hops[at] = this.hops[last]!
  }

  /** Gives up the list of a node. */
  drop(node: number): void {
    this.release(this.first[node]!, this.roomClass[node]!)
    this.count[node] = 0
  }

  private write(at: number, other: number, weight: number, middle: number, hops: number): void {
    this.entries[ENTRY * at] = other
    this.entries[ENTRY * at + 1] = weight
    this.entries[ENTRY * at + 2] = middle
    this.hops[at] = Math.min(hops, 0xffff)
  }

  private move(node: number): number {
    const from = this.first[node]!
    const roomClass = this.roomClass[node]! + 1
    const count = this.count[node]!
    const to = this.take(roomClass)
    this.entries.copyWithin(ENTRY * to, ENTRY * from, ENTRY * (from + count))
    this.hops.copyWithin(to, from, from + count)
    this.release(from, roomClass - 1)
    this.first[node] = to
    this.roomClass[node] = roomClass
    return to
  }

  private take(roomClass: number): number {
    assert(roomClass < CLASSES, 'no node has millions of arcs')
    const free = this.free[roomClass]!
    if (free !== NOTHING) {
      this.free[roomClass] = this.entries[ENTRY * free]!
      return free
    }
    const at = this.end
    this.end += 1 << roomClass
    if (this.end > this.hops.length) {
      const room = Math.ceil(this.end * 1.5)
      const entries = new Uint32Array(room * ENTRY)
      entries.set(this.entries)
      this.entries = entries
      const hops = new Uint16Array(room)
      hops.set(this.hops)
      this.hops = hops
    }
    return at
  }

  private release(at: number, roomClass: number): void {
    this.entries[ENTRY * at] = this.free[roomClass]!
    this.free[roomClass] = at
  }
}
