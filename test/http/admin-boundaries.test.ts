import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BoundaryQuery } from '../../src/boundaries/query.ts'
import { PREPARED_TOLERANCE } from '../../src/boundaries/simplify.ts'
import type { LocalDataset } from '../../src/dataset.ts'
import { keyText } from '../access/keys.ts'
import { LAND, landText, writeLand } from './land.ts'
import { serveLand } from './served-land.ts'
import { Town } from './town.ts'

const PATH = '/v1/admin-boundaries'
const GZIP = { headers: { 'accept-encoding': 'gzip' } }
/** Borders of the drawing wind by less. */
const STRAIGHT = 'tolerance=0.01'

const { town, simplifier } = serveLand()

function unitsIn(body: Record<string, unknown>): string[] {
  const features = body['features'] as { properties: { code: string } }[]
  return features.map(({ properties }) => properties.code)
}

describe('polygons', () => {
  test('as GeoJSON', async () => {
    const { status, body, text } = await town.ask(PATH)
    expect(status).toBe(200)
    expect(body).toEqual({
      type: 'FeatureCollection',
      features: LAND.map(({ unit, polygons }) => ({
        type: 'Feature',
        properties: {
          code: unit.code,
          name: unit.name,
          name_en: unit.nameEn,
          level: unit.level,
          parent_code: unit.parentCode,
          country_code: 'VN',
        },
        geometry: {
          type: 'MultiPolygon',
          coordinates: polygons.map((polygon) =>
            polygon.map((ring) =>
              Array.from({ length: ring.length / 2 }, (_, i) => [
                ring[2 * i]! / 1e7,
                ring[2 * i + 1]! / 1e7,
              ]),
            ),
          ),
        },
      })),
    })
    expect(text).not.toMatch(/\d\.\d{8}/)
  })

  test('as WKT', async () => {
    const { body } = await town.ask(`${PATH}?format=wkt&levels=8`)
    const boundaries = body['boundaries'] as { code: string; wkt: string }[]
    expect(boundaries.map(({ code }) => code)).toEqual(['00001', '00002', '00003'])
    expect(boundaries[1]).toEqual({
      code: '00002',
      name: 'Xã 00002',
      name_en: null,
      level: 8,
      parent_code: '01',
      country_code: 'VN',
      wkt: 'MULTIPOLYGON(((105.4 20.4,105.6 20.4,105.6 20.6,105.4 20.6,105.4 20.4)))',
    } as never)
    expect(boundaries[0]?.wkt).toContain('),(105.4 20.4,105.4 20.6,')
    expect(boundaries[2]?.wkt).toContain(')),((106.5 21.5,')
  })

  test.each([
    ['', ['01', '02', '00001', '00002', '00003']],
    ['levels=4', ['01', '02']],
    ['levels=8,4&country_code=VN', ['01', '02', '00001', '00002', '00003']],
    ['levels=8&country_code=vn', ['00001', '00002', '00003']],
    ['code=02', ['02']],
    ['code=00003,02,99', ['02', '00003']],
    ['code=99', []],
    ['code=02&levels=8', []],
    ['bbox=105.45,20.45,105.5,20.5', ['01', '00002']],
    ['bbox=105.45,20.45,105.7,20.5', ['01', '00001', '00002']],
    ['bbox=106.5,21.3,106.55,21.8', ['02', '00003']],
    ['bbox=106.1,21.1,106.4,21.4', []],
    ['bbox=-180,-90,180,90', ['01', '02', '00001', '00002', '00003']],
    ['bbox=106.5,21.3,106.55,21.8&levels=4&code=01,02', ['02']],
    ['tolerance=0', ['01', '02', '00001', '00002', '00003']],
    ['tolerance=1', ['01', '02', '00001', '00002', '00003']],
  ])('of the units that %p asks for', async (query, codes) => {
    const { status, body } = await town.ask(`${PATH}?${query}`)
    expect(status).toBe(200)
    expect(unitsIn(body)).toEqual(codes)
  })

  test.each([
    ['levels=', "'levels' must be '4', '8' or '4,8', got ''"],
    ['levels=6', "'levels' must be '4', '8' or '4,8', got '6'"],
    ['levels=4,', "'levels' must"],
    ['levels=4;8', "'levels' must"],
    ['levels=all', "'levels' must"],
    ['levels=4&levels=8', "'levels' is given twice"],
    ['format=kml', "'format' must be 'geojson' or 'wkt', got 'kml'"],
    ['format=', "'format' must"],
    ['format=GeoJSON', "'format' must"],
    ['country_code=US', "'country_code' must be 'VN', the only country served, got 'US'"],
    ['country_code=VNM', "'country_code' must"],
    ['country_code=', "'country_code' must"],
    ['tolerance=-0.001', "'tolerance' must be a decimal number from 0 to 1, got '-0.001'"],
    ['tolerance=NaN', "'tolerance' must be a decimal number from 0 to 1, got 'NaN'"],
    ['tolerance=Infinity', "'tolerance' must"],
    ['tolerance=1.0000001', "'tolerance' must"],
    [`tolerance=${'9'.repeat(400)}`, "'tolerance' must"],
    ['tolerance=1e1', "'tolerance' must"],
    ['tolerance=', "'tolerance' must"],
    ['tolerance=0,001', "'tolerance' must"],
    ['code=', "'code' must be 1 to 100 official codes, comma-separated, got ''"],
    ['code=01,', "'code' must"],
    ["code=01'--", "'code' must"],
    [`code=${Array.from({ length: 101 }, () => '01').join()}`, "'code' must"],
  ])('are refused for %p', async (query, message) => {
    const { status, body } = await town.ask(`${PATH}?${query}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    'a,b,c,d',
    '106,20,105,21',
    '105,21,106,20',
    '105,20,105,21',
    '-181,0,0,1',
    '0,-91,1,1',
    '0,0,NaN,1',
  ])('are refused for the box %p', async (bbox) => {
    const { status, body } = await town.ask(`${PATH}?bbox=${bbox}`)
    expect([status, body['code']]).toEqual([400, 'INVALID_BBOX'])
    expect(body['error']).toContain("'bbox' must be minLng,minLat,maxLng,maxLat")
  })

  test.each([
    ['bbox=%zz', "'bbox' has a broken escape"],
    ['bbox=1,2,3,4&bbox=1,2,3,4', "'bbox' is given twice"],
  ])('are refused for the box of %p, as places are', async (query, message) => {
    for (const path of ['/v1/pois', '/v1/admin-boundaries']) {
      const { status, body } = await new Town().ask(`${path}?${query}`)
      expect([status, body['code']]).toEqual([400, 'INVALID_BBOX'])
      expect(body['error']).toContain(message)
    }
  })

  test('need their own scope', async () => {
    const { status, body } = await town.ask(PATH, { headers: { 'x-api-key': keyText(2) } })
    expect([status, body['code']]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(body['error']).toContain('admin_boundaries:read')
  })
})

describe('an answer', () => {
  test('is compressed for whoever takes gzip, the same text', async () => {
    const plain = await town.ask(PATH)
    const first = await town.ask(PATH, GZIP)
    const kept = await town.ask(PATH, GZIP)
    for (const { headers, text, bytes } of [first, kept]) {
      expect(headers.get('content-encoding')).toBe('gzip')
      expect(headers.get('vary')).toBe('Accept-Encoding, X-API-Key')
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(text).toBe(plain.text)
    }
    expect(unitsIn((await town.ask(`${PATH}?code=01`)).body)).toEqual(['01'])
    // From here on the plain text comes out of the compressed file.
    expect((await town.ask(PATH)).text).toBe(plain.text)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  test('is not sent again to whoever has it', async () => {
    const tags = new Set<string>()
    for (const query of ['', '?levels=4', '?format=wkt', '?tolerance=0.5', '?code=01']) {
      for (const encoding of ['gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const { headers: answered } = await town.ask(PATH + query, { headers })
        const etag = answered.get('etag') ?? ''
        expect(etag).toMatch(/^"[\w-]+"$/)
        expect(answered.get('cache-control')).toBe('private, max-age=3600')
        tags.add(etag)
        const again = await town.ask(PATH + query, {
          headers: { ...headers, 'if-none-match': `"other", W/${etag}` },
        })
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      }
    }
    expect(tags.size).toBe(10)
    const other = await town.ask(PATH, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test.each([
    ['tolerance=0.5', 'tolerance=0.50'],
    ['tolerance=0.00001', 'tolerance=1e-05'],
    ['', 'tolerance=0&format=geojson&levels=8,4&country_code=VN'],
    ['', 'tolerance=0.00000001'],
    ['code=01,02', 'code=02,01,02'],
  ])('to %p is that to %p', async (one, other) => {
    const [a, b] = [await town.ask(`${PATH}?${one}`), await town.ask(`${PATH}?${other}`)]
    expect(a.headers.get('etag')).toBe(b.headers.get('etag'))
  })

  test('of another dataset has another tag', async () => {
    const local = writeLand()
    const { town: next } = serveLand({ ...local, id: '20261121-land01' as LocalDataset['id'] })
    const tags = [await town.ask(PATH), await next.ask(PATH)].map((a) => a.headers.get('etag'))
    expect(tags[0]).not.toBe(tags[1])
  })

  test('to HEAD has no body and makes none', async () => {
    const { town: fresh, derived } = serveLand()
    const { status, headers, bytes } = await fresh.ask(PATH, { ...GZIP, method: 'HEAD' })
    expect([status, bytes.length]).toEqual([200, 0])
    expect(headers.get('etag')).not.toBeNull()
    expect(existsSync(derived) ? readdirSync(derived) : []).toEqual([])
  })

  test.each(['gzip', 'identity'])(
    'to HEAD tells no wrong length, and is billed as GET: %s',
    async (coding) => {
      const { town: fresh } = serveLand()
      const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: fresh.app.fetch })
      const headers = { 'x-api-key': keyText(1), 'accept-encoding': coding }
      const response = await fetch(new URL(PATH, server.url), { method: 'HEAD', headers })
      await server.stop(true)
      expect([response.status, response.headers.get('content-length')]).toEqual([200, null])
      expect(response.headers.get('etag')).not.toBeNull()
      expect(fresh.usage.drain()).toMatchObject([{ requests: 1, billable: 1 }])
    },
  )

  test('counts as one request', async () => {
    const counted = new Town({ adminBoundaries: landText })
    const first = await counted.ask(PATH)
    const second = await counted.ask(PATH)
    const remaining = [first, second].map(({ headers }) =>
      Number(headers.get('x-ratelimit-remaining-minute')),
    )
    expect(remaining[0]! - remaining[1]!).toBe(1)
  })
})

describe('a tolerance', () => {
  test('straightens both sides of a border alike', async () => {
    const { body } = await town.ask(`${PATH}?levels=4&${STRAIGHT}`)
    const corners = (body['features'] as { geometry: { coordinates: number[][][][] } }[]).map(
      ({ geometry }) => [...new Set(geometry.coordinates[0]?.[0]?.map((at) => at.join(' ')))],
    )
    expect(corners[0]?.sort()).toEqual(['105 20', '105 21', '106 20', '106 21'])
    expect(corners[1]?.sort()).toEqual(['106 20', '106 21', '107 20', '107 21'])
  })

  test('that is larger than a unit leaves its largest polygon', async () => {
    const { body } = await town.ask(`${PATH}?code=00002&tolerance=1&format=wkt`)
    const [{ code, wkt }] = body['boundaries'] as [{ code: string; wkt: string }]
    expect(code).toBe('00002')
    expect(wkt).toMatch(/^MULTIPOLYGON\(\(\(105\.\d 20\.\d(,105\.\d 20\.\d){3,}\)\)\)$/)
    const geojson = await town.ask(`${PATH}?code=00002&tolerance=1`)
    const [{ geometry }] = geojson.body['features'] as [{ geometry: { coordinates: [] } }]
    expect(geometry.coordinates).toHaveLength(1)
  })

  test('is worked out once, for requests at once and for those of other filters', async () => {
    const { town, simplifier, local } = serveLand()
    const asked = ['', 'format=wkt&', 'code=00001&', '', 'bbox=105,20,106,21&'].map((more) =>
      town.ask(`${PATH}?${more}levels=8&${STRAIGHT}`),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    expect(simplifier.tasks.map(({ tolerance }) => tolerance)).toEqual([0.01 - PREPARED_TOLERANCE])
    // A server that starts later finds it on disk.
    const later = serveLand(local)
    const { status } = await later.town.ask(`${PATH}?levels=8&code=00003&${STRAIGHT}`)
    expect([status, later.simplifier.tasks.length]).toEqual([200, 0])
  })

  test('whose file was damaged is worked out again', async () => {
    const { town, simplifier, local, derived } = serveLand()
    const query = `${PATH}?levels=8&code=00001&${STRAIGHT}`
    const { text } = await town.ask(query)
    const file = join(derived, 'boundaries-8@0.01.fgb')
    chmodSync(file, 0o644)
    truncateSync(file, statSync(file).size - 100)
    const later = serveLand(local)
    expect((await later.town.ask(query)).text).toBe(text)
    expect([simplifier.tasks.length, later.simplifier.tasks.length]).toEqual([1, 1])
    expect(later.lines.join('\n')).toContain('is made again')
  })

  test('begins with what the import has prepared', async () => {
    expect(await sourcesOf(serveLand())).toEqual([
      ['boundaries-8@0.0001.fgb', '0.00990'],
      ['boundaries-8@0.0001.fgb', '0.00010'],
      ['boundaries-8.fgb', '0.00019'],
    ])
  })

  test('of a dataset for which nothing was prepared is worked out of all points', async () => {
    const local = writeLand()
    const files = local.files.filter((file) => !file.includes('@'))
    expect(await sourcesOf(serveLand({ ...local, files }))).toEqual([
      ['boundaries-8.fgb', '0.01000'],
      ['boundaries-8.fgb', '0.00020'],
      ['boundaries-8.fgb', '0.00010'],
      ['boundaries-8.fgb', '0.00019'],
    ])
  })

  test('too many at once are refused, and answered later', async () => {
    const { town } = serveLand()
    const queries = Array.from({ length: 8 }, (_, i) => `${PATH}?levels=8&tolerance=0.0${i + 1}`)
    const answers = await Promise.all(queries.map((query) => town.ask(query)))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(4)
    expect(refused[0]?.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(refused[0]?.body['error']).toContain('ask again')
    expect(refused[0]?.headers.get('retry-after')).toBe('30')
    expect((await town.ask(queries[7] ?? '')).status).toBe(200)
  })
})

/** What is simplified, and by how much, to answer some tolerances. */
async function sourcesOf({ town, simplifier }: ReturnType<typeof serveLand>) {
  for (const tolerance of ['0.01', '0.0002', '0.0001', '0.00019']) {
    const { status } = await town.ask(`${PATH}?levels=8&tolerance=${tolerance}`)
    expect(status).toBe(200)
  }
  return simplifier.tasks.map(({ source, tolerance }) => [basename(source), tolerance.toFixed(5)])
}

test('a query is asked as it was meant', async () => {
  const asked: BoundaryQuery[] = []
  const town = new Town({
    adminBoundaries(query) {
      asked.push(query)
      return landText(query)
    },
  })
  await town.ask(`${PATH}?format=wkt&levels=8&tolerance=0.25&bbox=1,2,3,4&code=b,a`)
  expect(asked).toEqual([
    {
      format: 'wkt',
      levels: [8],
      tolerance: 0.25,
      box: { west: 1, south: 2, east: 3, north: 4 },
      codes: ['a', 'b'],
    },
  ])
  expect(simplifier.tasks.length).toBeGreaterThan(0)
})
