import { boxOfPoints } from '../../geo/line.ts'
import { orientation, type PointE7, type Ring } from '../../geo/ring.ts'

/*
 * Where rings cross themselves or each other. The box of all rings is cut into a few times as many
 * cells as there are edges; edges are compared with those that pass the same cells.
 *
 *   edges      Int32[4·e]    x, y of both ends of edge i, 1e-7 degrees
 *   next       Uint32[e]     the edge that follows in the same ring
 *   cellFirst  Uint32[c+1]   edges in cell i: cellFirst[i] .. cellFirst[i+1]; c <= 6·e + 1
 *   cellEdge   Uint32[…]     their numbers
 */

/** Measured on the wards of Vietnam: more cells cost more to clear than they save. */
const CELLS_AN_EDGE = 4

interface Grid {
  readonly west: number
  readonly south: number
  readonly cellE7: number
  readonly columns: number
  readonly rows: number
}

/**
 * A point near which rings cross, or null when they do not. Touching is not crossing: a corner on
 * another edge counts only where the line goes on to the other side. Exact; lines that run along
 * one another for a stretch are taken to touch.
 */
export function findCrossing(rings: readonly Ring[]): PointE7 | null {
  const { edges, next } = edgesOf(rings)
  const count = edges.length / 4
  if (count === 0) return null
  const grid = gridOf(edges)
  const cellFirst = new Uint32Array(grid.columns * grid.rows + 1)
  const passed: number[] = []
  for (let e = 0; e < count; e++) {
    const cells = passedCells(grid, edges, e, passed)
    for (let i = 0; i < cells; i++) cellFirst[passed[i]! + 1]!++
  }
  for (let cell = 1; cell < cellFirst.length; cell++) cellFirst[cell]! += cellFirst[cell - 1]!
  const fill = cellFirst.slice()
  const cellEdge = new Uint32Array(cellFirst[cellFirst.length - 1]!)
  for (let e = 0; e < count; e++) {
    const cells = passedCells(grid, edges, e, passed)
    for (let i = 0; i < cells; i++) cellEdge[fill[passed[i]!]!++] = e
  }
  for (let cell = 0; cell + 1 < cellFirst.length; cell++) {
    const end = cellFirst[cell + 1]!
    for (let a = cellFirst[cell]!; a < end; a++) {
      for (let b = a + 1; b < end; b++) {
        if (cross(edges, next, cellEdge[a]!, cellEdge[b]!)) {
          const at = 4 * cellEdge[a]!
          return { lonE7: edges[at]!, latE7: edges[at + 1]! }
        }
      }
    }
  }
  return null
}

function edgesOf(rings: readonly Ring[]): { edges: Int32Array; next: Uint32Array } {
  let count = 0
  for (const ring of rings) count += ring.length / 2 - 1
  const edges = new Int32Array(4 * count)
  const next = new Uint32Array(count)
  let at = 0
  for (const ring of rings) {
    const first = at / 4
    for (let i = 0; i + 3 < ring.length; i += 2) {
      next[at / 4] = at / 4 + 1
      edges[at++] = ring[i]!
      edges[at++] = ring[i + 1]!
      edges[at++] = ring[i + 2]!
      edges[at++] = ring[i + 3]!
    }
    next[at / 4 - 1] = first
  }
  return { edges, next }
}

function gridOf(edges: Int32Array): Grid {
  const { west, south, east, north } = boxOfPoints(edges)
  const width = east - west
  const height = north - south
  const count = edges.length / 4
  // Rings pass few of the cells; but no side has more cells than edges, however thin the box is.
  const square = Math.sqrt((width * height) / (count * CELLS_AN_EDGE))
  const cellE7 = Math.ceil(Math.max(1, square, width / count, height / count))
  return {
    west,
    south,
    cellE7,
    columns: Math.floor(width / cellE7) + 1,
    rows: Math.floor(height / cellE7) + 1,
  }
}

/** Puts the cells that an edge passes into `passed`, and perhaps a neighbour; returns how many. */
function passedCells(grid: Grid, edges: Int32Array, edge: number, passed: number[]): number {
  const { west, south, cellE7, columns } = grid
  const at = 4 * edge
  const isUpward = edges[at + 1]! <= edges[at + 3]!
  const low = isUpward ? at : at + 2
  const high = isUpward ? at + 2 : at
  const x1 = edges[low]! - west
  const y1 = edges[low + 1]! - south
  const x2 = edges[high]! - west
  const y2 = edges[high + 1]! - south
  const row1 = Math.floor(y1 / cellE7)
  const row2 = Math.floor(y2 / cellE7)
  let count = 0
  for (let row = row1; row <= row2; row++) {
    // The part of the edge between the lower and the upper side of this row.
    let from = x1
    let to = x2
    if (row > row1) from = x1 + ((x2 - x1) * (row * cellE7 - y1)) / (y2 - y1)
    if (row < row2) to = x1 + ((x2 - x1) * ((row + 1) * cellE7 - y1)) / (y2 - y1)
    // A step to either side: rounding must not hide a cell.
    const left = Math.max(0, Math.floor((Math.min(from, to) - 1) / cellE7))
    const right = Math.min(columns - 1, Math.floor((Math.max(from, to) + 1) / cellE7))
    for (let column = left; column <= right; column++) passed[count++] = row * columns + column
  }
  return count
}

function cross(edges: Int32Array, next: Uint32Array, edgeA: number, edgeB: number): boolean {
  const a = 4 * edgeA
  const b = 4 * edgeB
  const ax = edges[a]!
  const ay = edges[a + 1]!
  const bx = edges[a + 2]!
  const by = edges[a + 3]!
  const cx = edges[b]!
  const cy = edges[b + 1]!
  const dx = edges[b + 2]!
  const dy = edges[b + 3]!
  // Neighbours in a ring: the most common pair of all.
  if (bx === cx && by === cy) return false
  // Boxes apart: the common case, without a product.
  if ((cx > ax && cx > bx && dx > ax && dx > bx) || (cx < ax && cx < bx && dx < ax && dx < bx)) {
    return false
  }
  if ((cy > ay && cy > by && dy > ay && dy > by) || (cy < ay && cy < by && dy < ay && dy < by)) {
    return false
  }
  const sideC = orientation(ax, ay, bx, by, cx, cy)
  const sideD = orientation(ax, ay, bx, by, dx, dy)
  if (sideC * sideD > 0) return false
  const sideA = orientation(cx, cy, dx, dy, ax, ay)
  const sideB = orientation(cx, cy, dx, dy, bx, by)
  if (sideA * sideB > 0) return false
  if (sideC !== 0 && sideD !== 0 && sideA !== 0 && sideB !== 0) return true
  // A corner on the other edge, not on an end of it: does the line go on to the other side?
  if (sideD === 0 && sideA * sideB < 0) return sideC * sideAfter(edges, next, edgeA, edgeB) < 0
  if (sideB === 0 && sideC * sideD < 0) return sideA * sideAfter(edges, next, edgeB, edgeA) < 0
  return false
}

/** On which side of `edge` the line is, one edge after `before`. */
function sideAfter(edges: Int32Array, next: Uint32Array, edge: number, before: number): number {
  const at = 4 * edge
  const after = 4 * next[before]!
  return orientation(
    edges[at]!,
    edges[at + 1]!,
    edges[at + 2]!,
    edges[at + 3]!,
    edges[after + 2]!,
    edges[after + 3]!,
  )
}
