import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CURE_CUT, OsmFault } from '../fault.ts'
import { type OsmSource, readPieces } from '../source.ts'

/** A piece of an XML file, unpacked. */
export interface TextPiece {
  readonly bytes: Uint8Array
  /** Bytes of the file read so far. */
  readonly readBytes: number
}

/** The text of an XML file in order, gunzipped when it is packed. Throws `OsmFault`. */
export async function* readText(source: OsmSource): AsyncGenerator<TextPiece> {
  let readBytes = 0
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of readPieces(source)) {
      readBytes += piece.length
      yield piece
    }
  }
  if (source.format === 'xml') {
    for await (const bytes of pieces()) yield { bytes, readBytes }
    return
  }
  const packed = Readable.from(pieces())
  const gunzip = createGunzip()
  // `pipe` leaves a failed source behind in silence; the one who unpacks must hear of it.
  packed.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const bytes of packed.pipe(gunzip)) yield { bytes, readBytes }
  } catch (error) {
    throw unpackingFault(error)
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}

function unpackingFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'Z_BUF_ERROR') return new OsmFault('ends in the middle of its gzip data', CURE_CUT)
  if (typeof code === 'string' && code.startsWith('Z_')) {
    return new OsmFault('has damaged gzip data', null)
  }
  return error
}
