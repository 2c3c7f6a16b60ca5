import { writeContainer } from '../base/container.ts'
import { CellGridWriter } from '../geo/cell-grid.ts'
import type { Line } from '../geo/line.ts'
import { PIECE, WATER_KIND, WATER_VERSION } from './water-layout.ts'

/** Water that nobody walks across. Lines of lon, lat pairs, 1e-7 degrees. */
export interface Water {
  /** The middle of rivers and canals, and banks of which nobody knows the side of the water. */
  readonly middles: readonly Line[]
  /** Outlines of water areas, islands too: closed, the water on their left. */
  readonly banks: readonly Line[]
}

/** Pieces of lines: four coordinates each, those of middles before those of banks. */
interface Pieces {
  readonly coords: number[]
  /** The first coordinate that is of a bank. */
  banksFrom: number
}

/** Builds water.idx. */
export function buildWater({ middles, banks }: Water): Uint8Array<ArrayBuffer> {
  const writer = new CellGridWriter(coordsOf([...middles, ...banks]))
  const { west, south, side } = writer.frame
  const pieces: Pieces = { coords: [], banksFrom: 0 }
  for (const line of middles) cutLine(pieces.coords, line, west, south, side)
  pieces.banksFrom = pieces.coords.length
  for (const line of banks) cutLine(pieces.coords, line, west, south, side)
  const { coords } = pieces
  for (let at = 0; at < coords.length; at += PIECE) {
    const lon = (coords[at]! + coords[at + 2]!) / 2
    const lat = (coords[at + 1]! + coords[at + 3]!) / 2
    writer.addPoint(lon, lat, at)
  }
  const cells: number[] = []
  const { frame, slots } = writer.finish((held) => writeRecord(cells, held, pieces))
  return writeContainer(WATER_KIND, WATER_VERSION, {
    frame,
    slots,
    cells: Int32Array.from(cells),
  })
}

function* coordsOf(lines: readonly Line[]): Generator<number> {
  for (const line of lines) yield* line
}

/** Appends the segments of a line, cut where they pass from cell to cell. */
function cutLine(coords: number[], line: Line, west: number, south: number, side: number): void {
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
      if (isForward) coords.push(lastX, lastY, cutX, cutY)
      else coords.push(cutX, cutY, lastX, lastY)
      lastX = cutX
      lastY = cutY
    }
  }
}

/** Where a segment passes from cell to cell, 0 at its start to 1, which is the last, at its end. */
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

/** Appends a cell's record; returns where it begins. */
function writeRecord(cells: number[], held: readonly number[], pieces: Pieces): number {
  const { coords, banksFrom } = pieces
  const middles = held.filter((at) => at < banksFrom)
  const banks = outerBanks(
    coords,
    held.filter((at) => at >= banksFrom),
  )
  const start = cells.length
  cells.push(middles.length, banks.length)
  for (const at of [...middles, ...banks]) {
    for (let i = at; i < at + PIECE; i++) cells.push(coords[i]!)
  }
  return start
}

/**
 * Without what is drawn twice, and without borders between two areas of water, which are drawn
 * once each way: rivers are mapped in many parts.
 */
function outerBanks(coords: readonly number[], banks: readonly number[]): number[] {
  const kept = new Map<string, number>()
  const gone = new Set<string>()
  for (const at of banks) {
    const a = `${coords[at]},${coords[at + 1]}`
    const b = `${coords[at + 2]},${coords[at + 3]}`
    const there = `${a} ${b}`
    const back = `${b} ${a}`
    if (gone.has(there) || gone.has(back)) continue
    if (kept.delete(back)) gone.add(back)
    else kept.set(there, at)
  }
  return [...kept.values()]
}
