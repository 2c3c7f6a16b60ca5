import { type Point, toE7 } from '../geo/point.ts'
import { orientation } from '../geo/ring.ts'
import {
  type Boundaries,
  CELL_BORDER,
  CELL_DIVIDED,
  type CellTree,
  CUT_BITS,
  TOP_BITS,
  treeOf,
} from './layout.ts'
import type { BoundaryLevel } from './unit.ts'

const CUT_MASK = (1 << CUT_BITS) - 1
const BLOCK_BITS = 2 * CUT_BITS

/**
 * Index of the unit of that level that holds the point, or -1. The point is taken at 1e-7 degrees,
 * and as if it stood infinitesimally to the north-east: so one on a border, or on a corner where
 * many units meet, belongs to exactly one of them. Where units overlap, the smallest id wins. A
 * unit's inside is what an odd number of its rings encloses.
 */
export function locate(boundaries: Boundaries, level: BoundaryLevel, point: Point): number {
  return locateInTree(treeOf(boundaries, level), toE7(point.lon), toE7(point.lat))
}

function locateInTree(tree: CellTree, lonE7: number, latE7: number): number {
  const x = lonE7 - tree.west
  const y = latE7 - tree.south
  const size = 2 ** tree.sizeBits
  if (!(x >= 0 && y >= 0 && x < size && y < size) || tree.top.length === 0) return -1
  const cells = tree.cells
  let shift = tree.sizeBits - TOP_BITS
  let cell = tree.top[((y >>> shift) << TOP_BITS) | (x >>> shift)]!
  while ((cell & 3) === CELL_DIVIDED) {
    shift -= CUT_BITS
    const column = (x >>> shift) & CUT_MASK
    const row = (y >>> shift) & CUT_MASK
    cell = cells[((cell >>> 2) << BLOCK_BITS) | (row << CUT_BITS) | column]!
  }
  if ((cell & 3) === CELL_BORDER) {
    const half = 2 ** (shift - 1)
    const middleX = tree.west + ((x >>> shift) * 2 + 1) * half
    const middleY = tree.south + ((y >>> shift) * 2 + 1) * half
    const border = tree.border
    // A narrow list counts from the middle of the cell, a wide one in whole coordinates.
    return (border[(cell >>> 2) + 1]! & 1) === 1
      ? locateInBorder(border, cell >>> 2, true, half - 1, lonE7 - middleX, latE7 - middleY)
      : locateInBorder(border, cell >>> 2, false, middleX + half - 1, lonE7, latE7)
  }
  return (cell >>> 2) - 1
}

/** The answer of a border cell whose last column is `east`; all as its list counts. */
function locateInBorder(
  border: Int32Array,
  list: number,
  isNarrow: boolean,
  east: number,
  px: number,
  py: number,
): number {
  const background = border[list]! - 1
  let at = list + 2
  for (let left = border[list + 1]! >> 1; left > 0; left--) {
    const unit = border[at]! >> 1
    let parity = border[at]! & 1
    const runs = border[at + 1]!
    at += 2
    for (let run = 0; run < runs; run++) {
      const first = at + 1
      at = first + (isNarrow ? border[at]! : 2 * border[at]!)
      parity ^= isNarrow
        ? crossingsOfNarrow(border, first, at, east, px, py)
        : crossingsOfWide(border, first, at, east, px, py)
    }
    if (parity === 1) return unit
  }
  return background
}

/** Whether a run of points, one number each, is crossed an odd number of times: 1, else 0. */
function crossingsOfNarrow(
  border: Int32Array,
  first: number,
  end: number,
  east: number,
  px: number,
  py: number,
): number {
  let parity = 0
  let a = border[first]!
  for (let i = first + 1; i < end; i++) {
    const b = border[i]!
    if (crosses(a >> 16, (a << 16) >> 16, b >> 16, (b << 16) >> 16, east, px, py)) parity ^= 1
    a = b
  }
  return parity
}

/** The same for points of two numbers. */
function crossingsOfWide(
  border: Int32Array,
  first: number,
  end: number,
  east: number,
  px: number,
  py: number,
): number {
  let parity = 0
  let ax = border[first]!
  let ay = border[first + 1]!
  for (let i = first + 2; i < end; i += 2) {
    const bx = border[i]!
    const by = border[i + 1]!
    if (crosses(ax, ay, bx, by, east, px, py)) parity ^= 1
    ax = bx
    ay = by
  }
  return parity
}

/**
 * Whether the way from the point to the cell's reference crosses the edge a – b an odd number of
 * times.
 *
 * The way runs east to the line just beyond the column `east`, then along that line to the far
 * north. Edges that cross the line above the cell count too: they do so for every point of the
 * cell, so the cell's `parity`, which the builder makes with this function, takes them out again.
 * For an edge that crosses the line, both legs come to one question: is the point below it?
 */
export function crosses(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  east: number,
  px: number,
  py: number,
): boolean {
  const above = ay > py
  const leaves = ax > east !== bx > east
  if (above === by > py) return above && leaves
  if (ax > east && bx > east) return false
  // The edge passes the point's latitude. A point on it stands infinitesimally east of it.
  const climbs = by > ay
  let west: boolean
  if (px >= ax && px >= bx) west = false
  else if (px < ax && px < bx) west = true
  else west = orientation(ax, ay, bx, by, px, py) === (climbs ? 1 : -1)
  // Below an edge that rises to the east is east of it, below one that falls to the east west.
  const rises = leaves && bx > ax === climbs
  return west !== rises
}
