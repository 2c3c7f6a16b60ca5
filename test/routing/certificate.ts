import { expect } from 'bun:test'
import { UNREACHED } from '../../src/routing/graph/core.ts'
import { headOf } from '../../src/routing/graph/graph.ts'
import type { RoutePath } from '../../src/routing/path/path.ts'
import { type Position, type Router, searchRoute } from '../../src/routing/path/route.ts'
import { ACROSS_RING_MS } from '../../src/routing/profile/turn-costs.ts'
import type { Oracle } from '../oracle/dijkstra.ts'

/** Cost of the way from one position to another by the hierarchy, by a turn or more; null: none. */
export function costBetween(router: Router, start: Position, end: Position): number | null {
  const cost = searchRoute(router, [start], [end])
  return cost === UNREACHED ? null : cost
}

/** Fails unless the route may be driven, hangs together and its parts add up to its whole. */
export function checkPath(router: Router, oracle: Oracle, route: RoutePath): void {
  const { graph } = router
  const { arcs, arcMs, arcCm, startPart, endPart } = route
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const faults = [
    arcs.some((arc, i) => i > 0 && headOf(graph, arcs[i - 1]!) !== graph.tail[arc]) && 'torn',
    (arcMs.length !== arcs.length || arcCm.length !== arcs.length) && 'an arc without its parts',
    [...arcMs, ...arcCm].some((part) => part < 0) && 'a part below zero',
    sum(arcMs) !== route.totalMs && 'times do not add up',
    sum(arcCm) !== route.totalCm && 'lengths do not add up',
  ].filter((fault) => fault !== false)
  if (faults.length > 0) expect([faults, route]).toEqual([[], route])
  const last = arcs.at(-1)!
  if (arcs.length === 1) {
    if (startPart > endPart) expect(startPart).toBeLessThanOrEqual(endPart)
    return
  }
  const toLast = oracle.costAlong(arcs, startPart)
  const cost = (toLast ?? 0) + Math.round(graph.travelMs[last]! * endPart)
  // Time is cost without reluctances, of which no route has more than a few: whole minutes all.
  const isTime = cost >= route.totalMs && (cost - route.totalMs) % ACROSS_RING_MS === 0
  if (toLast === null || !isTime) expect({ cost, route }).toEqual({ cost: route.totalMs, route })
}
