import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { ServiceError } from '../../src/base/errors.ts'
import { writeFgbTable } from '../../src/boundaries/fgb-write.ts'
import { readBoundaryFile } from '../../src/import/operator/boundary-file.ts'
import { ring } from '../boundaries/drawing.ts'
import { sharedData } from '../shared-data.ts'

const FIELDS = { level: 8, name: 'ten', code: 'ma', nameEn: null } as const
const SQUARE = [
  [105, 20],
  [106, 20],
  [106, 21],
  [105, 21],
  [105, 20],
]

type Geometry = Readonly<Record<string, unknown>> | null

function feature(properties: object, coordinates: unknown = [SQUARE], type = 'Polygon') {
  const geometry: Geometry = coordinates === null ? null : { type, coordinates }
  return { type: 'Feature', properties, geometry }
}

function geojson(features: readonly object[], more: object = {}): Uint8Array {
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features, ...more }))
}

function faultOf(read: () => unknown): string {
  try {
    read()
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    return error instanceof ServiceError ? `${error.code}: ${error.message}` : ''
  }
}

describe('a boundary file', () => {
  test('is read alike from GeoJSON and FlatGeobuf', () => {
    const outer = ring(1e7, [105, 20], [106, 20], [106, 21], [105, 21])
    const hole = ring(1e7, [105.2, 20.2], [105.2, 20.4], [105.4, 20.4])
    const columns = [
      { name: 'ma', type: 'int' },
      { name: 'ten', type: 'string' },
      { name: 'name', type: 'string' },
    ] as const
    const rows = [{ values: [4, 'Phường Đông', 'East'], polygons: [[outer, hole] as const] }]
    const fields = { ...FIELDS, nameEn: 'name' }
    const fgb = readBoundaryFile(writeFgbTable('a', columns, rows), 'fgb', fields)
    // Clockwise outside, counterclockwise inside, open, and with heights: all of that occurs.
    const rings = [
      [...SQUARE].reverse().map((at) => [...at, 7]),
      [
        [105.4, 20.4],
        [105.2, 20.4],
        [105.2, 20.2],
      ],
    ]
    const properties = { ma: '00004', ten: 'Phường Đông'.normalize('NFD'), name: 'East' }
    const text = readBoundaryFile(geojson([feature(properties, rings)]), 'geojson', fields)
    const named = ({ areas }: typeof fgb) => areas.map(({ polygons: _, ...rest }) => rest)
    expect(named(fgb)).toEqual([{ code: '00004', name: 'Phường Đông', nameEn: 'East' }])
    expect(named(text)).toEqual(named(fgb))
    const points = ({ areas }: typeof fgb) =>
      areas[0]?.polygons.flat().map((each) => new Set(pairs(each)))
    expect(points(text)).toEqual(points(fgb))
    expect(fgb.rejections).toEqual([])
  })

  test.each([
    ['1', '01'],
    ['01', '01'],
    ['A1', 'A1'],
    ['00004', null],
    ['100', null],
  ])('of provinces has codes of two digits: %s', (ma, code) => {
    const bytes = geojson([feature({ ma, ten: 'A' })])
    const { areas, rejections } = readBoundaryFile(bytes, 'geojson', { ...FIELDS, level: 4 })
    expect(areas.map((area) => area.code)).toEqual(code === null ? [] : [code])
    const reason = `has the code ${ma}, but that of a province has 2 digits: is --level right?`
    expect(rejections).toEqual(code === null ? [{ row: 1, name: 'A', reason }] : [])
  })

  test('loses control characters', () => {
    const properties = { ma: '0000\u00004', ten: 'Phường\u0000 A' }
    const { areas } = readBoundaryFile(geojson([feature(properties)]), 'geojson', FIELDS)
    expect(areas).toMatchObject([{ code: '00004', name: 'Phường A' }])
  })

  test.each([
    [{ ten: 'A' }, [SQUARE], 'Polygon', 'has no ma'],
    [{ ma: '  ', ten: 'A' }, [SQUARE], 'Polygon', 'has no ma'],
    [{ ma: '4' }, [SQUARE], 'Polygon', 'has no ten'],
    [{ ma: 'a b', ten: 'A' }, [SQUARE], 'Polygon', "has the code 'a b', not 1 to 20 letters"],
    [{ ma: '000004', ten: 'A' }, [SQUARE], 'Polygon', 'that of a ward has 5 digits'],
    [{ ma: '00001', ten: 'A' }, [SQUARE], 'Polygon', 'has the code 00001 of row 1'],
    [{ ma: '4', ten: 'A' }, null, '', 'has no geometry'],
    [{ ma: '4', ten: 'A' }, [105, 20], 'Point', 'is a Point, not a polygon'],
    [{ ma: '4', ten: 'A' }, [[['x', 1]]], 'Polygon', 'has coordinates that are no numbers'],
    [{ ma: '4', ten: 'A' }, 'x', 'MultiPolygon', 'has no coordinates'],
    [{ ma: '4', ten: 'A' }, [], 'MultiPolygon', 'has no polygon that encloses anything'],
    [{ ma: '4', ten: 'A' }, [[SQUARE[0], SQUARE[1], SQUARE[0]]], 'Polygon', 'encloses anything'],
    [
      { ma: '4', ten: 'A' },
      [[SQUARE[0], [107, 20.5], SQUARE[1], SQUARE[3], SQUARE[0]]],
      'Polygon',
      'has a border that crosses itself near 20',
    ],
  ])('names the row of %p %p', (properties, coordinates, type, reason) => {
    const features = [feature({ ma: 1, ten: 'Một' }), feature(properties, coordinates, type)]
    const { areas, rejections } = readBoundaryFile(geojson(features), 'geojson', FIELDS)
    expect(areas.map(({ code }) => code)).toEqual(['00001'])
    const name = 'ten' in properties ? properties.ten : properties.ma
    expect(rejections).toMatchObject([{ row: 2, name }])
    expect(rejections[0]?.reason).toContain(reason)
  })

  test.each([
    ['not JSON', 'is no JSON'],
    ['[]', 'is no GeoJSON FeatureCollection'],
    ['{"type":"Feature"}', 'is no GeoJSON FeatureCollection'],
    ['{"type":"FeatureCollection","features":{}}', 'is no GeoJSON FeatureCollection'],
    [geojson([]), "has no field 'ten'. It has: none"],
    [geojson([feature({ MA: 1, TEN: 'A' })]), "has no field 'ten'. It has: MA, TEN."],
    [
      geojson([], { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3405' } } }),
      'is in urn:ogc:def:crs:EPSG::3405; convert it with ogr2ogr -t_srs EPSG:4326',
    ],
    [
      geojson([feature({ ma: 1, ten: 'A' }, [SQUARE.map(([x, y]) => [x! * 1e4, y! * 1e5])])]),
      'holds coordinates that are no WGS84 degrees',
    ],
    [
      geojson([feature({ ma: 1, ten: 'A' }, [SQUARE.map(([x, y]) => [y, x])])]),
      'holds coordinates that are no WGS84 degrees',
    ],
  ])('that cannot be used at all says why: %#', (content, message) => {
    const bytes = Buffer.from(content)
    const fault = faultOf(() => readBoundaryFile(bytes, 'geojson', FIELDS))
    expect(fault).toStartWith('INVALID_FILE')
    expect(fault).toContain(message)
  })

  test('that is no FlatGeobuf says so', () => {
    const fault = faultOf(() => readBoundaryFile(geojson([]), 'fgb', FIELDS))
    expect(fault).toContain('is not a FlatGeobuf file')
  })

  test('in WGS84 by its old name is taken', () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } }
    const { areas } = readBoundaryFile(
      geojson([feature({ ma: 1, ten: 'A' })], { crs }),
      'geojson',
      {
        ...FIELDS,
        level: 4,
      },
    )
    expect(areas.map(({ code }) => code)).toEqual(['01'])
  })

  const wards = sharedData('boundaries/wards.fgb')
  test.skipIf(wards === null)('of all wards is taken whole', () => {
    const fields = { level: 8, name: 'fullName', code: 'code', nameEn: 'fullNameEn' } as const
    const { areas, rejections } = readBoundaryFile(readFileSync(wards ?? ''), 'fgb', fields)
    expect([areas.length, rejections.length]).toEqual([3_321, 0])
  })
})

function pairs(line: Int32Array): string[] {
  return Array.from({ length: line.length / 2 }, (_, i) => `${line[2 * i]} ${line[2 * i + 1]}`)
}
