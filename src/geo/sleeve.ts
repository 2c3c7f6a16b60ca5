import type { Line } from './line.ts'

/*
 * Z. Zhao, A. Saalfeld: Linear-time sleeve-fitting polyline simplification algorithms. Auto-Carto
 * 13, 1997. From a kept point one goes on as long as there is a ray that comes within the tolerance
 * of every point: such rays are a wedge, which each point makes narrower. Where the next point is
 * not in it, or the line turns back, the point before is kept.
 */

let out = new Int32Array(1 << 12)

/**
 * The line with its ends and some of the points between: every other is within 1.42 times
 * `toleranceE7` of the segment that replaces it. A third of the time of `simplifyLine`, and a tenth
 * more points. `lonScale` as there. The next call writes over the result.
 */
export function fitSleeve(line: Line, toleranceE7: number, lonScale: number): Line {
  const points = line.length / 2
  if (points <= 2) return line
  if (out.length < line.length) out = new Int32Array(2 * line.length)
  const squaredTolerance = toleranceE7 * toleranceE7
  let length = keep(line, 0, 0)
  let keptX = line[0]! * lonScale
  let keptY = line[1]!
  let farthest = 0
  // The edges of the wedge, of any length, and whether it still is the whole round.
  let isOpen = true
  let [leftX, leftY, rightX, rightY] = [0, 0, 0, 0]
  for (let i = 1; i < points; i++) {
    let x = line[2 * i]! * lonScale - keptX
    let y = line[2 * i + 1]! - keptY
    let squared = x * x + y * y
    const isWithin =
      isOpen ||
      (rightX * y >= rightY * x &&
        leftX * y <= leftY * x &&
        (leftX + rightX) * x >= -(leftY + rightY) * y)
    if (!isWithin || Math.sqrt(squared) < farthest - toleranceE7) {
      length = keep(line, i - 1, length)
      keptX = line[2 * i - 2]! * lonScale
      keptY = line[2 * i - 1]!
      x = line[2 * i]! * lonScale - keptX
      y = line[2 * i + 1]! - keptY
      squared = x * x + y * y
      farthest = 0
      isOpen = true
    }
    const distance = Math.sqrt(squared)
    if (distance > farthest) farthest = distance
    if (squared <= squaredTolerance) continue
    // The tangents from the kept point to the circle around this one.
    const along = Math.sqrt(squared - squaredTolerance)
    const pastX = x * toleranceE7
    const pastY = y * toleranceE7
    const toX = x * along
    const toY = y * along
    if (isOpen || leftX * (toY + pastX) < leftY * (toX - pastY)) {
      leftX = toX - pastY
      leftY = toY + pastX
    }
    if (isOpen || rightX * (toY - pastX) > rightY * (toX + pastY)) {
      rightX = toX + pastY
      rightY = toY - pastX
    }
    isOpen = false
  }
  return out.subarray(0, keep(line, points - 1, length))
}

/** Writes a point at `length`. Returns the position behind it. */
function keep(line: Line, point: number, length: number): number {
  out[length] = line[2 * point]!
  out[length + 1] = line[2 * point + 1]!
  return length + 2
}
