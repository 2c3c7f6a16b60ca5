import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { BUILTIN_ATTRIBUTION } from '../../../src/import/units/builtin-data.ts'
import { MAP_FILE_NAMES } from '../../../src/web/map.ts'
import { Town } from '../town.ts'

describe('the map page', () => {
  test('loads nothing from elsewhere', async () => {
    const { status, text, headers } = await new Town().ask('/', { headers: { 'x-api-key': '' } })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    // The name of a namespace is no address.
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
    expect(text).not.toMatch(/(src|href|action)\s*=\s*["']?\/\//i)
    const loaded = new Set([...text.matchAll(/map\/([\w.-]+)/g)].map(([, name]) => name))
    const own = ['maplibre-gl.css', 'maplibre-gl.mjs', 'pois', 'style.json']
    expect([...loaded].sort()).toEqual(own)
  })

  test('names whose work it shows', async () => {
    const { text } = await new Town().ask('/')
    expect(text).toContain('© OpenStreetMap contributors')
    for (const credit of BUILTIN_ATTRIBUTION) {
      const [, whose = ''] = /: ([\w-]+( Earth)?)/.exec(credit) ?? []
      expect(whose).not.toBe('')
      expect(text).toContain(whose)
    }
  })
})

describe.each(MAP_FILE_NAMES)('/map/%s', (name) => {
  const path = `/map/${name}`

  test('is whole, plain and compressed', async () => {
    const town = new Town()
    const plain = await town.ask(path)
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/)
    const file = Bun.file(Bun.resolveSync(`maplibre-gl/dist/${name}`, import.meta.dir))
    expect(Bun.hash(plain.bytes)).toBe(Bun.hash(await file.bytes()))
    const zipped = await town.ask(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(Bun.hash(gunzipSync(zipped.bytes))).toBe(Bun.hash(plain.bytes))
  })

  test('is 304 for who has it', async () => {
    const town = new Town()
    const etag = (await town.ask(path)).headers.get('etag') ?? ''
    const again = await town.ask(path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })
})

test('nothing else lies there', async () => {
  expect((await new Town().ask('/map/maplibre-gl.mjs.map')).status).toBe(404)
  expect((await new Town().ask('/map/')).status).toBe(404)
})
