import { MinHeap } from '../../base/heap.ts'
import { type Hierarchy, NO_MIDDLE } from '../hierarchy.ts'
import { ArcLists, ENTRY } from './arc-lists.ts'
import { ChunkedUint32 } from './chunked.ts'
import type { LineGraph } from './line-graph.ts'
import { WitnessSearch } from './witness.ts'

/*
 * What makes a node important, that is, contracted late. By measurement on Hanoi: more of the
 * first keeps the hierarchy small, more of the last keeps it shallow.
 */
const SHORTCUTS_WEIGHT = 2
const HOPS_WEIGHT = 1
const LEVEL_WEIGHT = 0.5

/** A hierarchy over the nodes of a line graph: `rankOf` and `stateAt` are of those. */
export function contract(graph: LineGraph): Hierarchy {
  return new Contractor(graph).run()
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
  private readonly rankOf: Uint32Array
  private readonly stateAt: Uint32Array
  private readonly up: SideWriter
  private readonly down: SideWriter

  constructor(graph: LineGraph) {
    const nodes = graph.first.length - 1
    this.nodes = nodes
    const lists = listsOf(graph)
    this.out = lists.out
    this.into = lists.into
    this.witness = new WitnessSearch(nodes, this.out, this.into)
    this.level = new Uint16Array(nodes)
    this.isStale = new Uint8Array(nodes)
    this.rankOf = new Uint32Array(nodes)
    this.stateAt = new Uint32Array(nodes)
    this.up = new SideWriter(nodes)
    this.down = new SideWriter(nodes)
  }

  run(): Hierarchy {
    const { witness, isStale, nodes } = this
    const queue = new MinHeap(nodes)
    for (let node = 0; node < nodes; node++) {
      witness.findShortcuts(node)
      queue.push(this.priority(node), node)
    }
    let rank = 0
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
      this.remove(node, rank++)
      this.addShortcuts(node)
    }
    const up = this.up.finish(this.rankOf)
    const down = this.down.finish(this.rankOf)
    return {
      rankOf: this.rankOf,
      stateAt: this.stateAt,
      upFirst: up.first,
      upArcs: up.arcs,
      upMiddle: up.middle,
      downFirst: down.first,
      downArcs: down.arcs,
      downMiddle: down.middle,
    }
  }

  /** How much contracting the node would grow the graph; `findShortcuts` has just been asked. */
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
  private remove(node: number, rank: number): void {
    const { out, into } = this
    this.rankOf[node] = rank
    this.stateAt[rank] = node
    this.up.write(out, node)
    this.down.write(into, node)
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
    if (this.level[node]! < level) this.level[node] = level
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

interface Side {
  readonly first: Uint32Array
  readonly arcs: Uint32Array
  readonly middle: Uint32Array
}

/** The arcs of contracted nodes in the order of their ranks. */
class SideWriter {
  private readonly first: Uint32Array
  private readonly arcs = new ChunkedUint32()
  private readonly middle = new ChunkedUint32()
  private rank = 0

  constructor(nodes: number) {
    this.first = new Uint32Array(nodes + 1)
  }

  write(lists: ArcLists, node: number): void {
    const { entries } = lists
    const end = ENTRY * (lists.first[node]! + lists.count[node]!)
    for (let at = ENTRY * lists.first[node]!; at < end; at += ENTRY) {
      this.arcs.push(entries[at]!)
      this.arcs.push(entries[at + 1]!)
      this.middle.push(entries[at + 2]!)
    }
    this.first[++this.rank] = this.middle.length
  }

  /** Nodes become ranks: now they all have one. */
  finish(rankOf: Uint32Array): Side {
    const arcs = this.arcs.finish()
    for (let i = 0; i < arcs.length; i += 2) arcs[i] = rankOf[arcs[i]!]!
    const middle = this.middle.finish()
    for (let i = 0; i < middle.length; i++) {
      if (middle[i] !== NO_MIDDLE) middle[i] = rankOf[middle[i]!]!
    }
    return { first: this.first, arcs, middle }
  }
}
