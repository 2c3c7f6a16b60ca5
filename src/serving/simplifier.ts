import { Worker } from 'node:worker_threads'
import { ServiceError } from '../base/errors.ts'
import { DerivedFiles } from './derived-files.ts'

/** A file of polygons to be simplified into another (`boundaries/simplify.ts`). */
export interface SimplifyTask {
  readonly source: string
  /** Degrees, above 0. */
  readonly tolerance: number
  /** The directory of files derived from the dataset, and the file's name there. */
  readonly directory: string
  readonly name: string
}

/** First and only message to a thread. */
export interface ThreadTask {
  readonly source: string
  readonly tolerance: number
  readonly target: string
}

/** The answer of the thread: null when the target is written. */
export interface ThreadReply {
  readonly fault: ThreadFault | null
}

export interface ThreadFault {
  /** A code of the system (`ENOSPC`) or of ours (`INVALID_FILE`); null for a bug. */
  readonly code: string | null
  readonly message: string
}

/** All wards take a core for seconds, and 0.8 GB: more at once would take both from answers. */
const WAITING_MAX = 4

/**
 * Runs tasks in a thread, one after the other: there is one such thread, however many threads
 * answer requests.
 */
export class Simplifier {
  /** By target: two requests for the same file share the work. */
  readonly #tasks = new Map<string, Promise<string>>()
  #last: Promise<unknown> = Promise.resolve()
  #worker: Worker | null = null
  #isClosed = false
  readonly #newWorker: () => Worker

  constructor(newWorker: () => Worker = startWorker) {
    this.#newWorker = newWorker
  }

  /**
   * Path of the file. Throws `SERVICE_UNAVAILABLE` when too many wait already, `INVALID_FILE` when
   * the source is damaged. Other errors are of this machine, for example a full disk.
   */
  run(task: SimplifyTask): Promise<string> {
    const key = `${task.directory}/${task.name}`
    const running = this.#tasks.get(key)
    if (running) return running
    if (this.#tasks.size >= WAITING_MAX) return Promise.reject(tooMany())
    const turn = this.#last.then(() => this.#simplify(task))
    this.#tasks.set(key, turn)
    this.#last = turn.catch(() => {}).finally(() => this.#tasks.delete(key))
    return turn
  }

  /** Ends the running task; waiting ones fail. Afterwards no unfinished file is left. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
    await this.#last
  }

  async #simplify({ source, tolerance, directory, name }: SimplifyTask): Promise<string> {
    const file = await new DerivedFiles(directory).begin(name)
    try {
      await this.#inThread({ source, tolerance, target: file.path })
      return await file.keep()
    } catch (error) {
      await file.drop()
      throw error
    }
  }

  async #inThread(task: ThreadTask): Promise<void> {
    if (this.#isClosed) throw stopping()
    // A thread for each task: its memory is freed with it.
    const worker = this.#newWorker()
    this.#worker = worker
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    worker.once('message', ({ fault }: ThreadReply) => {
      if (fault === null) resolve()
      else reject(errorOf(fault))
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      reject(this.#isClosed ? stopping() : new Error('The thread ended before it was done.'))
    })
    worker.postMessage(task)
    try {
      await promise
    } finally {
      this.#worker = null
      await worker.terminate()
    }
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./simplify.worker.ts', import.meta.url))
}

function errorOf({ code, message }: ThreadFault): Error {
  return code === 'INVALID_FILE' ? new ServiceError(code, message) : new Error(message)
}

function tooMany(): ServiceError {
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    `${WAITING_MAX} other tolerances are being worked out; ask again in 30 seconds, or for a ` +
      'tolerance that was asked for before.',
  )
}

function stopping(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The server is stopping; ask again in a while.')
}
