import { distanceM } from '../geo/distance.ts'
import { Rounding } from './amounts.ts'
import { headingOf, sideOfEnd } from './compass.ts'
import type { DirectionsQuery, Lang, Step } from './directions.ts'
import { type Arc, flagsOf, type RoadGraph } from './graph.ts'
import { maneuversOf } from './guidance.ts'
import type { Maneuver } from './maneuver.ts'
import type { RoutePath } from './path.ts'
import { ROAD_ALLEY, ROAD_LINK, ROAD_TOLL } from './road.ts'
import { escapeHtml, labelOf, labelText } from './road-label.ts'
import { pointOf, type RouteLine } from './route-line.ts'
import { exitText, towardText } from './signs.ts'
import { type Onto, WORDINGS } from './wording.ts'

/*
 * Maneuvers and the way over the ground, put into words and whole numbers: one step from each
 * maneuver to the next, the last up to the destination.
 */

/** A driver who is told a road that has no name there hears the next name within this. */
const NAME_AHEAD_CM_MAX = 10_000
/** How far ahead the first heading looks: past the kerb, not round the next bend. */
const HEADING_M = 30
/** Nearer to the road than this the destination is on neither side, farther it is not in sight. */
const ARRIVAL_SIDE_MIN_M = 8
const ARRIVAL_SIDE_MAX_M = 100

export interface Steps {
  readonly steps: readonly Step[]
  /** Sums over the steps. */
  readonly distanceM: number
  readonly durationS: number
}

export function stepsOf(
  graph: RoadGraph,
  path: RoutePath,
  route: RouteLine,
  query: DirectionsQuery,
): Steps {
  const maneuvers = maneuversOf(graph, path)
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
    const isTolled = hasToll(graph, path, maneuver.at, endArc)
    let instruction = instructionOf(graph, path, route, maneuver, endArc, query.lang)
    if (isTolled && !wasTolled) instruction += remark(WORDINGS[query.lang].tollRoad)
    if (isLast) instruction += arrivalOf(path, route, query)
    steps.push({
      move: maneuver.move,
      instruction,
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

function instructionOf(
  graph: RoadGraph,
  path: RoutePath,
  route: RouteLine,
  maneuver: Maneuver,
  endArc: number,
  lang: Lang,
): string {
  const words = WORDINGS[lang]
  const { move } = maneuver
  const onto = ontoOf(graph, path, maneuver, endArc, lang)
  switch (move.kind) {
    case 'depart':
      if (path.totalCm === 0) return words.atDestination
      return words.depart(words.headings[startHeading(route, endArc)]!, onto)
    case 'turn':
      return words.turn(move.side, move.bend, onto)
    case 'straight':
      return words.straight(onto)
    case 'fork':
      return words.fork(move.side, onto)
    case 'ramp':
      return words.ramp(move.side, move.isExit, onto)
    case 'merge':
      return words.merge(onto)
    case 'roundabout':
      return words.roundabout(move.exit, onto)
    case 'enter-roundabout':
      return words.enterRoundabout(onto)
    case 'leave-roundabout':
      return words.leaveRoundabout(onto)
    case 'uturn':
      return words.uturn(onto)
    case 'ferry':
      return words.ferry(onto)
    case 'leave-ferry':
      return words.leaveFerry(onto)
  }
}

function ontoOf(
  graph: RoadGraph,
  path: RoutePath,
  maneuver: Maneuver,
  endArc: number,
  lang: Lang,
): Onto {
  const { move, at, onto, stays } = maneuver
  const named = namedArc(graph, path, onto, Math.max(endArc, onto + 1))
  const arc = path.arcs[onto]!
  const isAlley = (flagsOf(graph, arc) & ROAD_ALLEY) !== 0
  const label = named === null ? '' : labelText(graph, named, lang)
  const isRoundabout = move.kind === 'roundabout' || move.kind === 'enter-roundabout'
  return {
    road: label === '' ? null : roadHtml(label, isAlley, lang),
    ...signOf(graph, path, maneuver, endArc, label, lang),
    roundabout: isRoundabout ? roundaboutName(graph, path.arcs[at]!, lang) : null,
    stays,
    isAlley,
  }
}

/** The arc that gives the road its name: the next that has one, unless that is far. */
function namedArc(
  graph: RoadGraph,
  { arcs, arcCm }: RoutePath,
  onto: number,
  endArc: number,
): Arc | null {
  let aheadCm = 0
  for (let i = onto; i < endArc && aheadCm <= NAME_AHEAD_CM_MAX; i++) {
    if (labelOf(graph, arcs[i]!) !== 0) return arcs[i]!
    aheadCm += arcCm[i]!
  }
  return null
}

function isLink(graph: RoadGraph, arc: Arc): boolean {
  return (flagsOf(graph, arc) & ROAD_LINK) !== 0
}

/** In the south an alley often carries just its number, which alone would not be understood. */
function roadHtml(label: string, isAlley: boolean, lang: Lang): string {
  const html = bold(label)
  return isAlley && /^\d/.test(label) ? `${WORDINGS[lang].alley} ${html}` : html
}

/** What signs say where a road parts: on the slip road itself, or on the first that says it. */
function signOf(
  graph: RoadGraph,
  { arcs }: RoutePath,
  { move, at }: Maneuver,
  endArc: number,
  road: string,
  lang: Lang,
): Pick<Onto, 'exit' | 'toward'> {
  if (move.kind !== 'ramp' && move.kind !== 'fork') return { exit: null, toward: null }
  const exit = move.kind === 'ramp' ? exitText(graph, arcs[at]!, lang) : ''
  let toward = ''
  for (let i = at; i < endArc && toward === ''; i++) {
    toward = towardText(graph, arcs[i]!, [road, exit], lang)
    if (!isLink(graph, arcs[i]!)) break
  }
  return { exit: boldOrNull(exit), toward: boldOrNull(toward) }
}

/** Most roundabouts bear the name of a street that meets them: that is not their own. */
const ROUNDABOUT_NAME = /^(?:vòng|bùng binh|ngã|nút giao|quảng trường|hồ )/iu

function roundaboutName(graph: RoadGraph, arc: Arc, lang: Lang): string | null {
  const name = labelText(graph, arc, 'vi')
  return ROUNDABOUT_NAME.test(name) ? bold(labelText(graph, arc, lang)) : null
}

function boldOrNull(text: string): string | null {
  return text === '' ? null : bold(text)
}

function bold(text: string): string {
  return `<b>${escapeHtml(text)}</b>`
}

/** A remark under an instruction, in the form that clients of Google's answers know. */
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

/** Where the route heads for at first, as an eighth of the compass. */
function startHeading({ line, arcFirst }: RouteLine, endArc: number): number {
  const start = pointOf(line, 0)
  const end = arcFirst[endArc]!
  for (let i = 1; i < end; i++) {
    const point = pointOf(line, i)
    if (distanceM(start, point) >= HEADING_M) return headingOf(start, point)
  }
  return headingOf(start, pointOf(line, end))
}

function hasToll(graph: RoadGraph, { arcs }: RoutePath, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (flagsOf(graph, arcs[i]!) & ROAD_TOLL) return true
  return false
}

function sumOf(parts: readonly number[], from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += parts[i]!
  return sum
}
