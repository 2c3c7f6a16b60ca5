import { ServiceError } from '../base/errors.ts'
import { withCommas } from '../base/shown-text.ts'

/*
 * Cuts a stream of CSV between records, so that each thread can read blocks alone. csv-parse reads
 * the cells. This file has only the rules that show whether a line end is within a cell: a quote
 * opens only at the beginning of a cell, and one that is not doubled closes.
 */

/** Whole records, in UTF-8. */
export interface RecordBlock {
  readonly bytes: Uint8Array
  /** Its end, in bytes of the stream. */
  readonly end: number
  /** Line of the file on which it begins; from 1. */
  readonly line: number
}

/** One byte each. */
export interface CsvSigns {
  readonly delimiters: readonly number[]
  /** The last byte of a line end. */
  readonly newline: number
}

/** A quarter of a second for the slowest addresses. */
const BLOCK_BYTES = 32 * 1024
/** A longer record has a quote that was never closed. */
const RECORD_BYTES_MAX = 1024 * 1024

const QUOTE = 0x22
/** State within a record. */
type Place = 'start of cell' | 'bare' | 'quoted' | 'behind quote'

/** Follows the state byte for byte. */
export class RecordScanner {
  /** Lines that have ended. */
  lines = 0
  /** Line on which the last quote opened; from 1. */
  quoteLine = 0
  #place: Place = 'start of cell'
  readonly #delimiters: readonly number[]
  readonly #newline: number

  constructor({ delimiters, newline }: CsvSigns) {
    this.#delimiters = delimiters
    this.#newline = newline
  }

  get isInQuotes(): boolean {
    return this.#place === 'quoted'
  }

  /** The first end of a record at or behind `from` that is at least at `least`; -1 for none. */
  recordEnd(bytes: Uint8Array, from: number, least: number): number {
    let place = this.#place
    const newline = this.#newline
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i]!
      if (byte === newline) this.lines++
      if (place === 'quoted') {
        if (byte === QUOTE) place = 'behind quote'
      } else if (byte === newline) {
        place = 'start of cell'
        if (i + 1 >= least) {
          this.#place = place
          return i + 1
        }
      } else if (byte === QUOTE && place !== 'bare') {
        if (place === 'start of cell') this.quoteLine = this.lines + 1
        place = 'quoted'
      } else {
        place = this.#delimiters.includes(byte) ? 'start of cell' : 'bare'
      }
    }
    this.#place = place
    return -1
  }
}

/**
 * The blocks of a stream, always the same for the same bytes, however these are chunked. `lines`:
 * lines of the file before it. Throws `INVALID_FILE` for a quote that is never closed, with its
 * line.
 */
export async function* recordBlocks(
  chunks: AsyncIterable<Uint8Array>,
  signs: CsvSigns,
  lines: number,
): AsyncGenerator<RecordBlock> {
  const scanner = new RecordScanner(signs)
  scanner.lines = lines
  let rest: Uint8Array = new Uint8Array(0)
  let line = lines + 1
  let end = 0
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    let scanned = rest.length
    for (;;) {
      const at = scanner.recordEnd(bytes, scanned, from + BLOCK_BYTES)
      if (at < 0) break
      end += at - from
      yield { bytes: bytes.slice(from, at), end, line }
      line = scanner.lines + 1
      from = at
      scanned = at
    }
    rest = bytes.slice(from)
    if (rest.length > BLOCK_BYTES + RECORD_BYTES_MAX) throw isTooLong(scanner)
  }
  if (scanner.isInQuotes) throw isTooLong(scanner)
  if (rest.length > 0) yield { bytes: rest, end: end + rest.length, line }
}

function isTooLong({ isInQuotes, quoteLine, lines }: RecordScanner): ServiceError {
  return new ServiceError(
    'INVALID_FILE',
    isInQuotes
      ? `The quote that opens on line ${withCommas(quoteLine)} is never closed.`
      : `Line ${withCommas(lines + 1)} is longer than ${RECORD_BYTES_MAX / 1024 / 1024} MB.`,
  )
}
