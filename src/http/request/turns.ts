import type { KeyId } from '../../access/key.ts'
import { ServiceError } from '../../base/errors.ts'
import { RateLimitError } from './errors.ts'

/** A turn ends with the first item behind it. */
const TURN_MS = 5
/** Long requests of one key that wait for the one before them, and the time that they may wait. */
const WAITING_MAX = 64
const WAIT_MS = 10_000
const RETRY_AFTER_S = 5

/**
 * Long requests on one thread take turns, so that other requests do not wait for them: one of each
 * key at a time, one turn at a time. After each turn other requests, if there are any, have the
 * thread for as long as the turn took.
 */
export class Turns {
  readonly #elapsedMs: () => number
  /** Keys with a request at work, each with its waiting requests. */
  readonly #keys = new Map<KeyId, Waiting[]>()
  readonly #line: (() => void)[] = []
  #isTaken = false
  #requests = 0

  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs
  }

  /** A request has come, long or not. */
  see(): void {
    this.#requests++
  }

  /**
   * Does the work of a long request. `work` is called again and again, in turns, until it reports
   * its end. Throws `RATE_LIMIT_MINUTE` when the key has too many such requests already, and
   * `BAD_REQUEST` once the client is gone.
   */
  async work(key: KeyId, signal: AbortSignal, work: () => boolean): Promise<void> {
    await this.#enter(key)
    try {
      for (let isDone = false; !isDone; ) {
        await this.#take()
        const startMs = this.#elapsedMs()
        try {
          if (signal.aborted) throw gone()
          do isDone = work()
          while (!isDone && this.#elapsedMs() < startMs + TURN_MS)
        } finally {
          void this.#give(this.#elapsedMs() - startMs)
        }
      }
    } finally {
      this.#leave(key)
    }
  }

  #enter(key: KeyId): Promise<void> | undefined {
    const waiting = this.#keys.get(key)
    if (waiting === undefined) {
      this.#keys.set(key, [])
      return
    }
    if (waiting.length >= WAITING_MAX) throw tooMany()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(tooMany())
      }, WAIT_MS)
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(enter)
    })
  }

  #leave(key: KeyId): void {
    const next = this.#keys.get(key)?.shift()
    if (next) next()
    else this.#keys.delete(key)
  }

  #take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#line.push(resolve))
    this.#isTaken = true
    return
  }

  async #give(tookMs: number): Promise<void> {
    const untilMs = this.#elapsedMs() + tookMs
    for (let seen = -1; seen !== this.#requests && this.#elapsedMs() < untilMs; ) {
      seen = this.#requests
      await new Promise(setImmediate)
    }
    const next = this.#line.shift()
    if (next) next()
    else this.#isTaken = false
  }
}

type Waiting = () => void

/** The client is gone and does not read it: it ends the work, and is not counted as our fault. */
function gone(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The client is gone.')
}

function tooMany(): RateLimitError {
  const message = `Other batches of this key are being answered: send fewer at once.`
  return new RateLimitError('batch', message, RETRY_AFTER_S)
}
