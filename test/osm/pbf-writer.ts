import { deflateSync, zstdCompressSync } from 'node:zlib'

/*
 * Writes small OSM PBF files for tests, sound or damaged on purpose: messages are built from their
 * fields, so that a test can say exactly what stands in the file.
 */

export type Bytes = Uint8Array<ArrayBuffer>

export function bytesOf(...parts: readonly (Uint8Array | readonly number[])[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function varint(value: number | bigint): Bytes {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 0x80 : low)
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}

export function zigzag(value: number | bigint): bigint {
  const whole = BigInt(value)
  return whole >= 0n ? whole * 2n : -whole * 2n - 1n
}

/** A field of wire type 0. */
export function number(field: number, value: number | bigint): Bytes {
  return bytesOf(varint(field * 8), varint(value))
}

/** A field of wire type 2: a message, a string or a packed list. */
export function bytes(field: number, content: Uint8Array | string): Bytes {
  const raw = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return bytesOf(varint(field * 8 + 2), varint(raw.length), raw)
}

export function packed(field: number, values: readonly (number | bigint)[]): Bytes {
  return bytes(field, bytesOf(...values.map(varint)))
}

export function deltas(field: number, values: readonly number[]): Bytes {
  return packed(
    field,
    values.map((value, i) => zigzag(value - (values[i - 1] ?? 0))),
  )
}

export function strings(...texts: readonly string[]): Bytes {
  return bytes(1, bytesOf(...texts.map((text) => bytes(1, text))))
}

/** A field that holds one PrimitiveGroup. */
export function group(...fields: readonly Uint8Array[]): Bytes {
  return bytes(2, bytesOf(...fields))
}

export interface DenseNodes {
  readonly ids: readonly number[]
  readonly lons: readonly number[]
  readonly lats: readonly number[]
  readonly keysValues?: readonly number[]
  readonly visible?: readonly number[]
}

export function dense(nodes: DenseNodes): Bytes {
  return bytes(
    2,
    bytesOf(
      deltas(1, nodes.ids),
      nodes.visible ? bytes(5, packed(6, nodes.visible)) : [],
      deltas(8, nodes.lats),
      deltas(9, nodes.lons),
      nodes.keysValues ? packed(10, nodes.keysValues) : [],
    ),
  )
}

export type Compression = 'raw' | 'zlib' | 'zstd'

/** A Blob with that content. */
export function blob(content: Uint8Array, compression: Compression = 'zlib'): Bytes {
  if (compression === 'raw') return bytes(1, content)
  const size = number(2, content.length)
  if (compression === 'zlib') return bytesOf(size, bytes(3, deflateSync(content)))
  return bytesOf(size, bytes(7, zstdCompressSync(content)))
}

/** A blob in its frame, ready for a file. */
export function frame(type: string, content: Uint8Array): Bytes {
  const header = bytesOf(bytes(1, type), number(3, content.length))
  return bytesOf([0, 0, header.length >> 8, header.length & 0xff], header, content)
}

export const FEATURES = ['OsmSchema-V0.6', 'DenseNodes']

export function headerFrame(features: readonly string[] = FEATURES, ...more: Uint8Array[]): Bytes {
  const content = bytesOf(...features.map((feature) => bytes(4, feature)), ...more)
  return frame('OSMHeader', blob(content))
}

/** A file of those PrimitiveBlocks. */
export function pbfFile(blocks: readonly Uint8Array[], compression: Compression = 'zlib'): Bytes {
  return bytesOf(
    headerFrame(),
    ...blocks.map((block) => frame('OSMData', blob(block, compression))),
  )
}
