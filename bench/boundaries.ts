/*
 * Which ward holds a point: look-ups a second in the kernel, against a scan of every polygon with
 * a bounding box; what the index weighs and how long it takes to build.
 *
 *   bun bench/boundaries.ts [WARDS.fgb]
 *
 * Without a file: boundaries/wards.fgb of the test data. Prints a table in Markdown.
 */
import { buildBoundaries } from '../src/boundaries/build.ts'
import { locate } from '../src/boundaries/locate.ts'
import { openBoundaries } from '../src/boundaries/open.ts'
import type { BoundaryFeature } from '../src/boundaries/unit.ts'
import { E7, type Point } from '../src/geo/point.ts'
import { sideOfPolygon } from '../src/geo/ring.ts'
import { officialFeatures } from '../test/boundaries/official.ts'
import { sharedData } from '../test/shared-data.ts'
import { seededRandom } from './inputs.ts'

const POINTS = 500_000
const SCAN_POINTS = 2_000
const ROUNDS = 5
const SEED = 20_261_121

const file = process.argv[2] ?? sharedData('boundaries/wards.fgb')
if (file === null) {
  console.error('Give a FlatGeobuf file with the property code: bun bench/boundaries.ts WARDS.fgb')
  process.exit(2)
}
const features = officialFeatures(file, 8)
const buildStartMs = performance.now()
const bytes = buildBoundaries(features)
const buildS = (performance.now() - buildStartMs) / 1000
const boundaries = openBoundaries(bytes)
const points = features
  .flatMap(({ polygons }) => polygons.flat())
  .reduce((sum, ring) => sum + ring.length / 2, 0)
console.log(
  `${features.length} units, ${points} points: ${(bytes.length / 2 ** 20).toFixed(1)} MiB, ` +
    `built in ${buildS.toFixed(1)} s\n`,
)

const random = seededRandom(SEED)
const anywhere = Array.from({ length: POINTS }, () => ({
  lon: 102.1 + random() * 7.4,
  lat: 8.3 + random() * 15.1,
}))
const inside = anywhere.filter((point) => locate(boundaries, 8, point) >= 0)
const scan = scanOf(features)

console.log('| Points | Look-ups/s | Average | Scan of all polygons/s | Ratio |')
console.log('|---|---|---|---|---|')
row('anywhere in the box of the mainland', anywhere)
row('inside a ward', inside)
row('within 10 m of a border', besideBorders(features))

function row(name: string, asked: readonly Point[]): void {
  const perSecond = fastest(asked, (point) => locate(boundaries, 8, point))
  const scanned = fastest(asked.slice(0, SCAN_POINTS), scan)
  const ns = (1e9 / perSecond).toFixed(0)
  const ratio = (perSecond / scanned).toFixed(0)
  console.log(`| ${name} | ${count(perSecond)} | ${ns} ns | ${count(scanned)} | ${ratio} × |`)
}

/** Calls a second, of the fastest of a few rounds. */
function fastest(asked: readonly Point[], find: (point: Point) => number): number {
  let best = 0
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) {
    const startMs = performance.now()
    for (const point of asked) sum += find(point)
    best = Math.max(best, (asked.length * 1000) / (performance.now() - startMs))
  }
  if (!Number.isFinite(sum)) throw new Error('a look-up answered no number')
  return best
}

/** The plain way: every unit whose box holds the point, ring by ring. */
function scanOf(units: readonly BoundaryFeature[]): (point: Point) => number {
  const parts = units.flatMap(({ polygons }, unit) =>
    polygons.map((polygon) => {
      const [outer] = polygon
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
      for (let i = 0; i < outer.length; i += 2) {
        west = Math.min(west, outer[i]!)
        east = Math.max(east, outer[i]!)
        south = Math.min(south, outer[i + 1]!)
        north = Math.max(north, outer[i + 1]!)
      }
      return { unit, polygon, west, south, east, north }
    }),
  )
  return (point) => {
    const at = { lonE7: Math.round(point.lon * E7), latE7: Math.round(point.lat * E7) }
    for (const { unit, polygon, west, south, east, north } of parts) {
      if (at.lonE7 < west || at.lonE7 > east || at.latE7 < south || at.latE7 > north) continue
      if (sideOfPolygon(polygon, at) >= 0) return unit
    }
    return -1
  }
}

function besideBorders(units: readonly BoundaryFeature[]): Point[] {
  const near: Point[] = []
  for (const ring of units.flatMap(({ polygons }) => polygons.flat())) {
    for (let i = 0; i + 1 < ring.length; i += 40) {
      near.push({
        lon: ring[i]! / E7 + (random() - 0.5) * 2e-4,
        lat: ring[i + 1]! / E7 + (random() - 0.5) * 2e-4,
      })
    }
  }
  // In the order of the file neighbours would find each other's cells warm.
  for (let i = near.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1))
    const swapped = near[i]!
    near[i] = near[k]!
    near[k] = swapped
  }
  return near
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
