import type { RoadEdges } from '../graph/graph.ts'
import { arcOf, DEGREE_MAX, reluctanceMs, statesAfter, type Turns, turnMs } from '../graph/turns.ts'
import type { TurnCosts } from '../profile/turn-costs.ts'

/*
 * The graph whose nodes are the states on usable arcs and whose arcs are the turns.
 *
 *   stateOf  Uint32[s]    state of a node; rising
 *   first    Uint32[s+1]  turns from node i: first[i] .. first[i+1]
 *   head     Uint32[t]    node that the turn leads to
 *   weight   Uint32[t]    time along the arc that is left and for the turn, with reluctance, ms
 */
export interface LineGraph {
  readonly stateOf: Uint32Array
  readonly first: Uint32Array
  readonly head: Uint32Array
  readonly weight: Uint32Array
}

export function buildLineGraph(graph: RoadEdges, turns: Turns, costs: TurnCosts): LineGraph {
  const { travelMs } = graph
  const states = graph.tail.length + turns.copyArc.length
  const nodeOf = new Uint32Array(states)
  const stateOf = new Uint32Array(states)
  const after = new Uint32Array(DEGREE_MAX)
  let nodes = 0
  let turnCount = 0
  for (let state = 0; state < states; state++) {
    if (travelMs[arcOf(graph, turns, state)] === 0) continue
    turnCount += statesAfter(graph, turns, state, after)
    stateOf[nodes] = state
    nodeOf[state] = nodes++
  }
  const first = new Uint32Array(nodes + 1)
  const head = new Uint32Array(turnCount)
  const weight = new Uint32Array(turnCount)
  let turn = 0
  for (let node = 0; node < nodes; node++) {
    const arc = arcOf(graph, turns, stateOf[node]!)
    const found = statesAfter(graph, turns, stateOf[node]!, after)
    for (let i = 0; i < found; i++) {
      const next = arcOf(graph, turns, after[i]!)
      head[turn] = nodeOf[after[i]!]!
      weight[turn++] =
        travelMs[arc]! + turnMs(graph, costs, arc, next) + reluctanceMs(graph, arc, next)
    }
    first[node + 1] = turn
  }
  return { stateOf: stateOf.slice(0, nodes), first, head, weight }
}
