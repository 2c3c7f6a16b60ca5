import {
  type Arc,
  isOneWay,
  isUsable,
  type RoadGraph,
  turnAngle,
  turnBetween,
} from '../graph/graph.ts'
import { angleOf, type Side, STRAIGHT_MAX, sideOf, turnOf } from '../model/move.ts'
import type { RoutePath } from '../path/path.ts'
import { leavesTraffic } from './junction.ts'
import type { Maneuver } from './maneuver.ts'
import { isSameRoad, labelOf } from './road-label.ts'

/*
 * Several junctions on a map are often one place to a driver: the crossing of two dual
 * carriageways, a gap in a median, an island. Moves that follow each other within such a place
 * become one.
 */

/** A junction of wide roads is this large. */
const PLACE_CM_MAX = 4_000
/** Nearer to the ends of the route than this there is no maneuver. */
const END_CM_MAX = 300
/** A road that is left within this is not announced. */
const NOTHING_CM_MAX = 2_000
/** A carriageway is no farther from the other one of its road. */
const CROSSING_CM_MAX = 6_000
/** Lanes cross a road at more than this, and less than that, and lead against each other. */
const ACROSS_MIN = angleOf(45)
const ACROSS_MAX = angleOf(135)
const AGAINST_MIN = angleOf(150)
/** A road that is left within this is not announced as straight on. */
const STRAIGHT_CM_MIN = 8_000
/** Of a road: streets that meet it this far apart lead on into each other. */
const WIDTH_CM = 800
/** A road without a name takes the name of its continuation within this. */
const NAMELESS_CM_MAX = 10_000
/** Two turns to one side that lead back, by so much together, are one U-turn. */
const UTURN_ANGLE_MIN = angleOf(150)
const UTURN_ANGLE_MAX = angleOf(230)
const WHOLE_TURN = angleOf(360)

export function mergeClose(
  graph: RoadGraph,
  path: RoutePath,
  maneuvers: readonly Maneuver[],
): readonly Maneuver[] {
  const merged: Maneuver[] = []
  for (const maneuver of maneuvers) {
    if (isAtDestination(path, maneuver)) break
    const joined = joinedToLast(graph, path, merged, maneuver)
    if (joined.move.kind !== 'straight' || !joined.stays) merged.push(joined)
  }
  return merged
}

/** A move and the last of those before that are one with it, which are taken off. */
function joinedToLast(
  graph: RoadGraph,
  path: RoutePath,
  merged: Maneuver[],
  maneuver: Maneuver,
): Maneuver {
  const last = merged.at(-1)
  if (last === undefined) return maneuver
  const joined = joinedOf(graph, path, path.arcs[merged.at(-2)?.onto ?? 0]!, last, maneuver)
  if (joined === null) return maneuver
  merged.pop()
  return joinedToLast(graph, path, merged, joined)
}

/** A move that is made where the route ends need not be made. */
function isAtDestination(path: RoutePath, { at, move }: Maneuver): boolean {
  if (at === 0 || move.kind === 'ferry') return false
  return lengthCm(path, at, path.arcs.length) < END_CM_MAX
}

/** Null when they stay two. `road`: an arc of the driver's road before them. */
function joinedOf(
  graph: RoadGraph,
  path: RoutePath,
  road: Arc,
  first: Maneuver,
  second: Maneuver,
): Maneuver | null {
  const { at } = first
  const isUTurn = first.move.kind === 'uturn'
  const gapCm = lengthCm(path, isUTurn ? first.onto : at, second.at)
  if (gapCm > NAMELESS_CM_MAX) return null
  const { onto } = second
  const { kind } = second.move
  // A few metres without a name are no street to turn into.
  const isStub = labelOf(graph, path.arcs[first.onto]!) === 0
  const isCrossing = () => gapCm <= CROSSING_CM_MAX && isBetweenLanes(graph, path, first, second)
  const isNear = gapCm <= PLACE_CM_MAX || isCrossing()
  const goesOn = kind === 'straight' && (isNear || isStub)
  if (at === 0) {
    const isPlain = kind === 'straight' || kind === 'turn' || kind === 'fork'
    return (goesOn && isStub) || (isPlain && gapCm < END_CM_MAX) ? { ...first, onto } : null
  }
  const before = path.arcs[at - 1]!
  const after = path.arcs[onto]!
  const angle = turnAngle(graph, before, after)
  const isBack = isSameRoad(graph, before, after) || isSameRoad(graph, road, after)
  const stays = isUTurn ? isBack : isSameRoad(graph, before, after)
  const whole = { ...first, onto, stays }
  const back = gapCm <= CROSSING_CM_MAX ? backSide(first, second, angle) : null
  if (isBack && back !== null) return { ...whole, move: { kind: 'uturn', side: back }, stays: true }
  if (goesOn) return whole
  if (isSilent(graph, path, first, second, gapCm)) {
    return kind === 'turn' || kind === 'uturn' ? { ...second, stays } : second
  }
  if (!isNear) return null
  // The lanes part at the island in front of a roundabout.
  if (kind === 'roundabout' && isAhead(first)) return { ...second, at }
  if (kind === 'fork' && first.move.kind === 'straight') return { ...whole, move: second.move }
  // A driver who turns right keeps right before.
  if (second.move.kind === 'turn' && first.move.kind === 'fork' && gapCm <= NOTHING_CM_MAX) {
    if (first.move.side === second.move.side) return { ...second, stays }
  }
  const isTurn = isSlight(second) && first.move.kind === 'turn'
  const bends = isTurn && (isSlight(first) || isStub || isCrossing())
  if (!bends && (gapCm > WIDTH_CM || !isAtOnce(graph, path, first, second, angle))) return null
  return { ...whole, move: Math.abs(angle) <= STRAIGHT_MAX ? { kind: 'straight' } : turnOf(angle) }
}

/**
 * Whether straight on into a road which the driver leaves so soon needs no message. Where his own
 * road leads elsewhere it does, unless he crosses only its near lanes.
 */
function isSilent(
  graph: RoadGraph,
  { arcs }: RoutePath,
  first: Maneuver,
  { move, onto }: Maneuver,
  gapCm: number,
): boolean {
  if (first.move.kind !== 'straight' || gapCm >= STRAIGHT_CM_MIN) return false
  if (move.kind === 'turn' && first.roadLeaves) {
    const between = arcs[first.onto]!
    const isGap = labelOf(graph, between) === 0 || isSameRoad(graph, between, arcs[onto]!)
    return gapCm <= (isGap ? PLACE_CM_MAX : NOTHING_CM_MAX)
  }
  const isTurn = move.kind === 'turn' || move.kind === 'uturn'
  return !first.roadLeaves && (isTurn || move.kind === 'ramp' || move.kind === 'roundabout')
}

/**
 * Whether two moves are made at the two carriageways of one road: the one-way road that crosses the
 * way between them at its one end leads against the one that crosses it at the other. A driver who
 * turns right is never between those of the road that he comes on.
 */
function isBetweenLanes(
  graph: RoadGraph,
  { arcs }: RoutePath,
  { move, at }: Maneuver,
  second: Maneuver,
): boolean {
  if (move.kind === 'turn' && move.side === 'right') return false
  const near = lanesAcross(graph, arcs[at]!)
  return lanesAcross(graph, arcs[second.at - 1]! ^ 1).some((far) =>
    near.some((lane) => Math.abs(turnBetween(lane, far)) >= AGAINST_MIN),
  )
}

/** Bearings of one-way roads that cross an arc at its beginning. */
function lanesAcross(graph: RoadGraph, arc: Arc): readonly number[] {
  const { firstOut, out, tail, bearing } = graph
  const node = tail[arc]!
  return Array.from(out.subarray(firstOut[node]!, firstOut[node + 1]!))
    .filter((other) => isOneWay(graph, other) && other !== arc)
    .map((other) => (isUsable(graph, other) ? bearing[other]! : bearing[other]! + 128))
    .filter((lane) => isAcross(turnBetween(bearing[arc]!, lane)))
}

function isAcross(angle: number): boolean {
  return Math.abs(angle) >= ACROSS_MIN && Math.abs(angle) <= ACROSS_MAX
}

/** Whether two turns over the width of a road mean their sum. */
function isAtOnce(
  graph: RoadGraph,
  { arcs }: RoutePath,
  first: Maneuver,
  second: Maneuver,
  angle: number,
): boolean {
  if (first.move.kind !== 'turn' || second.move.kind !== 'turn') return false
  const { side } = first.move
  if (side === second.move.side) return turnedTo(side, angle) < UTURN_ANGLE_MIN
  // Over to the street opposite, where no other is straight ahead.
  return !leavesTraffic(graph, arcs[first.at - 1]!, arcs[first.at]!)
}

/** To which side two moves turn back together; null when they do not. */
function backSide(first: Maneuver, second: Maneuver, angle: number): Side | null {
  if (second.move.kind !== 'turn') return null
  const { side } = second.move
  const { move } = first
  const isPart = move.kind === 'turn' || move.kind === 'fork' ? move.side === side : isAhead(first)
  if (!isPart) return null
  const turned = turnedTo(side, angle)
  return turned >= UTURN_ANGLE_MIN && turned <= UTURN_ANGLE_MAX ? side : null
}

/** Angle of the turn to a side: two lefts beyond half a circle end as one right would. */
function turnedTo(side: Side, angle: number): number {
  return sideOf(angle) === side ? Math.abs(angle) : WHOLE_TURN - Math.abs(angle)
}

function isAhead({ move }: Maneuver): boolean {
  return move.kind === 'fork' || move.kind === 'straight'
}

function isSlight({ move }: Maneuver): boolean {
  return move.kind === 'turn' && move.bend === 'slight'
}

/** Length from one arc to another, or more than NAMELESS_CM_MAX where it is longer. */
function lengthCm({ arcCm }: RoutePath, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to && sum <= NAMELESS_CM_MAX; i++) sum += arcCm[i]!
  return sum
}
