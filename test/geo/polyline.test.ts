import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import polyline from 'polyline'
import { toE7 } from '../../src/geo/point.ts'
import { polylineText } from './polyline-text.ts'

function lineOf(latLngs: readonly (readonly [number, number])[]): Int32Array {
  return Int32Array.from(latLngs.flatMap(([lat, lng]) => [toE7(lng), toE7(lat)]))
}

describe('encoded polylines', () => {
  test.each([
    {
      // The worked example of Google's description of the format.
      points: [
        [38.5, -120.2],
        [40.7, -120.95],
        [43.252, -126.453],
      ] as const,
      text: '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
    },
    { points: [[-179.9832104, 0]] as const, text: '`~oia@?' },
    { points: [[0, 0]] as const, text: '??' },
    {
      points: [
        [21.02851, 105.8542],
        [21.02851, 105.8542],
      ] as const,
      text: 'ecj_CwsaeS??',
    },
  ])('$text', ({ points, text }) => expect(polylineText(lineOf(points))).toBe(text))

  test('a range holds both its ends and begins anew', () => {
    const line = lineOf([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ])
    expect(polylineText(line, 1, 2)).toBe(polylineText(line.slice(2, 6)))
    expect(polylineText(line, 3, 3)).toBe(polylineText(line.slice(6)))
  })

  test('a line longer than any before', () => {
    const line = Int32Array.from({ length: 60_000 }, (_, i) => (i % 2 === 0 ? 1 : -1) * i * 29_000)
    expect(polyline.decode(polylineText(line))).toHaveLength(30_000)
  })

  test('is what the polyline package writes', () => {
    const degrees = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 })
    // Whole 1e-5 degrees: what lies between, the package rounds in binary and we in decimal.
    const points = fc.array(fc.tuple(degrees(90), degrees(180)), { minLength: 1 })
    fc.assert(
      fc.property(points, (latLngsE5) => {
        const line = Int32Array.from(latLngsE5.flatMap(([lat, lng]) => [lng * 100, lat * 100]))
        const degreesOf = latLngsE5.map(([lat, lng]): [number, number] => [lat / 1e5, lng / 1e5])
        expect(polylineText(line)).toBe(polyline.encode(degreesOf))
      }),
    )
  })

  test('decodes to within half a unit of what went in', () => {
    const e7 = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 })
    fc.assert(
      fc.property(fc.array(fc.tuple(e7(180), e7(90)), { minLength: 1 }), (points) => {
        const decoded = polyline.decode(polylineText(Int32Array.from(points.flat())))
        expect(decoded).toHaveLength(points.length)
        decoded.forEach(([lat, lng], i) => {
          const [lonE7, latE7] = points[i] ?? [Number.NaN, Number.NaN]
          expect(Math.abs(lng * 1e7 - lonE7)).toBeLessThan(50.01)
          expect(Math.abs(lat * 1e7 - latE7)).toBeLessThan(50.01)
        })
      }),
    )
  })
})
