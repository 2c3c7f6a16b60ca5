import { createReadStream } from 'node:fs'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'

/** The body of an answer that is made while it is sent. */
export type ByteStream = ReadableStream<Uint8Array>

/** Twice as fast as the usual 6, and a tenth larger. */
const GZIP_LEVEL = 3
const CHUNK_BYTES = 64 * 1024

/** Pages one at a time, so that other requests are answered between two of them. */
export async function* inTurns(pages: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const page of pages) {
    yield page
    await new Promise(setImmediate)
  }
}

/** The same compressed, in the runtime's threads. */
export async function* gzipped(pages: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES })
  yield* joined(Readable.from(pages), gzip)
}

/** The content of a compressed file. */
export async function* unzipped(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  yield* joined(file, gunzip)
}

/** The output of `to`. Both end when the other fails, or when the reader stops. */
function joined(from: Readable, to: Transform): AsyncGenerator<Uint8Array> {
  // Errors of either are thrown to the reader: nothing is left to do here.
  return iterate(pipeline(from, to, () => {}))
}

async function* iterate(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield chunk
}

/**
 * A stream that makes each page on demand: a slow client costs no memory, and the work ends when a
 * client goes away. `onFault` gets the error that ends it early.
 */
export function streamOf(
  pages: AsyncGenerator<Uint8Array>,
  onFault: (error: unknown) => void,
): ByteStream {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pages.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          onFault(error)
          controller.error(error)
        }
      },
      async cancel() {
        await pages.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
