import { assert } from '../../base/assert.ts'
import { openContainer } from '../../base/container.ts'
import { type CellGrid, checkCellGrid, openCellGrid } from '../../geo/cell-grid.ts'

/*
 * The water that nobody walks across, one file of a dataset: what `reverse` needs to know that an
 * address lies on the other bank.
 *
 *   frame, slots   the grid of cells (geo/cell-grid.ts)
 *   cells          Int32[…]   a record a cell:
 *                    1   m: pieces of the middle of rivers and canals
 *                    1   b: pieces of the outlines of water areas; the water is on their left
 *                    4 (m + b)   lon, lat of its start and of its end, 1e-7 degrees, of each
 *
 * Lines are cut at the borders of cells, so that each piece stands in one cell alone: whoever looks
 * at several cells counts no crossing twice.
 */

export const WATER_KIND = 'water'
export const WATER_VERSION = 1

/** Where a record's counts are, and how many numbers a piece takes. */
export const WATER_COUNTS = 2
export const PIECE = 4

export interface WaterIndex {
  readonly grid: CellGrid
  readonly cells: Int32Array
}

/** Opens water.idx over its mapped bytes. Throws `INVALID_DATASET`. */
export function openWater(bytes: Uint8Array): WaterIndex {
  const file = openContainer(bytes, WATER_KIND, WATER_VERSION)
  const grid = openCellGrid(file.section('frame', 'i32'), file.section('slots', 'u32'))
  return { grid, cells: file.section('cells', 'i32') }
}

/** Throws when the grid is none, or a record does not end where the next one begins. */
export function checkWater({ grid, cells }: WaterIndex): void {
  checkCellGrid(grid, cells.length)
  const records = new Set<number>()
  for (let at = 0; at < cells.length; ) {
    records.add(at)
    const counts = cells.subarray(at, at + WATER_COUNTS)
    assert(counts.length === WATER_COUNTS && counts.every((n) => n >= 0), 'a record has counts')
    at += WATER_COUNTS + PIECE * (counts[0]! + counts[1]!)
    assert(at <= cells.length, 'a record ends with its file')
  }
  for (let at = 0; at < grid.slots.length; at += 2) {
    if (grid.slots[at] === 0) continue
    assert(records.delete(grid.slots[at + 1]!), 'a cell has a record of its own')
  }
  assert(records.size === 0, 'every record is of a cell')
}
