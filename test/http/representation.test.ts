import { describe, expect, test } from 'bun:test'
import { encodingFor, notModified } from '../../src/http/request/representation.ts'
import { keyText } from '../access/keys.ts'
import { CAFE, listed, Town } from './town.ts'

const GZIP = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A town whose lists have so many features, and whose predictions such a long text. */
function townOf(features: number, text = ''): Town {
  return new Town({
    pois: () => ({ ...listed(), numbers: Array.from({ length: features }, () => 0) }),
    suggest: () => Array.from({ length: 7 }, () => ({ ...CAFE, address: CAFE.address + text })),
    usageOf: async () => ({
      days: Array.from({ length: 31 }, (_, i) => ({ day: 20_000 + i, requests: 9, billable: 9 })),
      byEndpoint: [],
      usedToday: 0,
      usedOfLimit: 0,
      limitPerDay: 100,
    }),
  })
}

const POIS = '/v1/pois?bbox=106,10,107,11&limit=2000'
const STATIC = [
  '/',
  '/docs',
  '/docs/json',
  '/docs/guide',
  '/docs/guide/map',
  '/map/maplibre-gl.css',
  '/v1/categories',
]
const MADE = [POIS, '/v1/usage', '/metrics']

describe.each([...STATIC, ...MADE])('%s', (path) => {
  const town = townOf(2000)

  test('is compressed for whoever takes gzip, and the same', async () => {
    const plain = await town.ask(path)
    const zipped = await town.ask(path, { headers: GZIP })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    for (const { headers } of [plain, zipped]) {
      expect(headers.get('vary')?.split(', ')).toContain('Accept-Encoding')
    }
    expect(plain.bytes.length).toBeGreaterThan(1024)
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2)
    // Metrics count the requests before.
    if (path !== '/metrics') expect(zipped.text).toBe(plain.text)
  })

  test.each(['gzip', 'gzip;q=0, br'])('has the same headers for HEAD with %p', async (coding) => {
    const headers = { 'accept-encoding': coding }
    const got = await town.ask(path, { headers })
    const head = await town.ask(path, { headers, method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-encoding', 'content-type', 'etag', 'vary', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)])
    }
    if (path === '/metrics') return
    expect(Number(head.headers.get('content-length'))).toBe(got.bytes.length)
  })
})

test.each(STATIC)('%s is 304 for whoever has it in that encoding', async (path) => {
  const town = new Town()
  const tags: string[] = []
  for (const coding of ['gzip', 'identity']) {
    const headers = { 'accept-encoding': coding }
    const etag = (await town.ask(path, { headers })).headers.get('etag') ?? ''
    const asked = { ...headers, 'if-none-match': `"other", ${etag}` }
    const again = await town.ask(path, { headers: asked })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('content-encoding')).toBeNull()
    const other = { 'accept-encoding': coding === 'gzip' ? 'identity' : 'gzip' }
    const differs = await town.ask(path, { headers: { ...other, 'if-none-match': etag } })
    expect(differs.status).toBe(200)
    tags.push(etag)
  }
  expect(new Set(tags).size).toBe(2)
})

describe('short answers', () => {
  test.each([
    ['/health', 200],
    ['/v1/suggest?input=ca', 200],
    ['/v1/suggest?input=c', 400],
    ['/v1/place/resolve?id=n42', 200],
    ['/nothing', 404],
    ['/v1/pois?bbox=106,10,107,11', 200],
  ])('%s stays as it is', async (path, expected) => {
    // Of suggest and of lists so many bytes that others would be compressed.
    const { status, headers } = await townOf(10).ask(path, { headers: GZIP })
    expect(status).toBe(expected)
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('vary')).toBeNull()
  })

  test('become long ones', async () => {
    const town = townOf(40, ' dài'.repeat(200))
    for (const path of ['/v1/suggest?input=ca', '/v1/pois?bbox=106,10,107,11&limit=40']) {
      const answers = [await town.ask(path, { headers: GZIP }), await town.ask(path)]
      expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
      expect(answers[0]?.text).toBe(answers[1]?.text ?? '')
    }
  })
})

test('a list of origins and of encodings make one Vary', async () => {
  const town = new Town({ settings: { corsOrigins: ['https://a.vn'] } })
  const { headers } = await town.ask('/docs/json', { headers: GZIP })
  expect(headers.get('vary')).toBe('Origin, Accept-Encoding')
})

test('a batch of addresses is compressed', async () => {
  const headers = { ...GZIP, 'content-type': 'application/json', 'x-api-key': keyText(1) }
  const body = JSON.stringify({ addresses: Array.from({ length: 50 }, () => 'ca phe') })
  const answer = await new Town().ask('/v1/batch/geocode', { method: 'POST', headers, body })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.body['results']).toHaveLength(50)
})

test.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br;q=1.0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip; q=0.0', 'identity'],
  ['gzip;q=many', 'identity'],
  ['*', 'gzip'],
  ['*;q=0', 'identity'],
  ['gzip;q=0, *', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
  ['identity, gzip', 'gzip'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip;q=0.8', 'gzip'],
  ['identity;q=0, br', 'identity'],
  ['x-gzip-like', 'identity'],
] as const)('Accept-Encoding %p asks for %p', (header, expected) => {
  const headers = new Headers(header === null ? {} : { 'accept-encoding': header })
  expect(encodingFor(new Request('http://localhost/', { headers }))).toBe(expected)
})

test.each([
  [null, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('If-None-Match %p has the etag "a": %p', (header, expected) => {
  const headers = new Headers(header === null ? {} : { 'if-none-match': header })
  const tagged = {
    contentType: 'text/plain',
    encoding: 'identity',
    etag: '"a"',
    cacheControl: 'no-cache',
    vary: 'Accept-Encoding',
  } as const
  const answer = notModified(new Request('http://localhost/', { headers }), tagged)
  expect(answer?.status ?? 200).toBe(expected ? 304 : 200)
})
