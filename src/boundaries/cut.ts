import { EdgeStack } from './edge-stack.ts'
import type { Edges } from './edges.ts'
import { CUT_BITS } from './layout.ts'
import { crosses } from './locate.ts'

/** A square cell of side 2^bits; its south-west corner in 1e-7 degrees. */
export interface Cell {
  readonly west: number
  readonly south: number
  readonly bits: number
}

/** What a cell holds. */
export interface Content {
  /** Edges that touch the cell, ascending, so that those of a unit stand together. */
  readonly edges: Int32Array
  /** The smallest unit that holds the whole cell and has no edge in it, or -1. */
  readonly background: number
  /** Of each unit with edges in the cell, in their order: what `crosses` must be added to. */
  readonly parity: readonly number[]
}

const CUT = 1 << CUT_BITS
const PARTS = CUT * CUT
/** All parts of the southernmost row. */
const ROW_MASK = (1 << CUT) - 1

export interface Part {
  readonly cell: Cell
  readonly content: Content
}

/**
 * Cuts cells into 16 parts, row by row from the south-west. A unit without edges in a part holds
 * all of it or nothing; which, its parity at the part's south-west corner says, as counted by the
 * edges of the whole cell.
 */
export class Cutter {
  private readonly edges: Edges
  private readonly stack: EdgeStack
  /** Which parts each edge of the cell touches, as bits. */
  private readonly masks: Uint16Array

  constructor(edges: Edges) {
    this.edges = edges
    // The lists of one cell's parts are little longer than its own, and so on down.
    this.stack = new EdgeStack(edges.first.length * 3)
    this.masks = new Uint16Array(edges.first.length)
  }

  /** Calls `use` for each part; its edge list is given back afterwards. */
  cut(cell: Cell, content: Content, use: (part: Part, index: number) => void): void {
    const counts = this.markTouched(cell, content.edges)
    const block = this.stack.take(counts.reduce((sum, count) => sum + count, 0))
    const contents = this.distribute(cell, content, listsIn(block, counts))
    contents.forEach((partContent, i) => {
      use({ cell: partOf(cell, i), content: partContent }, i)
    })
    this.stack.release(block)
  }

  /** Fills `masks`, and tells how many edges touch each part. */
  private markTouched(cell: Cell, list: Int32Array): number[] {
    const { first, x, y } = this.edges
    const masks = this.masks
    const counts = new Array<number>(PARTS).fill(0)
    const side = 2 ** (cell.bits - CUT_BITS)
    for (let i = 0; i < list.length; i++) {
      const a = first[list[i]!]!
      const ax = x[a]! - cell.west
      const ay = y[a]! - cell.south
      const bx = x[a + 1]! - cell.west
      const by = y[a + 1]! - cell.south
      const columnA = Math.floor(ax / side)
      const rowA = Math.floor(ay / side)
      if (columnA === Math.floor(bx / side) && rowA === Math.floor(by / side)) {
        const part = rowA * CUT + columnA
        masks[i] = 1 << part
        counts[part]!++
        continue
      }
      const mask = touchMask(side, ax, ay, bx, by)
      masks[i] = mask
      for (let part = 0; part < PARTS; part++) counts[part]! += (mask >> part) & 1
    }
    return counts
  }

  private distribute(cell: Cell, content: Content, lists: readonly Int32Array[]): Content[] {
    const list = content.edges
    const { first, unit: unitOf } = this.edges
    const parts = lists.map((_, i) => partOf(cell, i))
    const lengths = new Array<number>(PARTS).fill(0)
    const backgrounds = new Array<number>(PARTS).fill(content.background)
    const parities = lists.map((): number[] => [])
    let start = 0
    for (const parity of content.parity) {
      const unit = unitOf[first[list[start]!]!]!
      let end = start + 1
      while (end < list.length && unitOf[first[list[end]!]!] === unit) end++
      const counted = this.countCrossings(cell, parts, list, start, end)
      for (let part = 0; part < PARTS; part++) {
        const background = backgrounds[part]!
        if (background >= 0 && background < unit) continue
        const bit = 1 << part
        const inside = parity ^ (counted.whole & bit ? 1 : 0)
        if (counted.touched & bit) parities[part]!.push(inside ^ (counted.own & bit ? 1 : 0))
        else if (inside === 1) backgrounds[part] = unit
      }
      // A part that a smaller unit holds has no use for this one's edges.
      let wanted = 0
      for (let part = 0; part < PARTS; part++) {
        if (!(backgrounds[part]! >= 0 && backgrounds[part]! < unit)) wanted |= 1 << part
      }
      for (let i = start; i < end; i++) {
        for (let mask = this.masks[i]! & wanted; mask !== 0; mask &= mask - 1) {
          const part = 31 - Math.clz32(mask & -mask)
          lists[part]![lengths[part]!++] = list[i]!
        }
      }
      start = end
    }
    return lists.map((each, i) => ({
      edges: each.subarray(0, lengths[i]!),
      background: backgrounds[i]!,
      parity: parities[i]!,
    }))
  }

  /**
   * Of one unit's edges, a bit for each part: whether any touches it; the crossings from its
   * corner by the reference of the whole cell; and by its own, of the edges that touch it.
   */
  private countCrossings(
    cell: Cell,
    parts: readonly Cell[],
    list: Int32Array,
    start: number,
    end: number,
  ): { touched: number; whole: number; own: number } {
    const { first, x, y } = this.edges
    const east = cell.west + 2 ** cell.bits - 1
    const side = 2 ** (cell.bits - CUT_BITS)
    let touched = 0
    let whole = 0
    let own = 0
    for (let i = start; i < end; i++) {
      const a = first[list[i]!]!
      const ax = x[a]!
      const ay = y[a]!
      const bx = x[a + 1]!
      const by = y[a + 1]!
      const leaves = ax > east !== bx > east
      for (let row = 0; row < CUT; row++) {
        const south = cell.south + row * side
        // Where the edge passes no corner's latitude, `crosses` is the same for the whole row.
        if (ay > south === by > south) {
          if (leaves && ay > south) whole ^= ROW_MASK << (row * CUT)
          continue
        }
        for (let part = row * CUT; part < (row + 1) * CUT; part++) {
          if (crosses(ax, ay, bx, by, east, parts[part]!.west, south)) whole ^= 1 << part
        }
      }
      const mask = this.masks[i]!
      touched |= mask
      for (let left = mask; left !== 0; left &= left - 1) {
        const part = 31 - Math.clz32(left & -left)
        const { west, south } = parts[part]!
        if (crosses(ax, ay, bx, by, west + side - 1, west, south)) own ^= 1 << part
      }
    }
    return { touched, whole, own }
  }
}

function partOf(cell: Cell, index: number): Cell {
  const bits = cell.bits - CUT_BITS
  return {
    west: cell.west + (index % CUT) * 2 ** bits,
    south: cell.south + Math.floor(index / CUT) * 2 ** bits,
    bits,
  }
}

/** Consecutive lists of those lengths. */
function listsIn(block: Int32Array, counts: readonly number[]): Int32Array[] {
  let at = 0
  return counts.map((count) => {
    at += count
    return block.subarray(at - count, at)
  })
}

/** The parts that an edge touches, as bits; coordinates from the cell's corner. */
function touchMask(side: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const columnMin = Math.max(0, Math.floor(Math.min(ax, bx) / side))
  const columnMax = Math.min(CUT - 1, Math.floor(Math.max(ax, bx) / side))
  const rowMin = Math.max(0, Math.floor(Math.min(ay, by) / side))
  const rowMax = Math.min(CUT - 1, Math.floor(Math.max(ay, by) / side))
  // Cells reach half a unit beyond their first and last column: no point lies on their outline.
  const half = side / 2
  // Twice what the line's distance to a middle may be, so that no rounding loses an edge.
  const reach = (Math.abs(dx) + Math.abs(dy)) * half * (1 + 1e-6)
  let mask = 0
  for (let row = rowMin; row <= rowMax; row++) {
    for (let column = columnMin; column <= columnMax; column++) {
      const x = column * side + half - 0.5 - ax
      const y = row * side + half - 0.5 - ay
      if (Math.abs(dx * y - dy * x) <= reach) mask |= 1 << (row * CUT + column)
    }
  }
  return mask
}
