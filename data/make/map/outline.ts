/** A filled outline in pixels, y downwards: segments `x1, y1, x2, y2, …` of closed contours. */
export type Outline = Float64Array

const CURVE_STEPS = 8

/** Collects the contours of a shape; curves become short segments. */
export class OutlinePen {
  readonly #xy: number[] = []
  #x = 0
  #y = 0
  #startX = 0
  #startY = 0

  moveTo(x: number, y: number): void {
    this.close()
    this.#x = this.#startX = x
    this.#y = this.#startY = y
  }

  lineTo(x: number, y: number): void {
    this.#xy.push(this.#x, this.#y, x, y)
    this.#x = x
    this.#y = y
  }

  quadTo(cx: number, cy: number, x: number, y: number): void {
    const [ax, ay] = [this.#x, this.#y]
    for (let step = 1; step <= CURVE_STEPS; step++) {
      const t = step / CURVE_STEPS
      const u = 1 - t
      this.lineTo(u * u * ax + 2 * u * t * cx + t * t * x, u * u * ay + 2 * u * t * cy + t * t * y)
    }
  }

  /** Six numbers as fonts and SVG have them: two control points and the end. */
  cubicTo([bx, by, cx, cy, x, y]: readonly [number, number, number, number, number, number]): void {
    const [ax, ay] = [this.#x, this.#y]
    for (let step = 1; step <= CURVE_STEPS; step++) {
      const t = step / CURVE_STEPS
      const u = 1 - t
      const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
      this.lineTo(w0 * ax + w1 * bx + w2 * cx + w3 * x, w0 * ay + w1 * by + w2 * cy + w3 * y)
    }
  }

  close(): void {
    if (this.#x !== this.#startX || this.#y !== this.#startY) {
      this.lineTo(this.#startX, this.#startY)
    }
  }

  finish(): Outline {
    this.close()
    return Float64Array.from(this.#xy)
  }
}

/** Whether the point is inside, by the nonzero rule. */
export function isInside(outline: Outline, x: number, y: number): boolean {
  let winding = 0
  for (let i = 0; i < outline.length; i += 4) {
    const ay = outline[i + 1]!
    const by = outline[i + 3]!
    if (ay <= y === by <= y) continue
    const ax = outline[i]!
    const crossing = ax + ((y - ay) / (by - ay)) * (outline[i + 2]! - ax)
    if (crossing > x) winding += by > ay ? 1 : -1
  }
  return winding !== 0
}

/** Distance to the nearest segment, pixels. */
export function distanceTo(outline: Outline, x: number, y: number): number {
  let best = Infinity
  for (let i = 0; i < outline.length; i += 4) {
    const ax = outline[i]!
    const ay = outline[i + 1]!
    const dx = outline[i + 2]! - ax
    const dy = outline[i + 3]! - ay
    const squared = dx * dx + dy * dy
    const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared
    const part = Math.min(1, Math.max(0, along))
    const offX = ax + part * dx - x
    const offY = ay + part * dy - y
    best = Math.min(best, offX * offX + offY * offY)
  }
  return Math.sqrt(best)
}
