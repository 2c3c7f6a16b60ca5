import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { ServiceError } from '../base/errors.ts'
import { counted, withCommas } from '../base/shown-text.ts'
import { type AddressColumn, addressIn } from './address-columns.ts'
import { type Header, LENIENT } from './header.ts'
import type { RecordBlock } from './record-blocks.ts'
import { type AskAddresses, faultOfAddress, type RowAnswer } from './row-answer.ts'
import { countAnswer, countFault, emptyTally, type Tally } from './tally.ts'

/** The form of the records that are read and written. */
export interface Layout {
  readonly header: Header
  readonly address: readonly AddressColumn[]
  /** Names of the columns that stand behind those of the file. */
  readonly added: readonly string[]
}

/** The answer to a block. */
export interface BlockAnswer {
  /** All its records with their answers, CSV in UTF-8. */
  readonly text: Uint8Array
  /** The failed records, unchanged, with the reason. */
  readonly failed: Uint8Array
  readonly tally: Tally
}

/** Answers the records of a block. Throws `INVALID_FILE` for text that is not UTF-8. */
export async function answerBlock(
  block: RecordBlock,
  layout: Layout,
  ask: AskAddresses,
): Promise<BlockAnswer> {
  const records = recordsOf(block, layout.header)
  const faults = records.map((record) => faultOfWidth(record, layout.header))
  const addresses = records.map((record) => addressIn(record, layout.address))
  addresses.forEach((address, i) => {
    faults[i] ??= faultOfAddress(address)
  })
  const asked = addresses.filter((_, i) => faults[i] === null)
  const answers = (await ask(asked)).values()
  const tally = emptyTally()
  const written: string[][] = []
  const failed: string[][] = []
  for (const [i, record] of records.entries()) {
    const cells = paddedTo(record, layout.header.names.length)
    const fault = faults[i] ?? null
    const answer: RowAnswer = fault === null ? answers.next().value! : { fault }
    if ('fault' in answer) {
      countFault(tally, kindOfFault(answer.fault))
      failed.push([...cells, answer.fault])
      written.push([...cells, ...blank(layout.added.length - 1), answer.fault])
    } else {
      countAnswer(tally, answer.level, answer.confidence)
      written.push([...cells, ...answer.cells, ''])
    }
  }
  return { text: csvOf(written, layout), failed: csvOf(failed, layout), tally }
}

function recordsOf({ bytes, line }: RecordBlock, header: Header): readonly string[][] {
  if (!isUtf8(bytes)) {
    throw new ServiceError(
      'INVALID_FILE',
      `Behind line ${withCommas(line)} the file is not UTF-8, though it begins so. If it is of ` +
        'another encoding, say which: --encoding windows-1258',
    )
  }
  return parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    ...LENIENT,
    delimiter: header.delimiter,
    record_delimiter: header.newline === '\r' ? ['\r'] : ['\r\n', '\n'],
  })
}

/** Cells beyond the header's columns would shift ours. */
function faultOfWidth(record: readonly string[], { names, newline }: Header): string | null {
  const surplus = record.slice(names.length)
  if (surplus.every((cell) => cell === '')) return null
  const kept = surplus.join(' | ').replaceAll(newline, ' ')
  return `${counted(surplus.length, 'cell')} more than the header has${SURPLUS}${kept}`
}

const SURPLUS = '; not kept as columns: '

/** The common part of the faults of many rows. */
function kindOfFault(fault: string): string {
  const at = fault.indexOf(SURPLUS)
  return at < 0 ? fault : `${fault.slice(0, at)}.`
}

function paddedTo(record: readonly string[], width: number): readonly string[] {
  if (record.length === width) return record
  return [...record.slice(0, width), ...blank(width - record.length)]
}

function blank(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => '')
}

/** The first line of the file of answers, and that of the failed rows. */
export function headersOf(layout: Layout): { text: Uint8Array; failed: Uint8Array } {
  const { names } = layout.header
  return {
    text: csvOf([[...names, ...layout.added]], layout),
    failed: csvOf([[...names, ...layout.added.slice(-1)]], layout),
  }
}

function csvOf(records: readonly (readonly string[])[], { header }: Layout): Uint8Array {
  return Buffer.from(
    stringify([...records], {
      delimiter: header.writtenDelimiter,
      record_delimiter: header.newline,
    }),
  )
}
