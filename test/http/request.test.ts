import { describe, expect, test } from 'bun:test'
import type { KeyId } from '../../src/access/key.ts'
import { LIMITER_BYTES, Limiter } from '../../src/access/limiter.ts'
import { UsageCounter } from '../../src/access/usage-counter.ts'
import { ServiceError } from '../../src/base/errors.ts'
import { keyRecord, keyText } from '../access/keys.ts'
import { CAFE, GEOCODED, NOON, Town } from './town.ts'

const REVERSE = '/v1/reverse?point.lat=10.5&point.lon=106.25'

describe('a request id', () => {
  test.each([
    'a',
    '018f3c1e-6b1a-7c3e-9a55-2f0d6a3f1b2c',
    '!"#$%&\'()*+,-./0:;<=>?@[\\]^_`{|}~',
    'x'.repeat(128),
  ])('%p is echoed', async (id) => {
    const { headers } = await new Town().ask(REVERSE, { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toBe(id)
  })

  test.each(['', 'two words', 'x'.repeat(129), 'caf\xe9', 'tab\there'])(
    '%p is replaced',
    async (id) => {
      const { headers } = await new Town().ask(REVERSE, { headers: { 'x-request-id': id } })
      expect(headers.get('x-request-id')).toMatch(/^00000000-0000-4000-8000-\d{12}$/)
    },
  )

  test.each([
    ['/health', 200],
    ['/docs', 200],
    ['/v1/demo/suggest?input=a', 400],
    ['/v1/reverse', 400],
    ['/nothing', 404],
  ])('is on %s, and in the body of errors', async (path, expected) => {
    const { status, headers, body } = await new Town().ask(path, {
      headers: { 'x-request-id': 'mine' },
    })
    expect(status).toBe(expected)
    expect(headers.get('x-request-id')).toBe('mine')
    if (status >= 400) expect(body['request_id']).toBe('mine')
  })

  test('is new for every request', async () => {
    const town = new Town()
    const ids = [await town.ask(REVERSE), await town.ask(REVERSE)].map(({ headers }) =>
      headers.get('x-request-id'),
    )
    expect(ids[0]).not.toBe(ids[1])
  })
})

describe('a wrong path', () => {
  test.each([
    '/v1',
    '/v2/suggest',
    '/v1/suggest/x',
    '/v1/Suggest',
    '//v1/suggest',
    '/v1/suggest%2F',
    '/v1/../etc/passwd',
    '/v1/%zz',
    '/health.json',
  ])('%s is 404', async (path) => {
    const { status, body, headers } = await new Town().ask(path)
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
    expect(headers.get('allow')).toBeNull()
  })

  test('is not there for any method', async () => {
    expect((await new Town().ask('/nothing', { method: 'OPTIONS' })).status).toBe(404)
    expect((await new Town().ask('/nothing', { method: 'POST' })).status).toBe(404)
  })
})

describe('a wrong method', () => {
  test.each([
    ['POST', '/v1/suggest?input=ca', 'GET, HEAD, OPTIONS'],
    ['PUT', '/v1/reverse', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/usage/', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/health', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/batch/geocode', 'POST, OPTIONS'],
    ['HEAD', '/v1/batch/geocode', 'POST, OPTIONS'],
    ['PROPFIND', '/docs', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 and tells %s', async (method, path, allow) => {
    const { status, headers } = await new Town().ask(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
  })
})

describe('HEAD', () => {
  test.each(['/health', '/docs', REVERSE, '/v1/reverse', '/v1/usage'])(
    '%s is as GET without a body',
    async (path) => {
      const [head, get] = [new Town(), new Town()]
      const bare = await head.ask(path, { method: 'HEAD' })
      const full = await get.ask(path)
      expect(bare.status).toBe(full.status)
      expect(bare.text).toBe('')
      expect(bare.headers.get('content-length')).toBe(String(Buffer.byteLength(full.text)))
      bare.headers.delete('content-length')
      expect([...bare.headers]).toEqual([...full.headers])
    },
  )

  test.each(['/v1/suggest?input=ca', '/v1/categories', '/v1/admin-boundaries', '/v1/usage'])(
    '%s is billed as GET is',
    async (path) => {
      const [head, get] = [new Town(), new Town()]
      await head.ask(path, { method: 'HEAD' })
      await get.ask(path)
      expect(head.usage.drain()).toEqual(get.usage.drain())
    },
  )
})

describe('CORS', () => {
  test('lets everyone in by default, and exposes what clients need', async () => {
    const { headers } = await new Town().ask(REVERSE, { headers: { origin: 'https://a.vn' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')?.split(', ').sort()).toEqual([
      'ETag',
      'Retry-After',
      'X-POI-Token',
      'X-RateLimit-Limit-Day',
      'X-RateLimit-Limit-Minute',
      'X-RateLimit-Remaining-Day',
      'X-RateLimit-Remaining-Minute',
      'X-Request-ID',
    ])
  })

  test.each(['/v1/reverse', '/nothing', '/v1/demo/suggest'])(
    'is on errors too: %s',
    async (path) => {
      const { status, headers } = await new Town().ask(path)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    },
  )

  test('answers a preflight without a key', async () => {
    const { status, headers, text } = await new Town().ask('/v1/batch/geocode', {
      method: 'OPTIONS',
      headers: {
        'x-api-key': '',
        origin: 'https://a.vn',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key, content-type',
      },
    })
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toContain('X-API-Key')
    expect(headers.get('access-control-allow-headers')).toContain('If-None-Match')
    expect(headers.get('access-control-max-age')).toBe('86400')
  })

  test.each([
    ['https://a.vn', 'https://a.vn'],
    ['https://b.vn', null],
    ['', null],
  ])('with a list of origins answers %p with %p', async (origin, allowed) => {
    const town = new Town({ settings: { corsOrigins: ['https://a.vn'] } })
    await town.ask(REVERSE, { headers: { origin: 'https://a.vn' } })
    const { headers } = await town.ask(REVERSE, { headers: origin === '' ? {} : { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
    expect(headers.get('vary')).toBe('Origin')
  })
})

describe('what goes wrong inside', () => {
  test('is logged, and the client learns no more than the id', async () => {
    const cause = new TypeError('secret of /etc/saola')
    const town = new Town({
      reverse() {
        throw cause
      },
    })
    const { status, body, text, headers } = await town.ask(REVERSE)
    expect([status, body['code']]).toEqual([500, 'INTERNAL_ERROR'])
    expect(text).not.toContain('secret')
    expect(headers.get('x-ratelimit-limit-day')).toBe('1000000')
    expect(town.logged).toEqual([cause])
  })

  test('of the command line is not the client’s', async () => {
    const town = new Town({
      reverse() {
        throw new ServiceError('INVALID_DATASET', 'The search index is cut short.')
      },
    })
    const { status, body, text } = await town.ask(REVERSE)
    expect([status, body['code']]).toEqual([500, 'INTERNAL_ERROR'])
    expect(text).not.toContain('search index')
    expect(town.logged).toHaveLength(1)
  })

  test.each([
    ['/v1/suggest?input=ca'],
    ['/v1/demo/suggest?input=ca'],
    ['/v1/place/resolve?id=n42'],
    [REVERSE],
    ['/v1/reverse-geocode?lat=10&lng=106'],
    ['/v1/geocode?address=x'],
  ])('is 503 for %s while no dataset is open', async (path) => {
    const closed = () => {
      throw new ServiceError('SERVICE_UNAVAILABLE', 'No dataset is open; run `saola import`.')
    }
    const town = new Town({
      suggest: closed,
      resolve: closed,
      reverse: closed,
      boundariesAt: closed,
      geocode: closed,
    })
    const { status, body } = await town.ask(path)
    expect([status, body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(body['error']).toContain('saola import')
    expect(town.logged).toEqual([])
  })

  /** What keys are answered that ask at once, so in one batch; not always with their limits. */
  async function askTogether(town: Town, seeds: readonly number[]): Promise<Response[]> {
    const requests = seeds.map(
      (seed) =>
        new Request('http://localhost/v1/suggest?input=ca', {
          headers: { 'x-api-key': keyText(seed) },
        }),
    )
    return Promise.all(requests.map((request) => town.app.fetch(request)))
  }

  test('is 503 for a key that the limiter has no room for, and nothing for others', async () => {
    const memory = new ArrayBuffer(LIMITER_BYTES)
    const limiter = new Limiter(memory)
    limiter.peek(keyRecord(4).id, keyRecord(4), NOON)
    const words = new Int32Array(memory)
    for (let slot = 0; slot < words.length; slot += 8) words[slot] ||= -1
    const responses = await askTogether(new Town({ limiter }), [1, 4])
    expect(responses.map(({ status }) => status)).toEqual([503, 200])
    expect(await responses[0]?.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  test('is answered even where the answer to a failure fails', async () => {
    class BrokenCounter extends UsageCounter {
      override record(keyId: KeyId): void {
        if (keyId === keyRecord(1).id) throw new Error('kaput')
      }
    }
    const town = new Town({ usage: new BrokenCounter() })
    const responses = await askTogether(town, [1, 4])
    expect(responses.map(({ status }) => status)).toEqual([500, 200])
    const id = responses[0]?.headers.get('x-request-id')
    expect(await responses[0]?.json()).toMatchObject({ code: 'INTERNAL_ERROR', request_id: id })
    expect(town.logged).not.toBeEmpty()
  })
})

describe('over a socket', () => {
  test.each([
    ['a host of one letter', { host: 'a' }, '/health', 200],
    ['a host with a port', { host: 'api.saola.vn:8443' }, '/health', 200],
    ['no key', { host: 'a' }, REVERSE, 401],
    ['a key', { host: 'a', 'x-api-key': keyText(1) }, REVERSE, 200],
  ])('a request with %s is routed', async (_, headers, path, status) => {
    const town = new Town()
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: town.app.fetch })
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: new Headers(Object.entries(headers)),
    })
    await response.text()
    await server.stop(true)
    expect(response.status).toBe(status)
  })

  test.each(['/v1/suggest?input=', '/v1/geocode?address='])(
    'of requests at the same time for %s each has its own answer, and fails alone',
    async (base) => {
      const found = (text: string) => {
        if (text === 'kaput') throw new Error('a search that fails')
        return { ...CAFE, name: text, mainText: text }
      }
      const town = new Town({
        settings: { searchCacheBytes: 0 },
        suggest: ({ input }) => [found(input)],
        geocode: ({ address }) => ({ ...GEOCODED, place: found(address) }),
      })
      const asked = Array.from({ length: 40 }, (_, i) => {
        if (i === 7) return { text: 'kaput', status: 500 }
        if (i === 11) return { text: '', status: 400 }
        if (i === 13) return { text: 'quán', key: 'none', status: 401 }
        if (i === 17) return { text: 'quán', key: keyText(2), status: 403 }
        return { text: i % 2 === 0 ? 'quán' : `quán ${i}`, status: 200 }
      })
      const answers = await Promise.all(
        asked.map(({ text, key = keyText(1) }, i) =>
          town.ask(base + text, { headers: { 'x-api-key': key, 'x-request-id': `id${i}` } }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(asked.map(({ status }) => status))
      answers.forEach(({ headers, status, body }, i) => {
        expect(headers.get('x-request-id')).toBe(`id${i}`)
        if (status !== 200) expect(body['request_id']).toBe(`id${i}`)
        else expect(JSON.stringify(body)).toContain(`"${asked[i]!.text}"`)
      })
      expect(town.logged).toHaveLength(1)
    },
  )

  test('answers at the same time keep their own headers', async () => {
    const town = new Town({
      async databaseState() {
        await Bun.sleep(1)
        return 'up'
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        town.ask(i % 2 === 0 ? '/health' : REVERSE, { headers: { 'x-request-id': `id${i}` } }),
      ),
    )
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(
      answers.map((_, i) => `id${i}`),
    )
  })
})
