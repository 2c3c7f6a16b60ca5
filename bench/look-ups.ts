/*
 * Which ward holds a point: look-ups a second in the kernel, against a scan of every polygon with a
 * bounding box, and against PostGIS.
 */

import postgres from 'postgres'
import type { Layer } from '../src/boundaries/layer.ts'
import type { Boundaries } from '../src/boundaries/layout.ts'
import { locate } from '../src/boundaries/locate.ts'
import { boundaryText } from '../src/boundaries/text.ts'
import type { BoundaryFeature } from '../src/boundaries/unit.ts'
import { E7, type Point } from '../src/geo/point.ts'
import { sideOfPolygon } from '../src/geo/ring.ts'
import { startPostgres } from '../test/postgres.ts'
import { seededRandom } from './inputs.ts'

const POINTS = 500_000
const SCAN_POINTS = 2_000
const ROUNDS = 5
const SEED = 20_261_121

const POSTGIS_POINTS = 20_000
const random = seededRandom(SEED)

/** Points of the mainland's box that lie in a ward. */
export function pointsInside(boundaries: Boundaries, count: number): Point[] {
  const points: Point[] = []
  while (points.length < count) {
    const point = { lon: 102.1 + random() * 7.4, lat: 8.3 + random() * 15.1 }
    if (locate(boundaries, 8, point) >= 0) points.push(point)
  }
  return points
}

/** Prints Markdown. `features`: all of level 8, which the index and the layer hold too. */
export async function benchLookUps(
  boundaries: Boundaries,
  features: readonly BoundaryFeature[],
  layer: Layer,
): Promise<void> {
  const anywhere = Array.from({ length: POINTS }, () => ({
    lon: 102.1 + random() * 7.4,
    lat: 8.3 + random() * 15.1,
  }))
  const inside = pointsInside(boundaries, POINTS)
  const scan = scanOf(features)
  const asked: readonly [string, readonly Point[]][] = [
    ['anywhere in the box of the mainland', anywhere],
    ['inside a ward', inside],
    ['within 10 m of a border', besideBorders(features)],
  ]
  console.log('| Points | Look-ups/s | Average | Scan of all polygons/s | Ratio |')
  console.log('|---|--:|--:|--:|--:|')
  for (const [name, points] of asked) {
    const perSecond = fastest(points, (point) => locate(boundaries, 8, point))
    const scanned = fastest(points.slice(0, SCAN_POINTS), scan)
    const ns = (1e9 / perSecond).toFixed(0)
    const ratio = (perSecond / scanned).toFixed(0)
    console.log(`| ${name} | ${count(perSecond)} | ${ns} ns | ${count(scanned)} | ${ratio} × |`)
  }
  const points = inside.slice(0, POSTGIS_POINTS)
  const ours = fastest(points, (point) => locate(boundaries, 8, point))
  const theirs = await postgisLookUps(layer, points)
  console.log(
    `\nPostGIS, ST_Contains with a GiST index, ${count(points.length)} points inside a ward ` +
      `in one statement: ${count(theirs)}/s; ` +
      `here ${count(ours)}/s, ${(ours / theirs).toFixed(0)} ×.\n`,
  )
}

/** Look-ups a second of a database of its own, the fastest of a few rounds, no round trips. */
async function postgisLookUps(layer: Layer, points: readonly Point[]): Promise<number> {
  const server = await startPostgres()
  const sql = postgres(await server.createDatabase(), { max: 1, onnotice: () => {} })
  try {
    await sql`create extension postgis`
    await sql`create table wards (g geometry)`
    for (let row = 0; row < layer.units.length; row++) {
      const text = Buffer.concat([...boundaryText([{ layer, rows: [row] }], 'wkt')]).toString()
      const { boundaries } = JSON.parse(text) as { boundaries: { wkt: string }[] }
      await sql`insert into wards values (ST_GeomFromText(${boundaries[0]?.wkt ?? ''}, 4326))`
    }
    await sql`create index on wards using gist (g)`
    await sql`create table points (g geometry)`
    const lonLat = points.map(({ lon, lat }) => [lon, lat])
    await sql`
      insert into points select ST_SetSRID(ST_Point((p ->> 0)::float8, (p ->> 1)::float8), 4326)
      from jsonb_array_elements(${sql.json(lonLat)}) as p`
    await sql`vacuum analyze wards`
    await sql`vacuum analyze points`
    let best = 0
    for (let round = 0; round < ROUNDS; round++) {
      const startMs = performance.now()
      const [row] = await sql`
        select count(*)::int as found from points p join wards w on ST_Contains(w.g, p.g)`
      best = Math.max(best, (points.length * 1000) / (performance.now() - startMs))
      if (row?.['found'] !== points.length) throw new Error(`PostGIS found ${row?.['found']}`)
    }
    return best
  } finally {
    await sql.end()
    server.remove()
  }
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

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
