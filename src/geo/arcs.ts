import type { MultiPolygonE7, PolygonE7, Ring } from './ring.ts'

/**
 * Borders of many polygons, cut where they meet: each stretch between two junctions is held once,
 * whichever rings run along it, so that what is done to it is done to all of them alike.
 *
 * A point is a junction when two rings (or one ring twice) pass it with different neighbours. A
 * ring without a junction is one closed arc from its smallest point on.
 *
 *   arcs    each lon, lat pairs in 1e-7 degrees; no two are equal or each other's reverse
 *   shapes  polygons → rings → references; n ≥ 0 is arc n, ~n is arc n backwards; the last point of
 *           each is the first of the next, around the ring
 */
export interface Topology {
  readonly arcs: readonly Int32Array[]
  readonly shapes: readonly (readonly (readonly Int32Array[])[])[]
}

/** The topology of several areas. Rings closed, no point twice in a row. */
export function topologyOf(areas: readonly MultiPolygonE7[]): Topology {
  const junctions = new JunctionFinder(areas)
  for (const area of areas) for (const ring of area.flat()) junctions.add(ring)
  const book = new ArcBook()
  const shapes = areas.map((area) =>
    area.map((polygon) => polygon.map((ring) => cutRing(ring, junctions, book))),
  )
  return { arcs: book.arcs, shapes }
}

/**
 * The areas put together again from arcs that may have lost points. Rings of less than three
 * different points are left out, polygons without outer ring too: an area may come out empty.
 */
export function areasOf(topology: Topology): MultiPolygonE7[] {
  return topology.shapes.map((polygons) =>
    polygons.flatMap((rings): PolygonE7[] => {
      const [outer, ...holes] = rings.map((references) => joinArcs(references, topology.arcs))
      if (!outer) return []
      return [[outer, ...holes.filter((hole) => hole !== null)]]
    }),
  )
}

/** The closed ring that arcs make; null when it has less than three different points. */
export function joinArcs(references: Int32Array, arcs: readonly Int32Array[]): Ring | null {
  let length = 2
  for (const reference of references) length += arcs[arcOf(reference)]!.length - 2
  if (length < 8) return null
  const ring = new Int32Array(length)
  let at = 0
  for (const reference of references) {
    const arc = arcs[arcOf(reference)]!
    // The last point of an arc is the first of the next.
    for (let i = 0; i < arc.length - 2; i += 2) {
      const from = reference >= 0 ? i : arc.length - 2 - i
      ring[at++] = arc[from]!
      ring[at++] = arc[from + 1]!
    }
  }
  ring[at] = ring[0]!
  ring[at + 1] = ring[1]!
  return ring
}

export function arcOf(reference: number): number {
  return reference >= 0 ? reference : ~reference
}

/**
 * Knows every point's neighbours, in an open-addressing table by position. What is asked of a point
 * lies in one line of the processor's cache: most of the time goes into waiting for it.
 *
 *   rows  Int32[(1 + size) * STRIDE]  the first stands for none
 *     +0, +1  x, y     the point
 *     +2      before   row of a neighbour, FREE in a row without a point, NEW before the first pass
 *     +3      after    row of the other; JUNCTION once it has more of them
 */
class JunctionFinder {
  private readonly shift: number
  private readonly mask: number
  private readonly rows: Int32Array

  constructor(areas: readonly MultiPolygonE7[]) {
    let points = 0
    for (const area of areas) for (const ring of area.flat()) points += ring.length / 2
    // Most points are on the borders of two areas: the table is half full, seldom nearly full.
    const bits = Math.ceil(Math.log2(Math.max(16, points * 1.15)))
    this.shift = 32 - bits
    this.mask = 2 ** bits - 1
    this.rows = new Int32Array((1 + 2 ** bits) * STRIDE)
  }

  add(ring: Ring): void {
    const points = ring.length / 2 - 1
    let before = this.rowOf(ring[2 * points - 2]!, ring[2 * points - 1]!)
    let here = this.rowOf(ring[0]!, ring[1]!)
    for (let i = 0; i < points; i++) {
      const after = this.rowOf(ring[2 * i + 2]!, ring[2 * i + 3]!)
      this.pass(here, before, after)
      before = here
      here = after
    }
  }

  isJunction(x: number, y: number): boolean {
    return this.rows[this.rowOf(x, y) + AFTER] === JUNCTION
  }

  private pass(here: number, before: number, after: number): void {
    const { rows } = this
    const knownBefore = rows[here + BEFORE]!
    const knownAfter = rows[here + AFTER]!
    if (knownBefore === NEW) {
      rows[here + BEFORE] = before
      rows[here + AFTER] = after
      return
    }
    const isSame = knownBefore === before && knownAfter === after
    const isReverse = knownBefore === after && knownAfter === before
    if (!isSame && !isReverse) rows[here + AFTER] = JUNCTION
  }

  private rowOf(x: number, y: number): number {
    const { rows, mask } = this
    // The upper bits of a product depend on all bits of its factors.
    let slot = Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b) >>> this.shift
    for (;;) {
      const row = (1 + slot) * STRIDE
      if (rows[row + BEFORE] === FREE) {
        rows[row] = x
        rows[row + 1] = y
        rows[row + BEFORE] = NEW
        return row
      }
      if (rows[row] === x && rows[row + 1] === y) return row
      slot = (slot + 1) & mask
    }
  }
}

const STRIDE = 4
const BEFORE = 2
const AFTER = 3
const FREE = 0
const NEW = -1
const JUNCTION = -2

/** Gives each different arc one number, whichever way it is run. */
class ArcBook {
  readonly arcs: Int32Array[] = []
  private readonly byEnds = new Map<string, number[]>()

  /** The reference to an arc: as `Topology` has it. */
  refer(arc: Int32Array): number {
    const isBackwards = runsBackwards(arc)
    const canonical = isBackwards ? reversed(arc) : arc
    const key = `${canonical[0]},${canonical[1]},${canonical[2]},${canonical[3]},${arc.length}`
    const candidates = this.byEnds.get(key) ?? []
    let number = candidates.find((known) => equal(this.arcs[known]!, canonical))
    if (number === undefined) {
      number = this.arcs.push(canonical) - 1
      candidates.push(number)
      this.byEnds.set(key, candidates)
    }
    return isBackwards ? ~number : number
  }
}

function cutRing(ring: Ring, junctions: JunctionFinder, book: ArcBook): Int32Array {
  const points = ring.length / 2 - 1
  const cuts: number[] = []
  for (let i = 0; i < points; i++) {
    if (junctions.isJunction(ring[2 * i]!, ring[2 * i + 1]!)) cuts.push(i)
  }
  if (cuts.length === 0) cuts.push(smallestPoint(ring))
  return Int32Array.from(cuts, (start, i) => {
    const end = cuts[i + 1] ?? cuts[0]! + points
    const arc = new Int32Array((end - start + 1) * 2)
    for (let k = 0; k <= end - start; k++) {
      const from = ((start + k) % points) * 2
      arc[2 * k] = ring[from]!
      arc[2 * k + 1] = ring[from + 1]!
    }
    return book.refer(arc)
  })
}

function smallestPoint(ring: Ring): number {
  let best = 0
  for (let i = 2; i < ring.length - 2; i += 2) {
    const isSmaller =
      ring[i]! < ring[best]! || (ring[i] === ring[best] && ring[i + 1]! < ring[best + 1]!)
    if (isSmaller) best = i
  }
  return best / 2
}

/** Whether the points read backwards come first in order: an arc's one direction is the other. */
function runsBackwards(arc: Int32Array): boolean {
  for (let i = 0, j = arc.length - 2; i < j; i += 2, j -= 2) {
    if (arc[i] !== arc[j]) return arc[i]! > arc[j]!
    if (arc[i + 1] !== arc[j + 1]) return arc[i + 1]! > arc[j + 1]!
  }
  return false
}

function reversed(arc: Int32Array): Int32Array {
  const result = new Int32Array(arc.length)
  for (let i = 0, j = arc.length - 2; j >= 0; i += 2, j -= 2) {
    result[i] = arc[j]!
    result[i + 1] = arc[j + 1]!
  }
  return result
}

function equal(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
