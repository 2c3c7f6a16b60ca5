import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { GeocodeQuery } from '../../../src/search/model/query.ts'
import { keyText } from '../../access/keys.ts'
import { CAFE, GEOCODED, Town } from '../town.ts'

const WIRE = {
  placeId: 'n42',
  name: 'Cà phê Sông Trăng',
  address: 'Cà phê Sông Trăng, 12 Đường Bờ Hồ, Phường Đông, Thành phố Trăng',
  lat: 10.5,
  lon: 106.25,
  district: 'Phường Đông',
  city: 'Thành phố Trăng',
  country: 'VN',
  types: ['cafe', 'point_of_interest'],
  confidence: 0.75,
  match_level: 'poi',
  partial_match: true,
}

/** A town that finds everything but what is called `nowhere`, and notes what it is asked. */
function listening(): { town: Town; asked: GeocodeQuery[] } {
  const asked: GeocodeQuery[] = []
  const town = new Town({
    geocode(query) {
      asked.push(query)
      return query.address === 'nowhere' ? null : GEOCODED
    },
  })
  return { town, asked }
}

describe('/v1/geocode', () => {
  test.each([
    ['address=12%20B%E1%BB%9D%20H%E1%BB%93', { address: '12 Bờ Hồ' }],
    ['address=B%C6%A1%CC%80', { address: 'Bờ' }],
    ['address=x&country=VN&lang=en', { address: 'x', lang: 'en' }],
    ['address=x&focus.lat=10&focus.lon=106', { address: 'x', focus: { lat: 10, lon: 106 } }],
  ])('answers %s', async (query, expected) => {
    const { town, asked } = listening()
    const { status, body } = await town.ask(`/v1/geocode?${query}`)
    expect([status, body]).toEqual([200, { result: WIRE }])
    expect(asked).toEqual([{ lang: 'vi', focus: null, ...expected } as GeocodeQuery])
  })

  test('finds nothing', async () => {
    const { status, body } = await listening().town.ask('/v1/geocode?address=nowhere')
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
  })

  test.each([
    ['', "'address' is missing"],
    ['address=', "'address' must be text of 1 to 256"],
    ['address=%20%0A', "'address' must"],
    [`address=${'x'.repeat(257)}`, "'address' must"],
    ['address=%C3', "'address' has a broken escape"],
    ['address=x&country=LA', "'country' must"],
    ['address=x&lang=vi-VN', "'lang' must"],
    ['address=x&focus.lat=10', "'focus.lat' needs 'focus.lon'"],
  ])('refuses %p', async (query, message) => {
    const { status, body } = await new Town().ask(`/v1/geocode?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })
})

describe('/v1/batch/geocode', () => {
  const post = (town: Town, body: RequestInit['body'], headers: Record<string, string> = {}) =>
    town.ask('/v1/batch/geocode', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const postJson = (town: Town, body: unknown) => post(town, JSON.stringify(body))

  test('answers each address in its place, failures too', async () => {
    const { town, asked } = listening()
    const addresses = ['a', 'nowhere', '', 'x'.repeat(257), ' b ', '\ud800']
    const { status, body } = await postJson(town, { addresses, country: 'vn', lang: 'en' })
    expect(status).toBe(200)
    const refused = {
      result: null,
      error: 'An address must be Unicode text of 1 to 256 characters.',
      code: 'BAD_REQUEST',
    }
    expect(body['results']).toEqual([
      { result: WIRE },
      { result: null, error: 'No place matches this address.', code: 'NOT_FOUND' },
      refused,
      refused,
      { result: WIRE },
      refused,
    ])
    expect(asked).toEqual(
      ['a', 'nowhere', 'b'].map((address) => ({ address, lang: 'en', focus: null })),
    )
  })

  test('answers what comes together each for itself', async () => {
    const town = new Town({
      geocode: ({ address }) => ({ ...GEOCODED, place: { ...CAFE, address } }),
    })
    const batches = Array.from({ length: 8 }, (_, i) => Array(i + 1).fill(`number ${i}`))
    const answers = await Promise.all(batches.map((addresses) => postJson(town, { addresses })))
    for (const [i, { body }] of answers.entries()) {
      const results = body['results'] as { result: { address: string } }[]
      expect(results.map(({ result }) => result.address)).toEqual(batches[i]!)
    }
  })

  test('takes null for what is absent', async () => {
    const { town, asked } = listening()
    const { status } = await postJson(town, { addresses: ['a'], country: null, lang: null })
    expect([status, asked]).toEqual([200, [{ address: 'a', lang: 'vi', focus: null }]])
  })

  describe('of addresses that take long', () => {
    /** Searches take so long; how many there had been when the turn of others came. */
    function slow(searchMs: number, onSearch = (_count: number) => {}) {
      const seen = { searches: 0, whenOthersCame: 0 }
      const town: Town = new Town({
        geocode({ address }) {
          if (seen.searches++ === 0) {
            setImmediate(() => {
              seen.whenOthersCame = seen.searches
            })
          }
          town.nowMs += searchMs
          onSearch(seen.searches)
          return { ...GEOCODED, place: { ...CAFE, address } }
        },
      })
      return { town, seen }
    }
    const numbered = (name: string) => Array.from({ length: 100 }, (_, i) => `${name} ${i}`)
    const addressesOf = (body: Record<string, unknown>) =>
      (body['results'] as { result: { address: string } }[]).map(({ result }) => result.address)

    test('others have their turn in between', async () => {
      const { town, seen } = slow(10)
      const { body } = await postJson(town, { addresses: numbered('a') })
      expect(addressesOf(body)).toEqual(numbered('a'))
      expect(seen).toEqual({ searches: 100, whenOthersCame: 1 })
    })

    test('a turn takes several that are short', async () => {
      const { town, seen } = slow(1)
      await postJson(town, { addresses: numbered('a').slice(0, 20) })
      await Bun.sleep(1)
      expect(seen).toEqual({ searches: 20, whenOthersCame: 5 })
    })

    test('two at once are each answered for themselves', async () => {
      const { town } = slow(7)
      const names = ['a', 'b', 'c']
      const answers = await Promise.all(
        names.map((name) => postJson(town, { addresses: numbered(name) })),
      )
      expect(answers.map(({ body }) => addressesOf(body))).toEqual(names.map(numbered))
    })

    test('the work ends when the client goes', async () => {
      const client = new AbortController()
      const { town, seen } = slow(10, (count) => {
        if (count === 3) client.abort()
      })
      const { status } = await town.ask('/v1/batch/geocode', {
        method: 'POST',
        body: JSON.stringify({ addresses: numbered('a') }),
        headers: { 'content-type': 'application/json' },
        signal: client.signal,
      })
      expect([status, seen.searches]).toEqual([400, 3])
      expect(town.usage.drain()).toMatchObject([{ requests: 1, billable: 0 }])
    })
  })

  test.each([0, 1, 99, 100])('takes %d addresses', async (count) => {
    const { status, body } = await postJson(new Town(), { addresses: Array(count).fill('a') })
    expect(status).toBe(200)
    expect(body['results']).toHaveLength(count)
  })

  test('takes 100 addresses as long as they may be, all written as escapes', async () => {
    const address = '\\ud83c\\udf5c'.repeat(256)
    const { status } = await post(
      new Town(),
      `{"addresses":[${Array(100).fill(`"${address}"`).join()}]}`,
    )
    expect(status).toBe(200)
  })

  test.each([
    ['101 addresses', { addresses: Array(101).fill('a') }, 'at most 100 addresses, got 101'],
    ['no addresses', {}, "'addresses' must be an array of strings"],
    ['null', null, 'must be an object'],
    ['an array', ['a'], 'must be an object'],
    ['a string', 'a', 'must be an object'],
    ['an address alone', { addresses: 'a' }, 'array of strings'],
    ['a number among them', { addresses: ['a', 1] }, 'array of strings'],
    ['null among them', { addresses: [null] }, 'array of strings'],
    ['another country', { addresses: ['a'], country: 'US' }, "'country' must"],
    ['a country that is no text', { addresses: ['a'], country: 84 }, "'country' must"],
    ['a country, told as it is', { addresses: ['a'], country: 5 }, "Field 'country' must be 'VN'"],
    ['a country, told as it was sent', { addresses: ['a'], country: 5 }, 'got 5.'],
    ['a long country', { addresses: ['a'], country: 'x'.repeat(999) }, `${'x'.repeat(39)}….`],
    ['another language', { addresses: ['a'], lang: 'fr' }, "'lang' must be 'vi' or 'en'"],
    ['a language that is no text', { addresses: ['a'], lang: '' }, "'lang' must be 'vi' or 'en'"],
  ])('refuses %s', async (_, value, message) => {
    const { status, body } = await postJson(new Town(), value)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each([
    ['nothing', ''],
    ['half of it', '{"addresses":["a"'],
    ['two of it', '{"addresses":[]}{}'],
    ['NaN', 'NaN'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('refuses as JSON %s', async (_, text) => {
    const { status, body } = await post(new Town(), text)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain('not JSON')
  })

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=latin1', 415],
    ['application/jsonp', 415],
    ['application/json utf-8', 415],
    ['application/json; charset=utf-16; charset=utf-8', 415],
    ['', 415],
    ['application/json; charset=utf-8', 200],
    ['application/json; charset=utf8', 200],
    ['application/json;', 200],
    ['application/json ; profile="a"; charset=UTF-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
  ])('sent as %p is %d', async (type, expected) => {
    const { status } = await post(new Town(), '{"addresses":[]}', { 'content-type': type })
    expect(status).toBe(expected)
  })

  test('of a client that hangs up is no fault of ours', async () => {
    const town = new Town()
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: town.app.fetch })
    const socket = connect(server.port ?? 0, '127.0.0.1')
    const head = [
      'POST /v1/batch/geocode HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${keyText(1)}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n{"addresses"`)
    await Bun.sleep(100)
    socket.destroy()
    let counted = ''
    for (let i = 0; i < 50 && counted === ''; i++) {
      await Bun.sleep(20)
      const { text } = await town.ask('/metrics')
      counted = /total\{route="\/v1\/batch\/geocode",status="(\dxx)"\}/.exec(text)?.[1] ?? ''
    }
    await server.stop(true)
    expect(counted).toBe('4xx')
    expect(town.logged).toEqual([])
  })

  test('sent compressed is refused', async () => {
    const { status, body } = await post(new Town(), '{}', { 'content-encoding': 'gzip' })
    expect([status, body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('of more bytes than it may have is refused before it is read', async () => {
    const { status, body } = await postJson(new Town(), { addresses: ['x'.repeat(600_000)] })
    expect([status, body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('without a length is stopped when it is too long', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    const { status } = await post(new Town(), endless)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(20)
  })

  test('fails as a whole for a key without scope, and counts once', async () => {
    const { town } = listening()
    await postJson(town, { addresses: ['a', 'b', 'nowhere'] })
    expect(town.usage.drain()).toMatchObject([{ requests: 1, billable: 1 }])
  })
})
