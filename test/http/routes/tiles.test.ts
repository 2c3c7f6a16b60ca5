import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { PoiTokenWriter, poiTokenBucket } from '../../../src/access/poi-token.ts'
import type { PlaceId } from '../../../src/base/ids.ts'
import { buildTiles } from '../../../src/tiles/build.ts'
import { openTileIndex } from '../../../src/tiles/layout.ts'
import { Tiles } from '../../../src/tiles/tiles.ts'
import { keyText } from '../../access/keys.ts'
import { checkPoiToken } from '../../access/tokens.ts'
import { decoded } from '../../tiles/decoded.ts'
import { marketTile, TOWN } from '../../tiles/town.ts'
import { NOON, Town } from '../town.ts'

const SECRET = { keyId: 'key0', bytes: new Uint8Array(32).fill(7) }
const MARKET = marketTile(14)
const PATH = `/v1/pois/tiles/14/${MARKET.x}/${MARKET.y}`

/** A town whose tiles are those of `test/tiles/town.ts`. */
function mapped(): Town {
  const tiles = new Tiles(openTileIndex(buildTiles(TOWN)))
  let tokens = new PoiTokenWriter(SECRET, poiTokenBucket(NOON))
  let bucket = poiTokenBucket(NOON)
  return new Town({
    poiTile(tile, encoding, nowMs) {
      if (poiTokenBucket(nowMs) !== bucket) {
        bucket = poiTokenBucket(nowMs)
        tokens = new PoiTokenWriter(SECRET, bucket)
      }
      return { body: tiles.tile(tile, tokens, encoding), maxAgeS: 870 }
    },
  })
}

describe('/v1/pois/tiles/{z}/{x}/{y}', () => {
  test.each([PATH, `${PATH}.mvt`, `${PATH}.pbf`, `${PATH}?unknown=1`])(
    '%s is a tile',
    async (path) => {
      const { status, headers, bytes } = await mapped().ask(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
      expect(headers.get('cache-control')).toBe('private, max-age=870')
      expect(headers.get('vary')).toBe('Accept-Encoding, X-API-Key')
      expect(headers.get('content-encoding')).toBeNull()
      const features = decoded(bytes)
      expect(features.map(({ properties }) => properties['name'])).toContain('Chợ Lớn')
      for (const { properties } of features) {
        const id = String(properties['place_id']) as PlaceId
        expect(checkPoiToken([SECRET], String(properties['token']), id, NOON)).toBe('ok')
      }
    },
  )

  test('an empty tile is 204', async () => {
    const town = mapped()
    // One that has a type before it leaves none.
    expect((await town.ask(PATH)).headers.get('content-type')).not.toBeNull()
    const { status, headers, bytes } = await town.ask('/v1/pois/tiles/14/0/0.mvt')
    expect([status, bytes.length, headers.get('content-type')]).toEqual([204, 0, null])
    expect(headers.get('cache-control')).toBe('private, max-age=870')
  })

  test('comes compressed to those who ask for it', async () => {
    const town = mapped()
    const plain = await town.ask(PATH)
    const zipped = await town.ask(PATH, { headers: { 'accept-encoding': 'br, gzip;q=0.8' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(decoded(gunzipSync(zipped.bytes))).toEqual(decoded(plain.bytes))
    expect(zipped.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  })

  test.each([
    ['identity', ''],
    ['gzip', 'gzip'],
  ])('is 304 for who has it, %s', async (_, encoding) => {
    const town = mapped()
    const headers = { 'accept-encoding': encoding }
    const etag = (await town.ask(PATH, { headers })).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await town.ask(PATH, { headers: { ...headers, 'if-none-match': known } })
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag])
      expect(again.headers.get('cache-control')).toBe('private, max-age=870')
    }
    const other = await town.ask(PATH, { headers: { ...headers, 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('has the same bytes for all until the quarter of the hour ends', async () => {
    const town = mapped()
    const first = await town.ask(PATH)
    const strangers = await mapped().ask(PATH, { headers: { 'x-api-key': keyText(3) } })
    expect(strangers.bytes).toEqual(first.bytes)
    expect(strangers.headers.get('etag')).toBe(first.headers.get('etag'))
    town.nowMs = NOON + 15 * 60_000
    const later = await town.ask(PATH)
    expect(later.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  test.each([
    ['-1/0/0', "Parameter 'z' must be a whole number from 0 to 22, got '-1'."],
    ['23/0/0', "'z' must be a whole number from 0 to 22, got '23'"],
    ['1.0/0/0', "'z' must"],
    ['01/0/0', "'z' must"],
    ['z/0/0', "'z' must"],
    ['NaN/0/0', "'z' must"],
    ['1e1/0/0', "'z' must"],
    ['%31%20/0/0', "'z' must be a whole number from 0 to 22, got '1 '"],
    ['0/1/0', "Parameter 'x' must be a whole number from 0 to 0, got '1'."],
    ['14/16384/0', "'x' must be a whole number from 0 to 16383, got '16384'"],
    ['14/-1/0', "'x' must"],
    ['14/0.mvt/0', "'x' must"],
    ['14/0/16384', "'y' must be a whole number from 0 to 16383, got '16384'"],
    ['14/0/16384.pbf', "'y' must be a whole number from 0 to 16383, got '16384'"],
    ['14/0/0.png', "'y' must be a whole number from 0 to 16383, got '0.png'"],
    ['14/0/0.mvt.mvt', "'y' must"],
    ['14/0/.mvt', "'y' must be a whole number from 0 to 16383, got ''"],
    ['22/4194304/0', "'x' must be a whole number from 0 to 4194303"],
    ['22/0/99999999999999999999', "'y' must"],
  ])('refuses %s', async (path, message) => {
    const { status, body } = await mapped().ask(`/v1/pois/tiles/${path}`)
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
    expect(body['error']).toContain(message)
  })

  test.each(['0/0/0', '1/1/1', '22/4194303/4194303', '22/0/0.mvt'])('takes %s', async (path) => {
    const { status } = await mapped().ask(`/v1/pois/tiles/${path}`)
    expect([200, 204]).toContain(status)
  })

  test('needs the scope places:read', async () => {
    const { status, body } = await mapped().ask(PATH, { headers: { 'x-api-key': keyText(2) } })
    expect([status, body['code']]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })

  test.each(['14/1', '14/1/2/3'])('%s is no tile', async (path) => {
    expect((await mapped().ask(`/v1/pois/tiles/${path}`)).status).toBe(404)
  })
})
