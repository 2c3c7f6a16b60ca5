import { int32Column, uint32Column } from '../../base/column.ts'
import { toMercator } from '../../geo/mercator.ts'
import { E7 } from '../../geo/point.ts'
import type { Attributes, LayerName } from '../schema.ts'

/** The common part of features: equal ones are one record. */
export interface Meaning {
  readonly layer: LayerName
  /** The first zoom that shows it. */
  readonly zoomMin: number
  /** From this zoom on it has `detail`; before, lines that differ in nothing else are joined. */
  readonly detailZoom: number
  /** 0 is the most important: what a crowded tile keeps, and what is drawn above the others. */
  readonly rank: number
  readonly base: Attributes
  readonly detail: Attributes
}

/**
 * Lines or areas in columns: a country has millions.
 *
 *   meaning    Uint32[n]    position in `meanings`
 *   partFirst  Uint32[n+1]  parts of shape i: partFirst[i] … partFirst[i+1]; a line has one, an
 *                           area its rings, each outer one before its holes
 *   xyFirst    Uint32[p+1]  coordinates of part k: xy[xyFirst[k]] … xy[xyFirst[k+1]]
 *   xy         Int32[]      x, y: units of geo/mercator.ts less 2^31; rings closed, outer ones
 *                           clockwise as seen (positive area, y southward), holes the other way
 */
export interface Shapes {
  readonly meanings: readonly Meaning[]
  readonly meaning: Uint32Array
  readonly partFirst: Uint32Array
  readonly xyFirst: Uint32Array
  readonly xy: Int32Array
}

/** A feature that is a point. */
export interface PointFeature {
  readonly meaning: Meaning
  readonly x: number
  readonly y: number
}

export const HALF_WORLD = 2 ** 31

/** A position in 1e-7 degrees as shapes have it. */
export function mapPoint(lonE7: number, latE7: number): { x: number; y: number } {
  const { x, y } = toMercator({ lon: lonE7 / E7, lat: latE7 / E7 })
  return { x: x - HALF_WORLD, y: y - HALF_WORLD }
}

export class ShapeCollector {
  readonly #meanings: Meaning[] = []
  readonly #numbers = new Map<Meaning, number>()
  readonly #meaning = uint32Column()
  readonly #partFirst = uint32Column()
  readonly #xyFirst = uint32Column()
  readonly #xy = int32Column()

  /** `parts`: `lon, lat, …` in 1e-7 degrees. For an area each ring closed, outer ones first. */
  add(meaning: Meaning, parts: readonly Int32Array[], isArea: boolean): void {
    const start = this.#xyFirst.length
    parts.forEach((part, i) => {
      this.#addPart(part, isArea, i === 0 || isCounterclockwise(part))
    })
    if (this.#xyFirst.length === start) return
    let number = this.#numbers.get(meaning)
    if (number === undefined) {
      number = this.#meanings.push(meaning) - 1
      this.#numbers.set(meaning, number)
    }
    this.#meaning.push(number)
    this.#partFirst.push(start)
  }

  #addPart(part: Int32Array, isArea: boolean, isOuter: boolean): void {
    const first = this.#xy.length
    const xy = this.#xy.reserve(part.length)
    let length = first
    for (let i = 0; i < part.length; i += 2) {
      const { x, y } = mapPoint(part[i]!, part[i + 1]!)
      if (length > first && xy[length - 2] === x && xy[length - 1] === y) continue
      xy[length++] = x
      xy[length++] = y
    }
    if (length - first < (isArea ? 8 : 4)) return
    this.#xy.length = length
    this.#xyFirst.push(first)
    if (!isArea) return
    const ring = xy.subarray(first, length)
    if (area2(ring) > 0 !== isOuter) reverse(ring)
  }

  finish(): Shapes {
    this.#partFirst.push(this.#xyFirst.length)
    this.#xyFirst.push(this.#xy.length)
    return {
      meanings: this.#meanings,
      meaning: this.#meaning.take(),
      partFirst: this.#partFirst.take(),
      xyFirst: this.#xyFirst.take(),
      xy: this.#xy.take(),
    }
  }
}

function isCounterclockwise(degrees: Int32Array): boolean {
  return area2(degrees) > 0
}

/** Twice the signed area of a closed ring: positive for x to y by the shorter way. */
export function area2(ring: Int32Array): number {
  const [x0, y0] = [ring[0]!, ring[1]!]
  let sum = 0
  for (let i = 2; i + 3 < ring.length; i += 2) {
    sum += (ring[i]! - x0) * (ring[i + 3]! - y0) - (ring[i + 2]! - x0) * (ring[i + 1]! - y0)
  }
  return sum
}

function reverse(ring: Int32Array): void {
  for (let i = 0, j = ring.length - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!]
    ring[i] = ring[j]!
    ring[i + 1] = ring[j + 1]!
    ring[j] = x
    ring[j + 1] = y
  }
}
