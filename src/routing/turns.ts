import type { Container } from '../base/container.ts'
import {
  type Arc,
  flagsOf,
  NODE_RESTRICTED,
  NODE_SIGNALS,
  NODE_STOP,
  type RoadEdges,
  turnAngle,
} from './graph.ts'
import { ROAD_RESTRICTED } from './road.ts'
import { RELUCTANCE_MS, type TurnCosts } from './turn-costs.ts'

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
 *   turnOtherMs     Uint32[3]  of turning back, of lights, of a gate
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

/** What turns cost in this graph, which may be older than the tables of this program. */
export function openTurnCosts(file: Container): TurnCosts {
  const [uTurnMs = 0, signalsMs = 0, stopMs = 0] = file.section('turnOtherMs', 'u32')
  return { angleMs: file.section('turnAngleMs', 'u16'), uTurnMs, signalsMs, stopMs }
}

/** At most so many arcs begin at a node of a file; those built today have far fewer (cut.ts). */
export const DEGREE_MAX = 256

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
  const { firstOut } = graph
  if (to === (from ^ 1)) return costs.uTurnMs
  const node = graph.tail[to]!
  const flags = graph.nodeFlags[node]!
  const isJunction = firstOut[node + 1]! - firstOut[node]! > 2
  return (
    (isJunction ? costs.angleMs[turnAngle(graph, from, to) + 128]! : 0) +
    ((flags & NODE_SIGNALS) !== 0 ? costs.signalsMs : 0) +
    ((flags & NODE_STOP) !== 0 ? costs.stopMs : 0)
  )
}

/** What the search adds to the time of a turn, milliseconds: see RELUCTANCE_MS. */
export function reluctanceMs(graph: RoadEdges, from: Arc, to: Arc): number {
  if (to === (from ^ 1) || (flagsOf(graph, from) & ROAD_RESTRICTED) !== 0) return 0
  const isGate = (graph.nodeFlags[graph.tail[to]!]! & NODE_RESTRICTED) !== 0
  return isGate || (flagsOf(graph, to) & ROAD_RESTRICTED) !== 0 ? RELUCTANCE_MS : 0
}

/** Position of the first exception of a state, −1 when it has none. */
function firstException(turns: Turns, state: State): number {
  const { exceptionState } = turns
  let from = 0
  let to = exceptionState.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (exceptionState[middle]! < state) from = middle + 1
    else to = middle
  }
  return exceptionState[from] === state ? from : -1
}

function findException(turns: Turns, first: number, state: State, next: Arc): number {
  for (let x = first; turns.exceptionState[x] === state; x++) {
    if (turns.exceptionArc[x] === next) return x
  }
  return -1
}
