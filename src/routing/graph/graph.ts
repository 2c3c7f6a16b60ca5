import { type Container, openContainer } from '../../base/container.ts'
import type { StringPool } from '../../base/string-pool.ts'
import { openRTree, type RTree } from '../../geo/rtree.ts'

/*
 * The road graph of one vehicle, one file. An edge is a stretch of one way between two nodes; an
 * arc is one direction of it, arc 2 e as it is drawn and arc 2 e + 1 against that. So the edge of
 * an arc is arc >> 1 and the same stretch the other way is arc ^ 1. An arc on which the vehicle may
 * not drive is there too, with a travel time of 0: guidance sees the mouths of one-way streets.
 *
 * n nodes: junctions, ends of ways, barriers. Those that block the vehicle are one node an edge.
 *   nodeLonE7      Int32[n]      1e-7 degrees
 *   nodeLatE7      Int32[n]      1e-7 degrees
 *   nodeFlags      Uint8[n]      bits NODE_…
 *   firstOut       Uint32[n+1]   arcs that begin at node v: out[firstOut[v]] .. out[firstOut[v+1]]
 *   out            Uint32[m]     every arc once, usable or not
 * e edges, m = 2 e arcs:
 *   tail           Uint32[m]     node where the arc begins; it ends at tail[arc ^ 1]
 *   travelMs       Uint32[m]     free-flow travel time, milliseconds; 0: may not be driven
 *   component      Uint32[m]     strongly connected component of usable arcs, 0 has the most;
 *                                NONE for the others
 *   componentArcs  Uint32[c]     arcs of each component, falling
 *   bearing        Uint8[m]      where the arc leads when it leaves its tail, 256ths of a circle
 *                                clockwise from north, towards the point 15 m along
 *   lengthCm       Uint32[e]     centimetres along the line
 *   edgeRoad       Uint32[e]     road of the edge
 *   shapeFirst     Uint32[e+1]   bytes of the edge in `shape`
 *   shape          Uint8[…]      the points between the two nodes as drawn: longitude and latitude
 *                                minus those of the point before, 1e-7 degrees (varint.ts)
 * r roads:
 *   roadName       Uint32[r]     string id; likewise roadNameEn, roadRef, roadDestination,
 *                                roadDestinationRef, roadExitRef
 *   roadClass      Uint8[r]      index into ROAD_CLASSES
 *   roadFlags      Uint16[r]     bits ROAD_…
 *   strings                      a string pool
 * x nodes at which exits with a number leave (signs.ts):
 *   exitNode       Uint32[x]     node, rising
 *   exitRef        Uint32[x]     string id of the number
 * Snapping:
 *   edges                        an R-tree over the boxes of the edges
 * Turns (turns.ts), the hierarchy over them (hierarchy.ts) and its core (core.ts) are further
 * sections of the file.
 */

export const GRAPH_KIND = 'routing'
export const GRAPH_VERSION = 6

/** In place of a node, an arc or a component: there is none. */
export const NONE = 0xffffffff

/** An arc: 2 × edge + 1 when it runs against the direction of drawing. */
export type Arc = number

/** The graph but for its components. */
export interface RoadEdges {
  readonly nodeLonE7: Int32Array
  readonly nodeLatE7: Int32Array
  readonly nodeFlags: Uint8Array
  readonly firstOut: Uint32Array
  readonly out: Uint32Array
  readonly tail: Uint32Array
  readonly travelMs: Uint32Array
  readonly bearing: Uint8Array
  readonly lengthCm: Uint32Array
  readonly edgeRoad: Uint32Array
  readonly shapeFirst: Uint32Array
  readonly shape: Uint8Array
  readonly roadName: Uint32Array
  readonly roadNameEn: Uint32Array
  readonly roadRef: Uint32Array
  readonly roadDestination: Uint32Array
  readonly roadDestinationRef: Uint32Array
  readonly roadExitRef: Uint32Array
  readonly roadClass: Uint8Array
  readonly roadFlags: Uint16Array
  readonly exitNode: Uint32Array
  readonly exitRef: Uint32Array
  readonly strings: StringPool
  readonly edges: RTree
}

export interface RoadGraph extends RoadEdges {
  readonly component: Uint32Array
  readonly componentArcs: Uint32Array
}

/** Opens `routing-car.idx` or `routing-motobike.idx`, mapped. Throws `INVALID_DATASET`. */
export function openGraph(bytes: Uint8Array): RoadGraph {
  return graphOf(openContainer(bytes, GRAPH_KIND, GRAPH_VERSION))
}

/** The graph's part of the file. */
export function graphOf(file: Container): RoadGraph {
  const lengthCm = file.section('lengthCm', 'u32')
  return {
    nodeLonE7: file.section('nodeLonE7', 'i32'),
    nodeLatE7: file.section('nodeLatE7', 'i32'),
    nodeFlags: file.section('nodeFlags', 'u8'),
    firstOut: file.section('firstOut', 'u32'),
    out: file.section('out', 'u32'),
    tail: file.section('tail', 'u32'),
    travelMs: file.section('travelMs', 'u32'),
    component: file.section('component', 'u32'),
    componentArcs: file.section('componentArcs', 'u32'),
    bearing: file.section('bearing', 'u8'),
    lengthCm,
    edgeRoad: file.section('edgeRoad', 'u32'),
    shapeFirst: file.section('shapeFirst', 'u32'),
    shape: file.section('shape', 'u8'),
    roadName: file.section('roadName', 'u32'),
    roadNameEn: file.section('roadNameEn', 'u32'),
    roadRef: file.section('roadRef', 'u32'),
    roadDestination: file.section('roadDestination', 'u32'),
    roadDestinationRef: file.section('roadDestinationRef', 'u32'),
    roadExitRef: file.section('roadExitRef', 'u32'),
    roadClass: file.section('roadClass', 'u8'),
    roadFlags: file.section('roadFlags', 'u16'),
    exitNode: file.section('exitNode', 'u32'),
    exitRef: file.section('exitRef', 'u32'),
    strings: {
      bytes: file.section('stringBytes', 'u8'),
      offsets: file.section('stringOffsets', 'u32'),
    },
    edges: openRTree(
      file.section('edgeBoxes', 'i32'),
      file.section('edgeRefs', 'u32'),
      lengthCm.length,
    ),
  }
}

/** Node where the arc ends. */
export function headOf(graph: RoadEdges, arc: Arc): number {
  return graph.tail[arc ^ 1]!
}

/** Whether the vehicle may drive along the arc. */
export function isUsable(graph: RoadEdges, arc: Arc): boolean {
  return graph.travelMs[arc]! > 0
}

/** Whether the vehicle may drive along the arc's edge in one direction only. */
export function isOneWay(graph: RoadEdges, arc: Arc): boolean {
  return isUsable(graph, arc) !== isUsable(graph, arc ^ 1)
}

/** Number of the arc's road; equal numbers have equal names, class and flags. */
export function roadNumberOf(graph: RoadEdges, arc: Arc): number {
  return graph.edgeRoad[arc >>> 1]!
}

/** Bits `ROAD_…` of the arc. */
export function flagsOf(graph: RoadEdges, arc: Arc): number {
  return graph.roadFlags[graph.edgeRoad[arc >>> 1]!]!
}

/**
 * Turn from one arc to the next at the node between them, 256ths of a circle, −128 … 127: 0 is
 * straight on, 64 is right, −64 left, −128 back.
 */
export function turnAngle(graph: RoadEdges, from: Arc, to: Arc): number {
  return turnBetween(graph.bearing[from ^ 1]! + 128, graph.bearing[to]!)
}

/** The same from one bearing to another, both in 256ths of a circle. */
export function turnBetween(from: number, to: number): number {
  return ((to - from + 128) & 255) - 128
}

/** Every node of the arc in driving order, its two ends included: `lon, lat, …`, 1e-7 degrees. */
export function lineOf(graph: RoadEdges, arc: Arc): Int32Array {
  const line = new Int32Array(2 * pointCount(graph, arc >>> 1))
  readLine(graph, arc, line)
  return line
}

/** Number of points of an edge, its two ends included. */
export function pointCount(graph: RoadEdges, edge: number): number {
  const { shape } = graph
  const end = graph.shapeFirst[edge + 1]!
  let numbers = 0
  for (let at = graph.shapeFirst[edge]!; at < end; at++) if (shape[at]! < 128) numbers++
  return numbers / 2 + 2
}

/**
 * Writes the points of the arc into `line` from `at` on, which has room for `pointCount`, and
 * returns where the next number goes. Allocates nothing.
 */
export function readLine(graph: RoadEdges, arc: Arc, line: Int32Array, at = 0): number {
  const edge = arc >>> 1
  const isReversed = (arc & 1) === 1
  const end = at + 2 * (isReversed ? pointCount(graph, edge) : 0)
  const step = isReversed ? -2 : 2
  const { shape, nodeLonE7, nodeLatE7 } = graph
  const from = graph.tail[2 * edge]!
  const to = graph.tail[2 * edge + 1]!
  const shapeEnd = graph.shapeFirst[edge + 1]!
  let byte = graph.shapeFirst[edge]!
  let lon = nodeLonE7[from]!
  let lat = nodeLatE7[from]!
  let next = isReversed ? end - 2 : at
  line[next] = lon
  line[next + 1] = lat
  while (byte < shapeEnd) {
    let value = 0
    let shift = 0
    let read = shape[byte++]!
    while (read >= 128) {
      value |= (read & 127) << shift
      shift += 7
      read = shape[byte++]!
    }
    value |= read << shift
    lon += (value >>> 1) ^ -(value & 1)
    value = 0
    shift = 0
    read = shape[byte++]!
    while (read >= 128) {
      value |= (read & 127) << shift
      shift += 7
      read = shape[byte++]!
    }
    value |= read << shift
    lat += (value >>> 1) ^ -(value & 1)
    next += step
    line[next] = lon
    line[next + 1] = lat
  }
  next += step
  line[next] = nodeLonE7[to]!
  line[next + 1] = nodeLatE7[to]!
  return isReversed ? end : next + 2
}
