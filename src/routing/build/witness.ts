import { MinHeap } from '../../base/heap.ts'
import { type ArcLists, ENTRY } from './arc-lists.ts'

const FAR = 0xffffffff
/**
 * Nodes that a search visits before it gives up, and a shortcut is made that may not be needed. By
 * measurement on Hanoi: 5 make 3 % more arcs than 10, 40 make 3 % fewer and take a third longer.
 */
const VISITS_MAX = 10

/**
 * Which shortcuts contracting a node needs: those for which there is no way round (a witness) that
 * costs no more.
 *
 * From each node before v a search goes forward; the last arc of a witness is not searched for but
 * looked up: `buckets` hold, at each node x, the arcs from x to the nodes after v. Most witnesses
 * are then found before the second visit (Knopp and others 2007 use buckets like these).
 */
export class WitnessSearch {
  /** Shortcuts of the last node asked for: tail, head, weight, hops. */
  shortcuts = new Uint32Array(4 * 256)
  count = 0
  /** Sum of their hops. */
  hops = 0
  private readonly out: ArcLists
  private readonly into: ArcLists
  private readonly heap = new MinHeap()
  /**
   *   near  Uint32[2 n]  cost from the node the search began at, FAR; 1 + first bucket, 0: none
   */
  private readonly near: Uint32Array
  private readonly reached: number[] = []
  /** Cost over v to each node after it; 0: a witness was found, or it needs none. */
  private through = new Float64Array(64)
  private bucketNode = new Uint32Array(256)
  private bucketNext = new Uint32Array(256)
  private bucketTarget = new Uint32Array(256)
  private bucketWeight = new Uint32Array(256)
  private bucketCount = 0

  constructor(nodes: number, out: ArcLists, into: ArcLists) {
    this.out = out
    this.into = into
    this.near = new Uint32Array(2 * nodes)
    for (let node = 0; node < nodes; node++) this.near[2 * node] = FAR
  }

  findShortcuts(v: number): void {
    const { out, into, near } = this
    this.count = 0
    this.hops = 0
    const targets = out.count[v]!
    const sources = into.count[v]!
    if (targets === 0 || sources === 0) return
    if (targets > this.through.length) this.through = new Float64Array(2 * targets)
    const slack = this.fillBuckets(v)
    const firstSource = into.first[v]!
    for (let i = firstSource; i < firstSource + sources; i++) {
      const source = into.entries[ENTRY * i]!
      const toV = into.entries[ENTRY * i + 1]!
      const open = this.setThrough(v, source, toV)
      if (open === 0) continue
      if (this.visit(v, source, toV + slack, open) > 0) {
        this.addOpen(v, source, into.hops[i]!)
      }
      for (const node of this.reached) near[2 * node] = FAR
      this.reached.length = 0
    }
    for (let b = 0; b < this.bucketCount; b++) near[2 * this.bucketNode[b]! + 1] = 0
  }

  /** Count of nodes after v that need a witness for the way from `source`. */
  private setThrough(v: number, source: number, toV: number): number {
    const { entries } = this.out
    const first = this.out.first[v]!
    const targets = this.out.count[v]!
    let open = 0
    for (let j = 0; j < targets; j++) {
      const at = ENTRY * (first + j)
      const isOther = entries[at] !== source
      this.through[j] = isOther ? toV + entries[at + 1]! : 0
      if (isOther) open++
    }
    return open
  }

  /** Returns by how much at most a witness without its last arc is longer than the way to v. */
  private fillBuckets(v: number): number {
    const { out, into, near } = this
    const { entries } = into
    const first = out.first[v]!
    const targets = out.count[v]!
    let slack = 0
    let b = 0
    for (let j = 0; j < targets; j++) {
      const target = out.entries[ENTRY * (first + j)]!
      const firstIn = into.first[target]!
      const endIn = firstIn + into.count[target]!
      if (b + endIn - firstIn > this.bucketNode.length) this.growBuckets(b + endIn - firstIn)
      let nearest = FAR
      for (let i = firstIn; i < endIn; i++) {
        const from = entries[ENTRY * i]!
        if (from === v) continue
        const weight = entries[ENTRY * i + 1]!
        if (weight < nearest) nearest = weight
        this.bucketNode[b] = from
        this.bucketTarget[b] = j
        this.bucketWeight[b] = weight
        this.bucketNext[b] = near[2 * from + 1]!
        near[2 * from + 1] = ++b
      }
      slack = Math.max(slack, out.entries[ENTRY * (first + j) + 1]! - nearest)
    }
    this.bucketCount = b
    return slack
  }

  /** Searches from `source` up to `radius`. Returns how many nodes after v are without witness. */
  private visit(v: number, source: number, radius: number, open: number): number {
    const { near, heap, reached } = this
    const { entries, first, count } = this.out
    heap.clear()
    near[2 * source] = 0
    reached.push(source)
    let left = near[2 * source + 1] === 0 ? open : this.lookUp(source, 0, open)
    heap.push(0, source)
    for (let visits = 0; visits < VISITS_MAX && heap.size > 0 && left > 0; ) {
      const cost = heap.minKey()
      if (cost > radius) break
      const node = heap.pop()
      if (cost > near[2 * node]!) continue
      visits++
      const end = ENTRY * (first[node]! + count[node]!)
      for (let at = ENTRY * first[node]!; at < end; at += ENTRY) {
        const head = entries[at]!
        if (head === v) continue
        const next = cost + entries[at + 1]!
        const known = near[2 * head]!
        if (next >= known || next > radius) continue
        if (known === FAR) reached.push(head)
        near[2 * head] = next
        if (near[2 * head + 1] !== 0) left = this.lookUp(head, next, left)
        heap.push(next, head)
      }
    }
    return left
  }

  /** Goes the last arc of witnesses over `node`. */
  private lookUp(node: number, cost: number, open: number): number {
    const { through, bucketNext, bucketTarget, bucketWeight } = this
    let left = open
    for (let b = this.near[2 * node + 1]!; b !== 0; b = bucketNext[b - 1]!) {
      const target = bucketTarget[b - 1]!
      // 0 where no witness is needed: no cost falls below or meets it.
      if (cost + bucketWeight[b - 1]! > through[target]!) continue
      through[target] = 0
      left--
    }
    return left
  }

  /** A shortcut that costs FAR or more is not made: no route of seven weeks is searched for. */
  private addOpen(v: number, source: number, hopsToV: number): void {
    const { out } = this
    const first = out.first[v]!
    const targets = out.count[v]!
    if (4 * (this.count + targets) > this.shortcuts.length) {
      const bigger = new Uint32Array(8 * (this.count + targets))
      bigger.set(this.shortcuts)
      this.shortcuts = bigger
    }
    for (let j = 0; j < targets; j++) {
      if (this.through[j] === 0 || this.through[j]! >= FAR) continue
      const hops = hopsToV + out.hops[first + j]!
      const at = 4 * this.count++
      this.shortcuts[at] = source
      this.shortcuts[at + 1] = out.entries[ENTRY * (first + j)]!
      this.shortcuts[at + 2] = this.through[j]!
      this.shortcuts[at + 3] = hops
      this.hops += hops
    }
  }

  private growBuckets(needed: number): void {
    const grown = (from: Uint32Array) => {
      const bigger = new Uint32Array(2 * needed)
      bigger.set(from)
      return bigger
    }
    this.bucketNode = grown(this.bucketNode)
    this.bucketNext = grown(this.bucketNext)
    this.bucketTarget = grown(this.bucketTarget)
    this.bucketWeight = grown(this.bucketWeight)
  }
}
