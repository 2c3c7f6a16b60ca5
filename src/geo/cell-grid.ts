import { assert } from '../base/assert.ts'
import { uint32Column } from '../base/column.ts'
import { boxOfPoints } from './line.ts'

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

/** Position and fineness of the grid. */
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
  const hashShift = hashShiftOf(slots)
  return { west, south, side: 2 ** sideBits, columns, rows, blockColumns, slots, hashShift }
}

/** Start of the cell's record, or NO_RECORD when the cell is empty. */
function recordAt(grid: CellGrid, column: number, row: number): number {
  return lookUp(grid.slots, grid.hashShift, keyOf(grid.blockColumns, column, row))
}

/**
 * The cells around a position that hold something, its own first. Scratch of queries.
 *
 *   records  [n]  where the record of each begins
 *   gaps     [n]  how far each is from the position, squared metres
 */
export interface CellsAround {
  readonly records: number[]
  readonly gaps: number[]
}

/**
 * Finds the cells within `radiusM` of a position, in 1e-7 degrees, not rounded, on a plane where
 * one such unit is `metresX` east or `metresY` north. Returns how many there are.
 */
export function cellsAround(
  grid: CellGrid,
  lonE7: number,
  latE7: number,
  radiusM: number,
  metresX: number,
  metresY: number,
  { records, gaps }: CellsAround,
): number {
  const { side } = grid
  const x = lonE7 - grid.west
  const y = latE7 - grid.south
  const reachX = radiusM / metresX
  const reachY = radiusM / metresY
  const columnFirst = Math.max(0, Math.floor((x - reachX) / side))
  const columnLast = Math.min(grid.columns - 1, Math.floor((x + reachX) / side))
  const rowLast = Math.min(grid.rows - 1, Math.floor((y + reachY) / side))
  let count = 0
  for (let row = Math.max(0, Math.floor((y - reachY) / side)); row <= rowLast; row++) {
    const dy = Math.max(0, row * side - y, y - (row + 1) * side) * metresY
    for (let column = columnFirst; column <= columnLast; column++) {
      const dx = Math.max(0, column * side - x, x - (column + 1) * side) * metresX
      const gap = dx * dx + dy * dy
      if (gap > radiusM * radiusM) continue
      const record = recordAt(grid, column, row)
      if (record === NO_RECORD) continue
      const isOwn = gap === 0 && count > 0
      records[count] = isOwn ? records[0]! : record
      gaps[count] = isOwn ? gaps[0]! : gap
      if (isOwn) {
        records[0] = record
        gaps[0] = gap
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

/**
 * The content of the cells of a grid.
 *
 *   keys   Uint32[c]      of the cells with items, ascending: neighbours are together
 *   first  Uint32[c + 1]  items of cell i: items[first[i]] .. items[first[i + 1]]
 *   items  Uint32[…]      in the order in which they were added
 */
export interface CellLists {
  readonly keys: Uint32Array
  readonly first: Uint32Array
  readonly items: Uint32Array
}

/** Gathers the items in each cell of a grid. */
export class CellGridWriter {
  readonly frame: CellFrame
  private readonly blockColumns: number
  /** The cell and the item of each entry. */
  private readonly keys = uint32Column()
  private readonly items = uint32Column()

  /** `lines`: lon, lat pairs of all that the grid will hold, 1e-7 degrees. */
  constructor(lines: Iterable<Int32Array>) {
    this.frame = frameAround(lines)
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

  lists(): CellLists {
    const cells = this.keys.take()
    const keys = distinct(cells.slice().sort())
    const slots = slotsOf(keys, (cell) => cell)
    const hashShift = hashShiftOf(slots)
    const first = new Uint32Array(keys.length + 1)
    for (let i = 0; i < cells.length; i++) {
      cells[i] = lookUp(slots, hashShift, cells[i]!)
      first[cells[i]! + 1]!++
    }
    for (let cell = 0; cell < keys.length; cell++) first[cell + 1]! += first[cell]!
    const next = first.slice()
    const added = this.items.reserve(0)
    const items = new Uint32Array(cells.length)
    for (let i = 0; i < cells.length; i++) items[next[cells[i]!]!++] = added[i]!
    return { keys, first, items }
  }

  private add(column: number, row: number, item: number): void {
    this.keys.push(keyOf(this.blockColumns, column, row))
    this.items.push(item)
  }
}

/** The arrays of a grid. `records`: where the record of each cell of its lists begins. */
export function cellGridArrays(
  { west, south, side, columns, rows }: CellFrame,
  { keys }: CellLists,
  records: Uint32Array,
): { readonly frame: Int32Array; readonly slots: Uint32Array } {
  const frame = Int32Array.of(west, south, Math.log2(side), columns, rows)
  return { frame, slots: slotsOf(keys, (cell) => records[cell]!) }
}

/** Without those that equal the one before. */
function distinct(sorted: Uint32Array): Uint32Array {
  let length = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[length++] = sorted[i]!
  }
  return sorted.slice(0, length)
}

function frameAround(lines: Iterable<Int32Array>): CellFrame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    const box = boxOfPoints(line)
    west = Math.min(west, box.west)
    south = Math.min(south, box.south)
    east = Math.max(east, box.east)
    north = Math.max(north, box.north)
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

/** The westernmost and easternmost point of the line between two latitudes, which it meets. */
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

/** A hash table of the keys, with a value for each. */
function slotsOf(keys: Uint32Array, valueAt: (i: number) => number): Uint32Array {
  const blocks = 2 ** Math.ceil(Math.log2(Math.max(1, (keys.length * 2) / BLOCK_CELLS)))
  const slots = new Uint32Array(blocks * BLOCK_CELLS * 2)
  const hashShift = hashShiftOf(slots)
  for (let i = 0; i < keys.length; i++) {
    let at = homeOf(keys[i]!, hashShift) * 2
    while (slots[at] !== 0) at = (at + 2) & (slots.length - 1)
    slots[at] = keys[i]! + 1
    slots[at + 1] = valueAt(i)
  }
  return slots
}

function lookUp(slots: Uint32Array, hashShift: number, key: number): number {
  const mask = slots.length - 1
  const wanted = key + 1
  let at = homeOf(key, hashShift) * 2
  for (let found = slots[at]!; found !== wanted; found = slots[at]!) {
    if (found === 0) return NO_RECORD
    at = (at + 2) & mask
  }
  return slots[at + 1]!
}

function hashShiftOf(slots: Uint32Array): number {
  return 32 - Math.log2(slots.length / 2 / BLOCK_CELLS)
}

/** The slot of a key: those of one block stand side by side. Fibonacci hashing (Knuth 6.4). */
function homeOf(key: number, hashShift: number): number {
  const hash = Math.imul(key >>> (2 * BLOCK_BITS), 0x9e3779b1)
  // A shift by 32 would be none.
  const block = hashShift === 32 ? 0 : hash >>> hashShift
  return block * BLOCK_CELLS + (key & (BLOCK_CELLS - 1))
}
