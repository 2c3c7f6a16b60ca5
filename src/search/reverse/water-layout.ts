import { assert } from '../../base/assert.ts'
import { type CellFile, checkCells, openCells } from './layout.ts'

/*
 * Water that cannot be walked across, one file of a dataset: with it `reverse` knows that an
 * address lies on the other bank.
 *
 *   frame, slots   the grid of cells (geo/cell-grid.ts)
 *   cells          Int32[…]   a record a cell:
 *                    1   m: pieces of the middle of rivers and canals
 *                    1   b: pieces of the outlines of water areas; the water is on their left
 *                    4 (m + b)   lon, lat of its start and of its end, 1e-7 degrees, of each
 *
 * Lines are cut at the borders of cells, so that each piece stands in one cell alone: a query of
 * several cells counts no crossing twice.
 */

export const WATER_KIND = 'water'
export const WATER_VERSION = 1

/** How many numbers the counts of a record take, and a piece. */
export const WATER_COUNTS = 2
export const PIECE = 4

/** Opens water.idx. Throws `INVALID_DATASET`. */
export function openWater(bytes: Uint8Array): CellFile {
  return openCells(bytes, WATER_KIND, WATER_VERSION)
}

/** Throws when the grid is invalid, or a record does not end where the next one begins. */
export function checkWater(water: CellFile): void {
  checkCells(water, (at) => {
    const counts = water.cells.subarray(at, at + WATER_COUNTS)
    assert(counts.length === WATER_COUNTS && counts.every((n) => n >= 0), 'a record has counts')
    return at + WATER_COUNTS + PIECE * (counts[0]! + counts[1]!)
  })
}
