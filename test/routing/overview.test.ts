import { expect, test } from 'bun:test'
import { DEGREE_M } from '../../src/geo/distance.ts'
import { E7 } from '../../src/geo/point.ts'
import { DIRECTIONS_DEFAULTS, directions } from '../../src/routing/answer.ts'
import { buildGraph } from '../../src/routing/build/build.ts'
import { openGuide } from '../../src/routing/guide.ts'
import type { RoadNetwork } from '../../src/routing/model/network.ts'

/** A road of as many points as are asked for that winds north for 300 km. */
function windingRoad(points: number): RoadNetwork {
  const along = Array.from({ length: points }, (_, i) => i / (points - 1))
  return {
    nodeLonE7: Int32Array.from(along, (part) =>
      Math.round((105 + 0.02 * Math.sin(60 * part)) * E7),
    ),
    nodeLatE7: Int32Array.from(along, (part) => Math.round((18 + 2.7 * part) * E7)),
    wayFirst: Uint32Array.of(0, points),
    wayNodes: Uint32Array.from(along, (_, i) => i),
    wayId: Float64Array.of(1),
    wayTags: Uint32Array.of(0),
    taggedNode: new Uint32Array(0),
    nodeTags: new Uint32Array(0),
    tagSets: [{ highway: 'primary' }],
    restrictions: [],
  }
}

test.each([
  [400, 0],
  [1_500, 4],
  [20_000, 30],
])('of a road of %d points the overview is at most %d m off', (points, offM) => {
  const router = openGuide(buildGraph(windingRoad(points), 'car')?.bytes ?? new Uint8Array(0))
  const [origin, destination] = [
    { lon: 105, lat: 18 },
    { lon: 105, lat: 20.7 },
  ]
  const query = { origin, destination, vehicle: 'car', lang: 'vi' } as const
  const { line, overview } = directions(router, query, DIRECTIONS_DEFAULTS)
  expect(line.length / 2).toBeGreaterThan(0.99 * points)
  expect(overview.length / 2).toBeLessThanOrEqual(500)
  expect(deviationM(line, overview)).toBeLessThanOrEqual(offM)
})

/** The farthest that a point of the line is from what replaces it. */
function deviationM(line: Int32Array, overview: Int32Array): number {
  let worst = 0
  let at = 0
  for (let i = 0; i + 3 < overview.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = overview.subarray(i, i + 4)
    const scale = Math.cos((ay / E7) * (Math.PI / 180))
    const [dx, dy] = [(bx - ax) * scale, by - ay]
    for (; line[at] !== bx || line[at + 1] !== by; at += 2) {
      const [x, y] = [((line[at] ?? 0) - ax) * scale, (line[at + 1] ?? 0) - ay]
      const part = Math.max(0, Math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)))
      worst = Math.max(worst, Math.hypot(x - part * dx, y - part * dy))
    }
  }
  return (worst / E7) * DEGREE_M
}
