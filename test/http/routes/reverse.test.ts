import { describe, expect, test } from 'bun:test'
import type { Point } from '../../../src/geo/point.ts'
import type { ReverseQuery } from '../../../src/search/model/query.ts'
import { Town } from '../town.ts'

const POINT = 'point.lat=10.5&point.lon=106.25'

/** What is not a number in plain decimal, or not a latitude or longitude. */
const BAD_DEGREES = [
  '',
  '%20',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e1',
  '1e400',
  '%2B10.5',
  '+10.5',
  '0x10',
  '10.',
  '.5',
  '1_0',
  '10,5',
  '--1',
  '10%2E5%00',
  '١٠',
  'abc',
  '181',
  '-180.0000001',
  '9'.repeat(400),
]

describe('/v1/reverse', () => {
  test('answers the nearest addresses', async () => {
    const { status, body } = await new Town().ask(`/v1/reverse?${POINT}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      results: [
        {
          place_id: 'n42',
          address: 'Cà phê Sông Trăng, 12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
          lat: 10.5,
          lon: 106.25,
          district: 'Phường Đông',
          city: 'Thành phố Trăng',
          country: 'VN',
          confidence: 0.9,
          distance_km: 0.0123,
        },
      ],
    })
  })

  test.each([
    ['', {}],
    ['&size=5', { size: 5 }],
    ['&boundary.circle.radius=0.1', { radiusM: 100 }],
    ['&boundary.circle.radius=0.001', { radiusM: 1 }],
    ['&lang=en', { lang: 'en' }],
    ['&boundary.country=VN', { isVietnamOnly: true }],
    ['&boundary.country=vn,VN', { isVietnamOnly: true }],
  ])('is asked by %p', async (more, expected) => {
    const asked: ReverseQuery[] = []
    const town = new Town({
      reverse(query) {
        asked.push(query)
        return []
      },
    })
    const { status, body } = await town.ask(`/v1/reverse?${POINT}${more}`)
    expect([status, body]).toEqual([200, { results: [] }])
    const byDefault = {
      point: { lat: 10.5, lon: 106.25 },
      radiusM: 50,
      size: 1,
      lang: 'vi',
      isVietnamOnly: false,
    }
    expect(asked).toEqual([{ ...byDefault, ...expected } as ReverseQuery])
  })

  test.each([
    ['point.lon=1', "'point.lat' is missing"],
    ['point.lat=1', "'point.lon' is missing"],
    ['', "'point.lat' is missing"],
    ['point.lat=90.1&point.lon=1', "'point.lat' must be a decimal number from -90 to 90"],
    [`${POINT}&point.lat=10.5`, "'point.lat' is given twice"],
    [`${POINT}&size=0`, "'size' must be a whole number from 1 to 5, got '0'"],
    [`${POINT}&size=6`, "'size' must"],
    [`${POINT}&size=-1`, "'size' must"],
    [`${POINT}&size=1.0`, "'size' must"],
    [`${POINT}&size=1.5`, "'size' must"],
    [`${POINT}&size=`, "'size' must"],
    [`${POINT}&size=all`, "'size' must"],
    [`${POINT}&boundary.circle.radius=0`, 'above 0 and at most 0.1'],
    [`${POINT}&boundary.circle.radius=0.0`, 'above 0 and at most 0.1'],
    [`${POINT}&boundary.circle.radius=0.1001`, 'above 0 and at most 0.1'],
    [`${POINT}&boundary.circle.radius=-0.05`, 'above 0 and at most 0.1'],
    [`${POINT}&boundary.circle.radius=1e-2`, 'above 0 and at most 0.1'],
    [`${POINT}&boundary.circle.radius=`, 'above 0 and at most 0.1'],
    [`${POINT}&lang=vn`, "'lang' must"],
    [`${POINT}&boundary.country=US`, "'boundary.country' must"],
    [`${POINT}&boundary.country=VN,US`, "'boundary.country' must"],
    [`${POINT}&boundary.country=VN,`, "'boundary.country' must"],
    [`${POINT}&boundary.country=`, "'boundary.country' must"],
    [`${POINT}&boundary.country=VNM`, "'boundary.country' must"],
  ])('refuses %p', async (query, message) => {
    const { status, body } = await new Town().ask(`/v1/reverse?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each(BAD_DEGREES)('refuses %p as a longitude', async (degrees) => {
    const { status, body } = await new Town().ask(`/v1/reverse?point.lat=10.5&point.lon=${degrees}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain("'point.lon' must be a decimal number from -180 to 180")
  })
})

describe('/v1/reverse-geocode', () => {
  const asks: [string, readonly number[]][] = []
  const town = new Town({
    boundariesAt(point: Point, levels) {
      asks.push([`${point.lat} ${point.lon}`, levels])
      return {
        province: levels.includes(4) ? 'Thành phố Trăng' : null,
        ward: levels.includes(8) ? 'Phường Đông' : null,
      }
    },
  })

  test.each([
    ['', [4, 8], 'Thành phố Trăng', 'Phường Đông'],
    ['&levels=4,8', [4, 8], 'Thành phố Trăng', 'Phường Đông'],
    ['&levels=8,4', [4, 8], 'Thành phố Trăng', 'Phường Đông'],
    ['&levels=8,8', [8], null, 'Phường Đông'],
    ['&levels=4', [4], 'Thành phố Trăng', null],
    ['&levels=8', [8], null, 'Phường Đông'],
    ['&levels=4%2C8', [4, 8], 'Thành phố Trăng', 'Phường Đông'],
  ])('answers the units for %p', async (more, levels, city, district) => {
    const { status, body } = await town.ask(`/v1/reverse-geocode?lat=10.5&lng=106.25${more}`)
    expect(status).toBe(200)
    expect(body).toEqual({ lat: 10.5, lng: 106.25, city, district })
    expect(asks.at(-1)).toEqual(['10.5 106.25', levels])
  })

  test.each([
    ['lat=-90&lng=-180', -90, -180],
    ['lat=90&lng=180', 90, 180],
    ['lat=-0&lng=0', -0, 0],
    ['lat=010&lng=1.50', 10, 1.5],
  ])('echoes %s', async (query, lat, lng) => {
    const { body } = await new Town().ask(`/v1/reverse-geocode?${query}`)
    expect(body).toMatchObject({ lat: lat === 0 ? 0 : lat, lng })
  })

  test.each([
    ['lng=1', "'lat' is missing"],
    ['lat=1', "'lng' is missing"],
    ['lat=90.5&lng=1', "'lat' must be a decimal number from -90 to 90, got '90.5'"],
    ['lat=1&lng=-181', "'lng' must"],
    ['lat=1&lng=1&lng=1', "'lng' is given twice"],
    ['lat=1&lng=1&levels=', "'levels' must be '4', '8' or '4,8'"],
    ['lat=1&lng=1&levels=6', "'levels' must"],
    ['lat=1&lng=1&levels=4,6', "'levels' must"],
    ['lat=1&lng=1&levels=4,', "'levels' must"],
    ['lat=1&lng=1&levels=48', "'levels' must"],
    ['lat=1&lng=1&levels=4;8', "'levels' must"],
    ['lat=1&lng=1&levels=4,%208', "'levels' must"],
    ['lat=1&lng=1&levels=all', "'levels' must"],
  ])('refuses %p', async (query, message) => {
    const { status, body } = await new Town().ask(`/v1/reverse-geocode?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each(BAD_DEGREES)('refuses %p as a latitude', async (degrees) => {
    const { status, body } = await new Town().ask(`/v1/reverse-geocode?lat=${degrees}&lng=106`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain("'lat' must be a decimal number from -90 to 90")
  })
})
