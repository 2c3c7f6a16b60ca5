import { assert } from '../../base/assert.ts'
import { hilbert } from '../../geo/hilbert.ts'
import type { RoadNetwork } from '../model/network.ts'
import type { RoadClass } from '../model/road.ts'
import { NODE_RESTRICTED, NODE_SIGNALS, NODE_STOP } from '../model/road.ts'
import type { Vehicle } from '../model/vehicle.ts'
import { nodeMeaning } from '../profile/barrier-tags.ts'
import { type WayMeaning, wayMeaning } from '../profile/way-tags.ts'
import { radixOrder } from './radix.ts'

/*
 * Ways cut into edges. Vertices, the nodes of the graph, stand in the order of a Hilbert curve and
 * edges in that of the vertices they are drawn from, so that what is near on the ground is near in
 * memory. Major roads and their vertices go before all others: a long way is on them, and what it
 * reads of a country is then a few megabytes.
 *
 *   meaningOf     [sets]       what each set of tags means for the vehicle, null: not a road to it
 *   marks         Uint8[n]     bits NODE_… and the three below, of every node of the network
 *   vertexOf      Int32[n]     vertex of a node of the network; −1: inside an edge, or it blocks
 *   vertexNode    Uint32[v]    node of the network at a vertex
 *   edgeWay       Uint32[e]    way of the network
 *   edgeFirst     Uint32[e]    position in wayNodes where the edge begins …
 *   edgeEnd       Uint32[e]    … and where its last node stands
 *   edgeVertices  Uint32[2 e]  the vertices of its two ends
 */
export interface CutWays {
  readonly meaningOf: readonly (WayMeaning | null)[]
  readonly marks: Uint8Array
  readonly vertexOf: Int32Array
  readonly vertexNode: Uint32Array
  readonly edgeWay: Uint32Array
  readonly edgeFirst: Uint32Array
  readonly edgeEnd: Uint32Array
  readonly edgeVertices: Uint32Array
  /** Nodes at which more than MEETING_MAX edges end: they cannot be passed. */
  readonly crowdedNodes: number
}

/**
 * Edges that may meet at a node. OSM's greatest junctions have a dozen, so that more are a slip or
 * a trick, and every road may be turned into from every other: the time to build a hierarchy grows
 * with the cube of them, a third of a second of 64 and ten of 256.
 */
const MEETING_MAX = 64

/** Not passable: every edge that reaches the node ends there separately. */
const MARK_BLOCKED = 8
/** Lights for those who come along the way, against it. */
export const MARK_SIGNALS_FORWARD = 16
export const MARK_SIGNALS_BACKWARD = 32

export const MARK_FLAGS = NODE_SIGNALS | NODE_STOP | NODE_RESTRICTED

/** Classes of the roads of long ways. */
const MAJOR: ReadonlySet<RoadClass> = new Set(['motorway', 'trunk', 'primary', 'secondary'])
/** In sort keys. */
const MINOR_BIT = 31

export function cutWays(network: RoadNetwork, vehicle: Vehicle): CutWays {
  const meaningOf = network.tagSets.map((tags) => wayMeaning(tags, vehicle))
  const marks = marksOf(network, vehicle)
  const isVertex = findVertices(network, meaningOf, marks)
  const edges = cutEdges(network, meaningOf, isVertex)
  const crowdedNodes = blockCrowded(network, edges, marks)
  const isMinor = minorFlags(network, meaningOf, edges)
  const numbered = numberVertices(network, edges, isMinor, isVertex.length, marks)
  return { meaningOf, marks, crowdedNodes, ...numbered }
}

function marksOf(network: RoadNetwork, vehicle: Vehicle): Uint8Array {
  const bySet = network.tagSets.map((tags) => {
    const meaning = nodeMeaning(tags, vehicle)
    if (meaning === null) return 0
    return (
      meaning.flags |
      (meaning.isBlocked ? MARK_BLOCKED : 0) |
      (meaning.signalsForward ? MARK_SIGNALS_FORWARD : 0) |
      (meaning.signalsBackward ? MARK_SIGNALS_BACKWARD : 0)
    )
  })
  const marks = new Uint8Array(network.nodeLonE7.length)
  network.taggedNode.forEach((node, i) => {
    marks[node] = bySet[network.nodeTags[i]!]!
  })
  return marks
}

/** Nodes where edges end: ends of ways, nodes that ways pass twice, barriers. 2 means yes. */
function findVertices(
  network: RoadNetwork,
  meaningOf: readonly (WayMeaning | null)[],
  marks: Uint8Array,
): Uint8Array {
  const { wayFirst, wayNodes, wayTags } = network
  const uses = new Uint8Array(network.nodeLonE7.length)
  for (let way = 0; way < wayTags.length; way++) {
    if (meaningOf[wayTags[way]!] === null) continue
    const first = wayFirst[way]!
    const last = wayFirst[way + 1]! - 1
    for (let at = first; at <= last; at++) {
      const node = wayNodes[at]!
      const isEnd = at === first || at === last
      if (isEnd || (marks[node]! & (MARK_BLOCKED | NODE_RESTRICTED)) !== 0) uses[node] = 2
      else if (uses[node]! < 2) uses[node]!++
    }
  }
  return uses
}

type Edges = Pick<CutWays, 'edgeWay' | 'edgeFirst' | 'edgeEnd'>

function cutEdges(
  network: RoadNetwork,
  meaningOf: readonly (WayMeaning | null)[],
  isVertex: Uint8Array,
): Edges {
  const { wayFirst, wayNodes, wayTags } = network
  let count = 0
  let edges: Edges | null = null
  // Once to count, once to fill.
  for (let round = 0; round < 2; round++) {
    count = 0
    for (let way = 0; way < wayTags.length; way++) {
      if (meaningOf[wayTags[way]!] === null) continue
      let first = wayFirst[way]!
      const end = wayFirst[way + 1]!
      for (let at = first + 1; at < end; at++) {
        if (isVertex[wayNodes[at]!]! < 2) continue
        if (edges !== null) {
          edges.edgeWay[count] = way
          edges.edgeFirst[count] = first
          edges.edgeEnd[count] = at
        }
        count++
        first = at
      }
    }
    edges ??= {
      edgeWay: new Uint32Array(count),
      edgeFirst: new Uint32Array(count),
      edgeEnd: new Uint32Array(count),
    }
  }
  assert(edges, 'edges were counted')
  return edges
}

/** Marks nodes at which too many edges end, and counts them. */
function blockCrowded(network: RoadNetwork, edges: Edges, marks: Uint8Array): number {
  const { wayNodes } = network
  const meeting = new Uint8Array(marks.length)
  let crowded = 0
  for (const ends of [edges.edgeFirst, edges.edgeEnd]) {
    for (let edge = 0; edge < ends.length; edge++) {
      const node = wayNodes[ends[edge]!]!
      if ((marks[node]! & MARK_BLOCKED) !== 0) continue
      if (++meeting[node]! <= MEETING_MAX) continue
      marks[node]! |= MARK_BLOCKED
      crowded++
    }
  }
  return crowded
}

/** Of each edge: 1 when it is no major road. */
function minorFlags(
  network: RoadNetwork,
  meaningOf: readonly (WayMeaning | null)[],
  { edgeWay }: Edges,
): Uint8Array {
  const bySet = Uint8Array.from(meaningOf, (meaning) =>
    meaning !== null && MAJOR.has(meaning.road.roadClass) ? 0 : 1,
  )
  const isMinor = new Uint8Array(edgeWay.length)
  for (let edge = 0; edge < isMinor.length; edge++) {
    isMinor[edge] = bySet[network.wayTags[edgeWay[edge]!]!]!
  }
  return isMinor
}

function numberVertices(
  network: RoadNetwork,
  edges: Edges,
  isMinor: Uint8Array,
  nodeCount: number,
  marks: Uint8Array,
): Omit<CutWays, 'meaningOf' | 'marks' | 'crowdedNodes'> {
  const { wayNodes } = network
  const edgeCount = edges.edgeWay.length
  const vertexOf = new Int32Array(nodeCount).fill(-1)
  const nodes = new Uint32Array(2 * edgeCount)
  const ends = new Uint32Array(2 * edgeCount)
  /** 1: only minor edges meet there. */
  const isMinorVertex = new Uint8Array(2 * edgeCount).fill(1)
  let vertices = 0
  for (let end = 0; end < ends.length; end++) {
    const at = (end & 1) === 0 ? edges.edgeFirst[end >>> 1]! : edges.edgeEnd[end >>> 1]!
    const node = wayNodes[at]!
    const isBlocked = (marks[node]! & MARK_BLOCKED) !== 0
    if (!isBlocked && vertexOf[node]! >= 0) ends[end] = vertexOf[node]!
    else {
      if (!isBlocked) vertexOf[node] = vertices
      nodes[vertices] = node
      ends[end] = vertices++
    }
    isMinorVertex[ends[end]!]! &= isMinor[end >>> 1]!
  }
  const order = radixOrder(placeKeys(network, nodes.subarray(0, vertices), isMinorVertex))
  const numberOf = new Uint32Array(vertices)
  const vertexNode = new Uint32Array(vertices)
  for (let vertex = 0; vertex < vertices; vertex++) {
    numberOf[order[vertex]!] = vertex
    vertexNode[vertex] = nodes[order[vertex]!]!
  }
  for (let node = 0; node < vertexOf.length; node++) {
    if (vertexOf[node]! >= 0) vertexOf[node] = numberOf[vertexOf[node]!]!
  }
  return { vertexOf, vertexNode, ...sortEdges(edges, isMinor, ends, numberOf) }
}

/** Places of nodes on the curve over the box around all of them, those of major roads first. */
function placeKeys(network: RoadNetwork, nodes: Uint32Array, isMinor: Uint8Array): Uint32Array {
  const { nodeLonE7, nodeLatE7 } = network
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const node of nodes) {
    west = Math.min(west, nodeLonE7[node]!)
    east = Math.max(east, nodeLonE7[node]!)
    south = Math.min(south, nodeLatE7[node]!)
    north = Math.max(north, nodeLatE7[node]!)
  }
  const scale = 65535 / Math.max(1, east - west, north - south)
  const keys = new Uint32Array(nodes.length)
  for (let i = 0; i < nodes.length; i++) {
    const x = Math.floor((nodeLonE7[nodes[i]!]! - west) * scale)
    const y = Math.floor((nodeLatE7[nodes[i]!]! - south) * scale)
    keys[i] = (hilbert(x, y) >>> 1) | (isMinor[i]! << MINOR_BIT)
  }
  return keys
}

function sortEdges(
  edges: Edges,
  isMinor: Uint8Array,
  ends: Uint32Array,
  numberOf: Uint32Array,
): Edges & Pick<CutWays, 'edgeVertices'> {
  const edgeCount = edges.edgeWay.length
  const from = new Uint32Array(edgeCount)
  const keys = new Uint32Array(edgeCount)
  for (let edge = 0; edge < edgeCount; edge++) {
    from[edge] = numberOf[ends[2 * edge]!]!
    keys[edge] = from[edge]! | (isMinor[edge]! << MINOR_BIT)
  }
  const order = radixOrder(keys)
  const sorted = {
    edgeWay: new Uint32Array(edgeCount),
    edgeFirst: new Uint32Array(edgeCount),
    edgeEnd: new Uint32Array(edgeCount),
    edgeVertices: new Uint32Array(2 * edgeCount),
  }
  for (let edge = 0; edge < edgeCount; edge++) {
    const old = order[edge]!
    sorted.edgeWay[edge] = edges.edgeWay[old]!
    sorted.edgeFirst[edge] = edges.edgeFirst[old]!
    sorted.edgeEnd[edge] = edges.edgeEnd[old]!
    sorted.edgeVertices[2 * edge] = from[old]!
    sorted.edgeVertices[2 * edge + 1] = numberOf[ends[2 * old + 1]!]!
  }
  return sorted
}
