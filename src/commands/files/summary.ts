import { counted, withCommas } from '../../base/shown-text.ts'
import { quotedColumns } from '../../bulk/address-columns.ts'
import type { FileResult } from '../../bulk/answer-file.ts'
import type { Layout } from '../../bulk/block-answer.ts'
import { UTF8 } from '../../bulk/encoding.ts'
import type { Input } from '../../bulk/input.ts'
import { confidenceBands, failedRows } from '../../bulk/tally.ts'
import { columns } from '../env/command.ts'

/** The result for a file. */
export interface FileSummary extends FileResult {
  readonly output: string
  readonly errors: string | null
  readonly seconds: number
}

const SIGNS: Readonly<Record<string, string>> = { '\t': 'tabs', ',': 'commas', ';': 'semicolons' }

/** The reading of the file, in one line. */
export function inputLine(
  file: string,
  { encoding, header }: Input,
  layout: Layout,
  isEncodingChosen: boolean,
): string {
  const isSure = isEncodingChosen || encoding.markBytes > 0 || encoding.label === UTF8
  const sign = header.names.length > 1 ? `${SIGNS[header.delimiter] ?? header.delimiter}, ` : ''
  const address = quotedColumns(header.names, layout.address)
  return (
    `${file === '-' ? 'Standard input' : file}: ${encoding.label}${isSure ? '' : ' (a guess)'}, ` +
    `${sign}address in ${address}.`
  )
}

export function summaryValue(summary: FileSummary): unknown {
  const { tally, rowsBefore, output, errors, seconds } = summary
  return {
    output,
    errors,
    rows: tally.rows,
    rows_before: rowsBefore,
    failed: failedRows(tally),
    seconds,
    levels: tally.levels,
    confidence: confidenceBands(tally),
    faults: tally.faults,
  }
}

export function summaryLines(summary: FileSummary): readonly string[] {
  const { tally, rowsBefore, output, errors, seconds } = summary
  const { rows, levels, faults } = tally
  const share = (count: number) => `${((100 * count) / Math.max(1, rows)).toFixed(1)} %`
  const line = (name: string, count: number) => [name, withCommas(count), share(count)]
  const perSecond = withCommas(Math.round((rows - rowsBefore) / Math.max(seconds, 0.001)))
  const before = rowsBefore > 0 ? `; ${withCommas(rowsBefore)} of them before it was stopped` : ''
  const where = output === '-' ? '' : ` in ${output}`
  const byCount = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  return [
    `${counted(rows, 'row')}${where}, ${seconds.toFixed(1)} s, ${perSecond} a second${before}.`,
    ...columns([
      ['ANSWER', 'ROWS', 'SHARE'],
      ...byCount(levels).map(([level, count]) => line(level, count)),
      line('none', failedRows(tally)),
    ]),
    ...columns([
      ['CONFIDENCE', 'ROWS', 'SHARE'],
      ...confidenceBands(tally).map((band) => line(`${band.from} to ${band.to}`, band.rows)),
    ]),
    ...(failedRows(tally) === 0 ? [] : ['Rows without an answer']),
    ...byCount(faults).map(([fault, count]) => `  ${withCommas(count)}  ${fault}`),
    ...(errors === null || failedRows(tally) === 0 ? [] : [`They are in ${errors}.`]),
  ]
}
