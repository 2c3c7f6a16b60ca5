import { type Arc, headOf, isUsable, type RoadGraph } from '../graph/graph.ts'

/*
 * From the beginning of a one-way street the roads around can be reached, but do not lead back; its
 * end can be reached, but not left. Such a street is a component of its own, and yet as good as its
 * neighbours for the start of a route, or for its end.
 */

/** A component of this many arcs is a place where people live. */
const LARGE_ARCS = 2_000
/** Arcs looked at on the way out, at most: one-way ends are short. */
const ARCS_MAX = 24

export function isLarge({ componentArcs }: RoadGraph, component: number): boolean {
  return componentArcs[component]! >= LARGE_ARCS
}

/**
 * The largest component of the arcs, of those near by to which they lead, or with `isBack` of
 * those from which one comes to them. Turn restrictions are not looked at.
 */
export function largestBeyond(graph: RoadGraph, arcs: readonly Arc[], isBack: boolean): number {
  const { firstOut, out, component } = graph
  const seen = [...arcs]
  let largest = component[arcs[0]!]!
  for (let i = 0; i < seen.length && !isLarge(graph, largest); i++) {
    const arc = seen[i]!
    // They are numbered by their size.
    largest = Math.min(largest, component[arc]!)
    const node = isBack ? graph.tail[arc]! : headOf(graph, arc)
    const end = firstOut[node + 1]!
    for (let k = firstOut[node]!; k < end && seen.length < ARCS_MAX; k++) {
      const next = isBack ? out[k]! ^ 1 : out[k]!
      if (next === (arc ^ 1) || !isUsable(graph, next) || seen.includes(next)) continue
      seen.push(next)
    }
  }
  return largest
}
