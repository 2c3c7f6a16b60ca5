import { DEGREE_M, distanceM } from './distance.ts'
import { E7, type Point } from './point.ts'
import type { PointE7 } from './ring.ts'

/** An open line: `lon, lat, lon, lat, …` in 1e-7 degrees, two points or more. */
export type Line = Int32Array

/** The box of a line, 1e-7 degrees. */
export interface LineBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The box around points `x, y, x, y, …`; of none it is inside out. */
export function boxOfPoints(points: Int32Array): LineBox {
  if (points.length === 0) {
    return { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  }
  // Whole numbers throughout, which are compared in half the time of others.
  let west = points[0]!
  let south = points[1]!
  let east = west
  let north = south
  for (let i = 2; i < points.length; i += 2) {
    const x = points[i]!
    const y = points[i + 1]!
    if (x < west) west = x
    else if (x > east) east = x
    if (y < south) south = y
    else if (y > north) north = y
  }
  return { west, south, east, north }
}

/** Length on the ground, metres. */
export function lineLengthM(line: Line): number {
  let length = 0
  for (let i = 2; i < line.length; i += 2) length += stepM(line, i)
  return length
}

/** The point `alongM` metres from the start; the nearest end when the line is not that long. */
export function pointAlong(line: Line, alongM: number): PointE7 {
  let left = Math.max(0, alongM)
  for (let i = 2; i < line.length; i += 2) {
    const step = stepM(line, i)
    if (left <= step && step > 0) {
      const part = left / step
      return {
        lonE7: Math.round(line[i - 2]! + part * (line[i]! - line[i - 2]!)),
        latE7: Math.round(line[i - 1]! + part * (line[i + 1]! - line[i - 1]!)),
      }
    }
    left -= step
  }
  return { lonE7: line.at(-2) ?? 0, latE7: line.at(-1) ?? 0 }
}

/**
 * Distance from a point to the nearest point of a line, metres, on the plane that touches the
 * Earth at the point: exact to 1e-5 within 10 km.
 */
export function distanceToLineM(line: Line, point: PointE7): number {
  const metresY = DEGREE_M / E7
  const metresX = metresY * Math.cos((point.latE7 / E7) * (Math.PI / 180))
  let best = Infinity
  let ax = (line[0]! - point.lonE7) * metresX
  let ay = (line[1]! - point.latE7) * metresY
  for (let i = 2; i < line.length; i += 2) {
    const bx = (line[i]! - point.lonE7) * metresX
    const by = (line[i + 1]! - point.latE7) * metresY
    const dx = bx - ax
    const dy = by - ay
    const squared = dx * dx + dy * dy
    const part = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared))
    const nearX = ax + part * dx
    const nearY = ay + part * dy
    best = Math.min(best, nearX * nearX + nearY * nearY)
    ax = bx
    ay = by
  }
  return Math.sqrt(best)
}

function stepM(line: Line, i: number): number {
  return distanceM(pointAt(line, i - 2), pointAt(line, i))
}

function pointAt(line: Line, i: number): Point {
  return { lon: line[i]! / E7, lat: line[i + 1]! / E7 }
}
