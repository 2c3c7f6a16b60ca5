import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { simplifyLine } from '../../src/geo/simplify.ts'
import { fitSleeve } from '../../src/geo/sleeve.ts'

const line = (...coordinates: number[]) => Int32Array.from(coordinates)

describe('Douglas-Peucker', () => {
  test.each([
    { name: 'a straight line keeps its ends', from: [0, 0, 5, 0, 9, 0], to: [0, 0, 9, 0] },
    { name: 'a corner stays', from: [0, 0, 9, 0, 9, 9], to: [0, 0, 9, 0, 9, 9] },
    { name: 'a point at the tolerance goes', from: [0, 0, 5, 2, 9, 0], to: [0, 0, 9, 0] },
    { name: 'one beyond it stays', from: [0, 0, 5, 3, 9, 0], to: [0, 0, 5, 3, 9, 0] },
    { name: 'a way out and back', from: [0, 0, 9, 0, 0, 0], to: [0, 0, 9, 0, 0, 0] },
    { name: 'beyond the end of the segment', from: [0, 0, 19, 1, 9, 0], to: [0, 0, 19, 1, 9, 0] },
    { name: 'one place', from: [4, 4, 4, 4, 4, 4], to: [4, 4, 4, 4] },
    { name: 'two points', from: [0, 0, 1, 1], to: [0, 0, 1, 1] },
  ])('$name', ({ from, to }) => {
    expect([...simplifyLine(line(...from), 2, 1)]).toEqual([...to])
  })

  test('longitude weighs as it is told', () => {
    const bend = line(0, 0, 3, 50, 0, 99)
    expect(simplifyLine(bend, 2, 1)).toHaveLength(6)
    expect(simplifyLine(bend, 2, 0.5)).toHaveLength(4)
  })

  test('keeps every point within the tolerance, ends and order, and adds none', () => {
    keepsWithin(simplifyLine, 1)
  })

  test('a line longer than any before', () => {
    const long = Int32Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? i : (i % 4) * 9))
    expect(simplifyLine(long, 1, 1)).toEqual(long)
  })
})

describe('sleeve', () => {
  test.each([
    { name: 'a straight line keeps its ends', from: [0, 0, 5, 0, 9, 0], to: [0, 0, 9, 0] },
    { name: 'a corner stays', from: [0, 0, 9, 0, 9, 9], to: [0, 0, 9, 0, 9, 9] },
    { name: 'a way out and back', from: [0, 0, 9, 0, 0, 0], to: [0, 0, 9, 0, 0, 0] },
    { name: 'beyond the end of the segment', from: [0, 0, 19, 1, 9, 0], to: [0, 0, 19, 1, 9, 0] },
    { name: 'one place', from: [4, 4, 4, 4, 4, 4], to: [4, 4, 4, 4] },
    { name: 'two points', from: [0, 0, 1, 1], to: [0, 0, 1, 1] },
  ])('$name', ({ from, to }) => {
    expect([...fitSleeve(line(...from), 2, 1)]).toEqual([...to])
  })

  test('keeps every point within 1.42 times the tolerance, ends and order, and adds none', () => {
    keepsWithin(fitSleeve, Math.SQRT2)
  })

  test('a smooth line needs few points', () => {
    const wave = Int32Array.from({ length: 4_000 }, (_, i) =>
      i % 2 === 0 ? 50 * i : Math.round(20_000 * Math.sin(i / 300)),
    )
    expect(fitSleeve(wave, 500, 1).length / 2).toBeLessThan(60)
  })
})

function keepsWithin(simplify: typeof simplifyLine, factor: number): void {
  const coordinate = fc.integer({ min: -1000, max: 1000 })
  // Some are jumps, some are steps of a way.
  const jumps = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 300 })
  const step = fc.integer({ min: -20, max: 20 })
  const steps = fc.array(fc.tuple(step, step), { minLength: 2, maxLength: 300 }).map((moves) => {
    let [x, y] = [0, 0]
    return moves.map(([dx, dy]): [number, number] => {
      x += dx + 5
      y += dy
      return [x, y]
    })
  })
  fc.assert(
    fc.property(fc.oneof(jumps, steps), fc.integer({ min: 0, max: 500 }), (all, tolerance) => {
      const kept = pairsOf(simplify(line(...all.flat()), tolerance, 1))
      expect(kept.at(0)).toEqual(all[0] ?? [])
      expect(kept.at(-1)).toEqual(all.at(-1) ?? [])
      let at = 0
      for (const [k, point] of kept.entries()) {
        const next = k === 0 ? 0 : all.findIndex((other, i) => i > at && same(other, point))
        expect(next).not.toBe(-1)
        at = next
      }
      // Coverage, by brute force: the nearest kept segment is never farther than allowed.
      const allowed = tolerance * factor + 1e-6
      for (const point of all) expect(distance(point, kept)).toBeLessThanOrEqual(allowed)
    }),
  )
}

function pairsOf(coordinates: Int32Array): number[][] {
  return Array.from({ length: coordinates.length / 2 }, (_, i) => [
    ...coordinates.subarray(2 * i, 2 * i + 2),
  ])
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

function distance([x = 0, y = 0]: readonly number[], kept: readonly number[][]): number {
  let best = Infinity
  for (let i = 1; i < kept.length; i++) {
    const [ax = 0, ay = 0] = kept[i - 1] ?? []
    const [bx = 0, by = 0] = kept[i] ?? []
    const [dx, dy] = [bx - ax, by - ay]
    const squared = dx * dx + dy * dy
    const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared
    const part = Math.max(0, Math.min(1, along))
    best = Math.min(best, Math.hypot(x - ax - part * dx, y - ay - part * dy))
  }
  return best
}
