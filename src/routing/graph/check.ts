import { assert } from '../../base/assert.ts'
import { openContainer } from '../../base/container.ts'
import { checkPool } from '../../base/string-pool.ts'
import { checkRTree } from '../../geo/rtree.ts'
import { ROAD_CLASSES } from '../model/road.ts'
import type { TurnCosts } from '../profile/turn-costs.ts'
import { checkCore, openCore } from './core.ts'
import { GRAPH_KIND, GRAPH_VERSION, graphOf, NONE, pointCount, type RoadGraph } from './graph.ts'
import {
  arcsEndOf,
  checkHierarchy,
  HEADER,
  type Hierarchy,
  middlePlace,
  NO_MIDDLE,
  nextRecord,
  openHierarchy,
  splitOf,
} from './hierarchy.ts'
import {
  arcOf,
  DEGREE_MAX,
  FORBIDDEN,
  openTurnCosts,
  openTurns,
  reluctanceMs,
  statesAfter,
  type Turns,
  turnMs,
} from './turns.ts'

/** Throws when the bytes are not what routing relies on; linear in the file. */
export function checkGraph(bytes: Uint8Array): void {
  const file = openContainer(bytes, GRAPH_KIND, GRAPH_VERSION)
  const graph = graphOf(file)
  checkNodes(graph)
  checkArcs(graph)
  checkEdges(graph)
  checkRoads(graph)
  checkRTree(graph.edges)
  const turns = openTurns(file)
  checkTurns(graph, turns)
  assert(openTurnCosts(file).angleMs.length === 256, 'every angle of a turn has its cost')
  const hierarchy = openHierarchy(file)
  assert(
    hierarchy.recordOf.length === graph.tail.length + turns.copyArc.length,
    'every state has its place in the hierarchy',
  )
  checkHierarchy(hierarchy)
  checkCore(hierarchy, openCore(file))
  checkSingleTurns(graph, turns, openTurnCosts(file), hierarchy)
}

function checkNodes(graph: RoadGraph): void {
  const { nodeLonE7, nodeLatE7, nodeFlags, firstOut, out, tail } = graph
  const nodes = nodeLonE7.length
  assert(nodeLatE7.length === nodes && nodeFlags.length === nodes, 'every node has its columns')
  assert(firstOut.length === nodes + 1 && firstOut[0] === 0, 'every node has its arcs')
  assert(firstOut[nodes] === tail.length && out.length === tail.length, 'every arc begins once')
  const seen = new Uint8Array(tail.length)
  for (let node = 0; node < nodes; node++) {
    assert(firstOut[node]! <= firstOut[node + 1]!, 'the arcs of nodes ascend')
    assert(firstOut[node + 1]! - firstOut[node]! <= DEGREE_MAX, 'there is room for what follows')
    for (let i = firstOut[node]!; i < firstOut[node + 1]!; i++) {
      const arc = out[i]!
      assert(tail[arc] === node, 'an arc is listed where it begins')
      assert(seen[arc] === 0, 'an arc is listed once')
      seen[arc] = 1
    }
  }
}

function checkArcs(graph: RoadGraph): void {
  const { tail, travelMs, component, componentArcs, bearing } = graph
  assert(travelMs.length === tail.length && component.length === tail.length, 'arcs have columns')
  assert(bearing.length === tail.length, 'every arc has a bearing')
  const counts = new Uint32Array(componentArcs.length)
  for (let arc = 0; arc < tail.length; arc++) {
    const number = component[arc]!
    assert((travelMs[arc] === 0) === (number === NONE), 'arcs that are driven have a component')
    if (number === NONE) continue
    assert(number < counts.length, 'a component has a size')
    counts[number]!++
  }
  for (let i = 0; i < counts.length; i++) {
    assert(counts[i] === componentArcs[i], 'a component has as many arcs as it says')
    assert(i === 0 || counts[i]! <= counts[i - 1]!, 'the first component is the largest')
  }
}

function checkEdges(graph: RoadGraph): void {
  const { lengthCm, edgeRoad, shapeFirst, shape, roadName, travelMs } = graph
  const edges = lengthCm.length
  assert(2 * edges === graph.tail.length, 'an edge is two arcs')
  assert(edgeRoad.length === edges && shapeFirst.length === edges + 1, 'edges have their columns')
  assert(shapeFirst[0] === 0 && shapeFirst[edges] === shape.length, 'shapes fill their bytes')
  for (let edge = 0; edge < edges; edge++) {
    assert(shapeFirst[edge]! <= shapeFirst[edge + 1]!, 'shapes ascend')
    assert(Number.isInteger(pointCount(graph, edge)), 'a shape is of whole points')
    assert(lengthCm[edge]! > 0, 'an edge has a length')
    assert(edgeRoad[edge]! < roadName.length, 'an edge has a road')
    assert(travelMs[2 * edge]! + travelMs[2 * edge + 1]! > 0, 'an edge is driven somehow')
  }
}

function checkRoads(graph: RoadGraph): void {
  const { strings, roadName, roadNameEn, roadRef, roadClass } = graph
  const { roadDestination, roadDestinationRef, roadExitRef } = graph
  checkPool(strings)
  const texts = strings.offsets.length - 1
  const signs = [roadDestination, roadDestinationRef, roadExitRef]
  for (const column of [roadName, roadNameEn, roadRef, ...signs]) {
    assert(column.length === roadClass.length, 'roads have their columns')
    for (const text of column) assert(text < texts, 'the words of a road are known')
  }
  for (const kind of roadClass) assert(kind < ROAD_CLASSES.length, 'the class of a road is known')
  assert(graph.roadFlags.length === roadClass.length, 'roads have flags')
  checkExits(graph, texts)
}

function checkExits({ exitNode, exitRef, nodeFlags }: RoadGraph, texts: number): void {
  assert(exitNode.length === exitRef.length, 'every exit has a number')
  for (let i = 0; i < exitNode.length; i++) {
    assert(exitNode[i]! < nodeFlags.length, 'an exit leaves at a node')
    assert(i === 0 || exitNode[i - 1]! < exitNode[i]!, 'the nodes of exits rise')
    assert(exitRef[i]! > 0 && exitRef[i]! < texts, 'the number of an exit is known')
  }
}

function checkTurns(graph: RoadGraph, turns: Turns): void {
  const { copyArc, exceptionState, exceptionArc, exceptionNext } = turns
  const count = exceptionState.length
  assert(exceptionArc.length === count && exceptionNext.length === count, 'exceptions have columns')
  for (const arc of copyArc) assert(graph.travelMs[arc]! > 0, 'a copy is of an arc that is driven')
  for (let x = 0; x < count; x++) {
    assert(x === 0 || exceptionState[x - 1]! <= exceptionState[x]!, 'exceptions ascend')
    assert(isDriven(graph, turns, exceptionState[x]!), 'an exception is of a state')
    const next = exceptionNext[x]!
    assert(next === FORBIDDEN || isDriven(graph, turns, next), 'an exception leads to a state')
  }
}

/** Arcs of the hierarchy that are no shortcuts are turns that one may make, at their cost. */
function checkSingleTurns(
  graph: RoadGraph,
  turns: Turns,
  costs: TurnCosts,
  hierarchy: Hierarchy,
): void {
  const { records } = hierarchy
  const after = new Uint32Array(DEGREE_MAX)
  const check = (from: number, to: number, arc: number) => {
    const cost = records[arc + 1]!
    if (records[middlePlace(records, Math.min(from, to), arc)] !== NO_MIDDLE) return
    const state = records[from]!
    const next = records[to]!
    const count = statesAfter(graph, turns, state, after)
    let isTurn = false
    for (let i = 0; i < count; i++) if (after[i] === next) isTurn = true
    assert(isTurn, 'an arc that is no shortcut is a turn')
    const stateArc = arcOf(graph, turns, state)
    const nextArc = arcOf(graph, turns, next)
    const turn = turnMs(graph, costs, stateArc, nextArc) + reluctanceMs(graph, stateArc, nextArc)
    assert(cost === graph.travelMs[stateArc]! + turn, 'a turn costs what it says')
  }
  for (let record = 0; record < records.length; ) {
    assert(isDriven(graph, turns, records[record]!), 'a state of the hierarchy is driven')
    const split = splitOf(records, record)
    const end = arcsEndOf(records, record)
    for (let at = record + HEADER; at < split; at += 2) check(record, records[at]!, at)
    for (let at = split; at < end; at += 2) check(records[at]!, record, at)
    record = nextRecord(records, record)
  }
}

function isDriven(graph: RoadGraph, turns: Turns, state: number): boolean {
  const arcs = graph.tail.length
  if (state >= arcs + turns.copyArc.length) return false
  return state >= arcs || graph.travelMs[state]! > 0
}
