import { EdgeStack } from './edge-stack.ts'
import type { Edges } from './edges.ts'
import { CUT_BITS } from './layout.ts'
import { crosses } from './locate.ts'

/** A square cell of side 2^bits; its south-west corner in 1e-7 degrees. */
export interface Cell {
  west: number
  south: number
  bits: number
}

/** The content of a cell. */
export interface Content {
  /**
   * From `start` to `end`: edges that touch the cell, ascending, so that those of a unit stand
   * together.
   */
  edges: Int32Array
  start: number
  end: number
  /** The smallest unit that holds the whole cell and has no edge in it, or -1. */
  background: number
  /** Of each unit with edges in the cell, in their order: what `crosses` must be added to. */
  readonly parity: number[]
}

const CUT = 1 << CUT_BITS
const PARTS = CUT * CUT
/** All parts of the southernmost row. */
const ROW_MASK = (1 << CUT) - 1

export interface Part {
  readonly cell: Cell
  readonly content: Content
}

/** Parts of a cell; there is one list for each depth, because millions of them would be garbage. */
function newParts(): readonly Part[] {
  return Array.from({ length: PARTS }, () => ({
    cell: { west: 0, south: 0, bits: 0 },
    content: { edges: NO_EDGES, start: 0, end: 0, background: -1, parity: [] },
  }))
}

const NO_EDGES = new Int32Array(0)

/** A cell of 2^32 units is cut so often at most. */
const DEPTH_MAX = 32 / CUT_BITS

/**
 * Cuts cells into 16 parts, row by row from the south-west. A unit without edges in a part holds
 * all of it or nothing. Its parity at the part's south-west corner, counted by the edges of the
 * whole cell, decides which.
 */
export class Cutter {
  private readonly edges: Edges
  private readonly stack: EdgeStack
  /** Which parts each edge of the cell touches, as bits. */
  private readonly masks: Uint16Array
  /** By depth: what the cell that is being cut there is cut into. */
  private readonly parts = Array.from({ length: DEPTH_MAX }, newParts)
  private depth = 0
  /** Count of edges that touch each part. */
  private readonly counts = new Int32Array(PARTS)
  /** Of one unit's edges, a bit for each part: see `countCrossings`. */
  private touched = 0
  private cellCrossings = 0
  private partCrossings = 0

  constructor(edges: Edges) {
    this.edges = edges
    // The lists of one cell's parts are little longer than its own, and so on down.
    this.stack = new EdgeStack(edges.first.length * 3)
    this.masks = new Uint16Array(edges.first.length)
  }

  /** Calls `use` for each part, which holds until it returns; its edge list is given back then. */
  cut(cell: Cell, content: Content, use: (part: Part, index: number) => void): void {
    this.markTouched(cell, content)
    const block = this.stack.take(this.counts.reduce((sum, count) => sum + count, 0))
    const parts = this.parts[this.depth]!
    let at = 0
    for (let i = 0; i < PARTS; i++) {
      const part = parts[i]!
      layPart(part.cell, cell, i)
      part.content.edges = block
      part.content.start = at
      part.content.end = at
      part.content.background = content.background
      part.content.parity.length = 0
      at += this.counts[i]!
    }
    this.distribute(cell, content, parts)
    this.depth++
    for (let i = 0; i < PARTS; i++) use(parts[i]!, i)
    this.depth--
    this.stack.release(block)
  }

  /** Fills `masks`, by place in the cell's list, and `counts`. */
  private markTouched(cell: Cell, { edges: list, start, end }: Content): void {
    const { first, x, y } = this.edges
    const { masks, counts } = this
    counts.fill(0)
    const side = 2 ** (cell.bits - CUT_BITS)
    for (let i = start; i < end; i++) {
      const a = first[list[i]!]!
      const ax = x[a]! - cell.west
      const ay = y[a]! - cell.south
      const bx = x[a + 1]! - cell.west
      const by = y[a + 1]! - cell.south
      const columnA = Math.floor(ax / side)
      const rowA = Math.floor(ay / side)
      if (columnA === Math.floor(bx / side) && rowA === Math.floor(by / side)) {
        const part = rowA * CUT + columnA
        masks[i - start] = 1 << part
        counts[part]!++
        continue
      }
      const mask = touchMask(side, ax, ay, bx, by)
      masks[i - start] = mask
      for (let part = 0; part < PARTS; part++) counts[part]! += (mask >> part) & 1
    }
  }

  /** Fills the parts, whose lists have room already. */
  private distribute(cell: Cell, content: Content, parts: readonly Part[]): void {
    const list = content.edges
    const { first, unit: unitOf } = this.edges
    let start = content.start
    for (const parity of content.parity) {
      const unit = unitOf[first[list[start]!]!]!
      let end = start + 1
      while (end < content.end && unitOf[first[list[end]!]!] === unit) end++
      this.countCrossings(cell, parts, content, start, end)
      // A part that a smaller unit holds has no use for this one's edges.
      let wanted = 0
      for (let i = 0; i < PARTS; i++) {
        const part = parts[i]!.content
        if (part.background >= 0 && part.background < unit) continue
        const bit = 1 << i
        const inside = parity ^ (this.cellCrossings & bit ? 1 : 0)
        if (this.touched & bit) part.parity.push(inside ^ (this.partCrossings & bit ? 1 : 0))
        else if (inside === 1) part.background = unit
        wanted |= bit
      }
      for (let i = start; i < end; i++) {
        const touched = this.masks[i - content.start]! & wanted
        for (let mask = touched; mask !== 0; mask &= mask - 1) {
          const part = parts[31 - Math.clz32(mask & -mask)]!.content
          part.edges[part.end++] = list[i]!
        }
      }
      start = end
    }
  }

  /**
   * Bits for one unit's edges, one for each part: whether any edge touches the part (`touched`);
   * the parity of the crossings from the part's corner by the reference of the whole cell
   * (`cellCrossings`); and by the part's reference, of the edges that touch the part
   * (`partCrossings`).
   */
  private countCrossings(
    cell: Cell,
    parts: readonly Part[],
    { edges: list, start: listStart }: Content,
    start: number,
    end: number,
  ): void {
    const { first, x, y } = this.edges
    const east = cell.west + 2 ** cell.bits - 1
    const side = 2 ** (cell.bits - CUT_BITS)
    let touched = 0
    let cellCrossings = 0
    let partCrossings = 0
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
          if (leaves && ay > south) cellCrossings ^= ROW_MASK << (row * CUT)
          continue
        }
        for (let part = row * CUT; part < (row + 1) * CUT; part++) {
          if (crosses(ax, ay, bx, by, east, parts[part]!.cell.west, south))
            cellCrossings ^= 1 << part
        }
      }
      const mask = this.masks[i - listStart]!
      touched |= mask
      for (let left = mask; left !== 0; left &= left - 1) {
        const part = 31 - Math.clz32(left & -left)
        const { west, south } = parts[part]!.cell
        if (crosses(ax, ay, bx, by, west + side - 1, west, south)) partCrossings ^= 1 << part
      }
    }
    this.touched = touched
    this.cellCrossings = cellCrossings
    this.partCrossings = partCrossings
  }
}

function layPart(part: Cell, cell: Cell, index: number): void {
  part.bits = cell.bits - CUT_BITS
  part.west = cell.west + (index % CUT) * 2 ** part.bits
  part.south = cell.south + Math.floor(index / CUT) * 2 ** part.bits
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
