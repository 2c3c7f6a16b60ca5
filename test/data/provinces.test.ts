import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { dissolve } from '../../data/make/dissolve.ts'
import { makeProvinces } from '../../data/make/provinces.ts'
import mergers from '../../data/province-mergers.json'
import { buildBoundaries } from '../../src/boundaries/build.ts'
import { readFlatGeobuf, writeFlatGeobuf } from '../../src/boundaries/fgb.ts'
import { locate } from '../../src/boundaries/locate.ts'
import { openBoundaries, unitAt } from '../../src/boundaries/open.ts'
import { type MultiPolygonE7, ringOrientation, signedArea2 } from '../../src/geo/ring.ts'
import { holds } from '../boundaries/brute.ts'
import { ring, unit } from '../boundaries/drawing.ts'
import { officialFeatures } from '../boundaries/official.ts'
import { sharedData } from '../shared-data.ts'

const FILE = join(import.meta.dir, '../../data/provinces.fgb')
const provinces = readFlatGeobuf(readFileSync(FILE))

describe('dissolving', () => {
  const square = (x: number, y: number): MultiPolygonE7 => [
    [ring(1, [x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10])],
  ]

  test('two squares with a common side become one ring', () => {
    const [polygon, ...others] = dissolve([...square(0, 0), ...square(10, 0)])
    expect(others).toEqual([])
    expect(polygon?.length).toBe(1)
    expect(signedArea2(polygon![0])).toBe(2 * 200)
  })

  test('squares that touch in a corner stay two rings', () => {
    const polygons = dissolve([...square(0, 0), ...square(10, 10)])
    expect(polygons.map((polygon) => polygon.length)).toEqual([1, 1])
  })

  test('a square missing in the middle becomes a hole, even where it touches the rim', () => {
    const all = [0, 10, 20].flatMap((x) => [0, 10, 20].map((y) => [x, y] as const))
    const around = all.filter(([x, y]) => x !== 10 || y !== 10)
    const [polygon] = dissolve(around.flatMap(([x, y]) => square(x, y)))
    expect(polygon?.map(ringOrientation)).toEqual([1, -1])
    const notched = dissolve(
      around.filter(([x, y]) => x !== 20 || y !== 20).flatMap(([x, y]) => square(x, y)),
    )
    expect(notched.map((rings) => rings.map(ringOrientation))).toEqual([[1, -1]])
    expect(notched.flat().reduce((sum, r) => sum + signedArea2(r), 0)).toBe(2 * 700)
  })

  test('any cells of a grid: inside the union is inside one of them, no point comes twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(35), { minLength: 1, maxLength: 36 }), (cells) => {
        const parts = cells.map((cell) => square((cell % 6) * 10, Math.floor(cell / 6) * 10))
        const union = dissolve(parts.flat())
        for (const each of union.flat()) {
          const points = new Set<string>()
          for (let i = 2; i < each.length; i += 2) points.add(`${each[i]},${each[i + 1]}`)
          expect(points.size).toBe(each.length / 2 - 1)
        }
        const whole = unit('vn01', 4, union)
        const pieces = parts.map((part) => unit('vn02', 4, part))
        for (let x = -5; x <= 65; x += 5) {
          for (let y = -5; y <= 65; y += 5) {
            const point = { lon: x / 1e7, lat: y / 1e7 }
            expect(holds(whole, point)).toBe(pieces.some((piece) => holds(piece, point)))
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('data/provinces.fgb', () => {
  test('is what the script makes', () => {
    expect(writeFlatGeobuf(makeProvinces())).toEqual(new Uint8Array(readFileSync(FILE)))
  })

  test('has the 34 provinces, 6 of them cities, made of 63', () => {
    expect(provinces.length).toBe(34)
    expect(provinces.filter(({ unit: { name } }) => name.startsWith('Thành phố ')).length).toBe(6)
    expect(new Set(mergers.provinces.flatMap(({ former }) => former)).size).toBe(63)
    expect(provinces[0]?.unit as object).toEqual({
      id: 'vn01',
      code: '01',
      name: 'Thành phố Hà Nội',
      nameEn: 'Hanoi City',
      level: 4,
      parentCode: null,
      countryCode: 'VN',
    })
  })

  test('has no slivers: no province has a hole, nor has the whole, whose area is their sum', () => {
    const whole = dissolve(provinces.flatMap(({ polygons }) => polygons))
    expect(provinces.flatMap(({ polygons }) => polygons).filter((p) => p.length > 1)).toEqual([])
    expect(whole.filter((polygon) => polygon.length > 1)).toEqual([])
    const areaOf = (polygons: MultiPolygonE7) =>
      polygons.flat().reduce((sum, each) => sum + signedArea2(each), 0)
    const sum = provinces.reduce((area, { polygons }) => area + areaOf(polygons), 0)
    expect(Math.abs(areaOf(whole) / sum - 1)).toBeLessThan(1e-12)
  })

  test.if(Bun.which('ogrinfo') !== null)('is valid for GDAL', () => {
    const sql = 'select sum(ST_IsValid(geometry)) as valid from boundaries'
    const run = Bun.spawnSync(['ogrinfo', '-q', FILE, '-dialect', 'sqlite', '-sql', sql])
    expect(run.stdout.toString()).toContain('valid (Integer) = 34')
  })

  const boundaries = openBoundaries(buildBoundaries(provinces))
  const codeAt = (lon: number, lat: number) =>
    unitAt(boundaries, locate(boundaries, 4, { lon, lat }))?.code ?? null

  test.each([
    ['Hồ Gươm', 105.852, 21.029, '01'],
    ['Hà Giang', 104.984, 22.823, '08'],
    ['Uông Bí', 106.77, 21.04, '22'],
    ['Hội An', 108.32, 15.88, '48'],
    ['Pleiku', 108.0, 13.98, '52'],
    ['Quy Nhơn', 109.19, 13.77, '52'],
    ['Đà Lạt', 108.44, 11.94, '68'],
    ['Phan Thiết', 108.09, 10.95, '68'],
    ['Thủ Dầu Một', 106.65, 10.98, '79'],
    ['Bạch Long Vĩ', 107.73, 20.13, '31'],
    ['Phú Quốc', 104.0, 10.25, '91'],
    ['Vientiane', 102.6, 17.97, null],
    ['Biển Đông', 111, 13, null],
  ] as const)('%s', (_, lon, lat, code) => expect(codeAt(lon, lat)).toBe(code))

  const officialFile = sharedData('boundaries/provinces.fgb')
  test.if(officialFile !== null)('each has the code of the official one on its ground', () => {
    const official = openBoundaries(buildBoundaries(officialFeatures(officialFile ?? '', 4)))
    const agreed = new Map<string, number>()
    const asked = new Map<string, number>()
    for (let lon = 102.1; lon < 109.6; lon += 0.02) {
      for (let lat = 8.4; lat < 23.4; lat += 0.02) {
        const ours = codeAt(lon, lat)
        const theirs = unitAt(official, locate(official, 4, { lon, lat }))?.code
        if (ours === null || theirs === undefined) continue
        asked.set(ours, (asked.get(ours) ?? 0) + 1)
        if (ours === theirs) agreed.set(ours, (agreed.get(ours) ?? 0) + 1)
      }
    }
    const shares = [...asked].map(([code, count]) => [code, (agreed.get(code) ?? 0) / count])
    expect(shares.length).toBe(34)
    expect(shares.filter(([, share]) => Number(share) < 0.8)).toEqual([])
  })
})
