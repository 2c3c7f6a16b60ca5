import { StringPoolWriter } from '../../base/string-pool.ts'
import { distanceM } from '../../geo/distance.ts'
import { E7 } from '../../geo/point.ts'
import { buildRTree } from '../../geo/rtree.ts'
import type { RoadEdges } from '../graph/graph.ts'
import type { RoadNetwork } from '../model/network.ts'
import { NODE_STOP, ROAD_CLASSES, type Road } from '../model/road.ts'
import { exitRefOf } from '../profile/exit-tags.ts'
import type { TurnCosts } from '../profile/turn-costs.ts'
import { type CutWays, MARK_FLAGS, MARK_SIGNALS_BACKWARD, MARK_SIGNALS_FORWARD } from './cut.ts'
import { ShapeWriter } from './shape.ts'

/** A bearing is taken towards the point this far along: the first metres of a way often kink. */
const BEARING_AHEAD_M = 15
/** Twelve days. A longer time is a slip of the map; up to here a turn's cost fits a Uint32. */
const TRAVEL_MS_MAX = 2 ** 30
const LENGTH_CM_MAX = 2 ** 32 - 1

export function buildEdges(network: RoadNetwork, cut: CutWays, costs: TurnCosts): RoadEdges {
  const edgeCount = cut.edgeWay.length
  const roads = collectRoads(network, cut)
  const travelMs = new Uint32Array(2 * edgeCount)
  const bearing = new Uint8Array(2 * edgeCount)
  const lengthCm = new Uint32Array(edgeCount)
  const boxes = new Int32Array(4 * edgeCount)
  const shapes = new ShapeWriter(edgeCount)
  const line = new LineReader(network)
  for (let edge = 0; edge < edgeCount; edge++) {
    line.read(cut.edgeFirst[edge]!, cut.edgeEnd[edge]!)
    lengthCm[edge] = within(LENGTH_CM_MAX, line.lengthM * 100)
    bearing[2 * edge] = line.bearing(false)
    bearing[2 * edge + 1] = line.bearing(true)
    line.writeBox(boxes, edge)
    shapes.add(line.points, line.count)
    setTravelTimes(network, cut, costs, edge, line.lengthM, travelMs)
  }
  return {
    ...nodesOf(network, cut),
    ...outOf(cut),
    tail: cut.edgeVertices,
    travelMs,
    bearing,
    lengthCm,
    ...shapes.finish(),
    ...roads,
    edges: buildRTree(boxes),
  }
}

function setTravelTimes(
  network: RoadNetwork,
  cut: CutWays,
  costs: TurnCosts,
  edge: number,
  lengthM: number,
  travelMs: Uint32Array,
): void {
  const way = cut.edgeWay[edge]!
  const meaning = cut.meaningOf[network.wayTags[way]!]!
  const delays = delaysWithin(network, cut, costs, edge)
  let forwardMs = (lengthM * 3_600) / meaning.forwardKmh
  let backwardMs = (lengthM * 3_600) / meaning.backwardKmh
  if (meaning.durationMs !== null) {
    const wayLine = new LineReader(network)
    wayLine.read(network.wayFirst[way]!, network.wayFirst[way + 1]! - 1)
    forwardMs = (meaning.durationMs * lengthM) / Math.max(lengthM, wayLine.lengthM)
    backwardMs = forwardMs
  }
  if (meaning.forwardKmh > 0) travelMs[2 * edge] = within(TRAVEL_MS_MAX, forwardMs + delays.forward)
  if (meaning.backwardKmh > 0)
    travelMs[2 * edge + 1] = within(TRAVEL_MS_MAX, backwardMs + delays.backward)
}

/** A whole number from 1 up to `max`. */
function within(max: number, value: number): number {
  return Math.max(1, Math.min(max, Math.round(value)))
}

/** Cost of lights and gates between the ends of an edge. */
function delaysWithin(
  network: RoadNetwork,
  cut: CutWays,
  costs: TurnCosts,
  edge: number,
): { forward: number; backward: number } {
  let forward = 0
  let backward = 0
  const end = cut.edgeEnd[edge]!
  for (let at = cut.edgeFirst[edge]! + 1; at < end; at++) {
    const mark = cut.marks[network.wayNodes[at]!]!
    if (mark === 0) continue
    const stopMs = (mark & NODE_STOP) !== 0 ? costs.stopMs : 0
    forward += stopMs + ((mark & MARK_SIGNALS_FORWARD) !== 0 ? costs.signalsMs : 0)
    backward += stopMs + ((mark & MARK_SIGNALS_BACKWARD) !== 0 ? costs.signalsMs : 0)
  }
  return { forward, backward }
}

function nodesOf(
  network: RoadNetwork,
  cut: CutWays,
): Pick<RoadEdges, 'nodeLonE7' | 'nodeLatE7' | 'nodeFlags'> {
  const count = cut.vertexNode.length
  const nodeLonE7 = new Int32Array(count)
  const nodeLatE7 = new Int32Array(count)
  const nodeFlags = new Uint8Array(count)
  for (let vertex = 0; vertex < count; vertex++) {
    const node = cut.vertexNode[vertex]!
    nodeLonE7[vertex] = network.nodeLonE7[node]!
    nodeLatE7[vertex] = network.nodeLatE7[node]!
    // A node that blocks is the end of one edge: it is not passed, so it costs no wait.
    if (cut.vertexOf[node] === vertex) nodeFlags[vertex] = cut.marks[node]! & MARK_FLAGS
  }
  return { nodeLonE7, nodeLatE7, nodeFlags }
}

/** Arcs by the nodes they begin at: a counting sort. */
function outOf(cut: CutWays): Pick<RoadEdges, 'firstOut' | 'out'> {
  const tail = cut.edgeVertices
  const firstOut = new Uint32Array(cut.vertexNode.length + 1)
  for (let arc = 0; arc < tail.length; arc++) firstOut[tail[arc]! + 1]!++
  for (let vertex = 0; vertex + 1 < firstOut.length; vertex++) {
    firstOut[vertex + 1]! += firstOut[vertex]!
  }
  const next = firstOut.slice()
  const out = new Uint32Array(tail.length)
  for (let arc = 0; arc < tail.length; arc++) out[next[tail[arc]!]!++] = arc
  return { firstOut, out }
}

type Roads = Pick<
  RoadEdges,
  | 'edgeRoad'
  | 'roadName'
  | 'roadNameEn'
  | 'roadRef'
  | 'roadDestination'
  | 'roadDestinationRef'
  | 'roadExitRef'
  | 'roadClass'
  | 'roadFlags'
  | 'exitNode'
  | 'exitRef'
  | 'strings'
>

/** Distinct roads: many sets of tags differ only in what is of no interest on the way. */
function collectRoads(network: RoadNetwork, cut: CutWays): Roads {
  const strings = new StringPoolWriter()
  const known = new Map<string, number>()
  const roads: Road[] = []
  const roadOf = cut.meaningOf.map((meaning) => {
    if (meaning === null) return 0
    const { road } = meaning
    const key = Object.values(road).join('\u0000')
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, roads.length)
    roads.push(road)
    return roads.length - 1
  })
  const texts = (text: (road: Road) => string) =>
    Uint32Array.from(roads, (road) => strings.add(text(road)))
  const columns = {
    roadName: texts((road) => road.name),
    roadNameEn: texts((road) => road.nameEn),
    roadRef: texts((road) => road.ref),
    roadDestination: texts((road) => road.destination),
    roadDestinationRef: texts((road) => road.destinationRef),
    roadExitRef: texts((road) => road.exitRef),
    roadClass: Uint8Array.from(roads, (road) => ROAD_CLASSES.indexOf(road.roadClass)),
    roadFlags: Uint16Array.from(roads, (road) => road.flags),
  }
  const edgeRoad = cut.edgeWay.map((way) => roadOf[network.wayTags[way]!]!)
  const exits = exitsOf(network, cut, strings)
  return { edgeRoad, ...columns, ...exits, strings: strings.finish() }
}

function exitsOf(
  network: RoadNetwork,
  cut: CutWays,
  strings: StringPoolWriter,
): Pick<RoadEdges, 'exitNode' | 'exitRef'> {
  const refOf = network.tagSets.map((tags) => strings.add(exitRefOf(tags)))
  const exits: { node: number; ref: number }[] = []
  network.taggedNode.forEach((networkNode, i) => {
    const ref = refOf[network.nodeTags[i]!]!
    const node = cut.vertexOf[networkNode]!
    if (ref > 0 && node >= 0) exits.push({ node, ref })
  })
  exits.sort((a, b) => a.node - b.node)
  return {
    exitNode: Uint32Array.from(exits, ({ node }) => node),
    exitRef: Uint32Array.from(exits, ({ ref }) => ref),
  }
}

/** The points of one edge at a time; its memory is used again. */
class LineReader {
  /** lon, lat, lon, lat, …, 1e-7 degrees: `count` points. */
  points = new Int32Array(1 << 12)
  count = 0
  lengthM = 0
  private readonly network: RoadNetwork

  constructor(network: RoadNetwork) {
    this.network = network
  }

  /** Takes the nodes of a way from position `first` to `end` and measures them. */
  read(first: number, end: number): void {
    const { nodeLonE7, nodeLatE7, wayNodes } = this.network
    this.count = end - first + 1
    if (this.points.length < 2 * this.count) this.points = new Int32Array(4 * this.count)
    const points = this.points
    this.lengthM = 0
    for (let i = 0; i < this.count; i++) {
      const node = wayNodes[first + i]!
      points[2 * i] = nodeLonE7[node]!
      points[2 * i + 1] = nodeLatE7[node]!
      if (i > 0) this.lengthM += this.gapM(i - 1, i)
    }
  }

  /** Towards BEARING_AHEAD_M along from the first point, or from the last one back. */
  bearing(isBack: boolean): number {
    const { points, count } = this
    const start = isBack ? count - 1 : 0
    const step = isBack ? -1 : 1
    let left = BEARING_AHEAD_M
    let at = start
    let lon = points[2 * start]!
    let lat = points[2 * start + 1]!
    for (let i = 1; i < count && left > 0; i++) {
      const next = at + step
      const gap = this.gapM(at, next)
      const part = gap <= left ? 1 : left / gap
      lon = points[2 * at]! + part * (points[2 * next]! - points[2 * at]!)
      lat = points[2 * at + 1]! + part * (points[2 * next + 1]! - points[2 * at + 1]!)
      left -= gap
      at = next
    }
    const north = lat - points[2 * start + 1]!
    const cos = Math.cos((points[2 * start + 1]! / E7) * (Math.PI / 180))
    const east = (lon - points[2 * start]!) * cos
    return Math.round((Math.atan2(east, north) * 128) / Math.PI) & 255
  }

  writeBox(boxes: Int32Array, item: number): void {
    const { points, count } = this
    let [west, south, east, north] = [points[0]!, points[1]!, points[0]!, points[1]!]
    for (let i = 1; i < count; i++) {
      const lon = points[2 * i]!
      const lat = points[2 * i + 1]!
      if (lon < west) west = lon
      else if (lon > east) east = lon
      if (lat < south) south = lat
      else if (lat > north) north = lat
    }
    boxes[4 * item] = west
    boxes[4 * item + 1] = south
    boxes[4 * item + 2] = east
    boxes[4 * item + 3] = north
  }

  private gapM(a: number, b: number): number {
    const { points } = this
    return distanceM(
      { lon: points[2 * a]! / E7, lat: points[2 * a + 1]! / E7 },
      { lon: points[2 * b]! / E7, lat: points[2 * b + 1]! / E7 },
    )
  }
}
