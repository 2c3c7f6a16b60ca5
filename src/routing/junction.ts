import { lineLengthM, pointAlong } from '../geo/line.ts'
import { type Arc, flagsOf, headOf, isUsable, lineOf, type RoadGraph, turnAngle } from './graph.ts'
import { angleOf, type Side } from './move.ts'
import { ROAD_ALLEY, ROAD_CLASSES, ROAD_LINK, ROAD_RESTRICTED, type RoadClass } from './road.ts'

/*
 * What a driver sees where he comes along one arc and leaves by another: which of the other roads
 * he could take by mistake. Roads much smaller than the one he takes are no rivals to it.
 */

/** Angles are those of turns, in 256ths of a circle from straight on, right is positive. */
export interface Junction {
  /** Of the arc that is taken. */
  readonly angle: number
  /** Roads besides the two of the route, those included that may not be entered. */
  readonly others: number
  /** Rivals anywhere but behind. */
  readonly choices: number
  /** The most straight of the rivals; null when there is none. */
  readonly straightest: Rival | null
}

export interface Rival {
  readonly arc: Arc
  readonly angle: number
}

const BEHIND_MIN = angleOf(115)

/** How much smaller a road must be to be no rival. */
const RANKS_SMALLER = 3
const SMALL_RANK = 6
const RANK: Readonly<Record<RoadClass, number>> = {
  motorway: 0,
  trunk: 1,
  primary: 2,
  secondary: 3,
  tertiary: 4,
  unclassified: 5,
  residential: 5,
  living_street: 5,
  road: 5,
  ferry: 5,
  busway: SMALL_RANK,
  service: SMALL_RANK,
  track: SMALL_RANK + 1,
  path: SMALL_RANK + 1,
}

/** The junction where `from` ends and `to` begins. */
export function junctionOf(graph: RoadGraph, from: Arc, to: Arc): Junction {
  const { firstOut, out, tail } = graph
  const node = tail[to]!
  const angle = turnAngle(graph, from, to)
  let others = 0
  let choices = 0
  let straightest: Rival | null = null
  const end = firstOut[node + 1]!
  for (let i = firstOut[node]!; i < end; i++) {
    const arc = out[i]!
    if (arc === to || arc === (from ^ 1)) continue
    if (isTwin(graph, arc, to)) continue
    others++
    if (!isUsable(graph, arc) || isSmaller(graph, arc, to)) continue
    const rival = { arc, angle: turnAngle(graph, from, arc) }
    const size = Math.abs(rival.angle)
    if (size < BEHIND_MIN) choices++
    if (straightest === null || size < Math.abs(straightest.angle)) straightest = rival
  }
  return { angle, others, choices, straightest }
}

/** A stretch that is mapped twice is one road all the same. */
function isTwin(graph: RoadGraph, arc: Arc, of: Arc): boolean {
  if (headOf(graph, arc) !== headOf(graph, of)) return false
  return graph.bearing[arc] === graph.bearing[of]
}

/** Whether nobody would take `arc` for the way on when `than` is there. */
export function isSmaller(graph: RoadGraph, arc: Arc, than: Arc): boolean {
  const flags = flagsOf(graph, arc)
  const thanFlags = flagsOf(graph, than)
  if (flags & ROAD_LINK && !(thanFlags & ROAD_LINK)) return true
  if (flags & ROAD_RESTRICTED && !(thanFlags & ROAD_RESTRICTED)) return true
  const rank = rankOf(graph, arc)
  const thanRank = rankOf(graph, than)
  if (rank >= SMALL_RANK && thanRank < SMALL_RANK) return true
  return rank - thanRank >= RANKS_SMALLER
}

/** Roads that part often run side by side for a while: how far to look for their sides. */
const PARTED_M = 60

/** On which side of another arc an arc leads away, where both leave the same node. */
export function sideBeside(graph: RoadGraph, arc: Arc, other: Arc): Side {
  const here = lineOf(graph, arc)
  const there = lineOf(graph, other)
  const aheadM = Math.min(PARTED_M, lineLengthM(here), lineLengthM(there))
  const a = pointAlong(here, aheadM)
  const b = pointAlong(there, aheadM)
  const [lonE7, latE7] = [here[0]!, here[1]!]
  const cross = (a.lonE7 - lonE7) * (b.latE7 - latE7) - (a.latE7 - latE7) * (b.lonE7 - lonE7)
  return cross < 0 ? 'left' : 'right'
}

/** Whether an exit of a roundabout counts when signs and drivers count them. */
export function isCountedExit(graph: RoadGraph, arc: Arc): boolean {
  return rankOf(graph, arc) < SMALL_RANK && !(flagsOf(graph, arc) & ROAD_RESTRICTED)
}

function rankOf(graph: RoadGraph, arc: Arc): number {
  const rank = RANK[classOf(graph, arc)]
  return flagsOf(graph, arc) & ROAD_ALLEY ? Math.max(rank, SMALL_RANK) : rank
}

export function classOf(graph: RoadGraph, arc: Arc): RoadClass {
  return ROAD_CLASSES[graph.roadClass[graph.edgeRoad[arc >>> 1]!]!]!
}
