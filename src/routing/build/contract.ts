import { assert } from '../../base/assert.ts'
import { MinHeap } from '../../base/heap.ts'
import { Uint32Stack } from '../../base/uint32-stack.ts'
import { coreSize } from '../graph/core.ts'
import {
  ARC,
  COUNT_BITS,
  COUNT_MAX,
  HEADER,
  NO_MIDDLE,
  type PlainHierarchy,
} from '../graph/hierarchy.ts'
import { ArcLists, ENTRY } from './arc-lists.ts'
import { ChunkedUint32 } from './chunked.ts'
import type { LineGraph } from './line-graph.ts'
import { radixOrder } from './radix.ts'
import { WitnessSearch } from './witness.ts'

/*
 * Weights of the importance of a node: important nodes are contracted late. By measurement on Hanoi
 * the optimum is flat: half or twice as much of any of them changes arcs and visited ranks by 3 %,
 * but for less of the last, which makes searches longer.
 */
const SHORTCUTS_WEIGHT = 2
const HOPS_WEIGHT = 1
const LEVEL_WEIGHT = 0.5

/** The level in a country is some 200. */
const LEVEL_MAX = 0xffff

/**
 * A hierarchy over the nodes of a line graph, in place of states. `onPhase` is called when all are
 * contracted, and the lists that this took may be collected.
 */
export function contract(graph: LineGraph, onPhase: () => void = () => {}): PlainHierarchy {
  const contracted = new Contractor(graph).run()
  onPhase()
  return arranged(contracted)
}

class Contractor {
  private readonly nodes: number
  private readonly out: ArcLists
  private readonly into: ArcLists
  private readonly witness: WitnessSearch
  /** Most contractions that lie below each node. */
  private readonly level: Uint16Array
  /** 1: something near was contracted since the node's priority was computed. */
  private readonly isStale: Uint8Array
  private readonly contracted: Contracted

  constructor(graph: LineGraph) {
    const nodes = graph.first.length - 1
    this.nodes = nodes
    const lists = listsOf(graph)
    this.out = lists.out
    this.into = lists.into
    this.witness = new WitnessSearch(nodes, this.out, this.into)
    this.level = new Uint16Array(nodes)
    this.isStale = new Uint8Array(nodes)
    this.contracted = {
      level: this.level,
      placeOf: new Uint32Array(nodes),
      first: new Uint32Array(2 * nodes + 1),
      ends: new ChunkedUint32(),
      middle: new ChunkedUint32(),
    }
  }

  run(): Contracted {
    const { witness, isStale, nodes } = this
    const queue = new MinHeap(nodes)
    for (let node = 0; node < nodes; node++) {
      witness.findShortcuts(node)
      queue.push(this.priority(node), node)
    }
    let place = 0
    while (queue.size > 0) {
      const node = queue.pop()
      witness.findShortcuts(node)
      if (isStale[node] === 1) {
        isStale[node] = 0
        const priority = this.priority(node)
        if (queue.size > 0 && priority > queue.minKey()) {
          queue.push(priority, node)
          continue
        }
      }
      this.remove(node, place++)
      this.addShortcuts(node)
    }
    return this.contracted
  }

  /** Growth of the graph by contracting the node; `findShortcuts` has just been called. */
  private priority(node: number): number {
    const { out, into, witness } = this
    const removed = out.count[node]! + into.count[node]!
    if (removed === 0) return 0
    const removedHops = hopsOf(out, node) + hopsOf(into, node)
    return (
      LEVEL_WEIGHT * this.level[node]! +
      (SHORTCUTS_WEIGHT * witness.count) / removed +
      (HOPS_WEIGHT * witness.hops) / removedHops
    )
  }

  /** Takes the node out of the graph; its arcs are then all to and from nodes of higher ranks. */
  private remove(node: number, place: number): void {
    const { out, into, contracted } = this
    contracted.placeOf[node] = place
    write(contracted, out, node, 2 * place)
    write(contracted, into, node, 2 * place + 1)
    const level = this.level[node]! + 1
    for (let i = 0; i < out.count[node]!; i++) {
      const head = out.entries[ENTRY * (out.first[node]! + i)]!
      into.remove(head, node)
      this.touch(head, level)
    }
    for (let i = 0; i < into.count[node]!; i++) {
      const tail = into.entries[ENTRY * (into.first[node]! + i)]!
      out.remove(tail, node)
      this.touch(tail, level)
    }
    out.drop(node)
    into.drop(node)
  }

  private touch(node: number, level: number): void {
    this.isStale[node] = 1
    if (this.level[node]! >= level) return
    assert(level <= LEVEL_MAX, 'a hierarchy is not that deep')
    this.level[node] = level
  }

  private addShortcuts(node: number): void {
    const { shortcuts, count } = this.witness
    for (let i = 0; i < count; i++) {
      const tail = shortcuts[4 * i]!
      const head = shortcuts[4 * i + 1]!
      const weight = shortcuts[4 * i + 2]!
      const hops = shortcuts[4 * i + 3]!
      this.out.add(tail, head, weight, node, hops)
      this.into.add(head, tail, weight, node, hops)
    }
  }
}

function listsOf(graph: LineGraph): { out: ArcLists; into: ArcLists } {
  const { first, head, weight } = graph
  const nodes = first.length - 1
  const outDegree = new Uint8Array(nodes)
  const inDegree = new Uint8Array(nodes)
  for (let node = 0; node < nodes; node++) {
    for (let i = first[node]!; i < first[node + 1]!; i++) {
      outDegree[node]!++
      inDegree[head[i]!]!++
    }
  }
  const out = new ArcLists(outDegree)
  const into = new ArcLists(inDegree)
  for (let node = 0; node < nodes; node++) {
    for (let i = first[node]!; i < first[node + 1]!; i++) {
      // Going round a loop and being where one was is never worth it.
      if (head[i] === node) continue
      out.add(node, head[i]!, weight[i]!, NO_MIDDLE, 1)
      into.add(head[i]!, node, weight[i]!, NO_MIDDLE, 1)
    }
  }
  return { out, into }
}

function hopsOf(lists: ArcLists, node: number): number {
  let hops = 0
  const first = lists.first[node]!
  for (let i = 0; i < lists.count[node]!; i++) hops += lists.hops[first + i]!
  return hops
}

/*
 * Nodes in the order in which they were contracted.
 *
 *   level    Uint16[n]      most contractions that lie below each node
 *   placeOf  Uint32[n]      place of the node in that order
 *   first    Uint32[2 n+1]  arcs from place p to nodes then left: first[2 p] .. first[2 p + 1],
 *                           from such nodes to it: first[2 p + 1] .. first[2 p + 2]
 *   ends     Uint32[2 a]    node at the other end, cost
 *   middle   Uint32[a]      node that a shortcut passes, NO_MIDDLE when it is one turn
 */
interface Contracted {
  readonly level: Uint16Array
  readonly placeOf: Uint32Array
  readonly first: Uint32Array
  readonly ends: ChunkedUint32
  readonly middle: ChunkedUint32
}

function write(contracted: Contracted, lists: ArcLists, node: number, list: number): void {
  const { entries } = lists
  const end = ENTRY * (lists.first[node]! + lists.count[node]!)
  for (let at = ENTRY * lists.first[node]!; at < end; at += ENTRY) {
    contracted.ends.push(entries[at]!)
    contracted.ends.push(entries[at + 1]!)
    contracted.middle.push(entries[at + 2]!)
  }
  contracted.first[list + 1] = contracted.middle.length
}

/** Records in the order of `orderOf`. */
function arranged(contracted: Contracted): PlainHierarchy {
  const { placeOf, first, ends, middle } = contracted
  const order = orderOf(contracted)
  const recordOf = new Uint32Array(order.length)
  let length = 0
  for (const node of order) {
    recordOf[node] = length
    const list = 2 * placeOf[node]!
    length += HEADER + ARC * (first[list + 2]! - first[list]!)
  }
  const records = new Uint32Array(length)
  let next = 0
  for (const node of order) {
    const list = 2 * placeOf[node]!
    const [start, split, end] = [first[list]!, first[list + 1]!, first[list + 2]!]
    assert(split - start <= COUNT_MAX && end - split <= COUNT_MAX, 'no state has that many arcs')
    records[next++] = node
    records[next++] = (((end - split) << COUNT_BITS) | (split - start)) >>> 0
    for (let i = start; i < end; i++) {
      records[next++] = recordOf[ends.at(2 * i)]!
      records[next++] = ends.at(2 * i + 1)
    }
    for (let i = start; i < end; i++) {
      const passed = middle.at(i)
      records[next++] = passed === NO_MIDDLE ? NO_MIDDLE : recordOf[passed]!
    }
  }
  return { recordOf, records }
}

/**
 * Nodes in an order that all arcs climb: the core last, by level, and before it the others as a
 * search in depth leaves them, back to front. So most stand right before the lowest that they lead
 * to, as searches and routes read them, and begin near others of their place.
 */
function orderOf({ level, placeOf, first, ends }: Contracted): Uint32Array {
  const nodes = level.length
  const order = new Uint32Array(nodes)
  const isFound = new Uint8Array(nodes)
  const byLevel = radixOrder(Uint32Array.from(level))
  let left = nodes - coreSize(nodes)
  for (let place = left; place < nodes; place++) {
    order[place] = byLevel[place]!
    isFound[byLevel[place]!] = 1
  }
  const path = new Uint32Stack(1 << 8)
  for (let root = 0; root < nodes; root++) {
    if (isFound[root] === 1) continue
    isFound[root] = 1
    path.push(root)
    while (path.length > 0) {
      const node = path.items[path.length - 1]!
      let highest = NOWHERE
      const list = 2 * placeOf[node]!
      for (let i = first[list]!; i < first[list + 2]!; i++) {
        const above = ends.at(2 * i)
        if (isFound[above] === 1) continue
        if (highest === NOWHERE || level[above]! > level[highest]!) highest = above
      }
      if (highest === NOWHERE) order[--left] = path.pop()
      else {
        isFound[highest] = 1
        path.push(highest)
      }
    }
  }
  return order
}

const NOWHERE = 0xffffffff
