import { boxOfPoints } from './line.ts'
import { orientation } from './ring.ts'

const CELLS_PER_SIDE_MAX = 4096

/**
 * The lines that cross or touch another, or themselves, in anything but a common end of two
 * segments, or overlap; equal segments count as one. Only pairs that matter are told. Lines are
 * lon, lat pairs in 1e-7 degrees. Exact. Segments are compared within the cells of a grid: near
 * linear for borders on a map.
 */
export function crossingArcs(
  arcs: readonly Int32Array[],
  matters: (a: number, b: number) => boolean,
): Set<number> {
  const found = new Set<number>()
  const segments = segmentsOf(arcs)
  const { xy } = segments
  const { first, entries } = gridOf(xy)
  for (let cell = 0; cell + 1 < first.length; cell++) {
    const end = first[cell + 1]!
    for (let i = first[cell]!; i < end; i++) {
      const a = entries[i]!
      const west = Math.min(xy[a * 4]!, xy[a * 4 + 2]!)
      const east = Math.max(xy[a * 4]!, xy[a * 4 + 2]!)
      for (let k = i + 1; k < end; k++) {
        const b = entries[k]!
        // Most pairs are beside each other: this check saves them the call.
        if (xy[b * 4]! < west && xy[b * 4 + 2]! < west) continue
        if (xy[b * 4]! > east && xy[b * 4 + 2]! > east) continue
        if (!meet(xy, a * 4, b * 4)) continue
        const [arcA, arcB] = [segments.arc[a]!, segments.arc[b]!]
        if (!matters(arcA, arcB)) continue
        found.add(arcA)
        found.add(arcB)
      }
    }
  }
  return found
}

/**
 *   xy   Int32[4n]  ends of each segment: x, y, x, y
 *   arc  Int32[n]   the line it is of
 */
interface Segments {
  readonly xy: Int32Array
  readonly arc: Int32Array
}

function segmentsOf(arcs: readonly Int32Array[]): Segments {
  const count = arcs.reduce((sum, arc) => sum + (isFlat(arc) ? 0 : arc.length / 2 - 1), 0)
  const xy = new Int32Array(4 * count)
  const owner = new Int32Array(count)
  let at = 0
  arcs.forEach((arc, number) => {
    if (isFlat(arc)) return
    for (let i = 0; i + 3 < arc.length; i += 2) {
      owner[at] = number
      for (let k = 0; k < 4; k++) xy[4 * at + k] = arc[i + k]!
      at++
    }
  })
  return { xy, arc: owner }
}

/** A ring that has shrunk to one segment there and back encloses nothing and crosses nothing. */
export function isFlat(arc: Int32Array): boolean {
  const { length } = arc
  return length <= 6 && arc[0] === arc[length - 2] && arc[1] === arc[length - 1]
}

/**
 * Segments by cell: those of cell c are entries[first[c]] … entries[first[c + 1] - 1]. There are
 * about four cells a segment, since borders leave most of a map empty.
 */
function gridOf(xy: Int32Array): { first: Int32Array; entries: Int32Array } {
  const { west, south, east, north } = boxOfPoints(xy)
  const side = Math.max(1, Math.min(CELLS_PER_SIDE_MAX, Math.ceil(2 * Math.sqrt(xy.length / 4))))
  const width = (Math.max(0, east - west) + 1) / side
  const height = (Math.max(0, north - south) + 1) / side
  const first = new Int32Array(side * side + 1)
  const visit = (use: (cell: number, segment: number) => void): void => {
    for (let s = 0; s < xy.length; s += 4) {
      const columnMin = Math.floor((Math.min(xy[s]!, xy[s + 2]!) - west) / width)
      const columnMax = Math.floor((Math.max(xy[s]!, xy[s + 2]!) - west) / width)
      const rowMin = Math.floor((Math.min(xy[s + 1]!, xy[s + 3]!) - south) / height)
      const rowMax = Math.floor((Math.max(xy[s + 1]!, xy[s + 3]!) - south) / height)
      for (let row = rowMin; row <= rowMax; row++) {
        for (let column = columnMin; column <= columnMax; column++) use(row * side + column, s / 4)
      }
    }
  }
  visit((cell) => {
    first[cell + 1]!++
  })
  for (let cell = 0; cell < side * side; cell++) first[cell + 1]! += first[cell]!
  const entries = new Int32Array(first[side * side]!)
  const next = first.slice()
  visit((cell, segment) => {
    entries[next[cell]!++] = segment
  })
  return { first, entries }
}

/** Whether the segments at offsets a and b have more in common than an end, or all. */
function meet(xy: Int32Array, a: number, b: number): boolean {
  const ax = xy[a]!
  const ay = xy[a + 1]!
  const bx = xy[a + 2]!
  const by = xy[a + 3]!
  const cx = xy[b]!
  const cy = xy[b + 1]!
  const dx = xy[b + 2]!
  const dy = xy[b + 3]!
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false
  const isAc = ax === cx && ay === cy
  const isAd = ax === dx && ay === dy
  const isBc = bx === cx && by === cy
  const isBd = bx === dx && by === dy
  if ((isAc && isBd) || (isAd && isBc)) return false
  const c = orientation(ax, ay, bx, by, cx, cy)
  const d = orientation(ax, ay, bx, by, dx, dy)
  if (isAc || isAd || isBc || isBd) {
    if (c !== 0 || d !== 0) return false
    // On one line from a common end: they overlap when they leave it to the same side.
    const [ex, ey] = isAc || isAd ? [ax, ay] : [bx, by]
    const [fx, fy] = isAc || isAd ? [bx, by] : [ax, ay]
    const [gx, gy] = isAc || isBc ? [dx, dy] : [cx, cy]
    return Math.sign(fx - ex) === Math.sign(gx - ex) && Math.sign(fy - ey) === Math.sign(gy - ey)
  }
  if (c === d && c !== 0) return false
  const e = orientation(cx, cy, dx, dy, ax, ay)
  const f = orientation(cx, cy, dx, dy, bx, by)
  // All on one line: their boxes overlap, so do they.
  return e !== f || e === 0
}
