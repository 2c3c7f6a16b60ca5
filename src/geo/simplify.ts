import type { Line } from './line.ts'

/*
 * D. H. Douglas, T. K. Peucker: Algorithms for the reduction of the number of points required to
 * represent a digitized line. The Canadian Cartographer 10 (2), 1973. Distances are those to the
 * segment between two kept points, not to its straight line: the ends of a loop may be one place.
 */

/** Kept points as flags, and the stack of ranges to look at; grow with the longest line seen. */
let keep = new Uint8Array(1 << 12)
let stack = new Int32Array(1 << 8)

/**
 * The line with its ends and as many points between as keep every other within `toleranceE7` of it;
 * the same line when no point goes. `lonScale` is the weight of a degree of longitude against one
 * of latitude: 1 for plain degrees, the cosine of the latitude for ground distances. Cost: n log n
 * on roads and borders, n² when every point of a long line stays.
 */
export function simplifyLine(line: Line, toleranceE7: number, lonScale: number): Line {
  const points = line.length / 2
  if (points <= 2) return line
  if (keep.length < points) keep = new Uint8Array(points * 2)
  const kept = markKept(line, points, toleranceE7, lonScale)
  if (kept === points) return line
  const simplified = new Int32Array(2 * kept)
  let length = 0
  for (let point = 0; point < points; point++) {
    if (keep[point] === 0) continue
    simplified[length++] = line[2 * point]!
    simplified[length++] = line[2 * point + 1]!
  }
  return simplified
}

/** Sets `keep`. Returns the number of points kept. */
function markKept(line: Line, points: number, toleranceE7: number, lonScale: number): number {
  const squaredMax = toleranceE7 * toleranceE7
  keep.fill(0, 0, points)
  keep[0] = 1
  keep[points - 1] = 1
  let kept = 2
  let depth = 0
  stack[depth++] = 0
  stack[depth++] = points - 1
  while (depth > 0) {
    const to = stack[--depth]!
    const from = stack[--depth]!
    const farthest = farthestBetween(line, from, to, squaredMax, lonScale)
    if (farthest === from) continue
    keep[farthest] = 1
    kept++
    if (depth + 4 > stack.length) stack = grown(stack)
    stack[depth++] = from
    stack[depth++] = farthest
    stack[depth++] = farthest
    stack[depth++] = to
  }
  return kept
}

/** The point of a range that is farthest from the segment of its ends; `from` when none is far. */
function farthestBetween(
  line: Line,
  from: number,
  to: number,
  squaredMax: number,
  lonScale: number,
): number {
  const ax = line[2 * from]! * lonScale
  const ay = line[2 * from + 1]!
  const dx = line[2 * to]! * lonScale - ax
  const dy = line[2 * to + 1]! - ay
  const squaredLength = dx * dx + dy * dy
  const inverse = squaredLength === 0 ? 0 : 1 / squaredLength
  let worst = squaredMax
  let farthest = from
  for (let i = from + 1; i < to; i++) {
    const px = line[2 * i]! * lonScale - ax
    const py = line[2 * i + 1]! - ay
    let along = (px * dx + py * dy) * inverse
    if (along < 0) along = 0
    else if (along > 1) along = 1
    const offX = px - along * dx
    const offY = py - along * dy
    const squared = offX * offX + offY * offY
    if (squared > worst) {
      worst = squared
      farthest = i
    }
  }
  return farthest
}

function grown(small: Int32Array): Int32Array<ArrayBuffer> {
  const large = new Int32Array(small.length * 2)
  large.set(small)
  return large
}
