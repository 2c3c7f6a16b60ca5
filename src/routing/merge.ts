import { type Arc, type RoadGraph, turnAngle } from './graph.ts'
import { leavesTraffic } from './junction.ts'
import type { Maneuver } from './maneuver.ts'
import { angleOf, type Side, STRAIGHT_MAX, sideOf, turnOf } from './move.ts'
import type { RoutePath } from './path.ts'
import { isOneRoad, labelOf, refOf } from './road-label.ts'

/*
 * What a map draws as several junctions is often one place to a driver: the crossing of two dual
 * carriageways, a gap in a median, an island. Moves that follow each other within such a place are
 * told as one.
 */

/** A junction of wide roads is this large. */
const PLACE_CM_MAX = 4_000
/** Nearer to the ends of the route than this there is nothing to tell. */
const END_CM_MAX = 300
/** Nobody is told of a road that he is on for no longer than this. */
const NOTHING_CM_MAX = 2_000
/** Of a road: streets that meet it this far apart lead on into each other. */
const WIDTH_CM = 800
/** A road without a name is named after what it goes on as within this. */
const NAMELESS_CM_MAX = 10_000
/** Two turns to one side as near as this, back along the same road, are one U-turn. */
const UTURN_CM_MAX = 6_000
const UTURN_ANGLE_MIN = angleOf(150)
const UTURN_ANGLE_MAX = angleOf(230)
const WHOLE_TURN = angleOf(360)

export function mergeClose(
  graph: RoadGraph,
  path: RoutePath,
  said: readonly Maneuver[],
): readonly Maneuver[] {
  const merged: Maneuver[] = []
  for (const maneuver of said) {
    if (isAtDestination(path, maneuver)) break
    const last = merged.at(-1)
    const joined = last === undefined ? null : joinedOf(graph, path, last, maneuver)
    if (joined === null) merged.push(maneuver)
    else {
      merged.pop()
      if (joined.move.kind !== 'straight' || !joined.stays) merged.push(joined)
    }
  }
  return merged
}

/** A move that is made where the route ends need not be made. */
function isAtDestination(path: RoutePath, { at, move }: Maneuver): boolean {
  if (at === 0 || move.kind === 'ferry') return false
  return lengthCm(path, at, path.arcs.length) < END_CM_MAX
}

/** Null when they stay two. */
function joinedOf(
  graph: RoadGraph,
  path: RoutePath,
  first: Maneuver,
  second: Maneuver,
): Maneuver | null {
  const gapCm = lengthCm(path, first.at, second.at)
  if (gapCm > NAMELESS_CM_MAX) return null
  const { at } = first
  const { onto } = second
  const { kind } = second.move
  // A few metres without a name are no street to turn into.
  const isStub = labelOf(graph, path.arcs[first.onto]!) === 0
  const isNear = gapCm <= PLACE_CM_MAX
  const goesOn = kind === 'straight' && (isNear || isStub)
  if (at === 0) {
    const isPlain = kind === 'straight' || kind === 'turn' || kind === 'fork'
    return (goesOn && isStub) || (isPlain && gapCm < END_CM_MAX) ? { ...first, onto } : null
  }
  const before = path.arcs[at - 1]!
  const after = path.arcs[onto]!
  const angle = turnAngle(graph, before, after)
  const stays = isSameRoad(graph, before, after)
  const back = gapCm <= UTURN_CM_MAX ? backSide(first, second, angle) : null
  if (stays && back !== null) return { move: { kind: 'uturn', side: back }, at, onto, stays }
  if (goesOn) return { move: first.move, at, onto, stays }
  if (!isNear) return null
  // The lanes part at the island in front of a roundabout.
  if (kind === 'roundabout' && isAhead(first)) return { ...second, at }
  if (kind === 'fork' && first.move.kind === 'straight') {
    return { move: second.move, at, onto, stays }
  }
  // Straight over the near lanes, to turn into the far ones.
  if (second.move.kind === 'turn' && first.move.kind === 'straight') {
    const isGap = isStub || isSameRoad(graph, path.arcs[first.onto]!, after)
    if (isGap || gapCm <= NOTHING_CM_MAX) return { ...second, stays }
  }
  // Who turns right keeps right before.
  if (second.move.kind === 'turn' && first.move.kind === 'fork' && gapCm <= NOTHING_CM_MAX) {
    if (first.move.side === second.move.side) return { ...second, stays }
  }
  const bends = isSlight(second) && (isSlight(first) || (isStub && first.move.kind === 'turn'))
  if (!bends && (gapCm > WIDTH_CM || !isAtOnce(graph, path, first, second, angle))) return null
  const move = Math.abs(angle) <= STRAIGHT_MAX ? ({ kind: 'straight' } as const) : turnOf(angle)
  return { move, at, onto, stays }
}

/** Whether two turns over the width of a road are what their sum says. */
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

function isSameRoad(graph: RoadGraph, before: Arc, after: Arc): boolean {
  const label = labelOf(graph, before)
  return isOneRoad(graph, label, refOf(graph, before), labelOf(graph, after), refOf(graph, after))
}

/** To which side two moves turn back together; null when they do not. */
function backSide(first: Maneuver, second: Maneuver, angle: number): Side | null {
  if (first.move.kind !== 'turn' || second.move.kind !== 'turn') return null
  const { side } = first.move
  if (side !== second.move.side) return null
  const turned = turnedTo(side, angle)
  return turned >= UTURN_ANGLE_MIN && turned <= UTURN_ANGLE_MAX ? side : null
}

/** How far it is turned to a side: two lefts beyond half a circle end as one right would. */
function turnedTo(side: Side, angle: number): number {
  return sideOf(angle) === side ? Math.abs(angle) : WHOLE_TURN - Math.abs(angle)
}

function isAhead({ move }: Maneuver): boolean {
  return move.kind === 'fork' || move.kind === 'straight'
}

function isSlight({ move }: Maneuver): boolean {
  return move.kind === 'turn' && move.bend === 'slight'
}

function lengthCm({ arcCm }: RoutePath, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += arcCm[i]!
  return sum
}
