import { gunzipSync, gzipSync } from 'node:zlib'
import { assert } from '../../base/assert.ts'
import { firstReached } from '../../base/binary-search.ts'

/*
 * A directory of a PMTiles archive (PMTiles 3, section 4.2), gzip: a row an entry, by rising id.
 *
 *   tileId     Float64[n]  the first tile of the entry
 *   runLength  Uint32[n]   so many tiles from there on are the same; 0: a leaf directory
 *   length     Uint32[n]   bytes of the tile or the leaf
 *   offset     Float64[n]  where they begin, in the section of tiles or of leaves
 */
export interface Directory {
  readonly tileId: Float64Array
  readonly runLength: Uint32Array
  readonly length: Uint32Array
  readonly offset: Float64Array
}

export function readDirectory(compressed: Uint8Array): Directory {
  const bytes = gunzipSync(compressed)
  let at = 0
  const next = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]
      assert(byte !== undefined, 'a directory of tiles is whole')
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }
  const count = next()
  assert(count <= bytes.length, 'a directory of tiles has its entries')
  const tileId = new Float64Array(count)
  for (let i = 0; i < count; i++) tileId[i] = (i === 0 ? 0 : tileId[i - 1]!) + next()
  const runLength = Uint32Array.from({ length: count }, next)
  const length = Uint32Array.from({ length: count }, next)
  const offset = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const value = next()
    offset[i] = value === 0 && i > 0 ? offset[i - 1]! + length[i - 1]! : value - 1
  }
  return { tileId, runLength, length, offset }
}

/** The bytes of rows `from` up to `to`. */
export function writeDirectory(all: Directory, from: number, to: number): Uint8Array {
  const out: number[] = []
  const push = (value: number): void => {
    while (value >= 128) {
      out.push((value % 128) | 0x80)
      value = Math.floor(value / 128)
    }
    out.push(value)
  }
  push(to - from)
  for (let i = from; i < to; i++) push(all.tileId[i]! - (i === from ? 0 : all.tileId[i - 1]!))
  for (let i = from; i < to; i++) push(all.runLength[i]!)
  for (let i = from; i < to; i++) push(all.length[i]!)
  for (let i = from; i < to; i++) {
    const isNext = i > from && all.offset[i] === all.offset[i - 1]! + all.length[i - 1]!
    push(isNext ? 0 : all.offset[i]! + 1)
  }
  return gzipSync(Uint8Array.from(out))
}

/** The entry that holds the tile, or the leaf that may; −1 when neither does. */
export function findEntry({ tileId, runLength }: Directory, id: number): number {
  const entry = firstReached(0, tileId.length, (at) => tileId[at]! > id) - 1
  if (entry < 0) return -1
  const isLeaf = runLength[entry] === 0
  return isLeaf || id < tileId[entry]! + runLength[entry]! ? entry : -1
}
