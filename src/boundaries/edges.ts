import { assert } from '../base/assert.ts'
import type { BoundaryFeature } from './unit.ts'

/**
 * All rings of one level laid end to end, in order of unit.
 *
 *   x, y   Int32[n]   ring points, 1e-7 degrees
 *   unit   Int32[n]   index of the unit
 *   first  Int32[m]   edge e runs from point first[e] to first[e] + 1
 */
export interface Edges {
  readonly x: Int32Array
  readonly y: Int32Array
  readonly unit: Int32Array
  readonly first: Int32Array
}

/** `features` in the order of their indexes, which start at `firstIndex`. */
export function layEdges(features: readonly BoundaryFeature[], firstIndex: number): Edges {
  let points = 0
  let rings = 0
  for (const feature of features) {
    for (const ring of feature.polygons.flat()) {
      assert(ring.length >= 8 && ring.length % 2 === 0, 'a ring has four points or more')
      assert(ring[0] === ring.at(-2) && ring[1] === ring.at(-1), 'a ring is closed')
      points += ring.length / 2
      rings++
    }
  }
  const x = new Int32Array(points)
  const y = new Int32Array(points)
  const unit = new Int32Array(points)
  const first = new Int32Array(points - rings)
  let at = 0
  let edge = 0
  features.forEach((feature, i) => {
    for (const ring of feature.polygons.flat()) {
      for (let k = 0; k < ring.length; k += 2) {
        x[at] = ring[k]!
        y[at] = ring[k + 1]!
        unit[at] = firstIndex + i
        if (k + 2 < ring.length) first[edge++] = at
        at++
      }
    }
  })
  return { x, y, unit, first }
}
