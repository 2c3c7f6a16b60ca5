import { describe, expect, test } from 'bun:test'
import type { PlaceAnswer } from '../../../src/search/model/query.ts'
import { keyText } from '../../access/keys.ts'
import { CAFE, GEOCODED, NEAREST, Town } from '../town.ts'

const HCM = { code: '79', name: 'Thành phố Hồ Chí Minh' }
const AN_DONG = { ward: { code: '27316', name: 'Phường An Đông' }, province: HCM }
const WARD_7 = {
  ward: { code: '27316', name: 'Phường 7' },
  district: { code: null, name: 'Quận 5' },
  province: HCM,
}
const ADDRESS = '12 Nguyễn Trãi, P.7, Q.5, TP.HCM'
const CONVERTED = {
  input: ADDRESS,
  to: 'new',
  address: '12 Nguyễn Trãi, Phường An Đông, Thành phố Hồ Chí Minh',
  units: AN_DONG,
  from_units: WARD_7,
  decided_by: 'unit',
  confidence: 0.98,
  candidates: [
    {
      units: AN_DONG,
      address: '12 Nguyễn Trãi, Phường An Đông, Thành phố Hồ Chí Minh',
      share: 1,
    },
  ],
}

const town = new Town()
const query = (params: Record<string, string>) => `?${new URLSearchParams(params)}`

describe('/v1/addresses/convert', () => {
  const ask = (params: Record<string, string>) => town.ask(`/v1/addresses/convert${query(params)}`)

  test('answers an address', async () => {
    const { status, body } = await ask({ address: ADDRESS })
    expect([status, body]).toEqual([200, { result: CONVERTED }])
  })

  test('answers units one by one', async () => {
    const { body } = await ask({ ward: '27316', province: '79', street: '12 Nguyễn Trãi' })
    const input = '12 Nguyễn Trãi, 27316, 79'
    expect(body).toEqual({ result: { ...CONVERTED, input } })
  })

  test('answers the other way, in English', async () => {
    const { body } = await ask({ address: 'Phường An Đông, TP.HCM', to: 'old', lang: 'en' })
    expect(body).toMatchObject({
      result: {
        address: 'Ward 5, District 5, Ho Chi Minh City',
        decided_by: 'share',
        from_units: { ward: { code: '27316', name: 'An Dong Ward' } },
      },
    })
  })

  test.each([
    [{}, 400, "either parameter 'address'"],
    [{ address: ADDRESS, ward: '27316' }, 400, "either parameter 'address'"],
    [{ address: '' }, 400, "'address' must be text of 1 to 256"],
    [{ address: 'x'.repeat(257) }, 400, "'address' must"],
    [{ address: ADDRESS, to: 'now' }, 400, "'to' must be 'new' or 'old'"],
    [{ address: ADDRESS, lang: 'fr' }, 400, "'lang' must"],
    [{ address: '12 Nguyễn Trãi' }, 404, 'names no ward'],
    [{ street: '12 Nguyễn Trãi' }, 404, 'names no ward'],
  ])('refuses %p', async (params, expected, message) => {
    const { status, body } = await ask(params as Record<string, string>)
    expect(status).toBe(expected)
    expect(body['error']).toContain(message)
  })

  test('needs the scope, and is counted', async () => {
    const headers = { 'x-api-key': keyText(2) }
    const { status } = await town.ask(`/v1/addresses/convert${query({ address: ADDRESS })}`, {
      headers,
    })
    expect(status).toBe(403)
    const counting = new Town()
    await counting.ask(`/v1/addresses/convert${query({ address: ADDRESS })}`)
    const rows = counting.usage.drain()
    expect(rows).toMatchObject([{ endpoint: '/v1/addresses/convert', requests: 1, billable: 1 }])
  })
})

describe('/v1/batch/convert', () => {
  const post = (body: unknown) =>
    town.ask('/v1/batch/convert', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('answers each address by itself', async () => {
    const { status, body } = await post({ addresses: [ADDRESS, '12 Nguyễn Trãi', ' '] })
    expect(status).toBe(200)
    expect(body['results']).toMatchObject([
      { result: CONVERTED },
      { result: null, code: 'NOT_FOUND' },
      { result: null, code: 'BAD_REQUEST' },
    ])
  })

  test('answers the other way', async () => {
    const { body } = await post({ addresses: ['Đặc khu Côn Đảo'], to: 'old', lang: null })
    expect(body['results']).toMatchObject([
      { result: { address: 'Huyện Côn Đảo, Tỉnh Bà Rịa - Vũng Tàu', units: { ward: null } } },
    ])
  })

  test.each([
    [{ addresses: Array.from({ length: 101 }, () => 'x') }, 'at most 100'],
    [{ addresses: 'x' }, 'array of strings'],
    [{ addresses: [], to: 'now' }, "'to' must be 'new' or 'old'"],
    [[], 'must be an object'],
  ])('refuses %p', async (body, message) => {
    const { status, body: told } = await post(body)
    expect(status).toBe(400)
    expect(told['error']).toContain(message)
  })
})

const OFFICE: PlaceAnswer = {
  ...CAFE,
  name: '12 Nguyễn Trãi',
  mainText: '12 Nguyễn Trãi',
  address: CONVERTED.address,
  secondaryText: 'Phường An Đông, Thành phố Hồ Chí Minh',
  ward: 'Phường An Đông',
  province: 'Thành phố Hồ Chí Minh',
}
const FORMER: PlaceAnswer = {
  ...OFFICE,
  name: 'Phường Nam Định',
  mainText: 'Phường Nam Định',
  address: 'Phường Nam Định, Tỉnh Ninh Bình',
  secondaryText: 'Tỉnh Ninh Bình (trước đây Phường Bà Triệu, Thành phố Nam Định)',
  ward: 'Phường Nam Định',
  province: 'Tỉnh Ninh Bình',
}

describe('admin and units', () => {
  const office = new Town({
    suggest: () => [OFFICE, FORMER],
    geocode: () => ({ ...GEOCODED, place: OFFICE }),
    resolve: () => OFFICE,
    reverse: () => [{ ...NEAREST, place: OFFICE }],
  })
  const SAID = '12 Nguyễn Trãi, P.7, Q.5'
  const OLD = '12 Nguyễn Trãi, Phường 7, Quận 5, Thành phố Hồ Chí Minh'
  const LIKELY = '12 Nguyễn Trãi, Phường 5, Quận 5, Thành phố Hồ Chí Minh'
  const resultOf = async (path: string, params: Record<string, string>) =>
    (await office.ask(`/v1/${path}${query(params)}`)).body['result'] as Record<string, unknown>

  test('geocode writes the former units that were asked for', async () => {
    const old = await resultOf('geocode', { address: SAID, admin: 'old' })
    expect(old).toMatchObject({ address: OLD, district: 'Phường An Đông', old_confidence: 0.98 })
    const both = await resultOf('geocode', { address: SAID, admin: 'both', units: 'true' })
    expect(both).toMatchObject({
      address: CONVERTED.address,
      old_address: OLD,
      units: AN_DONG,
      old_units: WARD_7,
    })
    const plain = await resultOf('geocode', { address: SAID, admin: 'new', units: 'false' })
    expect(Object.keys(plain)).not.toContain('old_confidence')
  })

  test('answers are kept for each way of asking', async () => {
    const plain = await resultOf('geocode', { address: SAID })
    const old = await resultOf('geocode', { address: SAID, admin: 'old' })
    expect([plain['address'], old['address']]).toEqual([CONVERTED.address, OLD])
  })

  test('without former units in the question the largest part is told with its share', async () => {
    const resolved = await resultOf('place/resolve', { id: 'n42', admin: 'both' })
    expect(resolved).toMatchObject({ old_address: LIKELY, old_confidence: 0.33 })
    const { body } = await office.ask(`/v1/reverse?point.lat=10&point.lon=106&admin=old&units=true`)
    expect(body['results']).toMatchObject([
      { address: LIKELY, old_confidence: 0.33, units: AN_DONG },
    ])
  })

  test('suggest', async () => {
    const { body } = await office.ask('/v1/suggest?input=nguyen&admin=old')
    expect(body['predictions']).toMatchObject([
      { text: LIKELY, secondaryText: 'Phường 5, Quận 5, Thành phố Hồ Chí Minh' },
      { text: 'Phường Bà Triệu, Thành phố Nam Định, Tỉnh Nam Định', old_confidence: 0.98 },
    ])
  })

  test('batch', async () => {
    const { body } = await office.ask('/v1/batch/geocode', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: [SAID], admin: 'both', units: true }),
    })
    expect(body['results']).toMatchObject([{ result: { old_address: OLD, old_units: WARD_7 } }])
  })

  test('an answer outside of Vietnam has no former units', async () => {
    const { body } = await town.ask('/v1/place/resolve?id=n42&admin=both&units=true')
    const told = { old_address: null, old_confidence: null, units: null, old_units: null }
    expect(body['result']).toMatchObject(told)
  })

  test.each(['admin=older', 'units=yes'])('refuses %s', async (param) => {
    const { status, body } = await town.ask(`/v1/geocode?address=x&${param}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
  })

  test.each([{ admin: 'older' }, { units: 'yes' }])('refuses %p in a batch', async (fields) => {
    const { status } = await town.ask('/v1/batch/geocode', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: [], ...fields }),
    })
    expect(status).toBe(400)
  })
})

test('a former name that was asked for is told', async () => {
  const former = new Town({
    geocode: () => ({ ...GEOCODED, place: FORMER, matchedName: 'Phường Bà Triệu' }),
  })
  for (const admin of ['', '&admin=old']) {
    const { body } = await former.ask(`/v1/geocode?address=ba%20trieu${admin}`)
    expect(body['result']).toMatchObject({ matched_name: 'Phường Bà Triệu' })
  }
})
