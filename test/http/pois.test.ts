import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { poiTokenBucket, poiTokenEndMs } from '../../src/access/poi-token.ts'
import { rowOfId } from '../../src/base/id-table.ts'
import type { PlaceId } from '../../src/base/ids.ts'
import { PoiFeatures } from '../../src/http/json/poi-features.ts'
import { KeptTexts } from '../../src/http/json/text-memo.ts'
import { buildPois } from '../../src/pois/build.ts'
import type { PoiDetail } from '../../src/pois/detail.ts'
import type { PoiQuery } from '../../src/pois/list.ts'
import { openPois, type Pois } from '../../src/pois/pois.ts'
import { keyText } from '../access/keys.ts'
import { signPoiToken } from '../access/tokens.ts'
import { poi } from '../pois/sample.ts'
import { CAFE, DETAIL, listed, NOON, SECRET, Town } from './town.ts'

/** Room for two or three features. */
const SMALL_BYTES = 500
const BOX = 'bbox=106.2,10.4,106.3,10.6'

function rowOf({ index }: Pois, id: string): number {
  return rowOfId(index.idSlots, index.strings, index.id, id) ?? -1
}

describe('/v1/pois', () => {
  test('answers features of three properties', async () => {
    const { status, body } = await new Town().ask(`/v1/pois?${BOX}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [106.25, 10.5] },
          properties: { place_id: 'n42', name: 'Cà phê Sông Trăng', primary_type: 'cafe' },
        },
      ],
    })
  })

  test('takes requests for short lists together, and long ones at once', async () => {
    const limits: number[] = []
    const town = new Town({
      pois: ({ limit }: PoiQuery) => {
        limits.push(limit)
        return listed('Cà phê Sông Trăng')
      },
    })
    const ask = (more: string) => town.ask(`/v1/pois?${BOX}${more}`)
    await Promise.all(['&limit=1', '&limit=49', '&limit=50', '&limit=200', ''].map(ask))
    expect(limits).toEqual([50, 200, 500, 1, 49])
  })

  test('answers names with quotes and marks as JSON', async () => {
    const name = 'Phở "Bà\\Tư" \u2028 \u0001 🍜'
    const { body } = await new Town({ pois: () => listed(name) }).ask(`/v1/pois?${BOX}`)
    expect(body).toMatchObject({ features: [{ properties: { name } }] })
  })

  test('writes what JSON.stringify would, the first time and again', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 }).map((each) => each.toWellFormed())
    const degrees = (max: number) => fc.integer({ min: -max * 1e7, max: max * 1e7 })
    const some = fc.record({ name: texts, lonE7: degrees(180), latE7: degrees(90) })
    const writers = [new PoiFeatures(), new PoiFeatures(new KeptTexts(SMALL_BYTES))]
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), (all) => {
        const pois = all.map((each, i) => poi({ id: `n${i}`, category: 'cafe', ...each }))
        const opened = openPois(buildPois({ pois, categories: ['bar', 'cafe'], holidays: [] }))
        const numbers = pois.map(({ id }) => rowOf(opened, id))
        const features = pois.map(({ id, name, lonE7, latE7 }) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [lonE7 / 1e7, latE7 / 1e7] },
          properties: { place_id: id, name, primary_type: 'cafe' },
        }))
        const shortened = JSON.stringify({ type: 'FeatureCollection', features })
        for (const writer of [...writers, ...writers]) {
          const text = new TextDecoder().decode(writer.write({ pois: opened, numbers }))
          expect(text).toBe(shortened)
        }
      }),
    )
  })

  const BY_DEFAULT: PoiQuery = {
    box: { west: 106.2, south: 10.4, east: 106.3, north: 10.6 },
    near: { lon: 106.25, lat: 10.5 },
    limit: 500,
    categories: null,
    ratingMin: null,
    openAtMs: null,
  }
  test.each<[string, Partial<PoiQuery>]>([
    ['', {}],
    ['&near=106.21,-0.5', { near: { lon: 106.21, lat: -0.5 } }],
    ['&near=106.21%2C10.41', { near: { lon: 106.21, lat: 10.41 } }],
    ['&near=-180,90', { near: { lon: -180, lat: 90 } }],
    ['&limit=1', { limit: 1 }],
    ['&limit=2000', { limit: 2000 }],
    ['&category=cafe', { categories: ['cafe'] }],
    ['&category=cafe,bar,cafe', { categories: ['cafe', 'bar', 'cafe'] }],
    ['&category=convenience_store%2Catm', { categories: ['convenience_store', 'atm'] }],
    ['&min_rating=0', { ratingMin: 0 }],
    ['&min_rating=4.25', { ratingMin: 4.25 }],
    ['&min_rating=5', { ratingMin: 5 }],
    ['&open_now=true', { openAtMs: NOON }],
    ['&open_now=false', {}],
  ])('is asked by %p', async (more, expected) => {
    const asked: PoiQuery[] = []
    const town = new Town({
      pois(query) {
        asked.push(query)
        return { ...listed(), numbers: [] }
      },
    })
    const { status, body } = await town.ask(`/v1/pois?${BOX}${more}`)
    expect([status, body]).toEqual([200, { type: 'FeatureCollection', features: [] }])
    const [query] = asked
    const near = expected.near ?? {
      lon: expect.closeTo(106.25, 9) as number,
      lat: expect.closeTo(10.5, 9) as number,
    }
    expect(query).toEqual({ ...BY_DEFAULT, ...expected, near })
  })

  test.each([
    ['', 'malformed'],
    ['1,2,3', 'three numbers'],
    ['1,2,3,4,5', 'five numbers'],
    ['106.2,10.4,106.3,', 'an end without a number'],
    [',,,', 'no numbers'],
    [',,', 'fewer'],
    ['NaN,10.4,106.3,10.6', 'no number'],
    ['106.2,10.4,Infinity,10.6', 'too large a number'],
    ['1e2,10.4,106.3,10.6', 'not plain decimal'],
    ['+1,10.4,106.3,10.6', 'a sign'],
    ['106.2, 10.4,106.3,10.6', 'a space'],
    ['106.2;10.4;106.3;10.6', 'other separators'],
    ['106.3,10.4,106.2,10.6', 'west and east swapped'],
    ['106.2,10.6,106.3,10.4', 'south and north swapped'],
    ['10.4,106.2,10.6,106.3', 'latitude first'],
    ['106.2,10.4,106.2,10.6', 'no width'],
    ['106.2,10.4,106.3,10.4', 'no height'],
    ['106.2,10.4,106.2,10.4', 'a point'],
    ['179,10.4,-179,10.6', 'over the date line'],
    ['179,10.4,181,10.6', 'east of the date line'],
    ['-180.1,10.4,-179,10.6', 'west of the date line'],
    ['106.2,-90.5,106.3,10.6', 'below the south pole'],
    ['106.2,10.4,106.3,90.5', 'above the north pole'],
    [`106.2,10.4,106.3,${'9'.repeat(400)}`, 'a number without end'],
  ])('refuses the box %p: %s', async (bbox) => {
    const { status, body } = await new Town().ask(`/v1/pois?bbox=${encodeURIComponent(bbox)}`)
    expect([status, body['code']]).toEqual([400, 'INVALID_BBOX'])
    expect(body['error']).toContain("'bbox' must be minLng,minLat,maxLng,maxLat")
  })

  test.each(['-180,-90,180,90', '0,0,0.0000001,0.0000001', '102,6.4,117.9,23.5'])(
    'takes the box %p',
    async (bbox) => {
      expect((await new Town().ask(`/v1/pois?bbox=${bbox}`)).status).toBe(200)
    },
  )

  test.each([
    ['limit=10', "'bbox' is missing"],
    [`${BOX}&near=`, "'near' must be lng,lat"],
    [`${BOX}&near=106.2`, "'near' must"],
    [`${BOX}&near=106.2,10.4,1`, "'near' must"],
    [`${BOX}&near=,`, "'near' must"],
    [`${BOX}&near=NaN,1`, "'near' must"],
    [`${BOX}&near=180.5,1`, "'near' must"],
    [`${BOX}&near=10.4,106.2`, "'near' must"],
    [`${BOX}&limit=0`, "'limit' must be a whole number from 1 to 2000, got '0'"],
    [`${BOX}&limit=2001`, "'limit' must"],
    [`${BOX}&limit=-1`, "'limit' must"],
    [`${BOX}&limit=1.5`, "'limit' must"],
    [`${BOX}&limit=`, "'limit' must"],
    [`${BOX}&limit=all`, "'limit' must"],
    [`${BOX}&category=`, "'category' must be ids of /v1/categories"],
    [`${BOX}&category=cafe,`, "'category' must"],
    [`${BOX}&category=cafe,%20bar`, 'did you mean bar'],
    [`${BOX}&category=resturant`, 'did you mean restaurant'],
    [`${BOX}&category=Cafe`, 'did you mean cafe'],
    [`${BOX}&category=cafe,gas`, 'gas_station'],
    [`${BOX}&category=coffe_shop`, 'did you mean cafe or beverage_store?'],
    [`${BOX}&category=coffee-shops`, 'did you mean cafe or beverage_store?'],
    [`${BOX}&category=shoe_shop`, 'did you mean shoe_store'],
    [`${BOX}&category=fuel`, 'did you mean gas_station'],
    [`${BOX}&category=hotel`, 'did you mean lodging?'],
    [`${BOX}&category=yes`, "separated by commas, got 'yes'"],
    [`${BOX}&category=amenity%3Dcafe`, "'category' must"],
    [`${BOX}&category=${'x'.repeat(1000)}`, "'category' must"],
    [`${BOX}&min_rating=-0.1`, "'min_rating' must be a decimal number from 0 to 5"],
    [`${BOX}&min_rating=5.1`, "'min_rating' must"],
    [`${BOX}&min_rating=`, "'min_rating' must"],
    [`${BOX}&min_rating=NaN`, "'min_rating' must"],
    [`${BOX}&min_rating=4,5`, "'min_rating' must"],
    [`${BOX}&open_now=`, "'open_now' must be 'true' or 'false'"],
    [`${BOX}&open_now=1`, "'open_now' must"],
    [`${BOX}&open_now=TRUE`, "'open_now' must"],
    [`${BOX}&open_now=yes`, "'open_now' must"],
  ])('refuses %p', async (query, message) => {
    const { status, body } = await new Town().ask(`/v1/pois?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each(['%ff', '%zz', 'n%'])('refuses the id %p, which is no text', async (id) => {
    const headers = { 'x-poi-token': 'any' }
    const { status, body } = await new Town().ask(`/v1/pois/${id}`, { headers })
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain('broken escape')
  })

  test('needs the scope', async () => {
    for (const path of [`/v1/pois?${BOX}`, '/v1/categories', '/v1/pois/n42']) {
      const headers = { 'x-api-key': keyText(2) }
      const { status, body } = await new Town().ask(path, { headers })
      expect([status, body['code']]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    }
  })
})

describe('/v1/categories', () => {
  test('answers the taxonomy', async () => {
    const { status, body } = await new Town().ask('/v1/categories')
    expect(status).toBe(200)
    const { categories } = body as { categories: { id: string }[] }
    expect(categories.length).toBeGreaterThanOrEqual(120)
    expect(categories.find(({ id }) => id === 'gas_station')).toEqual({
      id: 'gas_station',
      label_en: 'Gas station',
      label_vi: 'Trạm xăng',
      icon: 'maki-fuel',
      group: 'transportation',
    } as { id: string })
  })

  test('every id filters', async () => {
    const { body } = await new Town().ask('/v1/categories')
    const ids = (body as { categories: { id: string }[] }).categories.map(({ id }) => id)
    const { status } = await new Town().ask(`/v1/pois?${BOX}&category=${ids.join(',')}`)
    expect(status).toBe(200)
  })
})

describe('/v1/pois/{placeId}', () => {
  const bucket = poiTokenBucket(NOON)
  const token = signPoiToken(SECRET, CAFE.id, bucket)
  const ask = (town: Town, sent: string, path = '/v1/pois/n42') =>
    town.ask(path, { headers: { 'x-poi-token': sent } })

  test('answers what is known, and the token', async () => {
    const { status, headers, body } = await ask(new Town(), token)
    expect(status).toBe(200)
    expect(headers.get('x-poi-token')).toBe(token)
    expect(body).toEqual({
      result: {
        place_id: 'n42',
        name: 'Cà phê Sông Trăng',
        primary_type: 'cafe',
        formatted_address: '12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
        city: 'Thành phố Trăng',
        district: 'Phường Đông',
      },
    })
  })

  const RICH: PoiDetail = {
    ...DETAIL,
    address: 'Số 12 Bờ Hồ',
    rating: 4.55,
    userRatingCount: 0,
    priceLevel: 'PRICE_LEVEL_FREE',
    phone: '028 3829 2255',
    internationalPhone: '+84 28 3829 2255',
    website: 'https://songtrang.vn/',
    openingHours: {
      text: 'Mo-Su 20:00-02:00',
      schedule: {
        isOpen: false,
        periods: [
          { opens: { weekday: 0, minute: 1_200 }, closes: { weekday: 1, minute: 125 } },
          { opens: { weekday: 6, minute: 1_200 }, closes: { weekday: 0, minute: 120 } },
        ],
      },
    },
  }
  test('answers every field that there is', async () => {
    const { body } = await ask(new Town({ poiDetail: () => RICH }), token)
    expect(body).toEqual({
      result: {
        place_id: 'n42',
        name: 'Cà phê Sông Trăng',
        primary_type: 'cafe',
        formatted_address: 'Số 12 Bờ Hồ',
        city: 'Thành phố Trăng',
        district: 'Phường Đông',
        rating: 4.55,
        user_rating_count: 0,
        opening_hours: {
          text: 'Mo-Su 20:00-02:00',
          open_now: false,
          periods: [
            { open: { day: 1, time: '2000' }, close: { day: 2, time: '0205' } },
            { open: { day: 0, time: '2000' }, close: { day: 1, time: '0200' } },
          ],
        },
        phone: '028 3829 2255',
        international_phone: '+84 28 3829 2255',
        website: 'https://songtrang.vn/',
        price_level: 'PRICE_LEVEL_FREE',
      },
    })
  })

  test('composes an answer once for as long as its detail is the same', async () => {
    let resolved = 0
    let detail = RICH
    const resolve = () => {
      resolved++
      return CAFE
    }
    const town = new Town({ poiDetail: () => detail, resolve })
    const first = await ask(town, token)
    expect((await ask(town, token)).body).toEqual(first.body)
    expect(resolved).toBe(1)
    detail = { ...RICH, openingHours: null }
    expect((await ask(town, token)).body).not.toEqual(first.body)
    expect(resolved).toBe(2)
  })

  test.each([
    ['24/7', { isOpen: true, periods: null }, true, [{ open: { day: 0, time: '0000' } }]],
    ['closed', { isOpen: false, periods: [] }, false, []],
  ])('answers hours %p', async (text, schedule, isOpen, periods) => {
    const detail = { ...DETAIL, openingHours: { text, schedule } }
    const { body } = await ask(new Town({ poiDetail: () => detail }), token)
    const hours = { text, open_now: isOpen, periods }
    expect(body).toMatchObject({ result: { opening_hours: hours } })
  })

  test('answers hours that are not understood as text', async () => {
    const detail = { ...DETAIL, openingHours: { text: 'sáng sớm', schedule: null } }
    const { body } = await ask(new Town({ poiDetail: () => detail }), token)
    const { result } = body as { result: Record<string, unknown> }
    expect(result['opening_hours']).toEqual({ text: 'sáng sớm' })
  })

  test('answers empty strings where there is neither address nor unit', async () => {
    const nowhere = { ...CAFE, secondaryText: '', ward: null, province: null }
    for (const resolve of [() => nowhere, () => null]) {
      const { body } = await ask(new Town({ resolve }), token)
      const empty = { formatted_address: '', city: '', district: '' }
      expect(body).toMatchObject({ result: empty })
    }
  })

  test.each([
    ['no token', null, 400, 'MISSING_POI_TOKEN'],
    ['an empty token', '', 400, 'MISSING_POI_TOKEN'],
    ['any text', 'x', 403, 'INVALID_POI_TOKEN'],
    ['a token cut short', token.slice(0, -1), 403, 'INVALID_POI_TOKEN'],
    [
      'the token of another place',
      signPoiToken(SECRET, 'n43' as PlaceId, bucket),
      403,
      'INVALID_POI_TOKEN',
    ],
    [
      'the token of another server',
      signPoiToken({ ...SECRET, bytes: new Uint8Array(32) }, CAFE.id, bucket),
      403,
      'INVALID_POI_TOKEN',
    ],
    ['an old token', signPoiToken(SECRET, CAFE.id, bucket - 2), 403, 'EXPIRED_POI_TOKEN'],
  ])('refuses %s', async (_, sent, expected, code) => {
    const headers: Record<string, string> = sent === null ? {} : { 'x-poi-token': sent }
    const { status, body, headers: answered } = await new Town().ask('/v1/pois/n42', { headers })
    expect([status, body['code']]).toEqual([expected, code])
    expect(answered.get('x-poi-token')).toBeNull()
  })

  test('takes a token until its last moment', async () => {
    const town = new Town()
    town.nowMs = poiTokenEndMs(bucket) - 1
    expect((await ask(town, token)).status).toBe(200)
    town.nowMs++
    expect((await ask(town, token)).body['code']).toBe('EXPIRED_POI_TOKEN')
  })

  test.each(['n43', 'n42%20', 'N42', 'x'.repeat(500), 'n42~12A'])(
    'knows no %p, whatever the token',
    async (id) => {
      const { status, body } = await ask(new Town(), token, `/v1/pois/${id}`)
      expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
    },
  )
})
