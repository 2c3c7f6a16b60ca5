import { lowerBound } from '../../base/binary-search.ts'
import type { Container } from '../../base/container.ts'
import {
  NODE_RESTRICTED,
  NODE_SIGNALS,
  NODE_STOP,
  ROAD_RESTRICTED,
  ROAD_ROUNDABOUT,
} from '../model/road.ts'
import { ACROSS_RING_MS, RELUCTANCE_MS, type TurnCosts } from '../profile/turn-costs.ts'
import { type Arc, flagsOf, type RoadEdges, turnAngle } from './graph.ts'

/*
 * Which arc may follow which, and what that costs.
 *
 * A route is a walk over states. State a < m is being on arc a; state m + i is being on arc
 * copyArc[i] while a restriction that spans several ways is under way. From a state one may go on
 * to every usable arc that begins where its arc ends, except back (arc ^ 1), and except where an
 * exception says otherwise. Back is allowed where nothing else is, or only restricted roads are.
 *
 *   copyArc         Uint32[c]  arc of state m + i
 *   exceptionState  Uint32[x]  state that the exception is of, rising
 *   exceptionArc    Uint32[x]  the next arc; rising within a state
 *   exceptionNext   Uint32[x]  state that this leads to, or FORBIDDEN
 *   turnAngleMs     Uint16[256]  cost of a turn by its angle plus 128, milliseconds
 *   turnOtherMs     Uint32[4]  of turning back, of lights, of a gate, of entering a roundabout
 */

export type State = number

/** The turn may not be made. */
export const FORBIDDEN = 0xffffffff

export interface Turns {
  readonly copyArc: Uint32Array
  readonly exceptionState: Uint32Array
  readonly exceptionArc: Uint32Array
  readonly exceptionNext: Uint32Array
}

export function openTurns(file: Container): Turns {
  return {
    copyArc: file.section('copyArc', 'u32'),
    exceptionState: file.section('exceptionState', 'u32'),
    exceptionArc: file.section('exceptionArc', 'u32'),
    exceptionNext: file.section('exceptionNext', 'u32'),
  }
}

/** Costs of turns in this graph, which may be older than the tables of this program. */
export function openTurnCosts(file: Container): TurnCosts {
  const others = file.section('turnOtherMs', 'u32')
  const [uTurnMs = 0, signalsMs = 0, stopMs = 0, roundaboutMs = 0] = others
  return { angleMs: file.section('turnAngleMs', 'u16'), uTurnMs, signalsMs, stopMs, roundaboutMs }
}

/** At most so many arcs begin at a node of a file; those built today have far fewer (cut.ts). */
export const DEGREE_MAX = 256

/** Of a turn to the left, 256ths of a circle; less is straight on. */
const LEFT_MIN = 32

/** The arc on which the state is. */
export function arcOf(graph: RoadEdges, turns: Turns, state: State): Arc {
  const arcs = graph.tail.length
  return state < arcs ? state : turns.copyArc[state - arcs]!
}

/**
 * Writes the states that may follow `state` into `found`, which has room for DEGREE_MAX, and
 * returns how many they are. `state` is on a usable arc.
 */
export function statesAfter(
  graph: RoadEdges,
  turns: Turns,
  state: State,
  found: Uint32Array,
): number {
  const { tail, travelMs, firstOut, out } = graph
  const arc = arcOf(graph, turns, state)
  const back = arc ^ 1
  const node = tail[back]!
  const exceptions = firstException(turns, state)
  const isOpen = (flagsOf(graph, arc) & ROAD_RESTRICTED) === 0
  const isGate = (graph.nodeFlags[node]! & NODE_RESTRICTED) !== 0
  let count = 0
  let goesOn = false
  let backState = FORBIDDEN
  for (let i = firstOut[node]!; i < firstOut[node + 1]!; i++) {
    const next = out[i]!
    if (travelMs[next] === 0) continue
    const exception = exceptions < 0 ? -1 : findException(turns, exceptions, state, next)
    const to = exception < 0 ? next : turns.exceptionNext[exception]!
    if (next === back) backState = to
    else if (to !== FORBIDDEN) {
      found[count++] = to
      if (!isOpen || (!isGate && (flagsOf(graph, next) & ROAD_RESTRICTED) === 0)) goesOn = true
    }
  }
  if (backState !== FORBIDDEN && !goesOn) found[count++] = backState
  return count
}

/** Time from the end of one arc to the beginning of the next, milliseconds. */
export function turnMs(graph: RoadEdges, costs: TurnCosts, from: Arc, to: Arc): number {
  if (to === (from ^ 1)) return costs.uTurnMs
  const flags = graph.nodeFlags[graph.tail[to]!]!
  return (
    bendMs(graph, costs, from, to) +
    ((flags & NODE_SIGNALS) !== 0 ? costs.signalsMs : 0) +
    ((flags & NODE_STOP) !== 0 ? costs.stopMs : 0)
  )
}

function bendMs(graph: RoadEdges, costs: TurnCosts, from: Arc, to: Arc): number {
  if ((flagsOf(graph, to) & ROAD_ROUNDABOUT) !== 0) {
    return (flagsOf(graph, from) & ROAD_ROUNDABOUT) !== 0 ? 0 : costs.roundaboutMs
  }
  const { firstOut } = graph
  const node = graph.tail[to]!
  const isJunction = firstOut[node + 1]! - firstOut[node]! > 2
  return isJunction ? costs.angleMs[turnAngle(graph, from, to) + 128]! : 0
}

/** The search's addition to the time of a turn, milliseconds: see RELUCTANCE_MS, ACROSS_RING_MS. */
export function reluctanceMs(graph: RoadEdges, from: Arc, to: Arc): number {
  if (to === (from ^ 1)) return 0
  const acrossMs = isAcrossRing(graph, from, to) ? ACROSS_RING_MS : 0
  if ((flagsOf(graph, from) & ROAD_RESTRICTED) !== 0) return acrossMs
  const isGate = (graph.nodeFlags[graph.tail[to]!]! & NODE_RESTRICTED) !== 0
  const isShut = isGate || (flagsOf(graph, to) & ROAD_RESTRICTED) !== 0
  return isShut ? acrossMs + RELUCTANCE_MS : acrossMs
}

/** Whether a turn to the left leads over a node of a roundabout that neither road is part of. */
function isAcrossRing(graph: RoadEdges, from: Arc, to: Arc): boolean {
  const { firstOut, out } = graph
  const node = graph.tail[to]!
  if (((flagsOf(graph, from) | flagsOf(graph, to)) & ROAD_ROUNDABOUT) !== 0) return false
  if (turnAngle(graph, from, to) > -LEFT_MIN) return false
  for (let i = firstOut[node]!; i < firstOut[node + 1]!; i++) {
    if ((flagsOf(graph, out[i]!) & ROAD_ROUNDABOUT) !== 0) return true
  }
  return false
}

/** Position of the first exception of a state, −1 when it has none. */
function firstException({ exceptionState }: Turns, state: State): number {
  const first = lowerBound(exceptionState, 0, exceptionState.length, state)
  return exceptionState[first] === state ? first : -1
}

function findException(turns: Turns, first: number, state: State, next: Arc): number {
  for (let x = first; turns.exceptionState[x] === state; x++) {
    if (turns.exceptionArc[x] === next) return x
  }
  return -1
}
