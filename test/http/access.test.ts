import { describe, expect, test } from 'bun:test'
import { MAP_TILES_PER_MINUTE } from '../../src/access/ip-limiter.ts'
import { keyText } from '../access/keys.ts'
import { NOON, Town } from './town.ts'

const PROTECTED = [
  '/v1/suggest?input=ca phe',
  '/v1/place/resolve?id=n42',
  '/v1/reverse?point.lat=10.5&point.lon=106.25',
  '/v1/reverse-geocode?lat=10.5&lng=106.25',
  '/v1/geocode?address=12 Bờ Hồ',
  '/v1/directions',
  '/v1/usage',
]
const OPEN = [
  '/health',
  '/ready',
  '/metrics',
  '/docs',
  '/docs/json',
  '/docs/guide',
  '/docs/guide/map',
  '/v1/demo/suggest?input=ca',
]

const withKey = (key: string) => ({ headers: { 'x-api-key': key } })

describe('a key', () => {
  test.each(PROTECTED)('is needed for %s', async (path) => {
    const { status, body, headers } = await new Town().ask(path, withKey(''))
    expect(status).toBe(401)
    expect(body['code']).toBe('MISSING_API_KEY')
    expect(headers.get('x-ratelimit-limit-minute')).toBeNull()
  })

  test.each(OPEN)('is not needed for %s', async (path) => {
    expect((await new Town().ask(path, withKey(''))).status).toBe(200)
  })

  test.each([
    ['unknown', keyText(99), /unknown, revoked or expired/],
    ['mistyped', `${keyText(1).slice(0, -1)}!`, /mistyped or cut/],
    ['cut', keyText(1).slice(0, 20), /mistyped or cut/],
    ['someone’s password', 'hunter2', /mistyped or cut/],
  ])('that is %s is refused', async (_, key, message) => {
    const { status, body } = await new Town().ask('/v1/usage', withKey(encodeURI(key)))
    expect(status).toBe(401)
    expect(body['code']).toBe('INVALID_API_KEY')
    expect(body['error']).toMatch(message)
  })

  test('is refused from the moment it expires', async () => {
    const town = new Town()
    expect((await town.ask('/v1/usage', withKey(keyText(5)))).status).toBe(200)
    town.nowMs += 1000
    const { status, body } = await town.ask('/v1/usage', withKey(keyText(5)))
    expect([status, body['code']]).toEqual([401, 'INVALID_API_KEY'])
  })
})

describe('a scope', () => {
  test.each(PROTECTED.slice(0, 5))('is needed for %s', async (path) => {
    const { status, body, headers } = await new Town().ask(path, withKey(keyText(2)))
    expect([status, body['code']]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(body['error']).toContain("'geocoding:read'")
    // Refused before the limits: it costs nothing, and the headers say so.
    expect(headers.get('x-ratelimit-remaining-minute')).toBe('1000000')
  })

  test('of routing is enough for directions', async () => {
    const { status, body } = await new Town().ask('/v1/directions', withKey(keyText(2)))
    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMS'])
  })

  test('of any kind will do for usage', async () => {
    expect((await new Town().ask('/v1/usage', withKey(keyText(2)))).status).toBe(200)
  })
})

describe('limits', () => {
  test('of the minute', async () => {
    const town = new Town()
    const ask = () => town.ask('/v1/suggest?input=ca phe', withKey(keyText(3)))
    const first = await ask()
    expect(limitsOf(first.headers)).toEqual(['2', '1', '100', '99'])
    await ask()
    const { status, body, headers } = await ask()
    expect([status, body['code'], body['retry_after']]).toEqual([429, 'RATE_LIMIT_MINUTE', 30])
    expect(headers.get('retry-after')).toBe('30')
    expect(limitsOf(headers)).toEqual(['2', '0', '100', '98'])
    town.nowMs = NOON + 30_000
    expect((await ask()).status).toBe(200)
  })

  test('of the day, which ends at midnight in Vietnam', async () => {
    const town = new Town()
    const ask = () => town.ask('/v1/suggest?input=ca phe', withKey(keyText(4)))
    await ask()
    await ask()
    const { status, body, headers } = await ask()
    expect([status, body['code']]).toEqual([429, 'RATE_LIMIT_DAY'])
    expect(body['retry_after']).toBe(12 * 3600 - 30)
    expect(limitsOf(headers)).toEqual(['100', '98', '2', '0'])
    town.nowMs = Date.parse('2026-11-20T17:00:00Z')
    expect((await ask()).status).toBe(200)
  })

  test.each([
    [6, 'RATE_LIMIT_MINUTE'],
    [7, 'RATE_LIMIT_DAY'],
  ])('of none at all do not promise that waiting helps', async (seed, code) => {
    const { status, body } = await new Town().ask('/v1/usage', withKey(keyText(seed)))
    expect([status, body['code']]).toEqual([429, code])
    expect(body['error']).toContain('waiting does not help')
  })

  test('of one key are not those of another', async () => {
    const town = new Town()
    const remaining = async (seed: number) => {
      const { headers } = await town.ask('/v1/usage', withKey(keyText(seed)))
      return limitsOf(headers)
    }
    expect(await remaining(3)).toEqual(['2', '1', '100', '99'])
    expect(await remaining(4)).toEqual(['100', '99', '2', '1'])
    expect(await remaining(3)).toEqual(['2', '0', '100', '98'])
  })
})

describe('the order of checks', () => {
  const badQuery = '/v1/suggest?input=a'

  test('is key, scope, limits, parameters', async () => {
    const town = new Town()
    const codeFor = async (key: string) => (await town.ask(badQuery, withKey(key))).body['code']
    expect(await codeFor('')).toBe('MISSING_API_KEY')
    expect(await codeFor(keyText(2))).toBe('INSUFFICIENT_SCOPE')
    expect(await codeFor(keyText(3))).toBe('BAD_REQUEST')
    expect(await codeFor(keyText(3))).toBe('BAD_REQUEST')
    expect(await codeFor(keyText(3))).toBe('RATE_LIMIT_MINUTE')
  })

  test('asks for the route before the key', async () => {
    const town = new Town()
    expect((await town.ask('/v1/nothing', withKey(''))).status).toBe(404)
    expect((await town.ask(badQuery, { ...withKey(''), method: 'DELETE' })).status).toBe(405)
  })
})

describe('usage', () => {
  test('counts what passed the limits, and bills what succeeded', async () => {
    const town = new Town()
    await town.ask('/v1/suggest?input=ca phe', withKey(keyText(3)))
    await town.ask('/v1/suggest?input=a', withKey(keyText(3)))
    await town.ask('/v1/suggest?input=ca phe', withKey(keyText(3))) // refused by the minute
    await town.ask('/v1/suggest?input=ca phe', withKey(keyText(2))) // refused by its scope
    const day = town.usage.drain()
    expect(day).toHaveLength(1)
    expect(day[0]).toMatchObject({ endpoint: '/v1/suggest', requests: 2, billable: 1 })
  })

  test('bills the suggests of a session and their resolve once', async () => {
    const town = new Town()
    await town.ask('/v1/suggest?input=ca&sessionToken=s1')
    await town.ask('/v1/suggest?input=ca p', { headers: { 'x-session-token': 's1' } })
    await town.ask('/v1/place/resolve?id=n42&sessionToken=s1')
    await town.ask('/v1/suggest?input=ca&sessionToken=s1')
    const counts = town.usage.drain().map(({ endpoint, requests, billable }) => ({
      endpoint,
      requests,
      billable,
    }))
    expect(counts).toEqual([
      { endpoint: '/v1/suggest', requests: 3, billable: 2 },
      { endpoint: '/v1/place/resolve', requests: 1, billable: 0 },
    ])
  })
})

describe('tiles of the map page', () => {
  const PAGE_TILE = '/map/pois/14/13048/7698'
  const ask = (town: Town, seed: number, from: string, path = PAGE_TILE) =>
    town.ask(path, { headers: { 'x-api-key': keyText(seed), 'x-forwarded-for': from } })
  const behindProxy = () => new Town({ settings: { trustedProxies: ['203.0.113.7'] } })

  test('are counted to no plan and to no usage, those of the interface to both', async () => {
    const town = new Town()
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await ask(town, 3, '')
      expect([status, limitsOf(headers)]).toEqual([204, ['2', '2', '100', '100']])
    }
    expect(town.usage.drain()).toEqual([])
    const { headers } = await ask(town, 3, '', PAGE_TILE.replace('/map/pois', '/v1/pois/tiles'))
    expect(limitsOf(headers)).toEqual(['2', '1', '100', '99'])
    expect(town.usage.drain()).toMatchObject([{ endpoint: '/v1/pois/tiles/{z}/{x}/{y}' }])
  })

  test('are limited by address, whatever the key', async () => {
    const town = behindProxy()
    for (let i = 0; i < MAP_TILES_PER_MINUTE; i++) await ask(town, 1 + 2 * (i % 2), '192.0.2.1')
    const { status, body, headers } = await ask(town, 1, '192.0.2.1')
    expect([status, body['code'], body['retry_after']]).toEqual([429, 'RATE_LIMIT_MINUTE', 30])
    expect(headers.get('retry-after')).toBe('30')
    expect((await ask(town, 1, '192.0.2.2')).status).toBe(204)
    town.nowMs += 30_000
    expect((await ask(town, 1, '192.0.2.1')).status).toBe(204)
  })

  test('are limited by key, whatever the address', async () => {
    const town = behindProxy()
    for (let i = 0; i < MAP_TILES_PER_MINUTE; i++) await ask(town, 1, `192.0.2.${i % 200}`)
    expect((await ask(town, 1, '198.51.100.1')).status).toBe(429)
    expect((await ask(town, 3, '198.51.100.1')).status).toBe(204)
  })

  test.each([
    ['without a key', '', 401],
    ['with a key of another scope', keyText(2), 403],
    ['with a plan of no requests a minute', keyText(6), 429],
    ['with a plan of no requests a day', keyText(7), 429],
  ])('are refused %s', async (_, key, expected) => {
    expect((await new Town().ask(PAGE_TILE, withKey(key))).status).toBe(expected)
  })
})

describe('the demo', () => {
  const ask = (town: Town, forwardedFor?: string) =>
    town.ask('/v1/demo/suggest?input=ca', {
      headers: { 'x-api-key': '', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
    })

  test('answers an address 30 times a minute', async () => {
    const town = new Town()
    for (let i = 0; i < 30; i++) expect((await ask(town)).status).toBe(200)
    const { status, body, headers } = await ask(town)
    expect([status, body['code'], body['retry_after']]).toEqual([429, 'RATE_LIMIT_MINUTE', 30])
    expect(headers.get('retry-after')).toBe('30')
    town.nowMs += 30_000
    expect((await ask(town)).status).toBe(200)
  })

  test('does not believe X-Forwarded-For of just anybody', async () => {
    const town = new Town()
    for (let i = 0; i < 30; i++) await ask(town, `198.51.100.${i}`)
    expect((await ask(town, '198.51.100.99')).status).toBe(429)
  })

  test('believes it of a trusted proxy', async () => {
    const town = new Town({ settings: { trustedProxies: ['203.0.113.0/24'] } })
    for (let i = 0; i < 30; i++) await ask(town, `192.0.2.${i}, 198.51.100.1`)
    expect((await ask(town, '198.51.100.1')).status).toBe(429)
    expect((await ask(town, '198.51.100.2')).status).toBe(200)
  })
})

function limitsOf(headers: Headers): (string | null)[] {
  return ['limit-minute', 'remaining-minute', 'limit-day', 'remaining-day'].map((name) =>
    headers.get(`x-ratelimit-${name}`),
  )
}
