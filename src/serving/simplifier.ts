import { Worker } from 'node:worker_threads'
import { ServiceError } from '../base/errors.ts'

/** Simplifies a file of polygons into another (`boundaries/simplify.ts`). */
export interface SimplifyTask {
  readonly source: string
  /** Degrees, above 0. */
  readonly tolerance: number
  readonly target: string
}

/** What the thread answers: null when the target is written. */
export interface SimplifyReply {
  readonly fault: string | null
}

/** All wards take a core for seconds: more at once would only take it from answers. */
const WAITING_MAX = 4

/** Runs tasks in a thread, one after the other. */
export class Simplifier {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #worker: Worker | null = null
  #isClosed = false

  /** Throws `SERVICE_UNAVAILABLE` when too many wait already. */
  async run(task: SimplifyTask): Promise<void> {
    if (this.#waiting >= WAITING_MAX) {
      throw new ServiceError(
        'SERVICE_UNAVAILABLE',
        `${WAITING_MAX} other tolerances are being worked out; ask again in 30 seconds, or for ` +
          'a tolerance that was asked for before.',
      )
    }
    this.#waiting++
    const turn = this.#last.then(() => this.#inThread(task))
    this.#last = turn.catch(() => {}).finally(() => this.#waiting--)
    await turn
  }

  /** Ends what runs; what waits fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  async #inThread(task: SimplifyTask): Promise<void> {
    if (this.#isClosed) throw stopping()
    // A thread for each task: what it takes of memory goes with it.
    const worker = new Worker(new URL('./simplify.worker.ts', import.meta.url))
    this.#worker = worker
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    worker.once('message', ({ fault }: SimplifyReply) => {
      if (fault === null) resolve()
      else reject(new Error(`${task.source} could not be simplified: ${fault}`))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(stopping()))
    worker.postMessage(task)
    try {
      await promise
    } finally {
      this.#worker = null
      await worker.terminate()
    }
  }
}

function stopping(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The server is stopping; ask again in a while.')
}
