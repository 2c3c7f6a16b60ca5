import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { ServiceError } from '../base/errors.ts'
import { CURE_CUT, fault, located } from './fault.ts'
import { formatOf, type OsmFormat } from './format.ts'
import { BLOB_HEADER_BYTES_MAX, type BlobHeader, readBlobHeader } from './pbf/blob.ts'

/** An OSM file, open for reading. */
export interface OsmSource {
  readonly path: string
  readonly sizeBytes: number
  readonly format: OsmFormat
  readonly handle: FileHandle
}

/** One blob of a PBF file, not yet inflated. */
export interface Blob {
  readonly type: string
  /** Its start in the file, its header included. */
  readonly at: number
  /** The byte after it. */
  readonly end: number
  /** Null when it was skipped. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
}

const START_BYTES = 512
const LENGTH_BYTES = 4
const PIECE_BYTES = 256 * 1024

/** Opens the file and tells its format. The caller closes `handle`. Throws `INVALID_FILE`. */
export async function openSource(path: string): Promise<OsmSource> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    const what =
      error.code === 'ENOENT'
        ? 'does not exist. Check the name.'
        : `cannot be opened (${error.code}). Check its permissions.`
    throw new ServiceError('INVALID_FILE', `${path} ${what}`, { cause: error })
  })
  try {
    const stat = await handle.stat()
    if (stat.isDirectory()) fault('is a directory', 'Name the .osm.pbf file inside it.')
    if (!stat.isFile()) fault('is not a regular file', 'Save the extract to a file first.')
    if (stat.size === 0) fault('is empty', CURE_CUT)
    const start = await readAt(handle, 0, Math.min(START_BYTES, stat.size))
    return { path, sizeBytes: stat.size, format: formatOf(start), handle }
  } catch (error) {
    await handle.close()
    throw located(path, '', error)
  }
}

/**
 * The blobs of a PBF file in order. `isSkipped` is asked with the number of each blob, from 0, and
 * saves reading its bytes. Throws `INVALID_FILE` where the framing breaks.
 */
export async function* readBlobs(
  source: OsmSource,
  isSkipped: (index: number) => boolean,
): AsyncGenerator<Blob> {
  const { path, sizeBytes, handle } = source
  let at = 0
  for (let index = 0; at < sizeBytes; index++) {
    try {
      const { header, blobAt } = await readFrame(source, at)
      const end = blobAt + header.blobBytes
      if (end > sizeBytes) cutShort(end - sizeBytes)
      const bytes = isSkipped(index) ? null : await readAt(handle, blobAt, header.blobBytes)
      yield { type: header.type, at, end, bytes }
      at = end
    } catch (error) {
      throw located(path, `at byte ${at}`, error)
    }
  }
}

/** The bytes of the file in pieces, in order. */
export async function* readPieces(source: OsmSource): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { handle, sizeBytes } = source
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    yield await readAt(handle, at, Math.min(PIECE_BYTES, sizeBytes - at))
  }
}

async function readFrame(
  source: OsmSource,
  at: number,
): Promise<{ header: BlobHeader; blobAt: number }> {
  const { handle, sizeBytes } = source
  const headerAt = at + LENGTH_BYTES
  if (headerAt > sizeBytes) cutShort(headerAt - sizeBytes)
  const length = await readAt(handle, at, LENGTH_BYTES)
  const headerBytes = new DataView(length.buffer).getUint32(0)
  if (headerBytes > BLOB_HEADER_BYTES_MAX) {
    fault(`has a block header of ${headerBytes} bytes, more than 64 KiB`)
  }
  const blobAt = headerAt + headerBytes
  if (blobAt > sizeBytes) cutShort(blobAt - sizeBytes)
  return { header: readBlobHeader(await readAt(handle, headerAt, headerBytes)), blobAt }
}

function cutShort(missingBytes: number): never {
  fault(`ends in the middle of a block, at least ${missingBytes} bytes are missing`, CURE_CUT)
}

async function readAt(
  handle: FileHandle,
  at: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) fault('became shorter while it was read', 'Leave it alone and try again.')
    done += bytesRead
  }
  return bytes
}
