import { gunzipSync } from 'node:zlib'
import { assert } from '../../base/assert.ts'
import { type Directory, findEntry, readDirectory } from './directory.ts'
import { type ArchiveHeader, readHeader } from './header.ts'
import { type MapTileId, tileIdOf } from './tile-id.ts'

/** Position of a tile in the archive. */
export interface TileSpan {
  readonly offset: number
  readonly length: number
}

/** Depth of directories, at most; from the format. */
const DEPTH_MAX = 4

/**
 * A PMTiles archive over its bytes, which may be memory-mapped; a tile is a view of them. A leaf
 * directory is read when a tile of it is asked for first, and kept: 4,096 entries or so each.
 */
export class MapArchive {
  readonly header: ArchiveHeader
  readonly #bytes: Uint8Array
  readonly #root: Directory
  readonly #leaves = new Map<number, Directory>()

  /** Throws `INVALID_DATASET`. */
  constructor(bytes: Uint8Array) {
    this.header = readHeader(bytes)
    this.#bytes = bytes
    const { offset, length } = this.header.root
    this.#root = readDirectory(bytes.subarray(offset, offset + length))
  }

  /** Null for a tile that the archive does not hold: one of nothing but sea. */
  find(tile: MapTileId): TileSpan | null {
    const { zoomMin, zoomMax, tiles } = this.header
    if (tile.z < zoomMin || tile.z > zoomMax) return null
    const id = tileIdOf(tile)
    let directory = this.#root
    for (let depth = 0; depth < DEPTH_MAX; depth++) {
      const entry = findEntry(directory, id)
      if (entry < 0) return null
      const offset = directory.offset[entry]!
      const length = directory.length[entry]!
      if (directory.runLength[entry]! > 0) return { offset: tiles.offset + offset, length }
      directory = this.#leaf(offset, length)
    }
    return null
  }

  /** The gzipped bytes. */
  bytesOf({ offset, length }: TileSpan): Uint8Array<ArrayBuffer> {
    const { buffer, byteOffset } = this.#bytes
    return new Uint8Array(buffer as ArrayBuffer, byteOffset + offset, length)
  }

  metadata(): string {
    const { offset, length } = this.header.metadata
    return gunzipSync(this.#bytes.subarray(offset, offset + length)).toString()
  }

  #leaf(offset: number, length: number): Directory {
    const known = this.#leaves.get(offset)
    if (known !== undefined) return known
    const start = this.header.leaves.offset + offset
    const leaf = readDirectory(this.#bytes.subarray(start, start + length))
    this.#leaves.set(offset, leaf)
    return leaf
  }

  /** Every directory without leaves, in the order of ids. */
  *directories(): Generator<Directory> {
    for (let i = 0; i < this.#root.tileId.length; i++) {
      if (this.#root.runLength[i]! > 0) return yield this.#root
      yield this.#leaf(this.#root.offset[i]!, this.#root.length[i]!)
    }
  }
}

/** Throws when the archive is not what serving it relies on. */
export function checkArchive(bytes: Uint8Array): void {
  const archive = new MapArchive(bytes)
  const { tiles, addressed } = archive.header
  let before = -1
  let count = 0
  for (const { tileId, runLength, offset, length } of archive.directories()) {
    for (let i = 0; i < tileId.length; i++) {
      assert(tileId[i]! > before, 'tiles stand by rising id')
      assert(runLength[i]! > 0, 'an entry has a tile')
      assert(offset[i]! + length[i]! <= tiles.length, 'a tile lies in its section')
      const first = tiles.offset + offset[i]!
      assert(bytes[first] === 0x1f && bytes[first + 1] === 0x8b, 'a tile is gzipped')
      before = tileId[i]! + runLength[i]! - 1
      count += runLength[i]!
    }
  }
  assert(count === addressed, 'the header counts the tiles')
}
