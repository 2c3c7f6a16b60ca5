import type { BoundaryLevel, BoundaryUnit } from './unit.ts'

/*
 * The boundaries index: which unit holds this point.
 *
 * Units stand in order of level, then id; a unit's index is its place in that order. Each level
 * has a tree of square cells. The root is a square of side 2^sizeBits units of 1e-7 degrees; it is
 * cut into 256 × 256 cells at once, each of which may be cut into 4 × 4 again and again. A cell
 * that no border passes names its unit; a cell with few edges left lists them.
 *
 *   text     u8      JSON array of all units
 *   frame4   f64[3]  west, south of the root square (1e-7 degrees, whole), sizeBits
 *   top4     u32     256 × 256 cells, row by row from the south-west; empty when the level has none
 *   cells4   u32     blocks of 16 cells, row by row from the south-west
 *   border4  i32     what border cells list, see below
 *   frame8 … border8 the same for level 8
 *
 * A cell is a number whose low two bits say what it is:
 *   0  inner    the rest is unit index + 1, or 0 for none
 *   1  divided  the rest is the number of its block in `cells`
 *   2  border   the rest is the offset of its list in `border`
 *
 * A border list:
 *   background     unit index + 1 that holds the whole cell though it has no edge in it, or 0
 *   candidates     how many units have edges in the cell << 1 | whether the list is narrow; then
 *                  for each candidate, smallest index first:
 *     unit         index << 1 | parity, `parity` as `crosses` in locate.ts counts it
 *     runs         how many chains of edges; then for each:
 *       points     2 or more, then x, y of each, 1e-7 degrees; in a narrow list both in one
 *                  word, 16 bits each, from the middle of the cell
 */

export const BOUNDARIES_KIND = 'boundaries'
export const BOUNDARIES_VERSION = 2

/** The root square is cut into 2^8 × 2^8 cells. */
export const TOP_BITS = 8
/** Every further cut is into 2^2 × 2^2. */
export const CUT_BITS = 2

export const CELL_INNER = 0
export const CELL_DIVIDED = 1
export const CELL_BORDER = 2

/** The tree of one level. */
export interface CellTree {
  readonly west: number
  readonly south: number
  readonly sizeBits: number
  readonly top: Uint32Array
  readonly cells: Uint32Array
  readonly border: Int32Array
}

/** An opened index. */
export interface Boundaries {
  readonly level4: CellTree
  readonly level8: CellTree
  readonly text: Uint8Array
  /** Filled by the first `unitAt`: opening reads no names. */
  units: readonly BoundaryUnit[] | null
  /** The units of level 4 by code; filled by the first `holdersOf`. */
  provinces: ReadonlyMap<string, BoundaryUnit> | null
}

export function treeOf(boundaries: Boundaries, level: BoundaryLevel): CellTree {
  return level === 4 ? boundaries.level4 : boundaries.level8
}
