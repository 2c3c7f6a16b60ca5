import { type Arc, flagsOf, isOneWay, isUsable, type RoadGraph, turnAngle } from '../graph/graph.ts'
import {
  angleOf,
  BACK_MIN,
  BEND_MAX,
  type Move,
  STRAIGHT_MAX,
  sideOf,
  turnOf,
} from '../model/move.ts'
import { ROAD_LINK } from '../model/road.ts'
import type { RoutePath } from '../path/path.ts'
import type { RouteLine } from '../path/route-line.ts'
import { isSmaller } from './junction.ts'
import type { Maneuver } from './maneuver.ts'
import { isSameRoad, labelOf } from './road-label.ts'
import { type Turning, turningBetween } from './turning.ts'

/*
 * A junction is drawn with a few short edges, and a bearing sees only its own edge. So a corner
 * that is cut in three looks straight at its first node. Each maneuver is compared with the line on
 * the ground.
 */

/** Longer edges have their true bearing: it is measured over as much (graph.ts). */
const BEARING_CM = 1_500
/** Shorter ones may point anywhere. */
const POINT_CM = 500
/** A turn with the words slight, fork or sharp is none beyond these angles. */
const SLIGHT_TRUE_MAX = angleOf(65)
const SHARP_TRUE_MIN = angleOf(100)

/** The maneuvers with the turns that a driver makes, where those are others. */
export function asDriven(
  graph: RoadGraph,
  path: RoutePath,
  route: RouteLine,
  maneuvers: readonly Maneuver[],
): Maneuver[] {
  return maneuvers.flatMap((maneuver, i) => {
    const driven = drivenOf(graph, path, route, maneuver, maneuvers[i + 1])
    const previous = maneuvers[i - 1]
    return driven === null || previous === undefined
      ? (driven ?? [])
      : asUTurn(graph, path, previous, driven)
  })
}

/**
 * A sharp turn from one carriageway of a road into the other, where they meet in a point. The road
 * is that of the node, or that of the `previous` maneuver.
 */
function asUTurn(
  graph: RoadGraph,
  { arcs }: RoutePath,
  previous: Maneuver,
  maneuver: Maneuver,
): Maneuver {
  const { at, onto, move } = maneuver
  if (move.kind !== 'turn' || move.bend !== 'sharp') return maneuver
  const before = arcs[at - 1]!
  const after = arcs[onto]!
  if (!isOneWay(graph, before) || !isOneWay(graph, after)) return maneuver
  const stays = maneuver.stays || isSameRoad(graph, arcs[previous.onto]!, after)
  const isBack = Math.abs(turnAngle(graph, before, after)) >= BACK_MIN
  if (!stays && !isBack && !isSameRoad(graph, before, after)) return maneuver
  return { ...maneuver, move: { kind: 'uturn', side: move.side }, stays }
}

/** Null where the way goes straight on and needs no instruction. */
function drivenOf(
  graph: RoadGraph,
  path: RoutePath,
  route: RouteLine,
  maneuver: Maneuver,
  next: Maneuver | undefined,
): Maneuver | null {
  const { at, onto, move } = maneuver
  if (at === 0) return maneuver
  if (move.kind !== 'turn' && move.kind !== 'straight' && move.kind !== 'fork') return maneuver
  const { arcs, arcCm } = path
  if (arcCm[at - 1]! >= BEARING_CM && arcCm[at]! >= BEARING_CM) return maneuver
  const nextAt = next?.at ?? arcs.length
  // The bearings of the two arcs beyond the short ones settle most. The bearing of the first arc
  // may be of a part of it that is not driven.
  const beyond = beyondShort(arcCm, at, nextAt)
  const isPlain = at > 1 && arcCm[at - 1]! >= POINT_CM && arcCm[beyond]! >= POINT_CM
  if (isPlain && !contradicts(move, turnAngle(graph, arcs[at - 1]!, arcs[beyond]!))) return maneuver
  const { line, arcFirst } = route
  const end = isOnePlace(graph, path, at, onto) ? onto : at
  const last = arcFirst[endOfPlace(graph, path, end, nextAt)]!
  const to = Math.min(arcFirst[end]!, last)
  const turning = turningBetween(line, arcFirst[at]!, to, arcFirst[at - 1]!, last)
  if (isStraightOn(turning)) {
    if (move.kind !== 'turn' || move.bend === 'slight') return maneuver
    const isNews = !maneuver.stays && labelOf(graph, arcs[onto]!) !== 0
    return isNews ? { ...maneuver, move: { kind: 'straight' } } : null
  }
  const { total } = turning
  return contradicts(move, total) ? { ...maneuver, move: turnOf(total) } : maneuver
}

/** Not straight: a way that turns off and bends back into the old direction. */
function isStraightOn({ total, left, right }: Turning): boolean {
  return Math.abs(total) <= STRAIGHT_MAX && right - left <= BEND_MAX
}

/** The arc on which the way is after BEARING_CM, before the next move. */
function beyondShort(arcCm: readonly number[], at: number, nextAt: number): number {
  let aheadCm = arcCm[at]!
  let i = at
  while (aheadCm < BEARING_CM && i + 1 < nextAt) aheadCm += arcCm[++i]!
  return i
}

/** Whether a move is made on the way to its road, and not at the first of several junctions. */
function isOnePlace(
  graph: RoadGraph,
  { arcs, arcCm }: RoutePath,
  at: number,
  onto: number,
): boolean {
  if (flagsOf(graph, arcs[at]!) & ROAD_LINK) return true
  let sumCm = 0
  for (let i = at; i < onto; i++) sumCm += arcCm[i]!
  return sumCm < BEARING_CM
}

/** The arc before which another junction comes, or the next move. */
function endOfPlace(graph: RoadGraph, path: RoutePath, onto: number, nextAt: number): number {
  let aheadCm = 0
  let i = onto + 1
  for (; i < nextAt; i++) {
    aheadCm += path.arcCm[i - 1]!
    if (aheadCm >= BEARING_CM || isJunction(graph, path.arcs[i - 1]!, path.arcs[i]!)) break
  }
  return Math.min(i, nextAt)
}

/** Whether a road parts from the way that is not much smaller. */
function isJunction(graph: RoadGraph, from: Arc, to: Arc): boolean {
  const { firstOut, out, tail } = graph
  const node = tail[to]!
  const end = firstOut[node + 1]!
  for (let i = firstOut[node]!; i < end; i++) {
    const arc = out[i]!
    if (arc === to || arc === (from ^ 1) || !isUsable(graph, arc)) continue
    if (!isSmaller(graph, arc, to)) return true
  }
  return false
}

function contradicts(move: Move, total: number): boolean {
  const size = Math.abs(total)
  if (move.kind === 'straight') return size > BEND_MAX
  if (move.kind === 'fork') return size > SLIGHT_TRUE_MAX
  if (move.kind !== 'turn' || size <= STRAIGHT_MAX) return false
  if (move.side !== sideOf(total)) return true
  return move.bend === 'slight'
    ? size > SLIGHT_TRUE_MAX
    : move.bend === 'sharp' && size < SHARP_TRUE_MIN
}
