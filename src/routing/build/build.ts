import { containerPieces, joinPieces } from '../../base/container.ts'
import { GRAPH_KIND, GRAPH_VERSION, NONE, type RoadEdges, type RoadGraph } from '../graph/graph.ts'
import { ARC, HEADER, NO_RECORD, type PlainHierarchy } from '../graph/hierarchy.ts'
import type { Turns } from '../graph/turns.ts'
import type { RoadNetwork } from '../model/network.ts'
import type { Vehicle } from '../model/vehicle.ts'
import { turnCosts } from '../profile/turn-costs.ts'
import { componentsOf } from './components.ts'
import { contract } from './contract.ts'
import { buildCore } from './core.ts'
import { cutWays } from './cut.ts'
import { buildEdges } from './edges.ts'
import { buildLineGraph, type LineGraph } from './line-graph.ts'
import { type Restrictions, readRestrictions } from './restrictions.ts'
import { buildTurns } from './turns.ts'
import { withStretches } from './unpacked-shortcuts.ts'

export interface BuiltGraph {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly summary: GraphSummary
}

export interface GraphPieces {
  /** Pieces of the file, to be written one after the other. */
  readonly pieces: readonly Uint8Array[]
  readonly summary: GraphSummary
}

/** The report on a graph for the import. */
export interface GraphSummary {
  readonly nodes: number
  readonly edges: number
  /** Usable directions of edges. */
  readonly arcs: number
  /** Arcs of the hierarchy, shortcuts included. */
  readonly hierarchyArcs: number
  /** Junctions of more roads than there can be, at which every road ends instead. */
  readonly crowdedNodes: number
  readonly restrictions: number
  /** Relations that restrict nothing, by reason. */
  readonly ignoredRestrictions: Restrictions['ignored']
}

/** The routing file of a vehicle; null when it can drive nowhere. */
export function buildGraph(network: RoadNetwork, vehicle: Vehicle): BuiltGraph | null {
  const built = buildGraphPieces(network, vehicle, () => {})
  if (built === null) return null
  return { bytes: joinPieces(built.pieces), summary: built.summary }
}

/** Likewise. `onPhase` is called when a phase has ended and much of its memory may be collected. */
export function buildGraphPieces(
  network: RoadNetwork,
  vehicle: Vehicle,
  onPhase: () => void,
): GraphPieces | null {
  const costs = turnCosts(vehicle)
  const cut = cutWays(network, vehicle)
  if (cut.edgeWay.length === 0) return null
  const edges = buildEdges(network, cut, costs)
  const restrictions = readRestrictions(network, cut, edges, vehicle)
  const turns = buildTurns(edges, restrictions)
  const line = buildLineGraph(edges, turns, costs)
  const components = numberComponents(edges, line)
  onPhase()
  const hierarchy = withStretches(overStates(contract(line, onPhase), line.stateOf, edges, turns))
  onPhase()
  const summary = {
    nodes: edges.nodeLonE7.length,
    edges: edges.lengthCm.length,
    arcs: line.stateOf.length - turns.copyArc.length,
    hierarchyArcs: (hierarchy.records.length - HEADER * line.stateOf.length) / ARC,
    crowdedNodes: cut.crowdedNodes,
    restrictions: restrictions.forbidden.length,
    ignoredRestrictions: restrictions.ignored,
  }
  const { angleMs, uTurnMs, signalsMs, stopMs, roundaboutMs } = costs
  const pieces = containerPieces(GRAPH_KIND, GRAPH_VERSION, {
    ...sectionsOf({ ...edges, ...components }),
    turnAngleMs: angleMs,
    turnOtherMs: Uint32Array.of(uTurnMs, signalsMs, stopMs, roundaboutMs),
    ...turns,
    recordOf: hierarchy.recordOf,
    records: hierarchy.records,
    stretches: hierarchy.stretches,
    ...buildCore(hierarchy),
  })
  return { pieces, summary }
}

/** Components by size, of the arcs alone: a copy of an arc is where the arc is. */
function numberComponents(
  edges: RoadEdges,
  line: LineGraph,
): Pick<RoadGraph, 'component' | 'componentArcs'> {
  const found = componentsOf(line)
  const arcs = edges.tail.length
  const sizes: number[] = []
  for (let node = 0; node < found.length; node++) {
    sizes[found[node]!] = (sizes[found[node]!] ?? 0) + (line.stateOf[node]! < arcs ? 1 : 0)
  }
  const bySize = sizes.map((_, i) => i).sort((a, b) => sizes[b]! - sizes[a]! || a - b)
  const numberOf = new Uint32Array(sizes.length)
  bySize.forEach((component, number) => {
    numberOf[component] = number
  })
  const component = new Uint32Array(arcs).fill(NONE)
  for (let node = 0; node < found.length; node++) {
    const state = line.stateOf[node]!
    if (state < arcs) component[state] = numberOf[found[node]!]!
  }
  return { component, componentArcs: Uint32Array.from(bySize, (i) => sizes[i]!) }
}

/** The hierarchy by states instead of nodes of the line graph. */
function overStates(
  hierarchy: PlainHierarchy,
  stateOf: Uint32Array,
  edges: RoadEdges,
  turns: Turns,
): PlainHierarchy {
  const { records } = hierarchy
  const recordOf = new Uint32Array(edges.tail.length + turns.copyArc.length).fill(NO_RECORD)
  for (let node = 0; node < stateOf.length; node++) {
    const record = hierarchy.recordOf[node]!
    recordOf[stateOf[node]!] = record
    records[record] = stateOf[node]!
  }
  return { recordOf, records }
}

function sectionsOf(graph: RoadGraph) {
  const { strings, edges, ...columns } = graph
  return {
    ...columns,
    stringBytes: strings.bytes,
    stringOffsets: strings.offsets,
    edgeBoxes: edges.boxes,
    edgeRefs: edges.refs,
  }
}
