import { type Arc, flagsOf, isUsable, type RoadGraph, turnAngle } from '../graph/graph.ts'
import { angleOf, BEND_MAX, type Side, sideOf } from '../model/move.ts'
import { ROAD_LINK } from '../model/road.ts'
import { sideBeside } from './junction.ts'
import { labelOf } from './road-label.ts'
import type { Turning } from './turning.ts'

/* A driver's view of a slip road, where it leaves a road and where it comes into one. */

/** Farther round than this it is a loop, which leaves on one side to lead to the other. */
const ROUND_MAX = angleOf(230)

/** Whether a slip road bends one way only, so that it can be reported as one turn. */
export function isOneTurn({ total, left, right }: Turning): boolean {
  const tooFarLeft = Math.min(total, 0) - left
  const tooFarRight = right - Math.max(total, 0)
  return Math.abs(total) <= ROUND_MAX && Math.max(tooFarLeft, tooFarRight) <= BEND_MAX
}

/**
 * The arc that a slip road is called after: itself, or when it has no name, or that of the road
 * it leaves, as many do, the road that it leads to.
 */
export function rampTarget(graph: RoadGraph, arcs: readonly Arc[], at: number): number {
  const left = labelOf(graph, arcs[at - 1]!)
  const last = arcs.length - 1
  for (let i = at; i <= last; i++) {
    const label = labelOf(graph, arcs[i]!)
    if ((label !== 0 && label !== left) || !(flagsOf(graph, arcs[i]!) & ROAD_LINK)) return i
  }
  return last
}

/** On which side of the roads that go on a slip road leaves them; null for between. */
export function rampSide(graph: RoadGraph, before: Arc, to: Arc): Side | null {
  const { firstOut, out, tail } = graph
  const node = tail[to]!
  const last = firstOut[node + 1]!
  let side: Side | null = null
  for (let i = firstOut[node]!; i < last; i++) {
    const arc = out[i]!
    if (arc === to || arc === (before ^ 1) || !isUsable(graph, arc)) continue
    if (flagsOf(graph, arc) & ROAD_LINK) continue
    if (Math.abs(turnAngle(graph, before, arc)) > BEND_MAX) continue
    const beside = sideBeside(graph, to, arc)
    if (side !== null && side !== beside) return null
    side = beside
  }
  return side ?? sideOf(turnAngle(graph, before, to))
}

/** Whether another road comes in here that also leads into `to`, straighter than `from`. */
export function joinsTraffic(graph: RoadGraph, from: Arc, to: Arc): boolean {
  const { firstOut, out, tail } = graph
  const node = tail[to]!
  const last = firstOut[node + 1]!
  for (let i = firstOut[node]!; i < last; i++) {
    const arc = out[i]!
    if (arc === to || arc === (from ^ 1)) continue
    const isIncoming = isUsable(graph, arc ^ 1)
    const isLink = (flagsOf(graph, arc) & ROAD_LINK) !== 0
    const angle = turnAngle(graph, arc ^ 1, to)
    if (isIncoming && !isLink && Math.abs(angle) < BEND_MAX) return true
  }
  return false
}
