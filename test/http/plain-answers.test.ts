import { expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSearch } from '../../src/search/build/build-search.ts'
import { buildReverse } from '../../src/search/build/reverse.ts'
import { geocodeShown } from '../../src/search/geocode.ts'
import { resolveShown } from '../../src/search/resolve.ts'
import { openReverse, reverseShown } from '../../src/search/reverse/reverse.ts'
import { openSearch } from '../../src/search/search.ts'
import { suggestShown } from '../../src/search/suggest.ts'
import { keyText } from '../access/keys.ts'
import { TOWN } from '../search/town.ts'
import { Town } from './town.ts'

/*
 * What requests of the contract are answered, byte for byte, by a search over the drawn town.
 * `UPDATE_GOLDEN=1 bun test` writes it anew; the file was first written by the program that knew no
 * parameters `admin` and `units`.
 */

const GOLDEN = join(import.meta.dir, '../golden/plain-answers.txt')

const search = openSearch(buildSearch(TOWN))
const near = openReverse(buildReverse(TOWN), search)
const town = new Town({
  suggest: (query) => suggestShown(search, query),
  geocode: (query) => geocodeShown(search, query),
  resolve: (id, lang) => resolveShown(search, id, lang),
  reverse: (query) => reverseShown(near, query),
})

const TEXTS = [
  ...['12 Nguyễn Trãi', '12 nguyen trai, ben go', '13 Nguyễn Trãi, Sao La', 'Nguyễn Trãi'],
  ...['Phở 24', 'benh vien sao la', 'Phường Chợ Mới', 'Thành phố Sao La', 'Quận 5', 'Hà Lam'],
  ...['hẻm 45 Nguyễn Trãi', '45/6 Nguyễn Trãi', 'Đường 3 Tháng 2, Bến Gỗ', 'xyz'],
]
const LANGS = ['', '&lang=en']

const PATHS = [
  ...TEXTS.flatMap((text) =>
    ['suggest?input', 'demo/suggest?input', 'geocode?address'].flatMap((path) =>
      LANGS.map((lang) => `/v1/${path}=${encodeURIComponent(text)}${lang}`),
    ),
  ),
  ...['h0', 'c1', 's1', 's1~13', 'w1', 'f5', 'p2', 'nobody'].flatMap((id) =>
    LANGS.map((lang) => `/v1/place/resolve?id=${id}${lang}`),
  ),
  ...['105.0002&point.lat=20.0011', '105.1005&point.lat=20.0012', '106.5&point.lat=21'].flatMap(
    (point) => LANGS.map((lang) => `/v1/reverse?point.lon=${point}&size=3${lang}`),
  ),
]

test('answers without new parameters are what they were', async () => {
  const app = town.app
  const headers = { 'x-api-key': keyText(1), 'x-request-id': 'golden' }
  const lines: string[] = []
  for (const path of PATHS) {
    const response = await app.fetch(new Request(`http://localhost${path}`, { headers }))
    lines.push(`${path}\n${response.status} ${await response.text()}`)
  }
  const batch = await app.fetch(
    new Request('http://localhost/v1/batch/geocode', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: TEXTS }),
    }),
  )
  lines.push(`/v1/batch/geocode\n${batch.status} ${await batch.text()}`)
  const told = `${lines.join('\n')}\n`
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, told)
  if (!existsSync(GOLDEN)) throw new Error(`${GOLDEN} is missing; make it with UPDATE_GOLDEN=1`)
  expect(told).toBe(readFileSync(GOLDEN, 'utf8'))
})
