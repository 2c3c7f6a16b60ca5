/** The box in which geometry is kept; its edges belong to it. */
export interface ClipBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const EMPTY = new Int32Array(0)

/**
 * The part of a closed ring inside the box, closed; empty when there is none. Where the ring leaves
 * the box several times, its parts stay joined along the box's edge. I. E. Sutherland,
 * G. W. Hodgman: Reentrant polygon clipping. CACM 17 (1), 1974.
 */
export function clipRing(ring: Int32Array, { west, south, east, north }: ClipBox): Int32Array {
  let part = ring
  part = clipHalf(part, 0, west, 1)
  part = clipHalf(part, 0, east, -1)
  part = clipHalf(part, 1, south, 1)
  return clipHalf(part, 1, north, -1)
}

/**
 * The part of a ring with coordinate `axis` (0: x, 1: y) not below `edge` for `side` 1, not above
 * it for −1.
 */
export function clipHalf(ring: Int32Array, axis: 0 | 1, edge: number, side: 1 | -1): Int32Array {
  let inside = 0
  const points = ring.length / 2 - 1
  if (points < 1) return EMPTY
  for (let i = 0; i < points; i++) if ((ring[2 * i + axis]! - edge) * side >= 0) inside++
  if (inside === points) return ring
  if (inside === 0) return EMPTY
  const out = new Int32Array(2 * (2 * points + 2))
  let length = 0
  const push = (x: number, y: number) => {
    if (length > 0 && out[length - 2] === x && out[length - 1] === y) return
    out[length++] = x
    out[length++] = y
  }
  for (let i = 0; i < points; i++) {
    const [ax, ay] = [ring[2 * i]!, ring[2 * i + 1]!]
    const [bx, by] = [ring[2 * i + 2]!, ring[2 * i + 3]!]
    const a = axis === 0 ? ax : ay
    const b = axis === 0 ? bx : by
    const isAInside = (a - edge) * side >= 0
    if (isAInside) push(ax, ay)
    if (isAInside === (b - edge) * side >= 0) continue
    const part = (edge - a) / (b - a)
    if (axis === 0) push(edge, Math.round(ay + part * (by - ay)))
    else push(Math.round(ax + part * (bx - ax)), edge)
  }
  push(out[0]!, out[1]!)
  return length < 8 ? EMPTY : out.slice(0, length)
}

/** The parts of an open line on one side of an edge, as `clipHalf` has it. */
export function clipLineHalf(
  line: Int32Array,
  axis: 0 | 1,
  edge: number,
  side: 1 | -1,
): readonly Int32Array[] {
  const points = line.length / 2
  let inside = 0
  for (let i = 0; i < points; i++) if ((line[2 * i + axis]! - edge) * side >= 0) inside++
  if (inside === points) return [line]
  if (inside === 0) return []
  const parts: Int32Array[] = []
  let part: number[] = []
  const end = () => {
    if (part.length >= 4) parts.push(Int32Array.from(part))
    part = []
  }
  for (let i = 0; i < points; i++) {
    const [ax, ay] = [line[2 * i]!, line[2 * i + 1]!]
    const a = axis === 0 ? ax : ay
    const isAInside = (a - edge) * side >= 0
    if (isAInside) part.push(ax, ay)
    if (i + 1 === points) break
    const [bx, by] = [line[2 * i + 2]!, line[2 * i + 3]!]
    const b = axis === 0 ? bx : by
    if (isAInside === (b - edge) * side >= 0) continue
    const along = (edge - a) / (b - a)
    if (axis === 0) part.push(edge, Math.round(ay + along * (by - ay)))
    else part.push(Math.round(ax + along * (bx - ax)), edge)
    if (isAInside) end()
  }
  end()
  return parts
}
