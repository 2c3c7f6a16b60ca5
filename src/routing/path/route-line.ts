import type { Bbox } from '../../geo/bbox.ts'
import { boxOfPoints, type Line } from '../../geo/line.ts'
import { E7, type Point, toE7 } from '../../geo/point.ts'
import { type RoadGraph, readLine } from '../graph/graph.ts'
import type { RoutePath } from './path.ts'

/**
 * The way that a path takes over the ground. Its arrays are scratch: the next call of `lineOfPath`
 * writes over them.
 *
 *   line     Int32[2 points]  longitude and latitude, 1e-7 degrees; the start and the end of the
 *                             path are the first and the last point; two points or more
 *   arcFirst Int32[arcs + 1]  point at which each arc begins and the one before ends
 */
export interface RouteLine {
  readonly line: Line
  readonly arcFirst: Int32Array
}

let line = new Int32Array(1 << 14)
let arcFirst = new Int32Array(1 << 10)

/** Reads the points of all arcs, the first and the last cut off where the path begins and ends. */
export function lineOfPath(graph: RoadGraph, path: RoutePath): RouteLine {
  const { arcs } = path
  reserve(graph, path)
  const lastArc = arcs.length - 1
  let next = 0
  for (let i = 0; i <= lastArc; i++) {
    // An arc begins with the point that the one before has ended with.
    const at = i === 0 ? 0 : next - 2
    arcFirst[i] = at / 2
    next = readLine(graph, arcs[i]!, line, at)
    if (i === lastArc) next = cutEnd(at, next, path.endPart, path.end)
    if (i === 0) next = cutStart(next, path.startPart / (lastArc === 0 ? path.endPart : 1), path)
  }
  arcFirst[arcs.length] = next / 2 - 1
  return { line: line.subarray(0, next), arcFirst }
}

/** A point of it costs a byte of `shape` for either number, or more. */
function reserve({ shapeFirst }: RoadGraph, { arcs }: RoutePath): void {
  let numbers = 0
  for (const arc of arcs) numbers += shapeFirst[(arc >>> 1) + 1]! - shapeFirst[arc >>> 1]! + 4
  if (numbers > line.length) line = new Int32Array(numbers * 2)
  if (arcs.length >= arcFirst.length) arcFirst = new Int32Array(arcs.length * 2)
}

/** Ends what is written from `at` to `next` after `part` of its length; the new `next`. */
function cutEnd(at: number, next: number, part: number, end: Point): number {
  const cut = pointAfter(at, next, part)
  line[cut] = toE7(end.lon)
  line[cut + 1] = toE7(end.lat)
  return cut + 2
}

/** Begins what is written up to `next` after `part` of its length; the new `next`. */
function cutStart(next: number, part: number, { start }: RoutePath): number {
  const cut = Number.isNaN(part) ? 2 : pointAfter(0, next, part)
  line.copyWithin(2, cut, next)
  line[0] = toE7(start.lon)
  line[1] = toE7(start.lat)
  return next - cut + 2
}

/** Index of the first point after `part` of the length; never the very first. */
function pointAfter(at: number, next: number, part: number): number {
  const lonScale = Math.cos((line[at + 1]! / E7) * (Math.PI / 180))
  let left = part * lengthOf(at, next, lonScale)
  let point = at + 2
  for (; point < next - 2; point += 2) {
    left -= stepOf(point, lonScale)
    if (left < 0) break
  }
  return point
}

function lengthOf(at: number, next: number, lonScale: number): number {
  let length = 0
  for (let point = at + 2; point < next; point += 2) length += stepOf(point, lonScale)
  return length
}

function stepOf(point: number, lonScale: number): number {
  const dx = (line[point]! - line[point - 2]!) * lonScale
  const dy = line[point + 1]! - line[point - 1]!
  return Math.sqrt(dx * dx + dy * dy)
}

export function pointOf(route: Line, point: number): Point {
  return { lon: route[2 * point]! / E7, lat: route[2 * point + 1]! / E7 }
}

export function bboxOf(route: Line): Bbox {
  const { west, south, east, north } = boxOfPoints(route)
  return { west: west / E7, south: south / E7, east: east / E7, north: north / E7 }
}
