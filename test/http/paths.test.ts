import { describe, expect, test } from 'bun:test'
import type { Endpoint, PathValues } from '../../src/http/request/endpoint.ts'
import { Paths } from '../../src/http/request/paths.ts'
import { keyText } from '../access/keys.ts'
import { Town } from './town.ts'

/** Tells what it is asked. */
function named(name: string): Endpoint {
  return (_request, values: PathValues = {}) => new Response(JSON.stringify({ name, values }))
}

const paths = new Paths()
for (const path of ['/', '/v1/pois', '/v1/pois/{placeId}', '/v1/pois/tiles/{z}/{x}/{y}']) {
  paths.add(path, named(path))
}

async function found(url: string, method = 'GET'): Promise<unknown> {
  const request = new Request(url, { method })
  const endpoint = paths.find(request)
  return endpoint === null ? null : (await endpoint(request)).json()
}

describe('a plain path is found', () => {
  test.each([
    ['http://a/', '/', {}],
    ['http://a', '/', {}],
    ['http://a/?/v1/pois', '/', {}],
    ['http://a/v1/pois?bbox=1/2', '/v1/pois', {}],
    ['https://a.example:8443/v1/pois', '/v1/pois', {}],
    ['http://[::1]:80/v1/pois', '/v1/pois', {}],
    ['http://a/v1/pois/n1?lang=vi/en', '/v1/pois/{placeId}', { placeId: 'n1' }],
    ['http://a/v1/pois/tiles', '/v1/pois/{placeId}', { placeId: 'tiles' }],
    [
      'http://a/v1/pois/tiles/1/2/3.mvt',
      '/v1/pois/tiles/{z}/{x}/{y}',
      { z: '1', x: '2', y: '3.mvt' },
    ],
    // The parser of URLs takes the way back before anything sees it.
    ['http://a/v1/x/../pois', '/v1/pois', {}],
  ])('%s', async (url, name, values) => expect(await found(url)).toEqual({ name, values }))
})

describe('all else is left to the router', () => {
  test.each([
    'http://a/v1',
    'http://a/v1/pois/',
    'http://a//v1/pois',
    'http://a/v1/Pois',
    'http://a/v1/pois/n%31',
    'http://a/v1/pois/n1/',
    'http://a/v1/pois//n1',
    'http://a/v1/pois/tiles/1/2',
    'http://a/v1/pois/tiles/1//3',
    'http://a/v1/pois/tiles/1/2/3/4',
  ])('%s', async (url) => expect(await found(url)).toBeNull())

  test.each(['HEAD', 'POST', 'OPTIONS'])('%s', async (method) =>
    expect(await found('http://a/v1/pois', method)).toBeNull(),
  )
})

/** The router answers what ends in a slash or has an escape. */
test.each([
  ['/health', '/health/'],
  ['/v1/reverse?point.lat=10.5&point.lon=106.25', '/v1/reverse/?point.lat=10.5&point.lon=106.25'],
  ['/v1/pois/n1', '/v1/pois/n%31'],
  ['/v1/pois/tiles/3/6/3', '/v1/pois/tiles/%33/6/3'],
])('%s is answered as the router answers %s', async (plain, routed) => {
  const answers = await Promise.all(
    [plain, routed].map(async (path) => {
      const headers = { 'x-api-key': keyText(1), 'x-request-id': 'mine' }
      const request = new Request(`http://localhost${path}`, { headers })
      const response = await new Town().app.fetch(request)
      return [response.status, [...response.headers], await response.text()]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})
