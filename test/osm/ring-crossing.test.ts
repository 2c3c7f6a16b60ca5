import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { orientation, type Ring } from '../../src/geo/ring.ts'
import { findCrossing } from '../../src/osm/rings/ring-crossing.ts'

const corner = fc.tuple(
  fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  fc.integer({ min: -900_000_000, max: 900_000_000 }),
)
/** Rings of all sizes: a few far corners, or steps of a walk that seldom meets itself. */
const farRing = fc.array(corner, { minLength: 3, maxLength: 6 }).map(closed)
const step = fc.tuple(fc.integer({ min: -9, max: 99 }), fc.integer({ min: -30, max: 30 }))
const walkedRing = fc
  .tuple(corner, fc.array(step, { minLength: 3, maxLength: 60 }))
  .map(([[x, y], steps]) => {
    const line: [number, number][] = [[Math.trunc(x / 2), Math.trunc(y / 2)]]
    for (const [dx, dy] of steps) {
      const [px = 0, py = 0] = line.at(-1) ?? []
      line.push([px + dx, py + dy])
    }
    return closed(line)
  })
const rings = fc.array(fc.oneof(farRing, walkedRing), { maxLength: 4 })

function closed(corners: readonly (readonly [number, number])[]): Ring {
  return Int32Array.from([...corners, corners[0] ?? [0, 0]].flat())
}

test('finds a crossing exactly where comparing all edges does', () => {
  let crossing = 0
  fc.assert(
    fc.property(rings, (drawn) => {
      const expected = compareAll(drawn)
      // Where a corner is on an edge, whether it is a crossing depends on what follows.
      fc.pre(expected !== 'touching')
      if (expected === 'crossing') crossing++
      expect(findCrossing(drawn) !== null).toBe(expected === 'crossing')
    }),
    { numRuns: 1000 },
  )
  expect(crossing).toBeGreaterThan(100)
})

test('finds none in nothing', () => {
  expect(findCrossing([])).toBeNull()
})

function compareAll(drawn: readonly Ring[]): 'crossing' | 'touching' | 'apart' {
  const edges = drawn.flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, i) => [...ring.slice(2 * i, 2 * i + 4)]),
  )
  let found: 'touching' | 'apart' = 'apart'
  for (const [i, [ax = 0, ay = 0, bx = 0, by = 0]] of edges.entries()) {
    for (const [cx = 0, cy = 0, dx = 0, dy = 0] of edges.slice(i + 1)) {
      const cd = orientation(ax, ay, bx, by, cx, cy) * orientation(ax, ay, bx, by, dx, dy)
      const ab = orientation(cx, cy, dx, dy, ax, ay) * orientation(cx, cy, dx, dy, bx, by)
      if (cd < 0 && ab < 0) return 'crossing'
      // A shared corner is where neighbours meet; any other contact is for the caller to judge.
      const isShared =
        (ax === cx && ay === cy) ||
        (ax === dx && ay === dy) ||
        (bx === cx && by === cy) ||
        (bx === dx && by === dy)
      if (!isShared && cd <= 0 && ab <= 0) found = 'touching'
    }
  }
  return found
}
