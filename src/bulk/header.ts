import { parse } from 'csv-parse/sync'
import { ServiceError } from '../base/errors.ts'
import { RecordScanner } from './record-blocks.ts'

/** The first record of a CSV file, and the form of the others. */
export interface Header {
  readonly names: readonly string[]
  /** The delimiter of cells; with one column, a character that no text has. */
  readonly delimiter: string
  /** The delimiter of the output. */
  readonly writtenDelimiter: string
  readonly newline: '\n' | '\r\n' | '\r'
  /** Length of the record with its line end, in UTF-8. */
  readonly bytes: number
  /** Lines of the record: cells may hold line ends. */
  readonly lines: number
}

/** Spreadsheets write `;` where the comma is the decimal sign, as in Vietnam. */
const DELIMITERS = [',', ';', '\t'] as const
/** For one column: an address with commas in it is one cell, quoted or not. */
const NO_DELIMITER = '\u001f'
/** Quotes within a cell that is not quoted are text: `nhà 5" mặt tiền`. */
export const LENIENT = { relax_quotes: true, relax_column_count: true } as const
const LINE_ENDS = ['\r\n', '\n', '\r']
const CR = 0x0d
const LF = 0x0a

/**
 * Reads the header of a text that begins with `head`, in UTF-8. `delimiter` is null to be guessed.
 * Throws `INVALID_FILE` where there is none, or where the first line does not end within `head`.
 */
export function readHeader(head: Uint8Array, delimiter: string | null, isAll: boolean): Header {
  const { bytes, newline } = recordIn(head)
  if (bytes === head.length && !isAll) {
    throw new ServiceError('INVALID_FILE', 'The first line has no end: this is no CSV file.')
  }
  const text = new TextDecoder().decode(head.subarray(0, bytes))
  if (text.trim() === '') {
    throw new ServiceError(
      'INVALID_FILE',
      head.length === 0
        ? 'The file is empty: not even a header.'
        : 'The first line is empty. It must name the columns.',
    )
  }
  const [best] = DELIMITERS.map((sign) => ({ sign, names: cellsOf(text, sign) })).sort(
    (a, b) => b.names.length - a.names.length,
  )
  const guessed = best && best.names.length > 1 ? best.sign : NO_DELIMITER
  const used = delimiter ?? guessed
  return {
    names: cellsOf(text, used),
    delimiter: used,
    writtenDelimiter: used === NO_DELIMITER ? ',' : used,
    newline,
    bytes,
    lines: text.split(newline).length - 1,
  }
}

function recordIn(head: Uint8Array): Pick<Header, 'bytes' | 'newline'> {
  const delimiters = DELIMITERS.map((sign) => sign.charCodeAt(0))
  const endBy = (newline: number) =>
    new RecordScanner({ delimiters, newline }).recordEnd(head, 0, 0)
  const lineFeed = endBy(LF)
  const isBehindReturn = lineFeed > 1 && head[lineFeed - 2] === CR
  if (lineFeed > 0) return { bytes: lineFeed, newline: isBehindReturn ? '\r\n' : '\n' }
  const carriageReturn = endBy(CR)
  if (carriageReturn > 0) return { bytes: carriageReturn, newline: '\r' }
  return { bytes: head.length, newline: '\n' }
}

function cellsOf(text: string, delimiter: string): readonly string[] {
  const [cells = []] = parse(text, { ...LENIENT, delimiter, record_delimiter: LINE_ENDS, to: 1 })
  return cells
}
