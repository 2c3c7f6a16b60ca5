import { pick } from './random.ts'

/* Requests that every dataset of the run answers with 200. */

export interface Question {
  /** As usage calls it. */
  readonly endpoint: string
  /** A member of every answer. */
  readonly member: string
  /** The request as it goes over a connection, with the text of a key. */
  readonly request: (key: string) => string
}

export type Asker = (random: () => number) => Question

const TEXTS = ['an dong', 'quan 5', 'nguyen tri ph', 'cafe', 'ben thanh', 'ha noi', 'cho', 'hue']
const ADDRESSES = [
  'Hà Nội',
  'Quận 5, Hồ Chí Minh',
  'Phường An Đông, Hồ Chí Minh',
  'Phường 9, Quận 5, TP.HCM',
  'Đà Nẵng',
  'Cần Thơ',
]
const BATCH_ADDRESSES_MAX = 20
const BOX_DEGREES = 0.02

export const suggest: Asker = (random) => {
  const input = encodeURIComponent(pick(random, TEXTS).slice(0, 2 + Math.floor(random() * 10)))
  return get('/v1/suggest', `input=${input}`, 'predictions')
}

export const geocode: Asker = (random) => {
  return get('/v1/geocode', `address=${encodeURIComponent(pick(random, ADDRESSES))}`, 'result')
}

export const places: Asker = (random) => {
  const [west, south] = [106.65 + random() / 100, 10.74 + random() / 100]
  const box = [west, south, west + BOX_DEGREES, south + BOX_DEGREES].map((x) => x.toFixed(5))
  return get('/v1/pois', `bbox=${box.join(',')}`, 'features')
}

export const batch: Asker = (random) => {
  const count = 1 + Math.floor(random() * BATCH_ADDRESSES_MAX)
  const body = JSON.stringify({
    addresses: Array.from({ length: count }, () => pick(random, ADDRESSES)),
  })
  const endpoint = '/v1/batch/geocode'
  const more = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return {
    endpoint,
    member: 'results',
    request: (key) => `${headOf('POST', endpoint, key)}${more}\r\n${body}`,
  }
}

function get(endpoint: string, query: string, member: string): Question {
  return { endpoint, member, request: (key) => `${headOf('GET', `${endpoint}?${query}`, key)}\r\n` }
}

function headOf(method: string, path: string, key: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n`
}
