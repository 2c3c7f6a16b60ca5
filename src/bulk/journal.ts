import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { ServiceError } from '../base/errors.ts'
import type { Tally } from './tally.ts'

/*
 * The progress of a run, in a file beside its output: a line of JSON with the parameters of the
 * run, then one for each checkpoint, written when the counted bytes are on the disk. A line that
 * the end of the process cut is ignored.
 */

/** Parameters of a run, by their names for people; values are compared as text. */
export type Basis = Readonly<Record<string, string>>

export interface Checkpoint {
  /** Bytes of the input behind the header whose records are answered. */
  readonly input: number
  /** Bytes of the files of answers and of failed rows. */
  readonly text: number
  readonly failed: number
  readonly tally: Tally
  /** Whether all is written; the files may have their names by then. */
  readonly isDone: boolean
}

export class Journal {
  readonly #file: number

  /** Continues behind the first `kept` bytes of the file. */
  private constructor(path: string, kept: number) {
    this.#file = openSync(path, 'a')
    ftruncateSync(this.#file, kept)
  }

  /**
   * The journal of a run, and the last checkpoint of the run before: null to begin at the
   * beginning. Throws `CONFLICT` when that run had other parameters, and names these.
   */
  static open(path: string, basis: Basis): { journal: Journal; last: Checkpoint | null } {
    const [first, ...checkpoints] = linesOf(path)
    if (first === undefined) {
      const journal = new Journal(path, 0)
      journal.#append(`${JSON.stringify(basis)}\n`)
      return { journal, last: null }
    }
    const changed = differences(parsed<Basis>(path, first), basis)
    if (changed.length > 0) throw isOfOther(path, changed)
    const kept = [first, ...checkpoints].reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    const last = checkpoints.at(-1)
    const checkpoint = last === undefined ? null : parsed<Checkpoint>(path, last)
    const journal = new Journal(path, kept)
    return { journal, last: checkpoint }
  }

  add(checkpoint: Checkpoint): void {
    this.#append(`${JSON.stringify(checkpoint)}\n`)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Deletes the journal of a run that is done, or is not to be continued. */
  static remove(path: string): void {
    rmSync(path, { force: true })
  }

  #append(text: string): void {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    fsyncSync(this.#file)
  }
}

/** The whole lines; none where there is no journal. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** A line of a journal. Throws `CONFLICT` for any other text. */
function parsed<T>(path: string, line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (cause) {
    const message = `${path} is damaged. Add --restart to delete it and begin anew.`
    throw new ServiceError('CONFLICT', message, { cause })
  }
}

function differences(before: Basis, now: Basis): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].filter((name) => before[name] !== now[name])
}

function isOfOther(path: string, changed: readonly string[]): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `${path} is of a run that was stopped and had another ${changed.join(', another ')}. Run the ` +
      'same command as then to finish it, or add --restart to begin anew.',
  )
}
