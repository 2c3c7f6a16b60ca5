import { expect } from 'bun:test'
import { headOf } from '../../src/routing/graph.ts'
import type { RoutePath } from '../../src/routing/path.ts'
import { type Position, type Router, searchRoute } from '../../src/routing/route.ts'
import { UNREACHED } from '../../src/routing/search.ts'
import { RELUCTANCE_MS } from '../../src/routing/turn-costs.ts'
import type { Oracle } from '../oracle/dijkstra.ts'

/** What the hierarchy says it costs from one position to another by a turn or more; null: no way. */
export function costBetween(router: Router, start: Position, end: Position): number | null {
  const cost = searchRoute(router, [start], [end])
  return cost === UNREACHED ? null : cost
}

/** Fails unless the route may be driven, hangs together and its parts add up to its whole. */
export function checkPath(router: Router, oracle: Oracle, route: RoutePath): void {
  const { graph } = router
  const { arcs, arcMs, arcCm, startPart, endPart } = route
  for (let i = 0; i + 1 < arcs.length; i++) {
    expect(headOf(graph, arcs[i]!)).toBe(graph.tail[arcs[i + 1]!]!)
  }
  expect(arcMs).toHaveLength(arcs.length)
  expect(arcCm).toHaveLength(arcs.length)
  expect(arcMs.every((ms) => ms >= 0) && arcCm.every((cm) => cm >= 0)).toBe(true)
  expect(arcMs.reduce((sum, ms) => sum + ms, 0)).toBe(route.totalMs)
  expect(arcCm.reduce((sum, cm) => sum + cm, 0)).toBe(route.totalCm)
  const last = arcs.at(-1)!
  if (arcs.length === 1) {
    expect(startPart).toBeLessThanOrEqual(endPart)
    return
  }
  const toLast = oracle.costAlong(arcs, startPart)
  expect(toLast).not.toBeNull()
  const cost = (toLast ?? 0) + Math.round(graph.travelMs[last]! * endPart)
  // Time is cost without reluctance, of which no route has more than a few.
  expect(cost % RELUCTANCE_MS).toBe(route.totalMs % RELUCTANCE_MS)
  expect(cost).toBeGreaterThanOrEqual(route.totalMs)
}
