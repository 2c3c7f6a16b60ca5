import { int32Column } from '../../base/column.ts'
import { writeContainer } from '../../base/container.ts'
import { CellGridWriter, type CellLists, cellGridArrays } from '../../geo/cell-grid.ts'
import type { Line } from '../../geo/line.ts'
import { PIECE, WATER_COUNTS, WATER_KIND, WATER_VERSION } from '../reverse/water-layout.ts'

/** Water that cannot be walked across. Lines of lon, lat pairs, 1e-7 degrees. */
export interface Water {
  /** The middle of rivers and canals, and banks of which the side of the water is unknown. */
  readonly middles: readonly Line[]
  /** Outlines of water areas, islands too: closed, the water on their left. */
  readonly banks: readonly Line[]
}

/** Pieces of lines. */
interface Pieces {
  /** PIECE numbers each. */
  readonly coords: Int32Array
  /** The first one that is of a bank. */
  readonly banksFrom: number
}

/** Builds water.idx. */
export function buildWater(water: Water): Uint8Array<ArrayBuffer> {
  const writer = new CellGridWriter([...water.middles, ...water.banks])
  const { west, south, side } = writer.frame
  const pieces = cutLines(water, west, south, side)
  const { coords } = pieces
  for (let piece = 0; piece * PIECE < coords.length; piece++) {
    const at = piece * PIECE
    const lon = (coords[at]! + coords[at + 2]!) / 2
    writer.addPoint(lon, (coords[at + 1]! + coords[at + 3]!) / 2, piece)
  }
  const lists = writer.lists()
  const { cells, records } = recordsOf(lists, pieces)
  const arrays = cellGridArrays(writer.frame, lists, records)
  return writeContainer(WATER_KIND, WATER_VERSION, { ...arrays, cells })
}

/** The segments of all lines, cut where they pass from cell to cell. */
function cutLines({ middles, banks }: Water, west: number, south: number, side: number): Pieces {
  const coords = int32Column()
  const emit = (ax: number, ay: number, bx: number, by: number): void => {
    coords.reserve(PIECE).set([ax, ay, bx, by], coords.length)
    coords.length += PIECE
  }
  for (const line of middles) cutLine(line, west, south, side, emit)
  const banksFrom = coords.length / PIECE
  for (const line of banks) cutLine(line, west, south, side, emit)
  return { coords: coords.take(), banksFrom }
}

function cutLine(
  line: Line,
  west: number,
  south: number,
  side: number,
  emit: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!]
    // Always from the same end: a border that two areas share is cut alike for both.
    const isForward = ax < bx || (ax === bx && ay <= by)
    const [x, y, toX, toY] = isForward ? [ax, ay, bx, by] : [bx, by, ax, ay]
    let [lastX, lastY] = [x, y]
    for (const part of cutsOf(x - west, y - south, toX - west, toY - south, side)) {
      const cutX = Math.round(x + part * (toX - x))
      const cutY = Math.round(y + part * (toY - y))
      if (cutX === lastX && cutY === lastY) continue
      if (isForward) emit(lastX, lastY, cutX, cutY)
      else emit(cutX, cutY, lastX, lastY)
      lastX = cutX
      lastY = cutY
    }
  }
}

/** The parts of a segment at which it leaves a cell, 0 at its start to 1 at its end, ascending. */
function cutsOf(ax: number, ay: number, bx: number, by: number, side: number): number[] {
  const cuts = [1]
  for (const [a, b] of [
    [ax, bx],
    [ay, by],
  ] as const) {
    const last = Math.floor(Math.max(a, b) / side)
    for (let border = Math.floor(Math.min(a, b) / side) + 1; border <= last; border++) {
      cuts.push((border * side - a) / (b - a))
    }
  }
  return cuts.sort((p, q) => p - q)
}

/** The records of all cells, and the start of each. */
function recordsOf(
  { first, items }: CellLists,
  { coords, banksFrom }: Pieces,
): { cells: Int32Array; records: Uint32Array } {
  const records = new Uint32Array(first.length - 1)
  const cells = new Int32Array(records.length * WATER_COUNTS + coords.length)
  let at = 0
  for (let cell = 0; cell < records.length; cell++) {
    const held = [...items.subarray(first[cell], first[cell + 1])]
    const middles = held.filter((piece) => piece < banksFrom)
    const banks = outerBanks(
      coords,
      held.filter((piece) => piece >= banksFrom),
    )
    records[cell] = at
    cells[at++] = middles.length
    cells[at++] = banks.length
    for (const piece of [...middles, ...banks]) {
      cells.set(coords.subarray(piece * PIECE, (piece + 1) * PIECE), at)
      at += PIECE
    }
  }
  return { cells: cells.subarray(0, at), records }
}

/**
 * The banks without pieces drawn twice, and without borders between two areas of water, which are
 * drawn once each way: rivers are mapped in many parts.
 */
function outerBanks(coords: Int32Array, banks: readonly number[]): number[] {
  const kept = new Map<string, number>()
  const gone = new Set<string>()
  for (const piece of banks) {
    const [ax, ay, bx, by] = coords.subarray(piece * PIECE, (piece + 1) * PIECE)
    const key = `${ax},${ay} ${bx},${by}`
    const reversedKey = `${bx},${by} ${ax},${ay}`
    if (gone.has(key) || gone.has(reversedKey)) continue
    if (kept.delete(reversedKey)) gone.add(reversedKey)
    else kept.set(key, piece)
  }
  return [...kept.values()]
}
