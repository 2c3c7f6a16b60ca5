import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { float64Column, uint32Column } from '../../base/column.ts'
import { type Directory, writeDirectory } from '../pmtiles/directory.ts'
import { type ArchiveHeader, HEADER_BYTES, writeHeader } from '../pmtiles/header.ts'

/** Header and root directory together: what a client loads first (PMTiles 3, section 3). */
const ROOT_BYTES_MAX = 16_384 - HEADER_BYTES
const LEAF_ENTRIES = 4_096

type Frame = Pick<ArchiveHeader, 'zoomMin' | 'zoomMax' | 'bounds' | 'center'>

/** Takes tiles by rising id and makes an archive of them; equal ones are held once. */
export class ArchiveWriter {
  readonly #tileId = float64Column()
  readonly #runLength = uint32Column()
  readonly #length = uint32Column()
  readonly #offset = float64Column()
  readonly #known = new Map<string, number>()
  readonly #pieces: Uint8Array[] = []
  readonly #take: (piece: Uint8Array) => void
  #bytes = 0
  #addressed = 0

  /** `take`: gets the tiles one after the other; without it they are kept until `finish`. */
  constructor(take: ((piece: Uint8Array) => void) | null = null) {
    this.#take = take ?? ((piece) => this.#pieces.push(piece))
  }

  /** A tile, not yet compressed, that is the same for `run` ids from `id` on. */
  add(id: number, tile: Uint8Array, run = 1): void {
    const key = createHash('sha256').update(tile).digest('latin1')
    let entry = this.#known.get(key)
    const last = this.#tileId.length - 1
    this.#addressed += run
    if (entry === undefined) {
      const compressed = gzipSync(tile)
      entry = this.#tileId.length
      this.#known.set(key, entry)
      this.#push(id, run, compressed.length, this.#bytes)
      this.#bytes += compressed.length
      this.#take(compressed)
      return
    }
    const offsets = this.#offset.reserve(0)
    const runs = this.#runLength.reserve(0)
    const isSame = offsets[last] === offsets[entry]
    if (isSame && this.#tileId.reserve(0)[last]! + runs[last]! === id) runs[last]! += run
    else this.#push(id, run, this.#length.reserve(0)[entry]!, offsets[entry]!)
  }

  #push(id: number, run: number, length: number, offset: number): void {
    this.#tileId.push(id)
    this.#runLength.push(run)
    this.#length.push(length)
    this.#offset.push(offset)
  }

  /** The head of the archive, and the tiles that were not handed over. */
  finish(frame: Frame, metadata: string): { head: Uint8Array; tiles: readonly Uint8Array[] } {
    const all = {
      tileId: this.#tileId.take(),
      runLength: this.#runLength.take(),
      length: this.#length.take(),
      offset: this.#offset.take(),
    }
    const { root, leaves } = directoriesOf(all)
    const json = gzipSync(metadata)
    const leavesLength = leaves.reduce((sum, leaf) => sum + leaf.length, 0)
    const metadataAt = HEADER_BYTES + root.length
    const leavesAt = metadataAt + json.length
    const header = writeHeader({
      ...frame,
      root: { offset: HEADER_BYTES, length: root.length },
      metadata: { offset: metadataAt, length: json.length },
      leaves: { offset: leavesAt, length: leavesLength },
      tiles: { offset: leavesAt + leavesLength, length: this.#bytes },
      addressed: this.#addressed,
      entries: all.tileId.length,
      contents: this.#known.size,
    })
    return { head: Buffer.concat([header, root, json, ...leaves]), tiles: this.#pieces }
  }
}

function directoriesOf(all: Directory): { root: Uint8Array; leaves: readonly Uint8Array[] } {
  const entries = all.tileId.length
  const whole = writeDirectory(all, 0, entries)
  if (whole.length <= ROOT_BYTES_MAX) return { root: whole, leaves: [] }
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Uint8Array[] = []
    const starts: number[] = []
    for (let from = 0; from < entries; from += size) {
      starts.push(from)
      leaves.push(writeDirectory(all, from, Math.min(entries, from + size)))
    }
    let at = 0
    const offset = Float64Array.from(leaves, ({ length }) => {
      at += length
      return at - length
    })
    const top = {
      tileId: Float64Array.from(starts, (start) => all.tileId[start]!),
      runLength: new Uint32Array(leaves.length),
      length: Uint32Array.from(leaves, (leaf) => leaf.length),
      offset,
    }
    const root = writeDirectory(top, 0, leaves.length)
    if (root.length <= ROOT_BYTES_MAX) return { root, leaves }
  }
}
