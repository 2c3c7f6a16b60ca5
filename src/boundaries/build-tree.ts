import { type Cell, type Content, Cutter } from './cut.ts'
import type { Edges } from './edges.ts'
import {
  CELL_BORDER,
  CELL_DIVIDED,
  CELL_INNER,
  type CellTree,
  CUT_BITS,
  TOP_BITS,
} from './layout.ts'
import { crosses } from './locate.ts'

/** A border cell with more edges is cut, as long as it is larger than the smallest. */
const BORDER_EDGES_MAX = 32

/** Cells are not cut below 2^8 units of 1e-7 degrees, about 3 m. */
const CELL_BITS_MIN = 8

/** The root's smallest size: its 256 × 256 cells are smallest cells. */
const SIZE_BITS_MIN = CELL_BITS_MIN + TOP_BITS

/** Coordinates of a narrow list lie between -2^15 and 2^15 - 1. */
const NARROW = 1 << 15

const CUT = 1 << CUT_BITS

/** The tree of one level's edges. Tells `onPart` how much of it is done, 0 to 1. */
export function buildTree(edges: Edges, onPart: (part: number) => void): CellTree {
  if (edges.first.length === 0) {
    const none = new Uint32Array(0)
    return { west: 0, south: 0, sizeBits: 0, top: none, cells: none, border: new Int32Array(0) }
  }
  const root = rootCell(edges)
  const writer = new TreeWriter(edges, onPart)
  writer.writeTop(root, rootContent(edges, root), 0, 0, 1 << TOP_BITS)
  return { west: root.west, south: root.south, sizeBits: root.bits, ...writer.finish() }
}

/** A square around all edges whose south-west corner lies outside every ring. */
function rootCell(edges: Edges): Cell {
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (let i = 0; i < edges.x.length; i++) {
    west = Math.min(west, edges.x[i]!)
    east = Math.max(east, edges.x[i]!)
    south = Math.min(south, edges.y[i]!)
    north = Math.max(north, edges.y[i]!)
  }
  const side = Math.max(east - west, north - south) + 2
  const bits = Math.max(SIZE_BITS_MIN, Math.ceil(Math.log2(side)))
  return { west: west - 1, south: south - 1, bits }
}

function rootContent(edges: Edges, root: Cell): Content {
  const all = new Int32Array(edges.first.length)
  const parity = new Map<number, number>()
  const east = root.west + 2 ** root.bits - 1
  for (let e = 0; e < all.length; e++) {
    all[e] = e
    const a = edges.first[e]!
    const unit = edges.unit[a]!
    const crossed = crosses(
      edges.x[a]!,
      edges.y[a]!,
      edges.x[a + 1]!,
      edges.y[a + 1]!,
      east,
      root.west,
      root.south,
    )
    parity.set(unit, (parity.get(unit) ?? 0) ^ (crossed ? 1 : 0))
  }
  const end = all.length
  return { edges: all, start: 0, end, background: -1, parity: [...parity.values()] }
}

function middleOf(cell: Cell): { x: number; y: number } {
  const half = 2 ** (cell.bits - 1)
  return { x: cell.west + half, y: cell.south + half }
}

/** Collects the arrays of a tree while its cells are cut. */
class TreeWriter {
  private readonly edges: Edges
  private readonly cutter: Cutter
  private readonly onPart: (part: number) => void
  private topDone = 0
  private readonly top = new Uint32Array(1 << (2 * TOP_BITS))
  private cells = new Uint32Array(1 << 12)
  private cellCount = 0
  private border = new Int32Array(1 << 16)
  private borderLength = 0

  constructor(edges: Edges, onPart: (part: number) => void) {
    this.edges = edges
    this.onPart = onPart
    this.cutter = new Cutter(edges)
  }

  /** Fills the square of `span` × `span` top cells from (column, row) on. */
  writeTop(cell: Cell, content: Content, column: number, row: number, span: number): void {
    if (span === 1 || content.start === content.end) {
      const value = this.writeCell(cell, content)
      for (let r = row; r < row + span; r++) {
        const start = (r << TOP_BITS) | column
        this.top.fill(value, start, start + span)
      }
      this.topDone += span * span
      return
    }
    const part = span / CUT
    this.cutter.cut(cell, content, (child, i) => {
      const childColumn = column + (i % CUT) * part
      const childRow = row + Math.floor(i / CUT) * part
      this.writeTop(child.cell, child.content, childColumn, childRow, part)
    })
  }

  finish(): Pick<CellTree, 'top' | 'cells' | 'border'> {
    return {
      top: this.top,
      cells: this.cells.subarray(0, this.cellCount),
      border: this.border.subarray(0, this.borderLength),
    }
  }

  private writeCell(cell: Cell, content: Content): number {
    this.onPart(this.topDone / this.top.length)
    const edges = content.end - content.start
    if (edges === 0) return ((content.background + 1) << 2) | CELL_INNER
    if (edges <= BORDER_EDGES_MAX || cell.bits - CUT_BITS < CELL_BITS_MIN) {
      return this.writeBorder(cell, content)
    }
    const block = this.cellCount
    this.reserveBlock()
    this.cutter.cut(cell, content, (child, i) => {
      const value = this.writeCell(child.cell, child.content)
      this.cells[block + i] = value
    })
    return (((block / (CUT * CUT)) << 2) | CELL_DIVIDED) >>> 0
  }

  private writeBorder(cell: Cell, content: Content): number {
    const list = this.borderLength
    const middle = this.isNarrow(cell, content) ? middleOf(cell) : null
    const { edges, start, end: listEnd } = content
    this.reserveBorder(2 + content.parity.length * 2 + (listEnd - start) * 5)
    let at = list
    this.border[at++] = content.background + 1
    this.border[at++] = (content.parity.length << 1) | (middle === null ? 0 : 1)
    let e = start
    for (const parity of content.parity) {
      const unit = this.edges.unit[this.edges.first[edges[e]!]!]!
      this.border[at++] = (unit << 1) | parity
      const runsAt = at++
      let runs = 0
      while (e < listEnd && this.edges.unit[this.edges.first[edges[e]!]!] === unit) {
        let end = e + 1
        while (end < listEnd && this.follows(edges[end - 1]!, edges[end]!)) end++
        at = this.writeRun(at, this.edges.first[edges[e]!]!, end - e + 1, middle)
        runs++
        e = end
      }
      this.border[runsAt] = runs
    }
    this.borderLength = at
    return ((list << 2) | CELL_BORDER) >>> 0
  }

  private follows(before: number, edge: number): boolean {
    return this.edges.first[edge] === this.edges.first[before]! + 1
  }

  /** Whether all ends of edges are so near to the cell that 16 bits hold them. */
  private isNarrow(cell: Cell, content: Content): boolean {
    const { x, y, first } = this.edges
    const middle = middleOf(cell)
    for (let e = content.start; e < content.end; e++) {
      const point = first[content.edges[e]!]!
      for (let p = point; p <= point + 1; p++) {
        const dx = x[p]! - middle.x
        const dy = y[p]! - middle.y
        if (dx < -NARROW || dx >= NARROW || dy < -NARROW || dy >= NARROW) return false
      }
    }
    return true
  }

  private writeRun(
    start: number,
    firstPoint: number,
    points: number,
    middle: { x: number; y: number } | null,
  ): number {
    let at = start
    this.border[at++] = points
    for (let p = firstPoint; p < firstPoint + points; p++) {
      const x = this.edges.x[p]!
      const y = this.edges.y[p]!
      if (middle === null) {
        this.border[at++] = x
        this.border[at++] = y
      } else {
        this.border[at++] = ((x - middle.x) << 16) | ((y - middle.y) & 0xffff)
      }
    }
    return at
  }

  private reserveBlock(): void {
    this.cellCount += CUT * CUT
    if (this.cellCount <= this.cells.length) return
    const grown = new Uint32Array(this.cells.length * 2)
    grown.set(this.cells)
    this.cells = grown
  }

  private reserveBorder(length: number): void {
    const needed = this.borderLength + length
    if (needed <= this.border.length) return
    const grown = new Int32Array(Math.max(needed, this.border.length * 2))
    grown.set(this.border)
    this.border = grown
  }
}
