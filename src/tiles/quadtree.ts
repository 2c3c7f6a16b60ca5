import type { TileBox } from './grid.ts'

/*
 * Points in Morton order (Z-order), which are a quadtree without nodes: the points of any cell are
 * one range, and its quarters are four ranges within, found by bisection on one bit of y and of x.
 */

/** Negative when a comes before b on the Morton curve, 0 when they are one point; y goes first. */
export function mortonOrder(ax: number, ay: number, bx: number, by: number): number {
  const dx = (ax ^ bx) >>> 0
  const dy = (ay ^ by) >>> 0
  // Whichever coordinate has the highest bit that differs decides (Chan 2002).
  return dy < dx && dy < (dx ^ dy) >>> 0 ? ax - bx : ay - by
}

/** Ranges no longer than this are looked through, not divided. */
const SCAN_MAX = 16
const TOP_BIT = 31
const RANGE = 3 // from, to, the bit that divides it
/** A division replaces a range by four, of which the first is divided next. */
const STACK_RANGES = 3 * (TOP_BIT + 1) + 1
const stack = new Int32Array(STACK_RANGES * RANGE)

/**
 * Writes the numbers of the points inside `box`, of those from `first` up to `end`, which stand in
 * Morton order, into `found` from `count` on, ascending, until it is full. Returns how many numbers
 * it then holds.
 */
export function findInBox(
  xs: Uint32Array,
  ys: Uint32Array,
  first: number,
  end: number,
  box: TileBox,
  found: Uint32Array,
  count: number,
): number {
  const { west, north, east, south } = box
  let top = push(0, first, end, TOP_BIT)
  while (top > 0) {
    top -= RANGE
    const from = stack[top]!
    const to = stack[top + 1]!
    const bit = stack[top + 2]!
    const side = 2 ** (bit + 1)
    const cellWest = Math.floor(xs[from]! / side) * side
    const cellNorth = Math.floor(ys[from]! / side) * side
    const cellEast = cellWest + side
    const cellSouth = cellNorth + side
    if (cellWest >= east || cellEast <= west || cellNorth >= south || cellSouth <= north) continue
    const isInside =
      cellWest >= west && cellEast <= east && cellNorth >= north && cellSouth <= south
    if (isInside || to - from <= SCAN_MAX) {
      for (let i = from; i < to; i++) {
        const x = xs[i]!
        const y = ys[i]!
        if (!isInside && (x < west || x >= east || y < north || y >= south)) continue
        if (count === found.length) return count
        found[count++] = i
      }
      continue
    }
    const middle = firstWithBit(ys, from, to, bit)
    const upper = firstWithBit(xs, from, middle, bit)
    const lower = firstWithBit(xs, middle, to, bit)
    // The last one pushed is looked at first.
    top = push(top, lower, to, bit - 1)
    top = push(top, middle, lower, bit - 1)
    top = push(top, upper, middle, bit - 1)
    top = push(top, from, upper, bit - 1)
  }
  return count
}

function push(top: number, from: number, to: number, bit: number): number {
  if (from === to) return top
  stack[top] = from
  stack[top + 1] = to
  stack[top + 2] = bit
  return top + RANGE
}

/** The first of `from` … `to` whose bit is set; all that have it clear come before. */
function firstWithBit(values: Uint32Array, from: number, to: number, bit: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((values[middle]! >>> bit) & 1) to = middle
    else from = middle + 1
  }
  return from
}
