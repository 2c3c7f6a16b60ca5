import { lineLengthM, pointAlong } from '../../geo/line.ts'
import {
  type Arc,
  flagsOf,
  headOf,
  isUsable,
  lineOf,
  NONE,
  type RoadGraph,
  roadNumberOf,
  turnAngle,
  turnBetween,
} from '../graph/graph.ts'
import { angleOf, BEND_MAX, type Side, STRAIGHT_MAX, sideOf } from '../model/move.ts'
import {
  ROAD_ALLEY,
  ROAD_CLASSES,
  ROAD_LINK,
  ROAD_RESTRICTED,
  ROAD_ROUNDABOUT,
  type RoadClass,
} from '../model/road.ts'
import { labelOf } from './road-label.ts'

/*
 * A driver's view of a junction, from one arc to another: the other roads that he could take by
 * mistake. Roads much smaller than the one he takes are no rivals to it.
 */

/** Angles are those of turns, in 256ths of a circle from straight on, right is positive. */
export interface Junction {
  /** Of the arc that is taken. */
  readonly angle: number
  /** Roads besides the two of the route, those included that may not be entered. */
  readonly others: number
  /** Rivals anywhere but behind. */
  readonly choices: number
  /** The most straight of the rivals, `NONE` when there is none, and its angle. */
  readonly rival: Arc
  readonly rivalAngle: number
  /** Rivals that lead ahead, as a road bends at most, and are no lanes of the arc taken. */
  readonly ahead: readonly Arc[]
}

/** From this on a road is behind one who passes a junction. */
export const BEHIND_MIN = angleOf(115)
/** A road leads as straight on as another that is not straighter by more than this. */
const AS_STRAIGHT_MAX = angleOf(10)
/** Two roads part as a fork when neither is straighter than the other by this much. */
const FORK_DIFFERENCE_MAX = angleOf(24)
const FORK_SPREAD_MAX = angleOf(95)

/** Difference in size that makes a road no rival. */
const RANKS_SMALLER = 3
const SMALL_RANK = 6
const RANKS: Readonly<Record<RoadClass, number>> = {
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
/** By index into ROAD_CLASSES. */
const RANK_OF = Uint8Array.from(ROAD_CLASSES, (roadClass) => RANKS[roadClass])

/**
 * The junction between arc `at - 1` of a path and arc `onto`: one node, or several when the arcs
 * from `at` on are so short that their ends are one place.
 */
export function junctionOf(
  graph: RoadGraph,
  arcs: readonly Arc[],
  at: number,
  onto: number,
): Junction {
  const { firstOut, out, tail, travelMs } = graph
  const from = arcs[at - 1]!
  const to = arcs[onto]!
  const angle = turnAngle(graph, from, to)
  let others = 0
  let choices = 0
  let rival: Arc = NONE
  let rivalAngle = 0
  const ahead: Arc[] = []
  for (let k = at; k <= onto; k++) {
    const back = arcs[k - 1]! ^ 1
    const next = arcs[k]!
    const node = tail[next]!
    const end = firstOut[node + 1]!
    for (let i = firstOut[node]!; i < end; i++) {
      const arc = out[i]!
      if (arc === next || arc === back || isTwin(graph, arc, to)) continue
      others++
      if (travelMs[arc] === 0 || isSmaller(graph, arc, to)) continue
      const arcAngle = turnAngle(graph, from, arc)
      if (Math.abs(arcAngle) < BEHIND_MIN) choices++
      if (Math.abs(arcAngle) <= BEND_MAX && !isLane(graph, arc, to)) ahead.push(arc)
      if (rival !== NONE && Math.abs(arcAngle) >= Math.abs(rivalAngle)) continue
      rival = arc
      rivalAngle = arcAngle
    }
  }
  return { angle, others, choices, rival, rivalAngle, ahead }
}

/**
 * Whether the arc that is taken from `from` on is a branch of a fork: one of two that bend away
 * alike, or of more, another of which leads nearly the same way.
 */
export function isFork(graph: RoadGraph, from: Arc, junction: Junction): boolean {
  const { angle, choices, rivalAngle, ahead } = junction
  const isBeside = (other: number) => Math.abs(angle - other) <= FORK_DIFFERENCE_MAX
  if (ahead.length > 1) return ahead.some((arc) => isBeside(turnAngle(graph, from, arc)))
  if (choices !== 1 || Math.abs(angle - rivalAngle) > FORK_SPREAD_MAX) return false
  return Math.abs(Math.abs(angle) - Math.abs(rivalAngle)) <= FORK_DIFFERENCE_MAX
}

/**
 * Whether one who turns along a road by `angle` sees another way to go: a street, be it a lesser or
 * a closed one, as straight ahead as he turns; an alley straight on; or, where nothing leads
 * straight on, one to the other side.
 */
export function hasOtherWay(graph: RoadGraph, from: Arc, to: Arc, angle: number): boolean {
  const { firstOut, out, tail } = graph
  const node = tail[to]!
  const end = firstOut[node + 1]!
  for (let i = firstOut[node]!; i < end; i++) {
    const arc = out[i]!
    if (arc === to || arc === (from ^ 1) || isTwin(graph, arc, to)) continue
    if (flagsOf(graph, arc) & ROAD_LINK) continue
    const other = turnAngle(graph, from, arc)
    const size = Math.abs(other)
    if (isCountedExit(graph, arc) && size < Math.abs(angle) + AS_STRAIGHT_MAX) return true
    if (!isUsable(graph, arc) || isDriveway(graph, arc)) continue
    if (size <= STRAIGHT_MAX) return true
    if (size < BEHIND_MIN && sideOf(other) !== sideOf(angle)) return true
  }
  return false
}

/** Whether an arc seems to lead to a yard: a closed road, or a nameless service road that ends. */
function isDriveway(graph: RoadGraph, arc: Arc): boolean {
  if (flagsOf(graph, arc) & ROAD_RESTRICTED) return true
  if (labelOf(graph, arc) !== 0 || flagsOf(graph, arc) & ROAD_ALLEY) return false
  const head = headOf(graph, arc)
  const isEnd = graph.firstOut[head + 1]! - graph.firstOut[head]! === 1
  return isEnd && RANK_OF[graph.roadClass[roadNumberOf(graph, arc)]!]! >= SMALL_RANK
}

/** Whether `to` leads straight on and no other road leads ahead nearly as straight. */
export function isPlainlyOn(graph: RoadGraph, from: Arc, to: Arc): boolean {
  const { firstOut, out, bearing } = graph
  const ahead = bearing[from ^ 1]! + 128
  const size = Math.abs(turnBetween(ahead, bearing[to]!))
  if (size > STRAIGHT_MAX) return false
  const node = graph.tail[to]!
  const end = firstOut[node + 1]!
  for (let i = firstOut[node]!; i < end; i++) {
    const arc = out[i]!
    if (arc === to || arc === (from ^ 1)) continue
    const otherSize = Math.abs(turnBetween(ahead, bearing[arc]!))
    if (otherSize <= size + FORK_DIFFERENCE_MAX) return false
  }
  return true
}

/**
 * Whether another road goes on ahead where `to` leads off: a driver without a message follows it.
 */
export function leavesTraffic(graph: RoadGraph, before: Arc, to: Arc): boolean {
  const { firstOut, out, tail } = graph
  const node = tail[to]!
  const last = firstOut[node + 1]!
  for (let i = firstOut[node]!; i < last; i++) {
    const arc = out[i]!
    if (arc === to || arc === (before ^ 1) || !isUsable(graph, arc)) continue
    if (flagsOf(graph, arc) & ROAD_LINK || isSmaller(graph, arc, to)) continue
    if (Math.abs(turnAngle(graph, before, arc)) <= BEND_MAX) return true
  }
  return false
}

/** A stretch that is mapped twice is one road all the same. */
function isTwin(graph: RoadGraph, arc: Arc, of: Arc): boolean {
  if (headOf(graph, arc) !== headOf(graph, of)) return false
  return graph.bearing[arc] === graph.bearing[of]
}

/** Whether two arcs that leave a node are lanes of one street, which lead the same way. */
function isLane(graph: RoadGraph, arc: Arc, of: Arc): boolean {
  const between = turnBetween(graph.bearing[of]!, graph.bearing[arc]!)
  return Math.abs(between) < PARTED_MIN && labelOf(graph, arc) === labelOf(graph, of)
}

/** Whether no driver would take `arc` for the way on when `than` is there. */
export function isSmaller(
  { edgeRoad, roadClass, roadFlags }: RoadGraph,
  arc: Arc,
  than: Arc,
): boolean {
  const road = edgeRoad[arc >>> 1]!
  const thanRoad = edgeRoad[than >>> 1]!
  if (road === thanRoad) return false
  const more = roadFlags[road]! & ~roadFlags[thanRoad]!
  if (more & (ROAD_LINK | ROAD_RESTRICTED)) return true
  const rank = rankOf(roadClass[road]!, roadFlags[road]!)
  const thanRank = rankOf(roadClass[thanRoad]!, roadFlags[thanRoad]!)
  if (rank >= SMALL_RANK && thanRank < SMALL_RANK) return true
  return rank - thanRank >= RANKS_SMALLER
}

/** Roads that part often run side by side for a while: then look this far for their sides. */
const PARTED_M = 60
const PARTED_MIN = angleOf(10)

/** On which side of another arc an arc leads away, where both leave the same node. */
export function sideBeside(graph: RoadGraph, arc: Arc, other: Arc): Side {
  const between = turnBetween(graph.bearing[other]!, graph.bearing[arc]!)
  if (Math.abs(between) >= PARTED_MIN) return sideOf(between)
  const here = lineOf(graph, arc)
  const there = lineOf(graph, other)
  const aheadM = Math.min(PARTED_M, lineLengthM(here), lineLengthM(there))
  const a = pointAlong(here, aheadM)
  const b = pointAlong(there, aheadM)
  const [lonE7, latE7] = [here[0]!, here[1]!]
  const cross = (a.lonE7 - lonE7) * (b.latE7 - latE7) - (a.latE7 - latE7) * (b.lonE7 - lonE7)
  return cross < 0 ? 'left' : 'right'
}

/**
 * Position of an arc among others that part from its node, one or more of them; null for between.
 */
export function sideAmong(graph: RoadGraph, arc: Arc, others: readonly Arc[]): Side | null {
  const sides = new Set(others.map((other) => sideBeside(graph, arc, other)))
  return sides.size === 2 ? null : sides.has('left') ? 'left' : 'right'
}

/**
 * The number of the exit `end` of a path that enters a roundabout with arc `at`: how many it passes
 * from the entry on, and the one taken. Lanes that part and lead the same way are one.
 */
export function exitNumber(
  graph: RoadGraph,
  arcs: readonly Arc[],
  at: number,
  end: number,
): number {
  const { firstOut, out } = graph
  const taken = arcs[end]!
  let exits = 0
  let exit: Arc = NONE
  for (let i = at - 1; i < end; i++) {
    const back = arcs[i]! ^ 1
    const node = graph.tail[back]!
    const last = firstOut[node + 1]!
    for (let k = firstOut[node]!; k < last; k++) {
      const arc = out[k]!
      if (flagsOf(graph, arc) & ROAD_ROUNDABOUT || !isUsable(graph, arc)) continue
      if (!isCountedExit(graph, arc)) continue
      if (i === at - 1 && !isPassedAtEntry(graph, arc, back, arcs[at]!)) continue
      if (i === end - 1 && !isBetween(graph, arc, back, taken)) continue
      if (!isOneExit(graph, exit, arc)) exits++
      exit = arc
    }
  }
  return isOneExit(graph, exit, taken) ? exits : exits + 1
}

/**
 * Whether an exit is passed between the road that leads to the ring, `entry` when seen from there,
 * and the ring. The other lane of a one-way road is none, but the way back.
 */
function isPassedAtEntry(graph: RoadGraph, exit: Arc, entry: Arc, ring: Arc): boolean {
  if (!isBetween(graph, exit, entry, ring)) return false
  return isUsable(graph, entry) || !isOneExit(graph, entry, exit)
}

/**
 * Whether `arc` lies between two others of its node on the side where no ring goes on: `from` is
 * where a driver comes from, `to` where he goes, and one of them is of a ring.
 */
function isBetween(graph: RoadGraph, arc: Arc, from: Arc, to: Arc): boolean {
  const { firstOut, out, tail, bearing } = graph
  if (arc === from || arc === to) return false
  const node = tail[arc]!
  const last = firstOut[node + 1]!
  const after = (other: Arc) => (bearing[other]! - bearing[from]!) & 255
  for (let k = firstOut[node]!; k < last; k++) {
    const ring = out[k]!
    if (ring === from || ring === to || !(flagsOf(graph, ring) & ROAD_ROUNDABOUT)) continue
    return after(ring) > after(to) ? after(arc) < after(to) : after(arc) > after(to)
  }
  return false
}

/** `exit` comes right before `next`; NONE: nothing does. */
function isOneExit(graph: RoadGraph, exit: Arc, next: Arc): boolean {
  if (exit === NONE) return false
  if (headOf(graph, exit) === headOf(graph, next)) return true
  const { tail, bearing } = graph
  const between = turnBetween(bearing[next]!, bearing[exit]!)
  const isBeside = tail[exit] === tail[next] && Math.abs(between) <= FORK_DIFFERENCE_MAX
  return isBeside && labelOf(graph, exit) === labelOf(graph, next)
}

/** Whether an exit of a roundabout counts when signs and drivers count them. */
function isCountedExit(graph: RoadGraph, arc: Arc): boolean {
  const road = graph.edgeRoad[arc >>> 1]!
  const flags = graph.roadFlags[road]!
  return rankOf(graph.roadClass[road]!, flags) < SMALL_RANK && !(flags & ROAD_RESTRICTED)
}

function rankOf(roadClass: number, flags: number): number {
  const rank = RANK_OF[roadClass]!
  return flags & ROAD_ALLEY && rank < SMALL_RANK ? SMALL_RANK : rank
}

/** Indexes into ROAD_CLASSES. */
export const FERRY = ROAD_CLASSES.indexOf('ferry')
export const MOTORWAY = ROAD_CLASSES.indexOf('motorway')

export function isOfClass(graph: RoadGraph, arc: Arc, roadClass: number): boolean {
  return graph.roadClass[graph.edgeRoad[arc >>> 1]!] === roadClass
}

/** A turn on the driver's road is announced where another road could be mistaken for it. */
export function needsStaying({ angle, choices, rival, rivalAngle }: Junction): boolean {
  const size = Math.abs(angle)
  if (size <= STRAIGHT_MAX || rival === NONE) return false
  return size > BEND_MAX ? choices > 0 : Math.abs(rivalAngle) < size + STRAIGHT_MAX
}
