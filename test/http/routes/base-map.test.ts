import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { ServiceError } from '../../../src/base/errors.ts'
import { keyText } from '../../access/keys.ts'
import { decodedTile } from '../../basemap/decoded.ts'
import { Town } from '../town.ts'

/* The base map over HTTP: tiles, style, glyphs, sprite. */

const town = new Town()
const GZIP = { 'accept-encoding': 'gzip' }
const NO_KEY = { 'x-api-key': '' }

interface Style {
  readonly version: number
  readonly glyphs: string
  readonly sprite: string
  readonly sources: { readonly saola: { readonly tiles: string[]; readonly maxzoom: number } }
  readonly layers: readonly {
    readonly id: string
    readonly layout?: Record<string, unknown>
    readonly paint?: Record<string, unknown>
  }[]
}

async function styleOf(query: string, from = town): Promise<Style> {
  const { body } = await from.ask(`/map/style.json${query}`, { headers: NO_KEY })
  return body as unknown as Style
}

describe('a tile', () => {
  test.each(['0', '0.mvt', '0.pbf'])('is sent as it is stored: %s', async (y) => {
    const headers = { ...NO_KEY, ...GZIP }
    const { status, headers: got, bytes } = await town.ask(`/map/tiles/0/0/${y}`, { headers })
    expect(status).toBe(200)
    expect(got.get('content-encoding')).toBe('gzip')
    expect(got.get('cache-control')).toBe('public, max-age=3600')
    const names = decodedTile(gunzipSync(bytes)).map(({ properties }) => properties['name'])
    expect(names).toEqual(['Cà phê Sông Trăng'])
  })

  test('is unpacked for whoever takes no gzip', async () => {
    const { headers, bytes } = await town.ask('/map/tiles/0/0/0', { headers: NO_KEY })
    expect(headers.get('content-encoding')).toBeNull()
    expect(decodedTile(bytes)).toHaveLength(1)
  })

  test('is not sent again to whoever has it; packed and plain are told apart', async () => {
    const first = await town.ask('/map/tiles/0/0/0', { headers: { ...NO_KEY, ...GZIP } })
    const etag = first.headers.get('etag') ?? ''
    const same = { ...NO_KEY, ...GZIP, 'if-none-match': etag }
    expect((await town.ask('/map/tiles/0/0/0', { headers: same })).status).toBe(304)
    const plain = { ...NO_KEY, 'if-none-match': etag }
    expect((await town.ask('/map/tiles/0/0/0', { headers: plain })).status).toBe(200)
  })

  test.each([
    ['/map/tiles/1/0/0', 204, null],
    ['/map/tiles/9/400/200', 204, null],
    ['/map/tiles/1/2/0', 400, "Parameter 'x' must be a whole number from 0 to 1, got '2'."],
    ['/map/tiles/1/0/a', 400, "Parameter 'y' must be a whole number from 0 to 1, got 'a'."],
    ['/map/tiles/23/0/0', 400, "Parameter 'z' must be a whole number from 0 to 22, got '23'."],
  ])('%s: %d', async (path, wanted, error) => {
    const { status, body } = await town.ask(path, { headers: NO_KEY })
    expect(status).toBe(wanted)
    expect(body['error'] ?? null).toBe(error)
  })
})

describe('a style', () => {
  test('names nothing but this server', async () => {
    const style = await styleOf('')
    expect(style.version).toBe(8)
    expect(style.sources.saola.tiles).toEqual(['http://localhost/map/tiles/{z}/{x}/{y}.mvt'])
    expect(style.glyphs).toBe('http://localhost/map/fonts/{fontstack}/{range}.pbf')
    expect(style.sprite).toBe('http://localhost/map/sprite')
    expect(JSON.stringify(style).match(/https?:\/\/(?!localhost\/)/g)).toBeNull()
  })

  test('calls the server as a setting says', async () => {
    const behind = new Town({ settings: { publicUrl: 'https://maps.example.vn/saola' } })
    const style = await styleOf('', behind)
    expect(style.sprite).toBe('https://maps.example.vn/saola/map/sprite')
    const { body } = await behind.ask('/map/tiles.json', { headers: NO_KEY })
    expect(body['tiles']).toEqual(['https://maps.example.vn/saola/map/tiles/{z}/{x}/{y}.mvt'])
  })

  test('has the same layers light and dark, in other colours', async () => {
    const [light, dark] = [await styleOf('?theme=light'), await styleOf('?theme=dark')]
    expect(dark.layers.map(({ id }) => id)).toEqual(light.layers.map(({ id }) => id))
    expect(dark.layers[0]?.paint).not.toEqual(light.layers[0]?.paint ?? {})
  })

  test.each([
    ['vi', ['coalesce', ['get', 'name:vi'], ['get', 'name']]],
    ['en', ['coalesce', ['get', 'name:en'], ['coalesce', ['get', 'name:vi'], ['get', 'name']]]],
    ['local', ['get', 'name']],
  ])('writes names in the language asked for: %s', async (lang, field) => {
    const { layers } = await styleOf(`?lang=${lang}`)
    const names = layers.find(({ id }) => id === 'town-names')
    expect(names?.layout?.['text-field']).toEqual(field)
  })

  test('asks for no icon and no font that is not there', async () => {
    const style = await styleOf('')
    const { body: icons } = await town.ask('/map/sprite.json', { headers: NO_KEY })
    const { body: categories } = await town.ask('/v1/categories')
    const ids = (categories['categories'] as { id: string }[]).map(({ id }) => id)
    for (const id of [...ids, 'point_of_interest', 'oneway', 'shield-national']) {
      expect(icons).toHaveProperty([id])
    }
    const fonts = JSON.stringify(style).match(/Be Vietnam Pro \w+/g) ?? []
    expect(new Set(fonts).size).toBe(3)
  })

  test.each(['theme=blue', 'lang=fr'])('refuses %s', async (query) => {
    const { status } = await town.ask(`/map/style.json?${query}`, { headers: NO_KEY })
    expect(status).toBe(400)
  })
})

describe('glyphs', () => {
  /** Code points of a file of glyphs, with the bytes of each bitmap. */
  function glyphsOf(bytes: Uint8Array): Map<number, { bitmap: number; expected: number }> {
    const found = new Map<number, { bitmap: number; expected: number }>()
    new PbfReader(bytes).readFields((tag, _, pbf) => {
      if (tag !== 1) return
      pbf.readMessage((inner, __, stack) => {
        if (inner !== 3) return
        const glyph = { id: 0, bitmap: 0, width: 0, height: 0 }
        stack.readMessage((field, ___, message) => {
          if (field === 1) glyph.id = message.readVarint()
          else if (field === 2) glyph.bitmap = message.readBytes().length
          else if (field === 3) glyph.width = message.readVarint()
          else if (field === 4) glyph.height = message.readVarint()
        }, null)
        const expected = glyph.width === 0 ? 0 : (glyph.width + 6) * (glyph.height + 6)
        found.set(glyph.id, { bitmap: glyph.bitmap, expected })
      }, null)
    }, null)
    return found
  }

  test.each(['Regular', 'SemiBold', 'Italic'])('%s has all of Vietnamese', async (weight) => {
    const letters = [
      ...'aàáảãạăằắẳẵặâầấẩẫậbcdđeèéẻẽẹêềếểễệghiìíỉĩịklmn',
      ...'oòóỏõọôồốổỗộơờớởỡợpqrstuùúủũụưừứửữựvxyỳýỷỹỵ',
    ]
    const wanted = [...letters, ...letters.map((each) => each.toUpperCase()), ...'0123456789₫–“”…']
    const ranges = new Set(wanted.map((char) => Math.floor((char.codePointAt(0) ?? 0) / 256) * 256))
    const found = new Set<number>()
    for (const first of [...ranges, 768]) {
      const font = encodeURIComponent(`Be Vietnam Pro ${weight}`)
      const path = `/map/fonts/${font}/${first}-${first + 255}.pbf`
      const { status, bytes } = await town.ask(path, { headers: NO_KEY })
      expect(status).toBe(200)
      for (const [code, { bitmap, expected }] of glyphsOf(bytes)) {
        expect(bitmap).toBe(expected)
        found.add(code)
      }
    }
    const marks = ['\u0300', '\u0301', '\u0303', '\u0309', '\u0323']
    const missing = [...wanted, ...marks].filter((char) => !found.has(char.codePointAt(0) ?? 0))
    expect(missing).toEqual([])
  })

  test.each([
    ['Be Vietnam Pro Regular', '7936-8191.pbf', 200],
    ['Open Sans Regular,Be Vietnam Pro Italic', '0-255.pbf', 200],
    ['Be Vietnam Pro Regular', '1-256.pbf', 400],
    ['Be Vietnam Pro Regular', '0-511', 400],
    ['Be Vietnam Pro Regular', 'a', 400],
  ])('%s %s: %d', async (font, range, wanted) => {
    const path = `/map/fonts/${encodeURIComponent(font)}/${range}`
    expect((await town.ask(path, { headers: NO_KEY })).status).toBe(wanted)
  })
})

test('the picture of the sprite is a PNG as large as its icons say', async () => {
  for (const [suffix, ratio] of [
    ['', 1],
    ['@2x', 2],
  ] as const) {
    const { body } = await town.ask(`/map/sprite${suffix}.json`, { headers: NO_KEY })
    const { bytes, headers } = await town.ask(`/map/sprite${suffix}.png`, { headers: NO_KEY })
    expect(headers.get('content-type')).toBe('image/png')
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const [width, height] = [view.getUint32(16), view.getUint32(20)]
    for (const icon of Object.values(body) as Record<string, number>[]) {
      expect(icon['pixelRatio']).toBe(ratio)
      expect((icon['x'] ?? 0) + (icon['width'] ?? 0)).toBeLessThanOrEqual(width)
      expect((icon['y'] ?? 0) + (icon['height'] ?? 0)).toBeLessThanOrEqual(height)
    }
  }
})

describe('a server whose map wants a key', () => {
  const guarded = new Town({ settings: { isMapKeyRequired: true } })

  test.each(['/map/tiles/0/0/0', '/map/style.json', '/map/tiles.json'])('%s', async (path) => {
    // Not through the checker, whose document is that of a server without.
    const asked = (headers: Record<string, string>) =>
      guarded.app.fetch(new Request(`http://localhost${path}`, { headers }))
    const refused = await asked({})
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'MISSING_API_KEY' }])
    expect((await asked({ 'x-api-key': keyText(2) })).status).toBe(200)
  })
})

test('a dataset without a map says how to get one', async () => {
  const without = new Town({
    map: () => {
      throw new ServiceError('SERVICE_UNAVAILABLE', 'Import its extract again.')
    },
  })
  for (const path of ['/map/tiles/0/0/0', '/map/style.json', '/map/tiles.json']) {
    const { status, body } = await without.ask(path, { headers: NO_KEY })
    expect([status, body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  }
})
