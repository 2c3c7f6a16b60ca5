import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  orientation,
  type PolygonE7,
  type Ring,
  reverseRing,
  ringOrientation,
  sideOfPolygon,
  sideOfRing,
  signedArea2,
} from '../../src/geo/ring.ts'

const SQUARE = Int32Array.of(0, 0, 10, 0, 10, 10, 0, 10, 0, 0)
const lonE7 = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 })
const latE7 = fc.integer({ min: -900_000_000, max: 900_000_000 })
const point = fc.record({ lonE7, latE7 })

describe('orientation', () => {
  test('agrees with whole-number arithmetic anywhere on Earth', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const sign = orientation(a.lonE7, a.latE7, b.lonE7, b.latE7, c.lonE7, c.latE7)
        expect(sign).toBe(exactTurn(a, b, c))
      }),
    )
  })

  test('agrees for points that are collinear or one step off', () => {
    const step = fc.integer({ min: -1, max: 1 })
    const along = fc.integer({ min: -30_000, max: 30_000 })
    const grid = fc.integer({ min: -30_000, max: 30_000 })
    fc.assert(
      fc.property(grid, grid, along, along, step, step, (dx, dy, t, u, ex, ey) => {
        const a = { lonE7: 1_000_000_007, latE7: 100_000_007 }
        const b = { lonE7: a.lonE7 + dx * t, latE7: a.latE7 + dy * t }
        const c = { lonE7: a.lonE7 + dx * u + ex, latE7: a.latE7 + dy * u + ey }
        const sign = orientation(a.lonE7, a.latE7, b.lonE7, b.latE7, c.lonE7, c.latE7)
        expect(sign).toBe(exactTurn(a, b, c))
      }),
    )
  })
})

describe('area', () => {
  test('of a square, both ways round', () => {
    const clockwise = SQUARE.slice()
    reverseRing(clockwise)
    expect(signedArea2(SQUARE)).toBe(200)
    expect(signedArea2(clockwise)).toBe(-200)
    expect(ringOrientation(SQUARE)).toBe(1)
    expect(ringOrientation(clockwise)).toBe(-1)
  })

  test('a spike that encloses nothing has no orientation', () => {
    const spike = Int32Array.of(0, 0, 1_800_000_000, 900_000_000, 600_000_000, 300_000_000, 0, 0)
    expect(ringOrientation(spike)).toBe(0)
  })

  test('a sliver one step wide has the orientation of its three points', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const ring = Int32Array.of(
          ...[a, b, c, a].flatMap((corner) => [corner.lonE7, corner.latE7]),
        )
        expect(ringOrientation(ring)).toBe(exactTurn(a, b, c))
      }),
    )
  })
})

describe('sideOfRing', () => {
  test.each([
    [5, 5, 1],
    [0, 0, 0],
    [10, 10, 0],
    [5, 0, 0],
    [10, 5, 0],
    [5, 10, 0],
    [11, 5, -1],
    [-1, 0, -1],
    [11, 10, -1],
    [20, 0, -1],
    [5, -1, -1],
  ])('square and (%d, %d): %d', (x, y, side) => {
    expect(sideOfRing(SQUARE, { lonE7: x, latE7: y })).toBe(side as -1 | 0 | 1)
  })

  test('agrees with a scan over whole numbers for any ring', () => {
    const small = fc.integer({ min: -4, max: 4 })
    const corner = fc.tuple(small, small)
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 9 }), corner, (corners, [x, y]) => {
        const ring = Int32Array.from([...corners, corners[0] ?? [0, 0]].flat())
        expect(sideOfRing(ring, { lonE7: x, latE7: y })).toBe(slowSide(ring, x, y))
      }),
      { numRuns: 500 },
    )
  })

  test('a polygon leaves out its holes', () => {
    const hole = Int32Array.of(4, 4, 4, 6, 6, 6, 6, 4, 4, 4)
    const polygon: PolygonE7 = [SQUARE, hole]
    expect(sideOfPolygon(polygon, { lonE7: 2, latE7: 2 })).toBe(1)
    expect(sideOfPolygon(polygon, { lonE7: 5, latE7: 5 })).toBe(-1)
    expect(sideOfPolygon(polygon, { lonE7: 4, latE7: 5 })).toBe(0)
    expect(sideOfPolygon(polygon, { lonE7: 50, latE7: 5 })).toBe(-1)
  })
})

interface At {
  readonly lonE7: number
  readonly latE7: number
}

function exactTurn(a: At, b: At, c: At): -1 | 0 | 1 {
  const det =
    BigInt(b.lonE7 - a.lonE7) * BigInt(c.latE7 - a.latE7) -
    BigInt(b.latE7 - a.latE7) * BigInt(c.lonE7 - a.lonE7)
  return det > 0n ? 1 : det < 0n ? -1 : 0
}

/** Even-odd by counting edges west of the point, each crossing computed as a fraction. */
function slowSide(ring: Ring, x: number, y: number): -1 | 0 | 1 {
  let crossings = 0
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = ring.slice(i, i + 4)
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    const dot = (x - ax) * (x - bx) + (y - ay) * (y - by)
    if (cross === 0 && dot <= 0) return 0
    if (Math.min(ay, by) <= y && y < Math.max(ay, by)) {
      if (ax + ((y - ay) * (bx - ax)) / (by - ay) < x) crossings++
    }
  }
  return crossings % 2 === 1 ? 1 : -1
}
