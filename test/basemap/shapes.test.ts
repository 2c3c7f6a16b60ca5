import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { clipRing } from '../../src/basemap/build/clip.ts'
import { AREA, encodeTile, POINT, type TileFeature } from '../../src/basemap/build/encode-tile.ts'
import { type GroupedLine, joinLines } from '../../src/basemap/build/join-lines.ts'
import { area2, HALF_WORLD } from '../../src/basemap/build/shapes.ts'
import { simplifyRings } from '../../src/basemap/build/simplify-rings.ts'
import { tileZoom } from '../../src/basemap/build/tile-zoom.ts'
import { tileIdOf } from '../../src/basemap/pmtiles/tile-id.ts'
import { TILE_BYTES_MAX } from '../../src/basemap/schema.ts'
import { sideOfRing } from '../../src/geo/ring.ts'
import { decodedTile } from './decoded.ts'

/* The steps between features and tiles, against what they must keep. */

const xy = (...points: readonly (readonly [number, number])[]) => Int32Array.from(points.flat())

describe('joining lines', () => {
  const aLine = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
      minLength: 2,
      maxLength: 4,
    })
    .filter((points) => points.every((p, i) => i === 0 || String(p) !== String(points[i - 1])))
  const lines = fc.array(fc.record({ group: fc.integer({ min: 0, max: 1 }), points: aLine }), {
    maxLength: 12,
  })

  /** Each stretch between two points with its group; of undirected lines either way is the same. */
  function stretches(all: readonly GroupedLine[], isDirected: boolean): string[] {
    return all
      .flatMap(({ group, xy }) =>
        Array.from({ length: xy.length / 2 - 1 }, (_, i) => {
          const ends = [`${xy[2 * i]} ${xy[2 * i + 1]}`, `${xy[2 * i + 2]} ${xy[2 * i + 3]}`]
          return `${group}: ${(isDirected ? ends : ends.sort()).join(' to ')}`
        }),
      )
      .sort()
  }

  test.each([true, false])('keeps every stretch once, directed: %p', (isDirected) => {
    fc.assert(
      fc.property(lines, (drawn) => {
        const all = drawn.map(({ group, points }) => ({ group, xy: xy(...points) }))
        const joined = joinLines(all, () => isDirected)
        expect(stretches(joined, isDirected)).toEqual(stretches(all, isDirected))
        expect(joined.length).toBeLessThanOrEqual(all.length)
      }),
    )
  })

  test('joins what only two lines meet in, and no more', () => {
    const line = (group: number, ...points: readonly (readonly [number, number])[]) => ({
      group,
      xy: xy(...points),
    })
    const joined = joinLines(
      [
        line(0, [0, 0], [1, 0]),
        line(0, [2, 0], [1, 0]),
        line(1, [2, 0], [3, 0]),
        line(0, [2, 0], [2, 1]),
        line(0, [2, 1], [3, 1]),
        line(0, [2, 1], [2, 2]),
      ],
      () => false,
    )
    expect(joined.map(({ group, xy: points }) => [group, [...points].join(' ')])).toEqual([
      [0, '0 0 1 0 2 0 2 1'],
      [1, '2 0 3 0'],
      [0, '2 1 3 1'],
      [0, '2 1 2 2'],
    ])
  })
})

test('a border that two areas share stays shared when both lose points', () => {
  const border = Array.from({ length: 50 }, (_, i) => [1_000 + ((i * 37) % 11), i * 40] as const)
  const first = border[0] ?? ([0, 0] as const)
  const last = border.at(-1) ?? first
  const west = xy([0, 0], ...border, [0, last[1]], [0, 0])
  const east = xy(...border, [2_000, last[1]], [2_000, first[1]], first)
  const [a, b] = simplifyRings([[west], [east]], 20)
  const points = (rings: readonly Int32Array[] = []) => {
    const ring = rings[0] ?? new Int32Array(0)
    return Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]},${ring[2 * i + 1]}`)
  }
  const shared = points(a).filter((point) => border.some(([x, y]) => point === `${x},${y}`))
  expect(shared.length).toBeLessThan(border.length)
  expect(points(b)).toEqual(expect.arrayContaining(shared))
})

/** From a point to the nearest edge of a ring, in units of the ring. */
function distanceToRing(ring: Int32Array, { lonE7, latE7 }: { lonE7: number; latE7: number }) {
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 2; i < ring.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = ring.subarray(i - 2, i + 2)
    const length2 = (bx - ax) ** 2 + (by - ay) ** 2
    const along = ((lonE7 - ax) * (bx - ax) + (latE7 - ay) * (by - ay)) / (length2 || 1)
    const part = Math.min(1, Math.max(0, along))
    const distance = Math.hypot(ax + part * (bx - ax) - lonE7, ay + part * (by - ay) - latE7)
    nearest = Math.min(nearest, distance)
  }
  return nearest
}

test('clipping keeps the inside of a ring and nothing else', () => {
  const aPoint = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  // Each of the four cuts rounds by half a unit: nearer to the ring than this, rounding decides.
  const ROUNDING = 3
  fc.assert(
    fc.property(fc.array(aPoint, { minLength: 3, maxLength: 8 }), aPoint, (points, [x, y]) => {
      const ring = xy(...points, points[0] ?? [0, 0])
      const box = { west: 20, south: 30, east: 70, north: 80 }
      const point = { lonE7: 20 + (x % 50), latE7: 30 + (y % 50) }
      fc.pre(distanceToRing(ring, point) > ROUNDING && point.lonE7 > 20 && point.latE7 > 30)
      const clipped = clipRing(ring, box)
      const side = clipped.length === 0 ? -1 : sideOfRing(clipped, point)
      expect(side).toBe(sideOfRing(ring, point))
    }),
    { numRuns: 1_000 },
  )
})

describe('cutting into tiles', () => {
  const Z = 5
  const SIDE = 2 ** (32 - Z)

  test('an area covers in the tiles what it covers on the map', () => {
    const aPoint = fc.tuple(fc.integer({ min: 0, max: 399 }), fc.integer({ min: 0, max: 399 }))
    const scale = (value: number) => Math.round((value / 400 - 0.5) * 2 ** 32 * 0.999)
    fc.assert(
      fc.property(fc.tuple(aPoint, aPoint, aPoint), aPoint, (corners, [px, py]) => {
        const points = corners.map(([x, y]) => [scale(x), scale(y)] as const)
        const ring = xy(...points, points[0] ?? [0, 0])
        fc.pre(Math.abs(area2(ring)) > 2 ** 50)
        if (area2(ring) < 0) ring.set(xy(points[0] ?? [0, 0], ...[...points].reverse()))
        const [x, y] = [scale(px) + 12_345, scale(py) + 54_321]
        const tiles = new Map<number, Uint8Array>()
        const feature = {
          layer: 'earth',
          type: AREA,
          rank: 0,
          attributes: {},
          parts: [ring],
        } as const
        tileZoom(Z, [feature], (id, bytes, run) => {
          for (let i = 0; i < run; i++) {
            expect(tiles.has(id + i)).toBe(false)
            tiles.set(id + i, bytes)
          }
        })
        const tile = {
          z: Z,
          x: Math.floor((x + HALF_WORLD) / SIDE),
          y: Math.floor((y + HALF_WORLD) / SIDE),
        }
        const inTile = {
          lonE7: Math.round((x + HALF_WORLD - tile.x * SIDE) / (SIDE / 4096)),
          latE7: Math.round((y + HALF_WORLD - tile.y * SIDE) / (SIDE / 4096)),
        }
        const step = SIDE / 1024
        const near = [-step, 0, step].flatMap((dx) =>
          [-step, 0, step].map((dy) => sideOfRing(ring, { lonE7: x + dx, latE7: y + dy })),
        )
        fc.pre(new Set(near).size === 1)
        const bytes = tiles.get(tileIdOf(tile))
        const parts = bytes === undefined ? [] : decodedTile(bytes).flatMap(({ parts: all }) => all)
        const covers = parts.some(
          (part) => sideOfRing(xy(...part.map((p) => [p.x, p.y] as const)), inTile) > 0,
        )
        expect(covers).toBe(near[0] === 1)
      }),
      { numRuns: 60 },
    )
  })

  test('a crowded tile keeps what is most important, and stays within its limit', () => {
    const features = Array.from(
      { length: 20_000 },
      (_, i): TileFeature => ({
        layer: 'pois',
        type: POINT,
        rank: (i * 7_919) % 20_000,
        attributes: { name: `Quán ăn số ${i}` },
        parts: [Int32Array.of(i % 4_096, Math.floor(i / 4_096))],
      }),
    )
    const bytes = encodeTile(features) ?? new Uint8Array(0)
    expect(bytes.length).toBeLessThanOrEqual(TILE_BYTES_MAX)
    const kept = new Set(decodedTile(bytes).map(({ properties }) => properties['name']))
    expect(kept.size).toBeGreaterThan(4_000)
    const ranks = features
      .filter(({ attributes }) => kept.has(attributes['name'] ?? ''))
      .map(({ rank }) => rank)
    expect(Math.max(...ranks)).toBe(kept.size - 1)
  })
})
