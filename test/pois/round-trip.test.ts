import { beforeAll, describe, expect, test } from 'bun:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { UNWATCHED } from '../../src/base/on-step.ts'
import { toMercator } from '../../src/geo/mercator.ts'
import { E7 } from '../../src/geo/point.ts'
import { DATASET_FILES } from '../../src/import/dataset/dataset-files.ts'
import { poiDetail } from '../../src/pois/detail.ts'
import { listPois } from '../../src/pois/list.ts'
import { openPois } from '../../src/pois/pois.ts'
import type { Place } from '../../src/search/model/place.ts'
import { resolve } from '../../src/search/resolve.ts'
import { openSearch } from '../../src/search/search.ts'
import { PoiTokens } from '../../src/serving/poi-tokens.ts'
import { openTileIndex } from '../../src/tiles/layout.ts'
import { Tiles } from '../../src/tiles/tiles.ts'
import { SECRET, Town } from '../http/town.ts'
import { hasVietnam, vietnam } from '../import/vietnam.ts'

/*
 * Of real POIs: the tile that shows it gives a token, with the token its detail is had, and a list
 * around it has it too. Tokens that are not its own are refused.
 */

const SAMPLE = 2_000
const ZOOM = 18 // from here on tiles show everything

interface Shown {
  readonly token: string
  readonly name: string
  readonly category: string
}

describe.skipIf(!hasVietnam)('a POI of vietnam-dev', () => {
  let town: Town
  let sample: readonly Place[]

  beforeAll(async () => {
    const content = await vietnam()
    const build = async (name: string): Promise<Uint8Array> => {
      const bytes = await DATASET_FILES.find((file) => file.name === name)?.build(
        content,
        UNWATCHED,
      )
      if (!bytes) throw new Error(`${name} is not built`)
      return bytes
    }
    const search = openSearch(await build('search.idx'))
    const pois = openPois(await build('pois.idx'))
    const tiles = new Tiles(openTileIndex(await build('tiles.idx')))
    const tokens = new PoiTokens()
    tokens.secrets = [SECRET]
    town = new Town({
      resolve: (id, lang) => resolve(search, id, lang),
      pois: (query) => listPois(pois, query),
      poiDetail: (id, nowMs) => poiDetail(pois, id, nowMs),
      checkPoiToken: (token, id, nowMs) => tokens.check(token, id, nowMs),
      poiTile: (tile, encoding, nowMs) => ({
        body: tiles.tile(tile, tokens.writer(nowMs), encoding),
        maxAgeS: tokens.secondsLeft(nowMs),
      }),
    })
    const all = content.places.filter(({ kind }) => kind === 'poi')
    const step = all.length / SAMPLE
    sample = Array.from({ length: SAMPLE }, (_, i) => all[Math.floor(i * step)]!)
  }, 300_000)

  /** What the tile under the place shows, by place id. */
  async function shownAround({ lonE7, latE7 }: Place): Promise<Map<string, Shown>> {
    const { x, y } = toMercator({ lon: lonE7 / E7, lat: latE7 / E7 })
    const side = 2 ** (32 - ZOOM)
    const path = `/v1/pois/tiles/${ZOOM}/${Math.floor(x / side)}/${Math.floor(y / side)}`
    const { status, bytes } = await town.ask(path)
    expect(status).toBe(200)
    const layer = new VectorTile(new PbfReader(bytes)).layers['pois']
    const shown = new Map<string, Shown>()
    for (let i = 0; i < (layer?.length ?? 0); i++) {
      const { place_id, token, name, primary_type } = layer?.feature(i).properties ?? {}
      shown.set(String(place_id), {
        token: String(token),
        name: String(name),
        category: String(primary_type),
      })
    }
    return shown
  }

  test('goes from tile to token to detail to list', async () => {
    for (const place of sample) {
      const shown = (await shownAround(place)).get(place.id)
      expect([place.id, shown?.name]).toEqual([place.id, place.name])
      const token = shown?.token ?? ''
      const detail = await town.ask(`/v1/pois/${place.id}`, { headers: { 'x-poi-token': token } })
      expect(detail.status).toBe(200)
      expect(detail.headers.get('x-poi-token')).toBe(token)
      expect(detail.body).toMatchObject({
        result: { place_id: place.id, name: place.name, primary_type: shown?.category },
      })
      const [lon, lat] = [place.lonE7 / E7, place.latE7 / E7]
      const bbox = [lon - 0.001, lat - 0.001, lon + 0.001, lat + 0.001].join()
      const query = `bbox=${bbox}&near=${lon},${lat}&category=${shown?.category}&limit=2000`
      const list = await town.ask(`/v1/pois?${query}`)
      expect(JSON.stringify(list.body)).toContain(`"${place.id}"`)
    }
  })

  test('is refused with a token that is forged, swapped, cut or expired', async () => {
    const [one, other] = sample
    if (!one || !other) throw new Error('there are two POIs')
    const token = (await shownAround(one)).get(one.id)?.token ?? ''
    const foreign = (await shownAround(other)).get(other.id)?.token ?? ''
    const ask = async (given: string) => {
      const { status, body } = await town.ask(`/v1/pois/${one.id}`, {
        headers: { 'x-poi-token': given },
      })
      return [status, body['code']]
    }
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    for (const bad of [foreign, flipped, token.slice(0, -1), 'x']) {
      expect(await ask(bad)).toEqual([403, 'INVALID_POI_TOKEN'])
    }
    town.nowMs += 31 * 60_000
    expect(await ask(token)).toEqual([403, 'EXPIRED_POI_TOKEN'])
  })
})
