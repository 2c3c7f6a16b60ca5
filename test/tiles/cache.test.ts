import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { buildTiles } from '../../src/tiles/build.ts'
import { TileCache } from '../../src/tiles/cache.ts'
import { openTileIndex } from '../../src/tiles/layout.ts'
import { Tiles } from '../../src/tiles/tiles.ts'
import { decoded, dottedTokens } from './decoded.ts'
import { marketTile, TOWN } from './town.ts'

const body = (bytes: number) => ({ bytes: new Uint8Array(bytes), etag: '""' })

describe('the cache', () => {
  test('forgets what was asked for longest ago, and stays within its budget', () => {
    const cache = new TileCache(3_000)
    cache.add(1, body(700))
    cache.add(2, body(700))
    cache.add(3, body(700))
    expect(cache.get(1)).not.toBeNull()
    cache.add(4, body(700))
    expect([1, 2, 3, 4].filter((key) => cache.get(key) !== null)).toEqual([1, 3, 4])
    expect(cache.bytes).toBeLessThanOrEqual(3_000)
    cache.add(5, body(2_700))
    expect([1, 3, 4, 5].filter((key) => cache.get(key) !== null)).toEqual([5])
  })

  test('keeps nothing that is larger than all of it', () => {
    const cache = new TileCache(1_000)
    cache.add(1, body(10))
    cache.add(2, body(1_000))
    expect(cache.get(2)).toBeNull()
    expect(cache.get(1)).not.toBeNull()
    cache.clear()
    expect([cache.get(1), cache.bytes]).toEqual([null, 0])
  })
})

describe('tiles of a dataset', () => {
  const index = openTileIndex(buildTiles(TOWN))

  test('are made once for as long as the tokens are the same', () => {
    const tiles = new Tiles(index)
    const tokens = dottedTokens()
    const first = tiles.tile(marketTile(14), tokens, 'identity')
    expect(first).not.toBeNull()
    expect(tiles.tile(marketTile(14), tokens, 'identity')).toBe(first)
    const later = tiles.tile(marketTile(14), dottedTokens(30), 'identity')
    expect(later?.etag).not.toBe(first?.etag)
    expect(tiles.tile(marketTile(14), dottedTokens(), 'identity')).toEqual(first)
  })

  test('are the same in every process', () => {
    const one = new Tiles(index).tile(marketTile(14), dottedTokens(), 'gzip')
    const cacheless = new Tiles(index, 0).tile(marketTile(14), dottedTokens(), 'gzip')
    expect(one).toEqual(cacheless)
  })

  test('come compressed, with an etag of their own', () => {
    const tiles = new Tiles(index)
    const tokens = dottedTokens()
    const plain = tiles.tile(marketTile(14), tokens, 'identity')
    const gzip = tiles.tile(marketTile(14), tokens, 'gzip')
    expect(gzip?.etag).not.toBe(plain?.etag)
    expect(decoded(gunzipSync(gzip?.bytes ?? new Uint8Array()))).toEqual(
      decoded(plain?.bytes ?? null),
    )
  })

  test('are null where nothing is', () => {
    expect(new Tiles(index).tile({ z: 5, x: 0, y: 0 }, dottedTokens(), 'gzip')).toBeNull()
  })
})
