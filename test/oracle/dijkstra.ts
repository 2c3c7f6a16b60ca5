import { MinHeap } from '../../src/base/heap.ts'
import type { RoadEdges } from '../../src/routing/graph/graph.ts'
import {
  NODE_RESTRICTED,
  NODE_SIGNALS,
  NODE_STOP,
  ROAD_RESTRICTED,
  ROAD_ROUNDABOUT,
} from '../../src/routing/model/road.ts'
import {
  ACROSS_RING_MS,
  RELUCTANCE_MS,
  type TurnCosts,
} from '../../src/routing/profile/turn-costs.ts'

/*
 * The plainest possible search for the cheapest route, from the same edges and the same forbidden
 * runs of arcs as the hierarchy and from nothing else: no states, no automaton, no shortcuts. What
 * a driver may not do next is found by comparing every run with where he has been.
 */

export interface OracleGraph {
  readonly edges: RoadEdges
  readonly costs: TurnCosts
  readonly forbidden: readonly (readonly number[])[]
}

/** How far into which forbidden run a driver is, by number of the run. */
type Progress = readonly (readonly [run: number, arcs: number])[]

interface Option {
  readonly arc: number
  readonly progress: Progress
  /** From the beginning of the arc before to the beginning of this one. */
  readonly cost: number
}

export class Oracle {
  private readonly graph: OracleGraph
  private readonly beginning = new Map<number, number[]>()

  constructor(graph: OracleGraph) {
    this.graph = graph
    graph.forbidden.forEach((run, i) => {
      const first = run[0]!
      this.beginning.set(first, [...(this.beginning.get(first) ?? []), i])
    })
  }

  /**
   * Cost to reach the beginning of every arc over one turn or more, from a position `part` of the
   * way along an arc. Arcs that cannot be reached are absent.
   */
  costsFrom(start: number, part: number): ReadonlyMap<number, number> {
    const cheapest = new Map<number, number>()
    const known = new Map<string, number>()
    const states: { arc: number; progress: Progress }[] = []
    const heap = new MinHeap()
    const reach = (option: Option, cost: number) => {
      const key = `${option.arc} ${option.progress.join(' ')}`
      if ((known.get(key) ?? Infinity) <= cost) return
      known.set(key, cost)
      if (cost < (cheapest.get(option.arc) ?? Infinity)) cheapest.set(option.arc, cost)
      heap.push(cost, states.length)
      states.push(option)
    }
    const passed = Math.round(this.graph.edges.travelMs[start]! * part)
    for (const option of this.options(start, this.progressOn(start, []))) {
      reach(option, option.cost - passed)
    }
    while (heap.size > 0) {
      const cost = heap.minKey()
      const { arc, progress } = states[heap.pop()]!
      if (known.get(`${arc} ${progress.join(' ')}`)! < cost) continue
      for (const option of this.options(arc, progress)) reach(option, cost + option.cost)
    }
    return cheapest
  }

  /** Cost of driving along whole arcs, to the beginning of the last; null when one may not. */
  costAlong(arcs: readonly number[], part: number): number | null {
    let cost = -Math.round(this.graph.edges.travelMs[arcs[0]!]! * part)
    let progress = this.progressOn(arcs[0]!, [])
    for (let i = 1; i < arcs.length; i++) {
      const options = this.options(arcs[i - 1]!, progress)
      const option = options.find(({ arc }) => arc === arcs[i])
      if (option === undefined) return null
      cost += option.cost
      progress = option.progress
    }
    return cost
  }

  /** Everything that a driver at the end of an arc may do. */
  private options(arc: number, progress: Progress): readonly Option[] {
    const { edges } = this.graph
    const node = edges.tail[arc ^ 1]!
    const isGate = (edges.nodeFlags[node]! & NODE_RESTRICTED) !== 0
    const found: Option[] = []
    for (let i = edges.firstOut[node]!; i < edges.firstOut[node + 1]!; i++) {
      const next = edges.out[i]!
      if (edges.travelMs[next] === 0 || this.completesRun(progress, next)) continue
      const cost = edges.travelMs[arc]! + this.turnCost(arc, next, node)
      found.push({ arc: next, progress: this.progressOn(next, progress), cost })
    }
    const onwards = found.filter((option) => option.arc !== (arc ^ 1))
    const isPublicEnd =
      !this.isRestricted(arc) &&
      (isGate || onwards.every((option) => this.isRestricted(option.arc)))
    const mayTurnBack = onwards.length === 0 || isPublicEnd
    return mayTurnBack ? found : onwards
  }

  private completesRun(progress: Progress, next: number): boolean {
    return progress.some(([run, arcs]) => {
      const forbidden = this.graph.forbidden[run]!
      return arcs === forbidden.length - 1 && forbidden[arcs] === next
    })
  }

  private progressOn(arc: number, progress: Progress): Progress {
    const begun = (this.beginning.get(arc) ?? []).map((run) => [run, 1] as const)
    if (progress.length === 0) return begun
    const further = progress
      .filter(([run, arcs]) => this.graph.forbidden[run]![arcs] === arc)
      .map(([run, arcs]) => [run, arcs + 1] as const)
    return [...further, ...begun]
  }

  private turnCost(arc: number, next: number, node: number): number {
    const { edges, costs } = this.graph
    if (next === (arc ^ 1)) return costs.uTurnMs
    const flags = edges.nodeFlags[node]!
    let cost = 0
    // Bearings look away from the node: straight on is the opposite of where one came from.
    let angle = edges.bearing[next]! - ((edges.bearing[arc ^ 1]! + 128) % 256)
    if (angle >= 128) angle -= 256
    if (angle < -128) angle += 256
    const begin = edges.firstOut[node]!
    const meeting = [...edges.out.subarray(begin, edges.firstOut[node + 1]!)]
    if (this.isRound(next)) cost += this.isRound(arc) ? 0 : costs.roundaboutMs
    else {
      if (meeting.length >= 3) cost += costs.angleMs[angle + 128]!
      const isAcross = !this.isRound(arc) && meeting.some((other) => this.isRound(other))
      if (isAcross && angle <= -32) cost += ACROSS_RING_MS
    }
    if ((flags & NODE_SIGNALS) !== 0) cost += costs.signalsMs
    if ((flags & NODE_STOP) !== 0) cost += costs.stopMs
    const isGate = (flags & NODE_RESTRICTED) !== 0
    if (!this.isRestricted(arc) && (isGate || this.isRestricted(next))) cost += RELUCTANCE_MS
    return cost
  }

  private isRound(arc: number): boolean {
    return this.hasFlag(arc, ROAD_ROUNDABOUT)
  }

  private isRestricted(arc: number): boolean {
    return this.hasFlag(arc, ROAD_RESTRICTED)
  }

  private hasFlag(arc: number, flag: number): boolean {
    const { edges } = this.graph
    return (edges.roadFlags[edges.edgeRoad[arc >>> 1]!]! & flag) !== 0
  }
}
