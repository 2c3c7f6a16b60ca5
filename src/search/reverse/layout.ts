import { assert } from '../../base/assert.ts'
import { openContainer } from '../../base/container.ts'
import { type CellGrid, checkCellGrid, openCellGrid } from '../../geo/cell-grid.ts'
import { checkPoiAreas, openPoiAreas, type PoiAreas } from './poi-areas.ts'

/*
 * The reverse index, one file beside search.idx; places bear the same numbers in both.
 *
 *   frame, slots   the grid of cells (geo/cell-grid.ts)
 *   cells          Int32[…]   a record a cell, all data of the cell in one piece:
 *                    1   a: addresses (houses, and POIs whose street is known)
 *                    1   p: other POIs
 *                    1   s: settlements
 *                    1   g: segments of streets and alleys that meet the cell
 *                    3 (a + p + s)   lon, lat, place of each, in that order
 *                    5 g             lon, lat of its start and of its end, place of each
 *
 * Positions are in 1e-7 degrees. A segment stands in every cell that it meets. Behind them stand
 * the areas of POIs (poi-areas.ts).
 */

export const REVERSE_KIND = 'reverse'
export const REVERSE_VERSION = 2

/** How many numbers the counts of a record take, and each of its points and segments. */
export const COUNTS = 4
export const POINT = 3
export const SEGMENT = 5

/** A file of cells, the reverse index or water.idx. */
export interface CellFile {
  readonly grid: CellGrid
  readonly cells: Int32Array
}

/** Opens a file of cells over its mapped bytes. Throws `INVALID_DATASET`. */
export function openCells(bytes: Uint8Array, kind: string, version: number): CellFile {
  const file = openContainer(bytes, kind, version)
  const grid = openCellGrid(file.section('frame', 'i32'), file.section('slots', 'u32'))
  return { grid, cells: file.section('cells', 'i32') }
}

/** Throws when the grid is invalid, or leads to other records. `endOf`: the end of one at `at`. */
export function checkCells({ grid, cells }: CellFile, endOf: (at: number) => number): void {
  checkCellGrid(grid, cells.length)
  // Records follow one another, so that one walk meets all of them; the grid leads to no other.
  const records = new Set<number>()
  for (let at = 0; at < cells.length; ) {
    records.add(at)
    at = endOf(at)
    assert(at <= cells.length, 'a record ends with its file')
  }
  for (let at = 0; at < grid.slots.length; at += 2) {
    if (grid.slots[at] === 0) continue
    assert(records.delete(grid.slots[at + 1]!), 'a cell has a record of its own')
  }
  assert(records.size === 0, 'every record is of a cell')
}

export interface ReverseIndex extends CellFile {
  /** Null in older files. */
  readonly areas: PoiAreas | null
}

/** Opens reverse.idx. Throws `INVALID_DATASET`. */
export function openReverseIndex(bytes: Uint8Array): ReverseIndex {
  const areas = openPoiAreas(openContainer(bytes, REVERSE_KIND, REVERSE_VERSION))
  return { ...openCells(bytes, REVERSE_KIND, REVERSE_VERSION), areas }
}

/** Throws when the grid is invalid, or a cell or area leads to a place not below `places`. */
export function checkReverseIndex(index: ReverseIndex, places: number): void {
  checkCells(index, (at) => checkRecord(index.cells, at, places))
  if (index.areas !== null) checkPoiAreas(index.areas, places)
}

/** Checks the record at `at`; returns its end. */
function checkRecord(cells: Int32Array, at: number, places: number): number {
  const counts = cells.subarray(at, at + COUNTS)
  assert(counts.length === COUNTS && counts.every((count) => count >= 0), 'a record has counts')
  const [addresses = 0, others = 0, settlements = 0, segments = 0] = counts
  const pointsEnd = at + COUNTS + (addresses + others + settlements) * POINT
  const end = pointsEnd + segments * SEGMENT
  for (let place = at + COUNTS + POINT - 1; place < pointsEnd; place += POINT) {
    assert(cells[place]! >= 0 && cells[place]! < places, 'a point is a known place')
  }
  for (let place = pointsEnd + SEGMENT - 1; place < end; place += SEGMENT) {
    assert(cells[place]! >= 0 && cells[place]! < places, 'a segment is of a known place')
  }
  return end
}
