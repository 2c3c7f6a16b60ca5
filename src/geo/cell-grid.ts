import { assert } from '../base/assert.ts'

/*
 * A sparse grid of square cells over points and short lines. A range of some ten metres meets a
 * handful of cells, and each costs one look-up in a hash: far less than the way down a tree.
 *
 *   frame    Int32[5]      west, south of the grid, 1e-7 degrees; log2 of a cell's side in that
 *                          unit; columns, rows, both ≥ 1 unless the grid is empty
 *   slots    Uint32[2 s]   s a power of two, at least half of them free: a cell's key plus 1 (0 is
 *                          free) and where its record begins, by open addressing
 *
 * Cells are numbered block by block, 4 × 4 of them a block: neighbours stand beside each other in
 * the hash and, in the order of their keys, in the records. What a record is only who built the
 * grid knows.
 */

/** Smallest side of a cell, 2^13 · 1e-7 degrees: 91 m of latitude. */
const SIDE_BITS_MIN = 13
const BLOCK_BITS = 2
const BLOCK_CELLS = 1 << (2 * BLOCK_BITS)
const BLOCK_MASK = (1 << BLOCK_BITS) - 1
const KEYS_MAX = 2 ** 32 - 2

export const NO_RECORD = 0xffffffff

/** Where the grid lies and how fine it is. */
export interface CellFrame {
  readonly west: number
  readonly south: number
  readonly side: number
  readonly columns: number
  readonly rows: number
}

export interface CellGrid extends CellFrame {
  readonly blockColumns: number
  readonly slots: Uint32Array
  /** Leaves as many high bits of a 32-bit hash as there are blocks of slots. */
  readonly hashShift: number
}

/** The grid over arrays that an index file holds. */
export function openCellGrid(frame: Int32Array, slots: Uint32Array): CellGrid {
  const [west = 0, south = 0, sideBits = 0, columns = 0, rows = 0] = frame
  const blockColumns = Math.ceil(columns / 2 ** BLOCK_BITS)
  const hashShift = 32 - Math.log2(slots.length / 2 / BLOCK_CELLS)
  return { west, south, side: 2 ** sideBits, columns, rows, blockColumns, slots, hashShift }
}

/** Where the record of the cell begins, or NO_RECORD when the cell is empty. */
export function recordAt(grid: CellGrid, column: number, row: number): number {
  const { slots } = grid
  const mask = slots.length - 1
  const wanted = keyOf(grid.blockColumns, column, row) + 1
  let at = homeOf(wanted - 1, grid.hashShift) * 2
  for (let key = slots[at]!; key !== wanted; key = slots[at]!) {
    if (key === 0) return NO_RECORD
    at = (at + 2) & mask
  }
  return slots[at + 1]!
}

/**
 * Puts where the records begin of all cells within `reachX`, `reachY` of a position into `found`,
 * that of its own cell first, and returns how many there are. All in 1e-7 degrees, not rounded.
 */
export function recordsAround(
  grid: CellGrid,
  lonE7: number,
  latE7: number,
  reachX: number,
  reachY: number,
  found: number[],
): number {
  const { side } = grid
  const x = lonE7 - grid.west
  const y = latE7 - grid.south
  const ownColumn = Math.floor(x / side)
  const ownRow = Math.floor(y / side)
  const columnFirst = Math.max(0, Math.floor((x - reachX) / side))
  const columnLast = Math.min(grid.columns - 1, Math.floor((x + reachX) / side))
  const rowLast = Math.min(grid.rows - 1, Math.floor((y + reachY) / side))
  let count = 0
  for (let row = Math.max(0, Math.floor((y - reachY) / side)); row <= rowLast; row++) {
    for (let column = columnFirst; column <= columnLast; column++) {
      const record = recordAt(grid, column, row)
      if (record === NO_RECORD) continue
      found[count] = record
      if (column === ownColumn && row === ownRow) {
        found[count] = found[0]!
        found[0] = record
      }
      count++
    }
  }
  return count
}

/** Throws when the arrays are not those of a grid whose records lie below `recordsEnd`. */
export function checkCellGrid(grid: CellGrid, recordsEnd: number): void {
  const { slots, columns, rows, blockColumns } = grid
  const count = slots.length / 2
  assert(count >= BLOCK_CELLS && Number.isInteger(Math.log2(count)), 'slots are a power of two')
  assert(grid.side >= 2 ** SIDE_BITS_MIN, 'the cells of a grid have a side')
  let used = 0
  for (let at = 0; at < slots.length; at += 2) {
    if (slots[at] === 0) continue
    used++
    const [column, row] = cellOf(blockColumns, slots[at]! - 1)
    assert(column < columns && row < rows, 'a cell lies within its grid')
    assert(slots[at + 1]! < recordsEnd, 'the record of a cell exists')
    assert(recordAt(grid, column, row) === slots[at + 1], 'a cell is found by its key')
  }
  assert(used * 2 <= count, 'half of the slots are free')
}

/** Gathers what lies in each cell of a grid. */
export class CellGridWriter {
  readonly frame: CellFrame
  private readonly blockColumns: number
  /** Items by the key of their cell. */
  private readonly cells = new Map<number, number[]>()

  /** `coords`: lon, lat pairs of all that the grid will hold, 1e-7 degrees. */
  constructor(coords: Iterable<number>) {
    this.frame = frameAround(coords)
    this.blockColumns = Math.ceil(this.frame.columns / 2 ** BLOCK_BITS)
  }

  addPoint(lonE7: number, latE7: number, item: number): void {
    const { west, south, side } = this.frame
    this.add(Math.floor((lonE7 - west) / side), Math.floor((latE7 - south) / side), item)
  }

  /** Into every cell that the line from a to b meets, and perhaps one beside it at a corner. */
  addSegment(lonA: number, latA: number, lonB: number, latB: number, item: number): void {
    const { west, south, side, columns, rows } = this.frame
    const [x, y, endX, endY] = [lonA - west, latA - south, lonB - west, latB - south]
    const rowEnd = Math.floor(Math.max(y, endY) / side)
    for (let row = Math.floor(Math.min(y, endY) / side); row <= rowEnd; row++) {
      const [xLow, xHigh] = reachWithin(x, y, endX, endY, row * side, (row + 1) * side)
      // A unit to spare for rounding.
      const columnEnd = Math.min(columns - 1, Math.floor((xHigh + 1) / side))
      for (let c = Math.max(0, Math.floor((xLow - 1) / side)); c <= columnEnd; c++) {
        if (row < rows) this.add(c, row, item)
      }
    }
  }

  /**
   * The arrays of the grid. `writeRecord` is called once a cell, neighbours one after the other,
   * and returns where the record of the cell's items begins.
   */
  finish(writeRecord: (items: readonly number[]) => number): {
    frame: Int32Array
    slots: Uint32Array
  } {
    const blocks = 2 ** Math.ceil(Math.log2(Math.max(1, (this.cells.size * 2) / BLOCK_CELLS)))
    const slots = new Uint32Array(blocks * BLOCK_CELLS * 2)
    const { west, south, side, columns, rows } = this.frame
    const hashShift = 32 - Math.log2(blocks)
    for (const key of Uint32Array.from(this.cells.keys()).sort()) {
      let at = homeOf(key, hashShift) * 2
      while (slots[at] !== 0) at = (at + 2) & (slots.length - 1)
      slots[at] = key + 1
      slots[at + 1] = writeRecord(this.cells.get(key) ?? [])
    }
    return { frame: Int32Array.of(west, south, Math.log2(side), columns, rows), slots }
  }

  private add(column: number, row: number, item: number): void {
    const key = keyOf(this.blockColumns, column, row)
    const items = this.cells.get(key)
    if (items === undefined) this.cells.set(key, [item])
    else items.push(item)
  }
}

function frameAround(coords: Iterable<number>): CellFrame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  let isLat = false
  for (const value of coords) {
    if (isLat) {
      if (value < south) south = value
      if (value > north) north = value
    } else {
      if (value < west) west = value
      if (value > east) east = value
    }
    isLat = !isLat
  }
  if (west > east) return { west: 0, south: 0, side: 2 ** SIDE_BITS_MIN, columns: 0, rows: 0 }
  for (let side = 2 ** SIDE_BITS_MIN; ; side *= 2) {
    const columns = Math.floor((east - west) / side) + 1
    const rows = Math.floor((north - south) / side) + 1
    const keys =
      Math.ceil(columns / 2 ** BLOCK_BITS) * Math.ceil(rows / 2 ** BLOCK_BITS) * BLOCK_CELLS
    if (keys <= KEYS_MAX) return { west, south, side, columns, rows }
  }
}

/** How far east and west the line gets between two latitudes, which it does meet. */
function reachWithin(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  south: number,
  north: number,
): [number, number] {
  const xAt = (y: number) => ax + ((y - ay) / (by - ay)) * (bx - ax)
  const low = Math.min(ay, by) >= south ? (ay < by ? ax : bx) : xAt(south)
  const high = Math.max(ay, by) <= north ? (ay < by ? bx : ax) : xAt(north)
  return ay === by
    ? [Math.min(ax, bx), Math.max(ax, bx)]
    : [Math.min(low, high), Math.max(low, high)]
}

function keyOf(blockColumns: number, column: number, row: number): number {
  const block = (row >>> BLOCK_BITS) * blockColumns + (column >>> BLOCK_BITS)
  return block * BLOCK_CELLS + ((row & BLOCK_MASK) << BLOCK_BITS) + (column & BLOCK_MASK)
}

function cellOf(blockColumns: number, key: number): [column: number, row: number] {
  const block = key >>> (2 * BLOCK_BITS)
  const column = (block % blockColumns) * 2 ** BLOCK_BITS + (key & BLOCK_MASK)
  const row = Math.floor(block / blockColumns) * 2 ** BLOCK_BITS
  return [column, row + ((key >>> BLOCK_BITS) & BLOCK_MASK)]
}

/** The slot of a key: those of one block stand side by side. Fibonacci hashing (Knuth 6.4). */
function homeOf(key: number, hashShift: number): number {
  const hash = Math.imul(key >>> (2 * BLOCK_BITS), 0x9e3779b1)
  // A shift by 32 would be none.
  const block = hashShift === 32 ? 0 : hash >>> hashShift
  return block * BLOCK_CELLS + (key & (BLOCK_CELLS - 1))
}
