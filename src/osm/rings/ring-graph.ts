/*
 * The lines of one relation as a graph, and its closed loops.
 *
 * A vertex is a position: nodes at the same place are one vertex. v vertices, s segments.
 *   lonE7, latE7  Int32[v]     1e-7 degrees
 *   nodeId        Float64[v]   the first node seen there
 *   from, to      Int32[s]     vertices of segment i, from != to
 *   isGone        Uint8[s]     1 when the segment was cancelled
 *
 * The three of the segments have room for more than `count` of them.
 *
 * Slots are the ends of segments sorted by vertex: those of vertex i are slotFirst[i] .. slotFirst
 * [i+1], each holding its segment. Around a vertex where more than two meet they stand by angle,
 * so that pairing neighbours (0 with 1, 2 with 3) never makes two lines cross there.
 */

export interface RingGraph {
  readonly lonE7: Int32Array
  readonly latE7: Int32Array
  readonly nodeId: Float64Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly isGone: Uint8Array
  count: number
}

/** Numbers positions: the same number for the same place. */
export class VertexTable {
  private readonly slots: Int32Array
  private readonly mask: number
  readonly lonE7: Int32Array
  readonly latE7: Int32Array
  readonly nodeId: Float64Array
  length = 0

  constructor(capacity: number) {
    this.lonE7 = new Int32Array(capacity)
    this.latE7 = new Int32Array(capacity)
    this.nodeId = new Float64Array(capacity)
    // Open addressing at half load or less; an empty slot is -1.
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, capacity * 2)))).fill(-1)
    this.mask = this.slots.length - 1
  }

  add(lonE7: number, latE7: number, nodeId: number): number {
    const { slots, mask } = this
    let slot = (Math.imul(lonE7, 0x9e3779b1) ^ Math.imul(latE7, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    for (;;) {
      const vertex = slots[slot]!
      if (vertex < 0) break
      if (this.lonE7[vertex] === lonE7 && this.latE7[vertex] === latE7) return vertex
      slot = (slot + 1) & mask
    }
    const vertex = this.length++
    slots[slot] = vertex
    this.lonE7[vertex] = lonE7
    this.latE7[vertex] = latE7
    this.nodeId[vertex] = nodeId
    return vertex
  }
}

interface Slots {
  readonly first: Int32Array
  readonly segment: Int32Array
}

/** Cancels segments that lie on one another in pairs. Returns how many were cancelled. */
export function cancelDoubles(graph: RingGraph): number {
  const { first, segment } = slotsOf(graph)
  let cancelled = 0
  for (let v = 0; v + 1 < first.length; v++) {
    for (let a = first[v]!; a < first[v + 1]!; a++) {
      const other = otherEnd(graph, segment[a]!, v)
      // Both ends see a double: the smaller vertex cancels it.
      if (other < v) continue
      for (let b = a + 1; b < first[v + 1]! && graph.isGone[segment[a]!] === 0; b++) {
        if (graph.isGone[segment[b]!] === 0 && otherEnd(graph, segment[b]!, v) === other) {
          graph.isGone[segment[a]!] = 1
          graph.isGone[segment[b]!] = 1
          cancelled += 2
        }
      }
    }
  }
  return cancelled
}

/** Vertices where a line ends: an odd number of segments meets there. */
export function looseEnds(graph: RingGraph): number[] {
  const { first } = slotsOf(graph)
  const ends: number[] = []
  for (let v = 0; v + 1 < first.length; v++) {
    if ((first[v + 1]! - first[v]!) % 2 === 1) ends.push(v)
  }
  return ends
}

/**
 * The closed loops of a graph without loose ends, each as its vertices in order, none twice. Every
 * segment is in one loop; loops may touch at vertices and do not cross there.
 */
export function loopsOf(graph: RingGraph): Int32Array[] {
  const slots = slotsOf(graph)
  sortByAngle(graph, slots)
  const place = placesOf(graph, slots)
  const { from, to, isGone } = graph
  const isUsed = isGone.slice()
  const seenAt = new Int32Array(graph.lonE7.length).fill(-1)
  const loops: Int32Array[] = []
  const path: number[] = []
  for (let start = 0; start < graph.count; start++) {
    if (isUsed[start] === 1) continue
    let segment = start
    let vertex = from[start]!
    while (isUsed[segment] === 0) {
      isUsed[segment] = 1
      cutLoop(vertex, path, seenAt, loops)
      seenAt[vertex] = path.length
      path.push(vertex)
      const isForward = from[segment] === vertex
      vertex = isForward ? to[segment]! : from[segment]!
      const arrival = isForward ? place[2 * segment + 1]! : place[2 * segment]!
      const first = slots.first[vertex]!
      segment = slots.segment[first + ((arrival - first) ^ 1)]!
    }
    cutLoop(vertex, path, seenAt, loops)
  }
  return loops
}

/** When the path comes back to `vertex`, what it walked since then is a loop of its own. */
function cutLoop(vertex: number, path: number[], seenAt: Int32Array, loops: Int32Array[]): void {
  const at = seenAt[vertex]!
  if (at < 0) return
  const loop = Int32Array.from(path.slice(at))
  for (const passed of loop) seenAt[passed] = -1
  path.length = at
  loops.push(loop)
}

function slotsOf(graph: RingGraph): Slots {
  const { from, to, isGone, count } = graph
  const first = new Int32Array(graph.lonE7.length + 1)
  for (let s = 0; s < count; s++) {
    if (isGone[s] === 1) continue
    first[from[s]! + 1]!++
    first[to[s]! + 1]!++
  }
  for (let v = 1; v < first.length; v++) first[v]! += first[v - 1]!
  const next = first.slice()
  const segment = new Int32Array(first[first.length - 1]!)
  for (let s = 0; s < count; s++) {
    if (isGone[s] === 1) continue
    segment[next[from[s]!]!++] = s
    segment[next[to[s]!]!++] = s
  }
  return { first, segment }
}

function sortByAngle(graph: RingGraph, slots: Slots): void {
  const { first, segment } = slots
  for (let v = 0; v + 1 < first.length; v++) {
    if (first[v + 1]! - first[v]! <= 2) continue
    const around = [...segment.subarray(first[v], first[v + 1])]
    around.sort((a, b) => angleAt(graph, a, v) - angleAt(graph, b, v))
    segment.set(around, first[v])
  }
}

function angleAt(graph: RingGraph, segment: number, vertex: number): number {
  const other = otherEnd(graph, segment, vertex)
  const dx = graph.lonE7[other]! - graph.lonE7[vertex]!
  const dy = graph.latE7[other]! - graph.latE7[vertex]!
  return Math.atan2(dy, dx)
}

/** Slot of each end of each segment: `from` of segment i at 2i, `to` at 2i + 1. */
function placesOf(graph: RingGraph, slots: Slots): Int32Array {
  const { first, segment } = slots
  const place = new Int32Array(graph.count * 2)
  for (let v = 0; v + 1 < first.length; v++) {
    for (let slot = first[v]!; slot < first[v + 1]!; slot++) {
      const s = segment[slot]!
      place[graph.from[s] === v ? 2 * s : 2 * s + 1] = slot
    }
  }
  return place
}

function otherEnd(graph: RingGraph, segment: number, vertex: number): number {
  return graph.from[segment] === vertex ? graph.to[segment]! : graph.from[segment]!
}
