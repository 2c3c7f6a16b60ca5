import { gzipSync } from 'node:zlib'
import { type TileBody, TileCache } from './cache.ts'
import type { TileId } from './grid.ts'
import type { TileIndex } from './layout.ts'
import { TileWriter, type TokenWriter } from './write.ts'

export type TileEncoding = 'identity' | 'gzip'

/** Of each thread that serves tiles: the tiles of a city at all zooms. */
export const TILE_CACHE_BYTES = 64 * 1024 * 1024

/** Ids and tokens hardly compress, and level 6 saves no more on names and types than level 3. */
const GZIP_LEVEL = 3

/**
 * The tiles of one dataset, each made once for as long as its tokens are the same. Bytes and etags
 * are the same in every process that has the same dataset and the same tokens.
 */
export class Tiles {
  readonly #writer: TileWriter
  readonly #cache: TileCache
  #tokens: TokenWriter | null = null

  constructor(index: TileIndex, cacheBytes = TILE_CACHE_BYTES) {
    this.#writer = new TileWriter(index)
    this.#cache = new TileCache(cacheBytes)
  }

  /**
   * The tile, null when it is empty. `tokens` is one object for as long as the tokens are the same:
   * another one empties the cache.
   */
  tile(tile: TileId, tokens: TokenWriter, encoding: TileEncoding): TileBody | null {
    if (tokens !== this.#tokens) {
      this.#cache.clear()
      this.#tokens = tokens
    }
    const key = keyOf(tile, encoding)
    const cached = this.#cache.get(key)
    if (cached !== null) return cached
    const plain = this.#plain(tile, tokens)
    if (plain === null) return null
    const body = encoding === 'gzip' ? compressed(plain) : plain
    this.#cache.add(key, body)
    return body
  }

  #plain(tile: TileId, tokens: TokenWriter): TileBody | null {
    const cached = this.#cache.get(keyOf(tile, 'identity'))
    if (cached !== null) return cached
    const bytes = this.#writer.write(tile, tokens)?.slice()
    return bytes ? { bytes, etag: `"${Bun.hash(bytes).toString(36)}"` } : null
  }
}

/** One number a tile and encoding, below 2^51. */
function keyOf({ z, x, y }: TileId, encoding: TileEncoding): number {
  return ((z * 2 ** 22 + x) * 2 ** 22 + y) * 2 + (encoding === 'gzip' ? 1 : 0)
}

function compressed({ bytes, etag }: TileBody): TileBody {
  return { bytes: gzipSync(bytes, { level: GZIP_LEVEL }), etag: `${etag.slice(0, -1)}-gzip"` }
}
