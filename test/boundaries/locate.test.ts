import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildBoundaries } from '../../src/boundaries/build.ts'
import { checkBoundaries } from '../../src/boundaries/check.ts'
import { holdersOf } from '../../src/boundaries/holders.ts'
import { locate } from '../../src/boundaries/locate.ts'
import { openBoundaries, unitAt, units } from '../../src/boundaries/open.ts'
import type { BoundaryFeature } from '../../src/boundaries/unit.ts'
import { bruteLocate, holds } from './brute.ts'
import { DEGREE, ring, unit } from './drawing.ts'

function open(features: readonly BoundaryFeature[]) {
  const boundaries = openBoundaries(buildBoundaries(features))
  checkBoundaries(boundaries)
  return {
    boundaries,
    at: (level: 4 | 8, lon: number, lat: number): string | null =>
      unitAt(boundaries, locate(boundaries, level, { lon, lat }))?.id ?? null,
  }
}

describe('a hand-drawn country', () => {
  // Province 01 is 4 × 4 degrees with a lake as a hole and an island; wards A and B halve it but
  // leave a corner of the province to no ward.
  const features = [
    unit('vn01', 4, [
      [
        ring(DEGREE, [100, 10], [104, 10], [104, 14], [100, 14]),
        ring(DEGREE, [101, 11], [101, 12], [102, 12], [102, 11]),
      ],
      [ring(DEGREE, [106, 10], [107, 10], [107, 11], [106, 11])],
    ]),
    unit('vn02', 4, [[ring(DEGREE, [104, 10], [105, 10], [105, 14], [104, 14])]]),
    unit('vn00001', 8, [[ring(DEGREE, [102, 10], [103, 10], [103, 14], [102, 14])]]),
    unit('vn00002', 8, [[ring(DEGREE, [103, 10], [104, 10], [104, 14], [103, 13])]]),
  ]
  const { at, boundaries } = open(features)

  test.each([
    ['inside', 4, 100.5, 10.5, 'vn01'],
    ['in the lake', 4, 101.5, 11.5, null],
    ['on the island', 4, 106.5, 10.5, 'vn01'],
    ['between mainland and island', 4, 105.5, 10.5, null],
    ['the shared border', 4, 104, 12, 'vn02'],
    ['south-west corner', 4, 100, 10, 'vn01'],
    ['north-east corner', 4, 105, 14, null],
    ['the western shore of the lake', 4, 101, 11.5, null],
    ['the eastern shore of the lake', 4, 102, 11.5, 'vn01'],
    ['the ward', 8, 102.5, 10.5, 'vn00001'],
    ['the next ward', 8, 103.5, 10.5, 'vn00002'],
    ['province without ward', 8, 100.5, 10.5, null],
    ['province without ward, level 4', 4, 100.5, 10.5, 'vn01'],
    ['beyond a slanting border', 8, 103.2, 13.5, null],
    ['north pole', 4, 0, 90, null],
    ['south pole', 4, 0, -90, null],
    ['date line, west', 4, -180, 0, null],
    ['date line, east', 8, 180, 0, null],
    ['no number', 4, Number.NaN, 12, null],
  ] as const)('%s', (_, level, lon, lat, id) => {
    expect(at(level, lon, lat)).toBe(id)
  })

  test.each([
    ['in a ward', 102.5, 10.5, 'vn01', 'vn00001'],
    ['on the island of a ward that the province leaves out', 108.5, 10.5, 'vn01', 'vn00003'],
    ['on an island of nobody knows which province', 111.7, 10.3, null, 'vn00005'],
    ['in a province without a ward', 100.5, 10.5, 'vn01', null],
    ['in the sea', 110, 10, null, null],
  ] as const)('a point %s', (_, lon, lat, province, ward) => {
    const strayed = unit('vn00005', 8, [[ring(DEGREE, [111, 10], [112, 10], [112, 11])]])
    const { boundaries: more } = open([
      ...features,
      unit('vn00003', 8, [[ring(DEGREE, [108, 10], [109, 10], [109, 11], [108, 11])]]),
      { ...strayed, unit: { ...strayed.unit, parentCode: '99' } },
    ])
    const found = holdersOf(more, { lon, lat }, [4, 8])
    expect<unknown>([found.province?.id ?? null, found.ward?.id ?? null]).toEqual([province, ward])
    expect(holdersOf(more, { lon, lat }, [4])).toEqual({ ...found, ward: null })
    expect(holdersOf(more, { lon, lat }, [8])).toEqual({ ...found, province: null })
  })

  test('units stand in order of level and id', () => {
    expect(units(boundaries).map((u) => u.id) as string[]).toEqual([
      'vn01',
      'vn02',
      'vn00001',
      'vn00002',
    ])
    expect(unitAt(boundaries, -1)).toBeNull()
    expect(unitAt(boundaries, 4)).toBeNull()
  })
})

test('an index of nothing answers nothing', () => {
  const { at } = open([])
  expect(at(4, 105, 21)).toBeNull()
  expect(at(8, 105, 21)).toBeNull()
})

test('a unit that spans the world, with the longest edges there can be', () => {
  const world = unit('vn01', 4, [[ring(DEGREE, [-180, -90], [180, -90], [180, 90], [-180, 90])]])
  const half = unit('vn00001', 8, [[ring(DEGREE, [-180, -90], [180, -90], [180, 89.9999999])]])
  const { at } = open([world, half])
  expect(at(4, -180, -90)).toBe('vn01')
  expect(at(4, 179.9999999, 89.9999999)).toBe('vn01')
  expect(at(4, 180, 90)).toBeNull()
  expect(at(8, 0, -0.0000001)).toBe('vn00001')
  expect(at(8, 0, 0)).toBeNull()
})

/** Points to ask about: anywhere, on vertices, on edges, and one unit beside either. */
function probes(features: readonly BoundaryFeature[], scale: number, random: number[]) {
  const rings = features.flatMap((feature) => feature.polygons.flat())
  const points = random.map((r, i) => {
    const [x, y] = [Math.floor(r * 1.2 * scale - 0.1 * scale), (i * 7919 * scale) / random.length]
    return [x, Math.floor((y % (scale * 1.2)) - 0.1 * scale)] as const
  })
  const near = random.flatMap((r, i) => {
    const line = rings[i % rings.length]!
    const k = 2 * Math.floor(r * (line.length / 2 - 1))
    const [ax, ay, bx, by] = [line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!]
    const t = (r * 1e6) % 1
    const [ex, ey] = [Math.round(ax + t * (bx - ax)), Math.round(ay + t * (by - ay))]
    return [
      [ax, ay],
      [ex, ey],
      [ax + (i % 3) - 1, ay + ((i >> 2) % 3) - 1],
      [ex + ((i >> 1) % 3) - 1, ey],
    ] as const
  })
  return [...points, ...near].map(([x, y]) => ({ lon: x / DEGREE, lat: y / DEGREE }))
}

/** A grid of quadrilaterals that share their corners, each corner moved: no gap, no overlap. */
const partitions = fc
  .record({
    side: fc.integer({ min: 1, max: 7 }),
    scaleBits: fc.integer({ min: 5, max: 30 }),
    moves: fc.array(fc.double({ min: 0.05, max: 0.45, noNaN: true }), {
      minLength: 128,
      maxLength: 128,
    }),
    random: fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), {
      minLength: 24,
      maxLength: 24,
    }),
  })
  .map(({ side, scaleBits, moves, random }) => {
    const scale = 2 ** scaleBits
    const step = scale / side
    const corner = (c: number, r: number) =>
      [
        Math.round((c + (c > 0 && c < side ? (moves[(r * 8 + c) * 2]! - 0.25) * 1.9 : 0)) * step),
        Math.round(
          (r + (r > 0 && r < side ? (moves[(r * 8 + c) * 2 + 1]! - 0.25) * 1.9 : 0)) * step,
        ),
      ] as const
    const features: BoundaryFeature[] = []
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) {
        const id = `vn${String((r * 5 + c * 3) % 10)}${r}${c}`
        const line = ring(1, corner(c, r), corner(c + 1, r), corner(c + 1, r + 1), corner(c, r + 1))
        features.push(unit(id, 8, [[line]]))
      }
    }
    return { features, scale, random }
  })

describe('against every polygon', () => {
  test('a partition: one holder for every point of it, the one that is found', () => {
    fc.assert(
      fc.property(partitions, ({ features, scale, random }) => {
        const { at } = open(features)
        for (const point of probes(features, scale, random)) {
          const holders = features.filter((feature) => holds(feature, point))
          const x = Math.round(point.lon * DEGREE)
          const y = Math.round(point.lat * DEGREE)
          const within = x >= 0 && x < scale && y >= 0 && y < scale
          expect(holders.length).toBe(within ? 1 : 0)
          expect(at(8, point.lon, point.lat)).toBe(holders[0]?.unit.id ?? null)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('rings of any shape: crossing themselves and each other, holes, islands, slivers', () => {
    const wild = fc.record({
      scaleBits: fc.integer({ min: 3, max: 30 }),
      units: fc.array(
        fc.array(
          fc.array(
            fc.tuple(
              fc.double({ min: 0, max: 1, noNaN: true }),
              fc.double({ min: 0, max: 1, noNaN: true }),
            ),
            {
              minLength: 3,
              maxLength: 40,
            },
          ),
          { minLength: 1, maxLength: 3 },
        ),
        { minLength: 1, maxLength: 6 },
      ),
      random: fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), {
        minLength: 20,
        maxLength: 20,
      }),
    })
    fc.assert(
      fc.property(wild, ({ scaleBits, units: drawn, random }) => {
        const scale = 2 ** scaleBits
        const features = drawn.map((rings, i) =>
          unit(`vn0${9 - i}`, i % 2 === 0 ? 8 : 4, [
            [ring(scale, ...rings[0]!), ...rings.slice(1).map((points) => ring(scale, ...points))],
          ]),
        )
        const { at } = open(features)
        for (const point of probes(features, scale, random)) {
          for (const level of [4, 8] as const) {
            const expected = bruteLocate(features, level, point)?.unit.id ?? null
            expect(at(level, point.lon, point.lat)).toBe(expected)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('damaged files', () => {
  const bytes = buildBoundaries([
    unit('vn01', 4, [[ring(DEGREE, [100, 10], [104, 10], [104, 14], [100, 14])]]),
  ])
  test('another file, a short one', () => {
    expect(() => openBoundaries(new Uint8Array(100))).toThrow('not an index file')
    expect(() => openBoundaries(bytes.subarray(0, bytes.length / 2))).toThrow('ends before')
  })
  test('a cell that names no unit', () => {
    const boundaries = openBoundaries(bytes.slice())
    boundaries.level4.top.fill(4 * 5)
    expect(() => checkBoundaries(boundaries)).toThrow('names no unit')
  })
})
