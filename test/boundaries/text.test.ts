import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import postgres from 'postgres'
import { writeFlatGeobuf } from '../../src/boundaries/fgb.ts'
import { openLayer, polygonsOf, rowsOf } from '../../src/boundaries/layer.ts'
import { meetsBox } from '../../src/boundaries/meets-box.ts'
import type { BoundaryFormat } from '../../src/boundaries/query.ts'
import { simplifyFlatGeobuf } from '../../src/boundaries/simplify.ts'
import { boundaryText } from '../../src/boundaries/text.ts'
import type { BoundaryFeature } from '../../src/boundaries/unit.ts'
import { sideOfPolygon } from '../../src/geo/ring.ts'
import { builtinBoundaries } from '../../src/import/units/builtin-data.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { scratchDirectory } from '../scratch.ts'
import { sharedData } from '../shared-data.ts'
import { DEGREE, ring, unit } from './drawing.ts'
import { officialFeatures } from './official.ts'

const isCi = process.env['CI'] === 'true'
const hasGdal = isCi || Bun.which('ogrinfo') !== null
if (!hasGdal)
  console.error('GDAL is not installed (apt-get install gdal-bin): its tests are skipped.')
const POSTGIS = '/usr/share/postgresql/*/extension/postgis.control'
const hasPostgis = isCi || (hasPostgres() && globSync(POSTGIS).length > 0)
if (!hasPostgis) console.error('PostGIS is not installed (apt-get install postgis): skipped.')

/** As JavaScript prints it, without exponent. */
function decimal(e7: number): string {
  return (e7 / DEGREE)
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}

function textOf(file: Uint8Array, format: BoundaryFormat): string {
  const layer = openLayer(file)
  return Buffer.concat([
    ...boundaryText([{ layer, rows: rowsOf(layer, null, null) }], format),
  ]).toString()
}

describe('the text of boundaries', () => {
  test('has every number to the last digit and none that is needless', () => {
    const e7 = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 })
    fc.assert(
      fc.property(e7, fc.integer({ min: -900_000_000, max: 900_000_000 }), (lon, lat) => {
        const outer = Int32Array.of(lon, lat, lon + 1, lat, lon + 1, lat + 1, lon, lat)
        const text = textOf(writeFlatGeobuf([unit('vn01', 4, [[outer]])]), 'wkt')
        const { boundaries } = JSON.parse(text) as { boundaries: { wkt: string }[] }
        const point = (x: number, y: number) => `${decimal(x)} ${decimal(y)}`
        expect(boundaries[0]?.wkt).toBe(
          `MULTIPOLYGON(((${point(lon, lat)},${point(lon + 1, lat)},` +
            `${point(lon + 1, lat + 1)},${point(lon, lat)})))`,
        )
      }),
    )
  })

  test('is the same however many pages it takes', () => {
    const features = builtinBoundaries()
    const layer = openLayer(writeFlatGeobuf(features))
    const rows = rowsOf(layer, null, null)
    const pages = [...boundaryText([{ layer, rows }], 'geojson')]
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(64 * 1024)
    const { features: read } = JSON.parse(Buffer.concat(pages).toString()) as {
      features: { geometry: { coordinates: number[][][][] } }[]
    }
    expect(read.map(({ geometry }) => geometry.coordinates)).toEqual(
      features.map(({ polygons }) =>
        polygons.map((polygon) =>
          polygon.map((line) =>
            Array.from({ length: line.length / 2 }, (_, i) => [
              line[2 * i]! / DEGREE,
              line[2 * i + 1]! / DEGREE,
            ]),
          ),
        ),
      ),
    )
  })

  test('holds names of any kind and length', () => {
    const name = `"Xã\\\n${'Đ'.repeat(100_000)}</script>`
    const feature = unit('vn01', 4, [[ring(DEGREE, [1, 1], [2, 1], [2, 2])]])
    const file = writeFlatGeobuf([{ ...feature, unit: { ...feature.unit, name } }])
    expect(JSON.parse(textOf(file, 'geojson')).features[0].properties.name).toBe(name)
  })

  test('of nothing is an empty collection', () => {
    expect(textOf(writeFlatGeobuf([]), 'geojson')).toBe(
      '{"type":"FeatureCollection","features":[]}',
    )
    expect(textOf(writeFlatGeobuf([]), 'wkt')).toBe('{"boundaries":[]}')
  })
})

test('a box meets what has a point in it, of 300 random boxes and triangles', () => {
  const at = fc.integer({ min: 0, max: 12 })
  const corners = fc.tuple(at, at, at, at, at, at)
  const box = fc.tuple(at, at, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  fc.assert(
    fc.property(corners, box, ([ax, ay, bx, by, cx, cy], [west, south, width, height]) => {
      fc.pre((bx - ax) * (cy - ay) !== (by - ay) * (cx - ax))
      const outer = Int32Array.of(ax, ay, bx, by, cx, cy, ax, ay)
      const polygon = { xy: Float64Array.from(outer), ends: [4] }
      const east = west + width
      const north = south + height
      // Points at twelfths of the grid are dense enough to hit every overlap that has an area.
      let holds = false
      const scaled = outer.map((value) => value * 12)
      for (let x = west * 12; x <= east * 12 && !holds; x++) {
        for (let y = south * 12; y <= north * 12 && !holds; y++) {
          holds = sideOfPolygon([scaled], { lonE7: x, latE7: y }) >= 0
        }
      }
      const meets = meetsBox([polygon], { west, south, east, north })
      if (holds) expect(meets).toBe(true)
      else if (meets)
        expect(isNear([scaled], west * 12, south * 12, east * 12, north * 12)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

/** Whether an overlap finer than the grid of points can be: then a point of it lies beside. */
function isNear(
  polygon: readonly [Int32Array],
  west: number,
  south: number,
  east: number,
  north: number,
): boolean {
  for (let x = west - 1; x <= east + 1; x++) {
    for (let y = south - 1; y <= north + 1; y++) {
      if (sideOfPolygon(polygon, { lonE7: x, latE7: y }) >= 0) return true
    }
  }
  return false
}

/** Provinces as they are built in, and simplified; wards of the test data when it is there. */
const layers = new Map<string, Uint8Array>()
const provinces = writeFlatGeobuf(builtinBoundaries())
layers.set('provinces', provinces)
layers.set('provinces at 0.01', simplifyFlatGeobuf(provinces, 0.01))
layers.set('provinces at 1', simplifyFlatGeobuf(provinces, 1))
const wardsFile = sharedData('boundaries/wards.fgb')
if (wardsFile !== null) {
  const wards = officialFeatures(wardsFile, 8).filter(isOfHanoi)
  layers.set('wards of Hà Nội at 0.001', simplifyFlatGeobuf(writeFlatGeobuf(wards), 0.001))
}

function isOfHanoi({ unit: { parentCode } }: BoundaryFeature): boolean {
  return parentCode === '01'
}

let directory: string
let server: PostgresServer | null = null
beforeAll(async () => {
  directory = scratchDirectory()
  if (hasPostgis) server = await startPostgres()
})
afterAll(() => {
  server?.remove()
  rmSync(directory, { recursive: true })
})

describe.each([...layers.keys()])('%s', (name) => {
  const file = layers.get(name) ?? provinces
  const units = openLayer(file).units.length
  const parts = openLayer(file).units.reduce(
    (sum, _, row) => sum + polygonsOf(openLayer(file), row).length,
    0,
  )

  test.skipIf(!hasGdal)('are read and found valid by GDAL', () => {
    const asked =
      'select count(*) as n, sum(ST_IsValid(geometry)) as valid, ' +
      'sum(ST_NumGeometries(geometry)) as parts, sum(ST_IsEmpty(geometry)) as empty from '
    const geojson = join(directory, 'a.geojson')
    writeFileSync(geojson, textOf(file, 'geojson'))
    const csv = join(directory, 'b.csv')
    const { boundaries } = JSON.parse(textOf(file, 'wkt')) as { boundaries: { wkt: string }[] }
    writeFileSync(csv, ['id,WKT', ...boundaries.map(({ wkt }, i) => `${i},"${wkt}"`)].join('\n'))
    for (const [path, layer] of [
      [geojson, 'a'],
      [csv, 'b'],
    ] as const) {
      const run = Bun.spawnSync([
        'ogrinfo',
        '-q',
        path,
        '-dialect',
        'sqlite',
        '-sql',
        `${asked} "${layer}"`,
      ])
      const answer = run.stdout.toString() + run.stderr.toString()
      expect(answer).toContain(`n (Integer) = ${units}`)
      expect(answer).toContain(`valid (Integer) = ${units}`)
      expect(answer).toContain(`parts (Integer) = ${parts}`)
    }
  })

  test.skipIf(!hasPostgis)('are found valid by PostGIS, the same in both formats', async () => {
    if (!server) throw new Error('PostgreSQL should run')
    const sql = postgres(await server.createDatabase(), { max: 1, onnotice: () => {} })
    try {
      await sql`create extension postgis`
      const { boundaries } = JSON.parse(textOf(file, 'wkt')) as { boundaries: { wkt: string }[] }
      const { features } = JSON.parse(textOf(file, 'geojson')) as {
        features: { geometry: object }[]
      }
      const rows = boundaries.map(({ wkt }, i) => [wkt, JSON.stringify(features[i]?.geometry)])
      const [answer] = await sql`
        select count(*)::int as units, bool_and(ST_IsValid(g) and ST_IsValid(h)) as valid,
          bool_and(ST_IsEmpty(g) and ST_IsEmpty(h) or ST_OrderingEquals(g, h)) as same,
          sum(ST_NumGeometries(g))::int as parts
        from (
          select ST_GeomFromText(row ->> 0, 4326) as g, ST_GeomFromGeoJSON(row ->> 1) as h
          from jsonb_array_elements(${sql.json(rows)}) as row
        ) as read`
      expect(answer).toEqual({ units, valid: true, same: true, parts })
    } finally {
      await sql.end()
    }
  })
})
