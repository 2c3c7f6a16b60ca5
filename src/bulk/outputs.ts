import { ServiceError } from '../base/errors.ts'
import { counted } from '../base/shown-text.ts'
import type { BlockAnswer } from './block-answer.ts'
import { type Basis, type Checkpoint, Journal } from './journal.ts'
import { finishPart, NoSink, PartFile, type RowSink, StandardSink } from './part-file.ts'
import type { RecordBlock } from './record-blocks.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

/** The files for the answers to a file. */
export interface OutputPlan {
  /** `-` is standard output. */
  readonly output: string
  readonly standardOutput: NodeJS.WritableStream
  /** File for the rows that failed; null for none. */
  readonly errors: string | null
  /**
   * Parameters that must equal those of the run that is continued; null when none can be continued.
   */
  readonly basis: Basis | null
  /** Whether the output of an earlier run is thrown away. */
  readonly isRestart: boolean
}

interface Parts {
  readonly text: RowSink
  readonly failed: RowSink
}

const BEGINNING: Omit<Checkpoint, 'tally'> = { input: 0, text: 0, failed: 0, isDone: false }
/** Blocks between two checkpoints: half a megabyte of addresses. */
const CHECKPOINT_BLOCKS = 16

/** The output files of a run, with its journal. */
export class Outputs {
  readonly tally: Tally
  /** Rows that an earlier run has written. */
  readonly rowsBefore: number
  /** Whether an earlier run has written all. */
  readonly isDone: boolean
  readonly #plan: OutputPlan
  readonly #parts: Parts
  readonly #journal: Journal | null
  #last: Checkpoint
  #blocks = 0

  private constructor(plan: OutputPlan, parts: Parts, journal: Journal | null, last: Checkpoint) {
    this.#plan = plan
    this.#parts = parts
    this.#journal = journal
    this.#last = last
    this.tally = last.tally
    this.rowsBefore = last.tally.rows
    this.isDone = last.isDone
  }

  /**
   * Opens the files behind the output of an earlier run. Throws `CONFLICT` where that run had other
   * parameters, or its files are gone.
   */
  static async open(plan: OutputPlan): Promise<Outputs> {
    const path = journalOf(plan.output)
    const isNew = plan.basis === null || plan.isRestart
    if (isNew && plan.output !== '-') Journal.remove(path)
    const { journal, last } =
      plan.basis === null ? { journal: null, last: null } : Journal.open(path, plan.basis)
    const from = last ?? { ...BEGINNING, tally: emptyTally() }
    try {
      const parts = from.isDone ? NO_PARTS : await openParts(plan, from)
      return new Outputs(plan, parts, journal, from)
    } catch (error) {
      journal?.close()
      throw error
    }
  }

  /** Bytes of the input, behind its header, whose rows are written. */
  get answered(): number {
    return this.#last.input
  }

  /** Writes the header, at the beginning. */
  async begin(headers: Pick<BlockAnswer, 'text' | 'failed'>): Promise<void> {
    if (this.#last.text > 0) return
    await this.#write(headers)
    this.#advance(0)
  }

  async add({ end }: RecordBlock, answer: BlockAnswer): Promise<void> {
    await this.#write(answer)
    addTally(this.tally, answer.tally)
    this.#advance(end)
    this.#blocks++
    if (this.#blocks % CHECKPOINT_BLOCKS === 0) await this.#checkpoint()
  }

  /** Gives the files their names. */
  async finish(): Promise<void> {
    const { output, errors } = this.#plan
    if (!this.isDone) {
      this.#last = { ...this.#last, isDone: true }
      await this.#checkpoint()
      await this.#close()
    }
    if (output !== '-') await finishPart(output)
    if (errors !== null) await finishPart(errors)
    this.#journal?.close()
    if (this.#journal !== null) Journal.remove(journalOf(output))
  }

  /** Ends on a stop, or on a failure after which the same command can continue. */
  async leave(isStopped: boolean): Promise<void> {
    if (this.#journal === null) return this.drop()
    if (isStopped) await this.#checkpoint()
    await this.#close()
    this.#journal.close()
  }

  /** Ends and deletes all. */
  async drop(): Promise<void> {
    await Promise.all([this.#parts.text.drop(), this.#parts.failed.drop()])
    this.#journal?.close()
    if (this.#journal !== null) Journal.remove(journalOf(this.#plan.output))
  }

  /** The message for a stop. */
  stopped(): ServiceError {
    const rows = counted(this.tally.rows, 'row')
    return new ServiceError(
      'INTERRUPTED',
      this.#journal === null
        ? `Stopped after ${rows}.`
        : `Stopped after ${rows}. The same command goes on from there.`,
    )
  }

  async #write({ text, failed }: Pick<BlockAnswer, 'text' | 'failed'>): Promise<void> {
    await this.#parts.text.write(text)
    await this.#parts.failed.write(failed)
  }

  #advance(input: number): void {
    const { text, failed } = this.#parts
    this.#last = { ...this.#last, input, text: text.size, failed: failed.size, tally: this.tally }
  }

  async #checkpoint(): Promise<void> {
    if (this.#journal === null) return
    await Promise.all([this.#parts.text.sync(), this.#parts.failed.sync()])
    this.#journal.add(this.#last)
  }

  async #close(): Promise<void> {
    await Promise.all([this.#parts.text.close(), this.#parts.failed.close()])
  }
}

const NO_PARTS: Parts = { text: new NoSink(), failed: new NoSink() }

async function openParts(plan: OutputPlan, from: Checkpoint): Promise<Parts> {
  const { output, errors, standardOutput } = plan
  const text =
    output === '-' ? new StandardSink(standardOutput) : await openPart(output, from.text, output)
  try {
    const failed = errors === null ? new NoSink() : await openPart(errors, from.failed, output)
    return { text, failed }
  } catch (error) {
    await text.close()
    throw error
  }
}

async function openPart(path: string, size: number, output: string): Promise<PartFile> {
  const part = await PartFile.open(path, size)
  if (part !== null) return part
  throw new ServiceError(
    'CONFLICT',
    `${path}.part is shorter than ${journalOf(output)} says. Add --restart to begin anew.`,
  )
}

/** Lock of the run that writes the file. */
function journalOf(output: string): string {
  return `${output}.journal`
}
