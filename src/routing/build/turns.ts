import { assert } from '../../base/assert.ts'
import type { RoadEdges } from '../graph/graph.ts'
import { FORBIDDEN, type Turns } from '../graph/turns.ts'
import type { ForbiddenRun, Restrictions } from './restrictions.ts'

/*
 * An automaton that reads a route arc by arc and stops it before a forbidden run is complete (Aho
 * and Corasick 1975). Its nodes are the beginnings of runs. A beginning of one arc is being on that
 * arc; each longer one becomes a state of its own: on its last arc, and remembering the others.
 */

interface Beginning {
  /** Its last arc; −1 of the empty one. */
  readonly arc: number
  readonly length: number
  readonly next: Map<number, Beginning>
  /** Its longest ending that is itself a beginning. */
  fallback: Beginning | null
  /** A whole forbidden run ends here, be it this or one of its endings. */
  isForbidden: boolean
  state: number
}

type Exception = [state: number, arc: number, next: number]

/** Expands restrictions into states and exceptions (turns.ts). */
export function buildTurns(edges: RoadEdges, restrictions: Restrictions): Turns {
  const arcs = edges.tail.length
  const root = begin(-1, 0)
  for (const run of restrictions.forbidden) addRun(root, run)
  const beginnings = linkFallbacks(root)
  const copyArc: number[] = []
  for (const beginning of beginnings) {
    if (beginning.isForbidden) continue
    const isCopy = beginning.length > 1
    beginning.state = isCopy ? arcs + copyArc.length : beginning.arc
    if (isCopy) copyArc.push(beginning.arc)
  }
  const exceptions: Exception[] = []
  for (const beginning of beginnings) {
    if (beginning.isForbidden || beginning === root) continue
    exceptions.push(...exceptionsOf(edges, root, beginning))
  }
  return { copyArc: Uint32Array.from(copyArc), ...columnsOf(exceptions) }
}

function begin(arc: number, length: number): Beginning {
  return { arc, length, next: new Map(), fallback: null, isForbidden: false, state: -1 }
}

function addRun(root: Beginning, run: ForbiddenRun): void {
  assert(run.length >= 2, 'a forbidden run has two arcs or more')
  let at = root
  for (const arc of run) {
    const known = at.next.get(arc)
    const next = known ?? begin(arc, at.length + 1)
    if (known === undefined) at.next.set(arc, next)
    at = next
  }
  at.isForbidden = true
}

/** All beginnings, the shorter first. */
function linkFallbacks(root: Beginning): readonly Beginning[] {
  const all = [root]
  for (let i = 0; i < all.length; i++) {
    const beginning = all[i]!
    for (const [arc, next] of beginning.next) {
      next.fallback = beginning === root ? root : follow(beginning.fallback, arc)
      if (beginning.isForbidden || next.fallback.isForbidden) next.isForbidden = true
      all.push(next)
    }
  }
  return all
}

/** The longest beginning that the run ends with after one more arc; the root when there is none. */
function follow(from: Beginning | null, arc: number): Beginning {
  let last = from
  for (let at = from; at !== null; at = at.fallback) {
    const next = at.next.get(arc)
    if (next !== undefined) return next
    last = at
  }
  assert(last, 'fallbacks end at the root')
  return last
}

function exceptionsOf(edges: RoadEdges, root: Beginning, beginning: Beginning): Exception[] {
  const arcs = edges.tail.length
  const found: Exception[] = []
  const node = edges.tail[beginning.arc ^ 1]!
  for (let i = edges.firstOut[node]!; i < edges.firstOut[node + 1]!; i++) {
    const arc = edges.out[i]!
    if (edges.travelMs[arc] === 0) continue
    const next = follow(beginning, arc)
    if (next.isForbidden) found.push([beginning.state, arc, FORBIDDEN])
    else if (next !== root && next.state >= arcs) found.push([beginning.state, arc, next.state])
  }
  return found
}

function columnsOf(exceptions: Exception[]): Omit<Turns, 'copyArc'> {
  exceptions.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  return {
    exceptionState: Uint32Array.from(exceptions, ([state]) => state),
    exceptionArc: Uint32Array.from(exceptions, ([, arc]) => arc),
    exceptionNext: Uint32Array.from(exceptions, ([, , next]) => next),
  }
}
