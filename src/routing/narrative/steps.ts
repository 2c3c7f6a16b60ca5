import { pointAlong } from '../../geo/line.ts'
import { E7 } from '../../geo/point.ts'
import { flagsOf, type RoadGraph } from '../graph/graph.ts'
import { headingOf, sideOfEnd } from '../guidance/compass.ts'
import { maneuversOf } from '../guidance/guidance.ts'
import { FERRY, isOfClass } from '../guidance/junction.ts'
import type { DirectionsQuery, Step } from '../model/directions.ts'
import { ROAD_TOLL } from '../model/road.ts'
import type { RoutePath } from '../path/path.ts'
import { pointOf, type RouteLine } from '../path/route-line.ts'
import { Rounding } from './amounts.ts'
import type { Instructions } from './instruction.ts'
import { WORDINGS } from './wording.ts'

/*
 * Maneuvers and the way over the ground, put into words and whole numbers: one step from each
 * maneuver to the next, the last up to the destination.
 */

/** Length of the first heading: past the kerb, not round the next bend. */
const HEADING_M = 30
/** Nearer to the road than this the destination is on neither side, farther it is not in sight. */
const ARRIVAL_SIDE_MIN_M = 8
const ARRIVAL_SIDE_MAX_M = 100

/** A graph and what puts it into words. */
export interface Speaker {
  readonly graph: RoadGraph
  readonly instructions: Instructions
}

export interface Steps {
  readonly steps: readonly Step[]
  /** Sums over the steps. */
  readonly distanceM: number
  readonly durationS: number
}

export function stepsOf(
  { graph, instructions }: Speaker,
  path: RoutePath,
  route: RouteLine,
  query: DirectionsQuery,
): Steps {
  const maneuvers = maneuversOf(graph, path, route)
  const metres = new Rounding()
  const seconds = new Rounding()
  const steps: Step[] = []
  let start = pointOf(route.line, 0)
  let wasTolled = false
  for (let i = 0; i < maneuvers.length; i++) {
    const maneuver = maneuvers[i]!
    const isLast = i === maneuvers.length - 1
    const endArc = isLast ? path.arcs.length : maneuvers[i + 1]!.at
    const from = route.arcFirst[maneuver.at]!
    const to = route.arcFirst[endArc]!
    const end = pointOf(route.line, to)
    const isTolled = hasTollRoad(graph, path, maneuver.at, endArc)
    const heading = maneuver.move.kind === 'depart' ? startHeading(route, endArc) : 0
    const toll = isTolled && !wasTolled ? remark(WORDINGS[query.lang].tollRoad) : ''
    steps.push({
      move: maneuver.move,
      instruction: instructions.of(path, maneuver, endArc, heading, query.lang),
      remark: isLast ? toll + arrivalOf(path, route, query) : toll,
      distanceM: metres.next(sumOf(path.arcCm, maneuver.at, endArc) / 100),
      durationS: seconds.next(sumOf(path.arcMs, maneuver.at, endArc) / 1000),
      start,
      end,
      from,
      to,
    })
    start = end
    wasTolled = isTolled
  }
  return { steps, distanceM: metres.total, durationS: seconds.total }
}

/** A remark under an instruction, in the form of Google's answers. */
function remark(text: string): string {
  return `<div style="font-size:0.9em">${text}</div>`
}

function arrivalOf(path: RoutePath, { line }: RouteLine, query: DirectionsQuery): string {
  const { totalCm, endDistanceM } = path
  if (totalCm === 0) return ''
  if (endDistanceM < ARRIVAL_SIDE_MIN_M || endDistanceM > ARRIVAL_SIDE_MAX_M) return ''
  const side = sideOfEnd(line, query.destination)
  return side === 0 ? '' : remark(WORDINGS[query.lang].arrive(side < 0 ? 'left' : 'right'))
}

/** First heading of the route, as an eighth of the compass. */
function startHeading({ line, arcFirst }: RouteLine, endArc: number): number {
  const first = line.subarray(0, 2 * arcFirst[endArc]! + 2)
  const { lonE7, latE7 } = pointAlong(first, HEADING_M)
  return headingOf(pointOf(line, 0), { lon: lonE7 / E7, lat: latE7 / E7 })
}

/** A ferry that takes a fare is no road. */
function hasTollRoad(graph: RoadGraph, { arcs }: RoutePath, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (flagsOf(graph, arcs[i]!) & ROAD_TOLL && !isOfClass(graph, arcs[i]!, FERRY)) return true
  }
  return false
}

function sumOf(parts: readonly number[], from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += parts[i]!
  return sum
}
