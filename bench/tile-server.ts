/*
 * What bench/tiles.ts measures, each in a process of its own; prints its URL.
 *
 *   bun bench/tile-server.ts cached|uncached INDEX       Saola's route over a tile index
 *   bun bench/tile-server.ts bare FOLDER PATH …          a bare Bun.serve with the same bytes
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { KeyTable } from '../src/access/key-table.ts'
import { PoiTokens } from '../src/serving/poi-tokens.ts'
import { mapFile } from '../src/system/mapped-file.ts'
import { openTileIndex } from '../src/tiles/layout.ts'
import { TILE_CACHE_BYTES, Tiles } from '../src/tiles/tiles.ts'
import { keyRecord } from '../test/access/keys.ts'
import { Town } from '../test/http/town.ts'

const HEADERS = { 'content-type': 'application/vnd.mapbox-vector-tile' }
const UNLIMITED = 2_000_000_000

const [mode = '', source = '', ...paths] = process.argv.slice(2)
const fetch = mode === 'bare' ? await bare() : saola(mode === 'cached' ? TILE_CACHE_BYTES : 0)
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
console.log(server.url.origin)
process.on('SIGTERM', () => server.stop(true))

function saola(cacheBytes: number): (request: Request) => Response | Promise<Response> {
  const tiles = new Tiles(openTileIndex(mapFile(source)), cacheBytes)
  const tokens = new PoiTokens()
  tokens.secrets = [{ keyId: 'key0', bytes: new Uint8Array(32).fill(7) }]
  const keys = new KeyTable([keyRecord(1, { perMinute: UNLIMITED, perDay: UNLIMITED })])
  const town = new Town({
    now: Date.now,
    elapsedMs: () => performance.now(),
    newRequestId: randomUUID,
    keys: () => keys,
    poiTile: (tile, encoding, nowMs) => ({
      body: tiles.tile(tile, tokens.writer(nowMs), encoding),
      maxAgeS: tokens.secondsLeft(nowMs),
    }),
  })
  return town.app.fetch
}

async function bare(): Promise<(request: Request) => Response> {
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [i, path] of paths.entries()) {
    bodies.set(path, await Bun.file(join(source, String(i))).bytes())
  }
  return ({ url }) => {
    const body = bodies.get(url.slice(url.indexOf('/', 8)))
    return new Response(body ?? null, { status: body ? 200 : 404, headers: HEADERS })
  }
}
