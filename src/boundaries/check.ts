import { ServiceError } from '../base/errors.ts'
import {
  type Boundaries,
  CELL_BORDER,
  CELL_DIVIDED,
  CELL_INNER,
  type CellTree,
  CUT_BITS,
  TOP_BITS,
  treeOf,
} from './layout.ts'
import { units } from './open.ts'
import { BOUNDARY_LEVELS, type BoundaryLevel } from './unit.ts'

const PARTS = 1 << (2 * CUT_BITS)

/**
 * Checks all that `locate` relies on: units in order, every cell known, every list within bounds
 * and naming units of its level. Throws `INVALID_DATASET` with the first fault.
 */
export function checkBoundaries(boundaries: Boundaries): void {
  const all = units(boundaries)
  for (let i = 1; i < all.length; i++) {
    const before = all[i - 1]!
    const unit = all[i]!
    const ordered =
      before.level < unit.level || (before.level === unit.level && before.id < unit.id)
    if (!ordered) damaged(`unit ${i} is out of order`)
  }
  for (const level of BOUNDARY_LEVELS) {
    const first = all.findIndex((unit) => unit.level === level)
    const count = all.filter((unit) => unit.level === level).length
    checkTree(treeOf(boundaries, level), level, first, first + count)
  }
}

function checkTree(tree: CellTree, level: BoundaryLevel, first: number, end: number): void {
  const { top, cells, sizeBits } = tree
  if (end <= first) {
    if (top.length !== 0) damaged(`level ${level} has cells but no units`)
    return
  }
  if (top.length !== 0 && top.length !== 1 << (2 * TOP_BITS)) {
    damaged(`level ${level} has ${top.length} top cells`)
  }
  if (cells.length % PARTS !== 0) damaged(`level ${level} ends within a block of cells`)
  const seen = new Uint8Array(cells.length / PARTS)
  const checkCell = (cell: number, bits: number): void => {
    const value = cell >>> 2
    const kind = cell & 3
    if (kind === CELL_INNER) {
      if (value !== 0 && (value - 1 < first || value - 1 >= end)) damaged('a cell names no unit')
    } else if (kind === CELL_BORDER) {
      checkBorder(tree.border, value, first, end)
    } else if (kind === CELL_DIVIDED) {
      if (bits < CUT_BITS || value >= seen.length) damaged('a cell has no block')
      if (seen[value] === 1) damaged('a block belongs to two cells')
      seen[value] = 1
      for (let i = 0; i < PARTS; i++) checkCell(cells[value * PARTS + i]!, bits - CUT_BITS)
    } else {
      damaged('a cell is of no kind')
    }
  }
  for (const cell of top) checkCell(cell, sizeBits - TOP_BITS)
}

function checkBorder(border: Int32Array, list: number, first: number, end: number): void {
  const word = (at: number): number => {
    const value = border[at]
    if (value === undefined) damaged('a border list ends beyond the file')
    return value
  }
  const background = word(list)
  if (background !== 0 && (background <= first || background > end)) damaged('a list names no unit')
  let at = list + 2
  let before = -1
  const pointWords = word(list + 1) & 1 ? 1 : 2
  for (let left = word(list + 1) >> 1; left > 0; left--) {
    const unit = word(at) >> 1
    if (unit < first || unit >= end || unit <= before) damaged('a candidate is no unit in order')
    before = unit
    let runs = word(at + 1)
    if (runs < 1) damaged('a candidate has no edges')
    at += 2
    for (; runs > 0; runs--) {
      const points = word(at)
      if (points < 2) damaged('a chain has no edge')
      at += 1 + pointWords * points
      word(at - 1)
    }
  }
}

function damaged(fault: string): never {
  throw new ServiceError(
    'INVALID_DATASET',
    `The boundaries index is damaged: ${fault}. Import again or roll back.`,
  )
}
