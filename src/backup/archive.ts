import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { createTarDecoder, packTar } from 'modern-tar'
import { reasonOf, ServiceError } from '../base/errors.ts'
import { type BackupEntry, damaged, HEADER_NAME } from './format.ts'

/** Index files hardly compress, and rows do with the least effort. */
const GZIP_LEVEL = 1
/** Two empty blocks. */
const TAR_END_BYTES = 1024
/** The manifest of a backup of 100 GB; anything larger is none of ours. */
const ENTRY_BYTES_MAX = 64 << 20
const GZIP_MAGIC = [0x1f, 0x8b]

/** Takes compressed bytes to where they belong, until there are no more. */
export type Sink = (chunks: AsyncIterable<Uint8Array>) => Promise<void>

export interface Archive {
  /** Adds an entry; resolves when the next may come. */
  put(name: string, bytes: Uint8Array): Promise<BackupEntry>
}

/** Writes what `work` puts into an archive. When either fails, so does the sink's side. */
export async function writeArchive(
  sink: Sink,
  work: (archive: Archive) => Promise<void>,
): Promise<void> {
  const gzip = createGzip({ level: GZIP_LEVEL })
  gzip.on('error', () => {}) // the sink's failure, or ours, is thrown below
  const sunk = sink(gzip)
  sunk.catch(() => {})
  try {
    await work({
      async put(name, bytes) {
        await write(gzip, sunk, await tarEntry(name, bytes))
        return { name, bytes: bytes.length, sha256: sha256(bytes) }
      },
    })
    await write(gzip, sunk, new Uint8Array(TAR_END_BYTES))
    gzip.end()
  } catch (error) {
    gzip.destroy(error instanceof Error ? error : new Error(reasonOf(error)))
    await sunk.catch(() => {})
    throw error
  }
  await sunk
}

async function write(gzip: Gzip, sunk: Promise<void>, bytes: Uint8Array): Promise<void> {
  if (gzip.write(bytes)) return
  const drained = new Promise<void>((resolve) => gzip.once('drain', resolve))
  await Promise.race([drained, sunk])
}

async function tarEntry(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const header = { name, size: bytes.length, mode: 0o600, type: 'file' } as const
  const packed = await packTar([{ header, body: bytes }])
  return packed.subarray(0, packed.length - TAR_END_BYTES)
}

export interface ReadEntry extends BackupEntry {
  readonly content: Uint8Array
}

/**
 * The entries of the archive in a file, in order. Throws `INVALID_FILE` for a file that is no
 * backup or is damaged, which may show at its end only.
 */
export async function* readArchive(path: string): AsyncGenerator<ReadEntry, void, void> {
  await requireGzip(path)
  let isFirst = true
  try {
    const bytes = Bun.file(path).stream().pipeThrough(new DecompressionStream('gzip'))
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      if (isFirst && header.name !== HEADER_NAME) throw noBackup(path)
      isFirst = false
      if (header.size > ENTRY_BYTES_MAX) throw damaged(`${header.name} is too large`)
      const content = new Uint8Array(await new Response(body).arrayBuffer())
      yield { name: header.name, bytes: content.length, sha256: sha256(content), content }
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : damaged(reasonOf(error), error)
  }
}

async function requireGzip(path: string): Promise<void> {
  const start = new Uint8Array(GZIP_MAGIC.length)
  try {
    const file = await open(path)
    try {
      await file.read(start)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new ServiceError('INVALID_FILE', `${path} cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
  if (GZIP_MAGIC.some((byte, i) => start[i] !== byte)) throw noBackup(path)
}

function noBackup(path: string): ServiceError {
  return new ServiceError('INVALID_FILE', `${path} is no backup made by 'saola backup'.`)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
