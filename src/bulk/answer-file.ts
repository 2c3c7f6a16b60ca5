import { createHash } from 'node:crypto'
import { ServiceError } from '../base/errors.ts'
import { type ProcessLock, takeProcessLock } from '../db/embedded/process-lock.ts'
import { type BlockAnswer, headersOf, type Layout } from './block-answer.ts'
import type { BlockAnswerer } from './block-threads.ts'
import { UTF8 } from './encoding.ts'
import type { Input } from './input.ts'
import type { Basis } from './journal.ts'
import { Outputs } from './outputs.ts'
import { type RecordBlock, recordBlocks } from './record-blocks.ts'
import type { Tally } from './tally.ts'

/** A file to be answered, row by row. */
export interface FileJob {
  readonly input: Input
  readonly layout: Layout
  /** `-` is standard output. */
  readonly output: string
  readonly standardOutput: NodeJS.WritableStream
  /** File for the rows that fail; null for none. */
  readonly errors: string | null
  /** Everything besides the input that the answers depend on, by names for people. */
  readonly basis: Basis
  /** Whether the output of an earlier run is thrown away. */
  readonly isRestart: boolean
  readonly signal: AbortSignal
  /** Called every so often with the rows written and the bytes of UTF-8 that they took. */
  readonly onRows: (rows: number, bytes: number) => void
}

export interface FileResult {
  readonly tally: Tally
  /** Rows that an earlier run had answered. */
  readonly rowsBefore: number
}

/** For each block at work: that one, a waiting one, and one that is to be written. */
const BLOCKS_AHEAD = 3
/** Spreadsheets recognize UTF-8 by this mark. */
const MARK = Buffer.from('\ufeff')

/**
 * Answers all rows, in their order. The output of an earlier run with the same job is kept. An
 * error leaves all that is needed to go on. Throws `INTERRUPTED` on a stop, `CONFLICT` where
 * another run writes the output, or one with another job has left its journal.
 */
export async function answerFile(
  job: FileJob,
  makeAnswerer: () => BlockAnswerer,
): Promise<FileResult> {
  const lock = job.output === '-' ? null : lockOf(job.output)
  try {
    const outputs = await Outputs.open({ ...job, basis: basisOf(job) })
    if (!outputs.isDone) await fill(outputs, job, makeAnswerer)
    await outputs.finish()
    return outputs
  } finally {
    lock?.release()
  }
}

function lockOf(output: string): ProcessLock {
  const lock = takeProcessLock(`${output}.lock`, '', () => {})
  if (lock !== null) return lock
  throw new ServiceError('CONFLICT', `Another saola is writing ${output}. Wait for it or stop it.`)
}

/** Null for an input that cannot be read twice, and for standard output. */
function basisOf({ input, layout, output, errors, basis }: FileJob): Basis | null {
  if (input.bytes === null || output === '-') return null
  return {
    'input file': createHash('sha256').update(input.identity).digest('hex'),
    '--encoding': input.encoding.label,
    '--delimiter': layout.header.delimiter,
    '--address': layout.address.map(({ index }) => index).join(' '),
    '--errors': errors ?? '',
    ...basis,
  }
}

async function fill(
  outputs: Outputs,
  { input, layout, signal, onRows }: FileJob,
  makeAnswerer: () => BlockAnswerer,
): Promise<void> {
  const answerer = makeAnswerer()
  const waiting: { readonly block: RecordBlock; readonly answer: Promise<BlockAnswer> }[] = []
  const addFirst = async (): Promise<void> => {
    const { block, answer } = waiting.shift()!
    await outputs.add(block, await answer)
    onRows(outputs.tally.rows, block.end)
  }
  // Pending work fails then.
  const stop = () => void Promise.all([answerer.close(), input.close()])
  signal.addEventListener('abort', stop)
  try {
    await outputs.begin(withMark(headersOf(layout), input))
    for await (const block of blocksOf(input)) {
      if (signal.aborted) break
      if (block.end <= outputs.answered) continue
      const answer = answerer.answer(block)
      // A failure is thrown when its block's turn comes.
      answer.catch(() => {})
      waiting.push({ block, answer })
      if (waiting.length >= answerer.width * BLOCKS_AHEAD) await addFirst()
    }
    while (waiting.length > 0 && !signal.aborted) await addFirst()
    if (signal.aborted) throw outputs.stopped()
  } catch (error) {
    // A file that must be changed before it is read again is another one then.
    if (isOfInput(error)) await outputs.drop()
    else await outputs.leave(signal.aborted)
    throw signal.aborted ? outputs.stopped() : error
  } finally {
    signal.removeEventListener('abort', stop)
    await Promise.all([answerer.close(), input.close()])
  }
}

function isOfInput(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'INVALID_FILE'
}

function blocksOf({ header, records }: Input): AsyncGenerator<RecordBlock> {
  const delimiters = [header.delimiter.charCodeAt(0)]
  const newline = header.newline.charCodeAt(header.newline.length - 1)
  return recordBlocks(records(), { delimiters, newline }, header.lines)
}

/** Answers to a file of plain UTF-8 get no mark; those to a file that spreadsheets misread do. */
function withMark(
  { text, failed }: ReturnType<typeof headersOf>,
  { encoding }: Input,
): ReturnType<typeof headersOf> {
  if (encoding.label === UTF8 && encoding.markBytes === 0) return { text, failed }
  return { text: Buffer.concat([MARK, text]), failed: Buffer.concat([MARK, failed]) }
}
