import { assert, unreachable } from '../../base/assert.ts'
import { counted } from '../../base/shown-text.ts'
import { distanceM } from '../../geo/distance.ts'
import { E7 } from '../../geo/point.ts'
import { type MultiPolygonE7, type PointE7, type Ring, ringOrientation } from '../../geo/ring.ts'
import { findCrossing } from './ring-crossing.ts'
import { cancelDoubles, loopsOf, looseEnds, type RingGraph, VertexTable } from './ring-graph.ts'
import { nest } from './ring-nesting.ts'

/** A way that is a member of a multipolygon or boundary relation. */
export interface MemberWay {
  readonly id: number
  /** Node ids along the way. */
  readonly refs: Float64Array
  /** Their positions, `lon, lat, …` in 1e-7 degrees; null when the extract cut the way off. */
  readonly line: Int32Array | null
}

/** Faults of the rings. Those with `isRepaired` did no harm to the result. */
export type RingProblem =
  | { readonly kind: 'members missing'; readonly isRepaired: false; readonly count: number }
  | { readonly kind: 'no ring'; readonly isRepaired: false }
  | { readonly kind: 'unclosed'; readonly isRepaired: false; readonly ends: readonly LooseEnd[] }
  | { readonly kind: 'crossing'; readonly isRepaired: false; readonly at: PointE7 }
  | { readonly kind: 'gap'; readonly isRepaired: true; readonly between: readonly LooseEnd[] }
  | { readonly kind: 'double way'; readonly isRepaired: true; readonly wayId: number }
  | { readonly kind: 'repeated points'; readonly isRepaired: true; readonly count: number }
  | { readonly kind: 'double lines'; readonly isRepaired: true; readonly count: number }
  | { readonly kind: 'flat ring'; readonly isRepaired: true; readonly at: PointE7 }

export interface LooseEnd extends PointE7 {
  readonly nodeId: number
}

export interface Assembly {
  /**
   * Outer rings counterclockwise, holes clockwise, largest first; null when the relation is broken,
   * that is when a problem is not repaired.
   */
  readonly polygons: MultiPolygonE7 | null
  readonly problems: readonly RingProblem[]
}

/** Ends that are no farther apart are one point that was drawn twice. */
const GAP_M = 1
/** With more there is no outline to mend, and comparing each with each would take long. */
const LOOSE_ENDS_MAX = 1000

/**
 * Member roles whose ways make up the area. Whether a ring is an outer one or a hole is decided by
 * geometry: roles are often missing or wrong.
 */
export const RING_ROLES: ReadonlySet<string> = new Set(['', 'outer', 'inner', 'exclave', 'enclave'])

/**
 * Assembles the member ways of a multipolygon or boundary relation into polygons, or says why that
 * cannot be done. Repairs only what is certain: a way listed twice or drawn twice, lines that lie
 * on one another, repeated points, a ring without area, a gap under a metre between two ends that
 * have no other choice.
 * Time and memory are linear in the number of points but for the search for crossings, which is
 * near linear for lines as they are drawn.
 */
export function assembleRings(ways: readonly MemberWay[]): Assembly {
  const missing = ways.filter((way) => way.line === null).length
  if (missing > 0) {
    const problem: RingProblem = { kind: 'members missing', isRepaired: false, count: missing }
    return { polygons: null, problems: [problem] }
  }
  const drawn = drawLines(ways)
  // Of two ways along the same nodes one is a mistake; or else both are the border between two
  // parts of the area, which has no border there: then they cancel out. The first is tried first.
  const once = assembleLines(drawn, drawn.lines)
  if (once.polygons !== null || drawn.doubles.length === 0) return once
  const cancelled = assembleLines(drawn, [...drawn.lines, ...drawn.doubles])
  return cancelled.polygons === null ? once : cancelled
}

interface Drawn {
  readonly vertices: VertexTable
  /** The vertices along each way, none twice in a row; no two lines alike. */
  readonly lines: readonly Int32Array[]
  /** Further ways along the same vertices as one in `lines`. */
  readonly doubles: readonly Int32Array[]
  readonly problems: readonly RingProblem[]
}

function drawLines(ways: readonly MemberWay[]): Drawn {
  const points = ways.reduce((sum, way) => sum + way.refs.length, 0)
  const vertices = new VertexTable(points)
  const wayIds = new Set<number>()
  const drawnBefore = new Map<string, Int32Array[]>()
  const lines: Int32Array[] = []
  const doubles: Int32Array[] = []
  const problems: RingProblem[] = []
  let repeated = 0
  for (const way of ways) {
    const isListedTwice = wayIds.has(way.id)
    wayIds.add(way.id)
    const line = isListedTwice ? null : drawLine(way, vertices)
    if (line !== null) {
      repeated += way.refs.length - line.length
      const alike = listOf(drawnBefore, lineKey(line))
      if (!alike.some((other) => isSameLine(line, other))) {
        alike.push(line)
        lines.push(line)
        continue
      }
      doubles.push(line)
    }
    problems.push({ kind: 'double way', isRepaired: true, wayId: way.id })
  }
  if (repeated > 0) problems.push({ kind: 'repeated points', isRepaired: true, count: repeated })
  return { vertices, lines, doubles, problems }
}

function drawLine(way: MemberWay, vertices: VertexTable): Int32Array {
  const { refs, line } = way
  assert(line && line.length === refs.length * 2, 'a member way has a position for each node')
  const drawn = new Int32Array(refs.length)
  let length = 0
  for (let i = 0; i < refs.length; i++) {
    const vertex = vertices.add(line[2 * i]!, line[2 * i + 1]!, refs[i]!)
    if (length === 0 || drawn[length - 1] !== vertex) drawn[length++] = vertex
  }
  return drawn.subarray(0, length)
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** The same for lines along the same vertices, forwards, backwards or begun elsewhere. */
function lineKey(line: Int32Array): string {
  let sum = 0
  const end = isClosed(line) ? line.length - 1 : line.length
  for (let i = 0; i < end; i++) sum += line[i]!
  return `${line.length} ${sum}`
}

function isClosed(line: Int32Array): boolean {
  return line.length > 1 && line[0] === line[line.length - 1]
}

function isSameLine(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length || isClosed(a) !== isClosed(b)) return false
  const length = isClosed(a) ? a.length - 1 : a.length
  const start = isClosed(a) ? b.indexOf(a[0]!) : 0
  const last = length - 1
  const isAlong = (index: (i: number) => number) => {
    for (let i = 0; i < length; i++) if (a[i] !== b[index(i)]) return false
    return true
  }
  if (!isClosed(a)) return isAlong((i) => i) || isAlong((i) => last - i)
  if (start < 0) return false
  return isAlong((i) => (start + i) % length) || isAlong((i) => (start - i + length) % length)
}

function assembleLines(drawn: Drawn, lines: readonly Int32Array[]): Assembly {
  const problems = [...drawn.problems]
  const graph = graphOf(drawn.vertices, lines)
  const doubles = cancelDoubles(graph)
  if (doubles > 0) problems.push({ kind: 'double lines', isRepaired: true, count: doubles })
  const ends = closeGaps(graph, looseEnds(graph), problems)
  if (ends.length > 0) {
    problems.push({ kind: 'unclosed', isRepaired: false, ends: ends.map((v) => endAt(graph, v)) })
    return { polygons: null, problems }
  }
  const loops = loopsOf(graph).map((loop) => ringOf(graph, loop))
  const at = findCrossing(loops)
  if (at !== null) {
    problems.push({ kind: 'crossing', isRepaired: false, at })
    return { polygons: null, problems }
  }
  const rings: Ring[] = []
  for (const ring of loops) {
    if (ringOrientation(ring) !== 0) rings.push(ring)
    else {
      const first = { lonE7: ring[0]!, latE7: ring[1]! }
      problems.push({ kind: 'flat ring', isRepaired: true, at: first })
    }
  }
  if (rings.length === 0) {
    problems.push({ kind: 'no ring', isRepaired: false })
    return { polygons: null, problems }
  }
  return { polygons: nest(rings), problems }
}

function graphOf(vertices: VertexTable, lines: readonly Int32Array[]): RingGraph {
  // Gaps join loose ends in pairs, and a line has two ends: one segment a line is room enough.
  const capacity = lines.reduce((sum, line) => sum + line.length, lines.length)
  const from = new Int32Array(capacity)
  const to = new Int32Array(capacity)
  let count = 0
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      from[count] = line[i - 1]!
      to[count++] = line[i]!
    }
  }
  return {
    lonE7: vertices.lonE7.subarray(0, vertices.length),
    latE7: vertices.latE7.subarray(0, vertices.length),
    nodeId: vertices.nodeId.subarray(0, vertices.length),
    from,
    to,
    isGone: new Uint8Array(capacity),
    count,
  }
}

/** Joins ends that have each other and no other end within GAP_M. Returns those still loose. */
function closeGaps(graph: RingGraph, ends: readonly number[], problems: RingProblem[]): number[] {
  if (ends.length > LOOSE_ENDS_MAX) return [...ends]
  const loose: number[] = []
  for (const end of ends) {
    const near = ends.filter((other) => other !== end && gapM(graph, end, other) <= GAP_M)
    const [other] = near
    const isCertain =
      near.length === 1 &&
      other !== undefined &&
      ends.filter((third) => third !== other && gapM(graph, third, other) <= GAP_M).length === 1
    if (!isCertain) loose.push(end)
    else if (end < other) {
      graph.from[graph.count] = end
      graph.to[graph.count++] = other
      problems.push({
        kind: 'gap',
        isRepaired: true,
        between: [endAt(graph, end), endAt(graph, other)],
      })
    }
  }
  return loose
}

function gapM(graph: RingGraph, a: number, b: number): number {
  return distanceM(
    { lon: graph.lonE7[a]! / E7, lat: graph.latE7[a]! / E7 },
    { lon: graph.lonE7[b]! / E7, lat: graph.latE7[b]! / E7 },
  )
}

function endAt(graph: RingGraph, vertex: number): LooseEnd {
  return {
    nodeId: graph.nodeId[vertex]!,
    lonE7: graph.lonE7[vertex]!,
    latE7: graph.latE7[vertex]!,
  }
}

function ringOf(graph: RingGraph, loop: Int32Array): Ring {
  const ring = new Int32Array(2 * loop.length + 2)
  for (let i = 0; i <= loop.length; i++) {
    const vertex = loop[i % loop.length]!
    ring[2 * i] = graph.lonE7[vertex]!
    ring[2 * i + 1] = graph.latE7[vertex]!
  }
  return ring
}

const ENDS_NAMED_MAX = 4

/** The problem in words, as the end of a sentence about the relation. */
export function describeProblem(problem: RingProblem): string {
  switch (problem.kind) {
    case 'members missing':
      return `${counted(problem.count, 'way')} of it missing from the extract`
    case 'no ring':
      return 'its ways enclose nothing'
    case 'unclosed': {
      const named = problem.ends.slice(0, ENDS_NAMED_MAX).map(nameEnd).join(', ')
      const more = problem.ends.length - ENDS_NAMED_MAX
      return `its outline is open at ${named}${more > 0 ? ` and ${more} more` : ''}`
    }
    case 'crossing':
      return `its outline crosses itself near ${nameAt(problem.at)}`
    case 'gap': {
      const ends = problem.between.map(nameEnd).join(' and ')
      return `a gap under ${GAP_M} m was closed between ${ends}`
    }
    case 'double way':
      return `way ${problem.wayId} is there twice`
    case 'repeated points':
      return `${counted(problem.count, 'repeated point')}`
    case 'double lines':
      return `${counted(problem.count, 'overlapping segment')}`
    case 'flat ring':
      return `a ring that encloses nothing was dropped at ${nameAt(problem.at)}`
    default:
      return unreachable(problem)
  }
}

function nameEnd(end: LooseEnd): string {
  return `node ${end.nodeId} (${nameAt(end)})`
}

function nameAt(at: PointE7): string {
  return `${at.latE7 / E7},${at.lonE7 / E7}`
}
