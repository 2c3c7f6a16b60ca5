import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ServiceError } from '../base/errors.ts'
import { type Encoding, encodingOf, guessEncoding, toUtf8 } from './encoding.ts'
import { type Header, readHeader } from './header.ts'

/** A file, standard input or a pipe, with its header read. */
export interface Input {
  readonly header: Header
  readonly encoding: Encoding
  /** Null for an input that cannot be read twice. */
  readonly bytes: number | null
  /** Differs between files, and between two states of one file. */
  readonly identity: string
  /** The bytes behind the header, in UTF-8. Once. */
  records(): AsyncGenerator<Uint8Array>
  /** Ends the reading; pending reads get nothing. */
  close(): void
}

export interface InputOptions {
  /** `-` is standard input. */
  readonly path: string
  readonly standardInput: Readable
  /** Null to be guessed. */
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly signal: AbortSignal
}

/** Bytes read to find encoding and header. */
const HEAD_BYTES = 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/** Throws `INVALID_FILE` for a file that is not CSV, and `INTERRUPTED` on a stop. */
export async function openInput(options: InputOptions): Promise<Input> {
  const { path } = options
  const found = path === '-' ? null : await statOf(path)
  const source: Readable = found
    ? createReadStream(path, { highWaterMark: CHUNK_BYTES })
    : options.standardInput
  const stop = () => void source.destroy()
  options.signal.addEventListener('abort', stop)
  try {
    return await readInput(source, found, options)
  } catch (error) {
    source.destroy()
    if (!options.signal.aborted) throw error
    throw new ServiceError('INTERRUPTED', 'Stopped before the first row.')
  } finally {
    options.signal.removeEventListener('abort', stop)
  }
}

async function readInput(
  source: Readable,
  found: Stats | null,
  { encoding: chosen, delimiter, signal }: InputOptions,
): Promise<Input> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  const { head, isAll } = await headOf(chunks)
  signal.throwIfAborted()
  const encoding = chosen === null ? guessEncoding(head) : encodingOf(chosen, head)
  const header = readHeader(await textOf(head, encoding, isAll), delimiter, isAll)
  return {
    header,
    encoding,
    bytes: found?.isFile() === true ? found.size : null,
    identity: found
      ? `${found.size} ${found.mtimeMs} ${createHash('sha256').update(head).digest('hex')}`
      : '',
    async *records() {
      let skip = header.bytes
      for await (const bytes of toUtf8(joined(head, chunks), encoding)) {
        if (skip < bytes.length) yield skip === 0 ? bytes : bytes.subarray(skip)
        skip = Math.max(0, skip - bytes.length)
      }
    },
    close: () => void source.destroy(),
  }
}

async function statOf(path: string): Promise<Stats> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new ServiceError('INVALID_FILE', `${path} is not there.`)
  if (found.isDirectory()) throw new ServiceError('INVALID_FILE', `${path} is a folder.`)
  return found
}

async function headOf(
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ head: Uint8Array; isAll: boolean }> {
  const parts: Uint8Array[] = []
  let bytes = 0
  while (bytes < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done === true) return { head: Buffer.concat(parts), isAll: true }
    parts.push(next.value)
    bytes += next.value.length
  }
  return { head: Buffer.concat(parts), isAll: false }
}

/** The head in UTF-8, without a character that is cut at its end. */
async function textOf(head: Uint8Array, encoding: Encoding, isAll: boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head
  }
  for await (const part of toUtf8(whole(), encoding)) {
    parts.push(part)
    if (!isAll) break
  }
  return Buffer.concat(parts)
}

async function* joined(
  head: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head
  for (;;) {
    const next = await chunks.next()
    if (next.done === true) return
    yield next.value
  }
}
