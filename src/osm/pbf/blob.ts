import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { fault } from '../fault.ts'
import { Fields } from './protobuf.ts'

/*
 * The file level of OSM PBF: pairs of a BlobHeader, its length before it in four bytes, and a Blob.
 * Source: wiki.openstreetmap.org, "PBF Format", and its fileformat.proto; so are the limits.
 */

export const BLOB_HEADER_BYTES_MAX = 64 * 1024
export const BLOB_BYTES_MAX = 32 * 1024 * 1024

/** Room beyond the promised size, so that content which is too long shows as such. */
const INFLATE_MARGIN_BYTES = 64

export interface BlobHeader {
  /** `OSMHeader`, `OSMData`, or something to be skipped. */
  readonly type: string
  /** Length of the Blob that follows. */
  readonly blobBytes: number
}

export function readBlobHeader(bytes: Uint8Array): BlobHeader {
  let type: string | null = null
  let blobBytes: number | null = null
  const fields = new Fields(bytes, 0, bytes.length)
  while (fields.next()) {
    if (fields.field === 1) type = fields.text()
    else if (fields.field === 3) blobBytes = fields.uint()
  }
  if (type === null || blobBytes === null) fault('has a block header without type or size')
  if (blobBytes > BLOB_BYTES_MAX) fault(`has a block of ${blobBytes} bytes, more than 32 MiB`)
  return { type, blobBytes }
}

/** The content of a Blob: raw, zlib or zstd. Refuses what does not have the length it claims. */
export function inflateBlob(bytes: Uint8Array): Uint8Array {
  let rawBytes = -1
  let method = 0
  let data = bytes
  const fields = new Fields(bytes, 0, bytes.length)
  while (fields.next()) {
    if (fields.field === 2) {
      rawBytes = fields.uint()
    } else if (fields.field === 1 || (fields.field >= 3 && fields.field <= 7)) {
      if (method !== 0) fault('has a block with two contents')
      const { from, to } = fields.range()
      method = fields.field
      data = bytes.subarray(from, to)
    }
  }
  if (rawBytes > BLOB_BYTES_MAX) fault(`has a block of ${rawBytes} bytes, more than 32 MiB`)
  const content = unpack(method, data, rawBytes)
  if (rawBytes >= 0 && content.length !== rawBytes) {
    fault(`has a block of ${content.length} bytes that should have ${rawBytes}`)
  }
  return content
}

/** `method` is the number of the field in Blob that held `data`. */
function unpack(method: number, data: Uint8Array, rawBytes: number): Uint8Array {
  switch (method) {
    case 0:
      return fault('has a block without content')
    case 1:
      return data
    case 3:
      return inflate('zlib', data, rawBytes)
    case 7:
      return inflate('zstd', data, rawBytes)
    default:
      return fault(
        'is compressed with lzma, bzip2 or lz4',
        "Convert it: 'osmium cat IN -o OUT.osm.pbf'.",
      )
  }
}

function inflate(method: 'zlib' | 'zstd', data: Uint8Array, rawBytes: number): Uint8Array {
  if (rawBytes < 0) fault('has a compressed block without its size')
  // One chunk for all of it: growing in small ones costs a third of the time.
  const chunkSize = rawBytes + INFLATE_MARGIN_BYTES
  const options = { chunkSize, maxOutputLength: chunkSize }
  try {
    return method === 'zlib' ? inflateSync(data, options) : zstdDecompressSync(data, options)
  } catch {
    return fault(`has a block whose ${method} data is damaged`)
  }
}
