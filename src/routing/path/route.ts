import { assert } from '../../base/assert.ts'
import { openContainer } from '../../base/container.ts'
import type { Point } from '../../geo/point.ts'
import { openCore, UNREACHED } from '../graph/core.ts'
import { type Arc, GRAPH_KIND, GRAPH_VERSION, graphOf, type RoadGraph } from '../graph/graph.ts'
import { type Hierarchy, openHierarchy } from '../graph/hierarchy.ts'
import {
  arcOf,
  DEGREE_MAX,
  openTurnCosts,
  openTurns,
  reluctanceMs,
  statesAfter,
  type Turns,
  turnMs,
} from '../graph/turns.ts'
import type { TurnCosts } from '../profile/turn-costs.ts'
import type { RoutePath } from './path.ts'
import { isLarge, largestBeyond } from './reach.ts'
import { Search } from './search.ts'
import { arcsOf, partAlong, type Snap, type SnapGroup, Snapper } from './snap.ts'

/** Farther from any road than this, a point is on none. */
export const SNAP_RADIUS_M = 1_000

/** So near behind the start, on one arc, positions are not exact enough: the route has arrived. */
const THERE_CM_MAX = 1_000

/** Pairs of components that are tried before the points count as not connected. */
const PAIRS_MAX = 4

/** A road graph that answers, with the scratch of one thread. */
export interface Router {
  readonly graph: RoadGraph
  readonly turns: Turns
  readonly costs: TurnCosts
  readonly hierarchy: Hierarchy
  readonly search: Search
  readonly snapper: Snapper
  readonly after: Uint32Array
}

/** Opens `routing-car.idx` or `routing-motobike.idx`, mapped. Throws `INVALID_DATASET`. */
export function openRouter(bytes: Uint8Array): Router {
  const file = openContainer(bytes, GRAPH_KIND, GRAPH_VERSION)
  const graph = graphOf(file)
  const hierarchy = openHierarchy(file)
  return {
    graph,
    turns: openTurns(file),
    costs: openTurnCosts(file),
    hierarchy,
    search: new Search(hierarchy, openCore(file)),
    snapper: new Snapper(graph),
    after: new Uint32Array(DEGREE_MAX),
  }
}

/**
 * The fastest route between the roads nearest to two points. Null when a point is more than
 * `radiusM` from every road, or when no roads near them are connected.
 */
export function findRoute(
  router: Router,
  from: Point,
  to: Point,
  radiusM = SNAP_RADIUS_M,
): RoutePath | null {
  const starts = router.snapper.groupsNear(from, radiusM)
  const ends = router.snapper.groupsNear(to, radiusM)
  const [start, end] = [starts[0], ends[0]]
  if (start === undefined || end === undefined) return null
  // Nine of ten times the nearest of both are of one component, and no other pair is preferred.
  if (start.component === end.component) {
    const path = routeBetween(router, positionsOf(router, start), positionsOf(router, end))
    if (path !== null) return path
  }
  for (const [first, last] of joinedGroups(router.graph, starts, ends)) {
    const path = routeBetween(router, positionsOf(router, first), positionsOf(router, last))
    if (path !== null) return path
  }
  return null
}

/** A place on an arc where a route may begin or end. */
export interface Position {
  readonly arc: Arc
  /** Part of the arc that lies before it, 0 to 1. */
  readonly part: number
  readonly snap: Snap
}

/** The cheapest route from one of the starts to one of the ends; null when there is none. */
export function routeBetween(
  router: Router,
  starts: readonly Position[],
  ends: readonly Position[],
): RoutePath | null {
  const direct = directRoute(router.graph, starts, ends) ?? restingRoute(router.graph, starts, ends)
  const cost = searchRoute(router, starts, ends)
  if (direct !== null && direct.cost <= cost) return direct.path
  return cost === UNREACHED ? null : foundPath(router, starts, ends)
}

/** A route that stays on one arc. */
interface DirectRoute {
  readonly path: RoutePath
  /** As `searchRoute` counts, milliseconds. */
  readonly cost: number
}

/**
 * Pairs of groups that roads join, the most preferred first: of one component, or of those that
 * lead to it and that it leads to.
 */
function joinedGroups(
  graph: RoadGraph,
  starts: readonly SnapGroup[],
  ends: readonly SnapGroup[],
): (readonly [SnapGroup, SnapGroup])[] {
  const pairs: (readonly [SnapGroup, SnapGroup])[] = []
  const comesFrom = ends.map((end) => componentBeside(graph, end, true))
  for (const start of starts) {
    const leadsTo = componentBeside(graph, start, false)
    ends.forEach((end, i) => {
      if (start.component === end.component || leadsTo === comesFrom[i]) pairs.push([start, end])
    })
  }
  const sumM = ([start, end]: readonly [SnapGroup, SnapGroup]) =>
    start.preferenceM + end.preferenceM
  pairs.sort((a, b) => sumM(a) - sumM(b))
  return pairs.slice(0, PAIRS_MAX)
}

/** The component that a group belongs to, or the larger one that it leads to or comes from. */
function componentBeside(graph: RoadGraph, group: SnapGroup, isBack: boolean): number {
  if (isLarge(graph, group.component)) return group.component
  const arcs = group.snaps.flatMap((snap) => arcsOf(graph, snap, group.component))
  return largestBeyond(graph, arcs, isBack)
}

function positionsOf(router: Router, group: SnapGroup): Position[] {
  return group.snaps.flatMap((snap) =>
    arcsOf(router.graph, snap, group.component).map((arc) => ({
      arc,
      part: partAlong(snap, arc),
      snap,
    })),
  )
}

/** Milliseconds, or centimetres, of the first `part` of an arc: whole, and additive by design. */
function upTo(whole: number, part: number): number {
  return Math.round(whole * part)
}

/** The best of the routes that stay on one arc. */
function directRoute(
  graph: RoadGraph,
  starts: readonly Position[],
  ends: readonly Position[],
): DirectRoute | null {
  let best: DirectRoute | null = null
  for (const start of starts) {
    for (const end of ends) {
      if (start.arc !== end.arc || start.part > end.part) continue
      const lengthCm = graph.lengthCm[start.arc >>> 1]!
      const travelMs = graph.travelMs[start.arc]!
      const totalCm = upTo(lengthCm, end.part) - upTo(lengthCm, start.part)
      const totalMs = upTo(travelMs, end.part) - upTo(travelMs, start.part)
      const cost = totalMs + start.snap.aversionMs + end.snap.aversionMs
      if (best !== null && best.cost <= cost) continue
      const parts = { arcs: [start.arc], arcMs: [totalMs], arcCm: [totalCm] }
      best = { path: { ...endsOf(start, end), ...parts, totalMs, totalCm }, cost }
    }
  }
  return best
}

/** A route without a move: its end is a few metres behind its start, in a one-way street. */
function restingRoute(
  graph: RoadGraph,
  starts: readonly Position[],
  ends: readonly Position[],
): DirectRoute | null {
  for (const start of starts) {
    const behindCm = (end: Position) => (start.part - end.part) * graph.lengthCm[start.arc >>> 1]!
    const isThere = (end: Position) => start.arc === end.arc && behindCm(end) <= THERE_CM_MAX
    if (ends.some(isThere)) return directRoute(graph, [start], [start])
  }
  return null
}

/**
 * Cost of the cheapest route over one turn or more: its time, the aversion of its turns, and that
 * of its ends. UNREACHED when there is none.
 */
export function searchRoute(
  router: Router,
  starts: readonly Position[],
  ends: readonly Position[],
): number {
  const { graph, turns, costs, hierarchy, search, after } = router
  search.clear()
  for (const { arc, part, snap } of starts) {
    const leftMs = snap.aversionMs + graph.travelMs[arc]! - upTo(graph.travelMs[arc]!, part)
    const count = statesAfter(graph, turns, arc, after)
    for (let i = 0; i < count; i++) {
      const next = arcOf(graph, turns, after[i]!)
      const turn = turnMs(graph, costs, arc, next) + reluctanceMs(graph, arc, next)
      search.addStart(hierarchy.recordOf[after[i]!]!, leftMs + turn)
    }
  }
  const arcs = graph.tail.length
  for (const { arc, part, snap } of ends) {
    const driven = snap.aversionMs + upTo(graph.travelMs[arc]!, part)
    search.addEnd(hierarchy.recordOf[arc]!, driven)
    for (let i = 0; i < turns.copyArc.length; i++) {
      if (turns.copyArc[i] === arc) search.addEnd(hierarchy.recordOf[arcs + i]!, driven)
    }
  }
  return search.run()
}

/** The route that the search has just found. */
function foundPath(
  router: Router,
  starts: readonly Position[],
  ends: readonly Position[],
): RoutePath {
  const { graph, turns, costs, search } = router
  const { travelMs, lengthCm } = graph
  const { items, length: last } = search.path()
  const arcs = new Array<Arc>(last + 1).fill(0)
  for (let i = 0; i < last; i++) arcs[i + 1] = arcOf(graph, turns, items[i]!)
  const start = startOf(router, starts, items[0]!)
  const end = nearestOn(ends, arcs[last]!)
  arcs[0] = start.arc
  let totalMs = travelMs[start.arc]! - upTo(travelMs[start.arc]!, start.part)
  let totalCm = lengthCm[start.arc >>> 1]! - upTo(lengthCm[start.arc >>> 1]!, start.part)
  const arcMs = new Array<number>(last + 1).fill(totalMs)
  const arcCm = new Array<number>(last + 1).fill(totalCm)
  let before = start.arc
  for (let i = 1; i <= last; i++) {
    const arc = arcs[i]!
    const part = i === last ? end.part : 1
    const ms = turnMs(graph, costs, before, arc) + upTo(travelMs[arc]!, part)
    const cm = upTo(lengthCm[arc >>> 1]!, part)
    arcMs[i] = ms
    arcCm[i] = cm
    totalMs += ms
    totalCm += cm
    before = arc
  }
  return { ...endsOf(start, end), arcs, arcMs, arcCm, totalMs, totalCm }
}

/** The start from which the first state of the route is reached for the least. */
function startOf(router: Router, starts: readonly Position[], state: number): Position {
  const { graph, turns, costs, after } = router
  const first = arcOf(graph, turns, state)
  let best: Position | null = null
  let bestMs = Infinity
  for (const start of starts) {
    const count = statesAfter(graph, turns, start.arc, after)
    for (let i = 0; i < count; i++) {
      if (after[i] !== state) continue
      const ms =
        start.snap.aversionMs +
        graph.travelMs[start.arc]! -
        upTo(graph.travelMs[start.arc]!, start.part) +
        turnMs(graph, costs, start.arc, first) +
        reluctanceMs(graph, start.arc, first)
      if (ms >= bestMs) continue
      best = start
      bestMs = ms
    }
  }
  assert(best, 'a route begins at one of its starts')
  return best
}

/** The end on the arc that is reached first. */
function nearestOn(ends: readonly Position[], arc: Arc): Position {
  let best: Position | null = null
  for (const end of ends) {
    if (end.arc === arc && (best === null || end.part < best.part)) best = end
  }
  assert(best !== null, 'a route ends at one of its ends')
  return best
}

type PathEnds = Pick<
  RoutePath,
  'startPart' | 'endPart' | 'start' | 'end' | 'startDistanceM' | 'endDistanceM'
>

function endsOf(start: Position, end: Position): PathEnds {
  return {
    startPart: start.part,
    endPart: end.part,
    start: start.snap.point,
    end: end.snap.point,
    startDistanceM: start.snap.distanceM,
    endDistanceM: end.snap.distanceM,
  }
}
