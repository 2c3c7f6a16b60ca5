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

/**
 * The 16 parts of a cell, row by row from the south-west. A unit without edges in a part holds all
 * of it or nothing; which, its parity at the part's south-west corner says, as counted by the
 * edges of the whole cell.
 */
export function cutContent(
  edges: Edges,
  cell: Cell,
  content: Content,
): { cell: Cell; content: Content }[] {
  const parts = partsOf(cell)
  const touched = touchMasks(edges, cell, content.edges)
  const lists = emptyLists(touched)
  const lengths = new Int32Array(PARTS)
  const backgrounds = new Int32Array(PARTS).fill(content.background)
  const parities: number[][] = parts.map(() => [])
  let start = 0
  for (const parity of content.parity) {
    const end = endOfUnit(edges, content.edges, start)
    const unit = edges.unit[edges.first[content.edges[start]!]!]!
    const counted = countCrossings(edges, cell, parts, content.edges, touched, start, end)
    for (let part = 0; part < PARTS; part++) {
      const background = backgrounds[part]!
      if (background >= 0 && background < unit) continue
      const bit = 1 << part
      const inside = parity ^ (counted.whole & bit ? 1 : 0)
      if ((counted.touched & bit) === 0) {
        if (inside === 1) backgrounds[part] = unit
        continue
      }
      parities[part]!.push(inside ^ (counted.own & bit ? 1 : 0))
      const list = lists[part]!
      for (let i = start; i < end; i++) {
        if (touched[i]! & bit) list[lengths[part]!++] = content.edges[i]!
      }
    }
    start = end
  }
  return parts.map((part, i) => ({
    cell: part,
    content: {
      edges: lists[i]!.slice(0, lengths[i]!),
      background: backgrounds[i]!,
      parity: parities[i]!,
    },
  }))
}

function partsOf(cell: Cell): Cell[] {
  const bits = cell.bits - CUT_BITS
  return Array.from({ length: PARTS }, (_, i) => ({
    west: cell.west + (i % CUT) * 2 ** bits,
    south: cell.south + Math.floor(i / CUT) * 2 ** bits,
    bits,
  }))
}

function endOfUnit(edges: Edges, list: Int32Array, start: number): number {
  const unit = edges.unit[edges.first[list[start]!]!]!
  let end = start + 1
  while (end < list.length && edges.unit[edges.first[list[end]!]!] === unit) end++
  return end
}

/**
 * Of one unit's edges, a bit for each part: whether any touches it; the crossings from its corner
 * by the reference of the whole cell; and by its own, of the edges that touch it.
 */
function countCrossings(
  edges: Edges,
  cell: Cell,
  parts: readonly Cell[],
  list: Int32Array,
  masks: Uint16Array,
  start: number,
  end: number,
): { touched: number; whole: number; own: number } {
  const east = cell.west + 2 ** cell.bits - 1
  const side = 2 ** (cell.bits - CUT_BITS)
  let touched = 0
  let whole = 0
  let own = 0
  for (let i = start; i < end; i++) {
    const a = edges.first[list[i]!]!
    const ax = edges.x[a]!
    const ay = edges.y[a]!
    const bx = edges.x[a + 1]!
    const by = edges.y[a + 1]!
    const mask = masks[i]!
    touched |= mask
    for (let p = 0; p < PARTS; p++) {
      const { west, south } = parts[p]!
      if (crosses(ax, ay, bx, by, east, west, south)) whole ^= 1 << p
      if (mask & (1 << p) && crosses(ax, ay, bx, by, west + side - 1, west, south)) own ^= 1 << p
    }
  }
  return { touched, whole, own }
}

/** For each edge of the list the parts it touches, as bits. */
function touchMasks(edges: Edges, cell: Cell, list: Int32Array): Uint16Array {
  const masks = new Uint16Array(list.length)
  const side = 2 ** (cell.bits - CUT_BITS)
  // Cells reach half a unit beyond their first and last column: no point lies on their outline.
  const half = side / 2
  for (let i = 0; i < list.length; i++) {
    const a = edges.first[list[i]!]!
    const ax = edges.x[a]! - cell.west
    const ay = edges.y[a]! - cell.south
    const dx = edges.x[a + 1]! - cell.west - ax
    const dy = edges.y[a + 1]! - cell.south - ay
    const columnMin = Math.max(0, Math.floor(Math.min(ax, ax + dx) / side))
    const columnMax = Math.min(CUT - 1, Math.floor(Math.max(ax, ax + dx) / side))
    const rowMin = Math.max(0, Math.floor(Math.min(ay, ay + dy) / side))
    const rowMax = Math.min(CUT - 1, Math.floor(Math.max(ay, ay + dy) / side))
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
    masks[i] = mask
  }
  return masks
}

function emptyLists(masks: Uint16Array): Int32Array[] {
  const counts = new Int32Array(PARTS)
  for (let i = 0; i < masks.length; i++) {
    for (let mask = masks[i]!, part = 0; mask !== 0; mask >>>= 1, part++) {
      if (mask & 1) counts[part] = counts[part]! + 1
    }
  }
  return Array.from(counts, (count) => new Int32Array(count))
}
