/** Half of the connections that proxies and load testers usually hold open. */
const BATCH_MAX = 16

/**
 * A request on its way to its response: `step` does its next stage and gives null while there are
 * more. It does not throw: errors have responses too.
 */
interface Waiting {
  step(): Response | Promise<Response> | null
}

/**
 * Requests that take some work are answered in batches: all that have arrived, at most BATCH_MAX,
 * one right after the other and stage by stage (keys, parameters, searches, bodies). So each finds
 * the data of the one before in the processor's caches, not that of the HTTP server or of another
 * stage. Then their responses go out together. Between two single answers a client on the same
 * machine falls asleep, and waking it costs the sender a quarter of a search. No request waits for
 * a batch to fill: a batch is answered when no more requests can be read. Batches are for answers
 * below 15 kB: of a larger one that comes late Bun sends every header alone, and takes up to five
 * times as long.
 */
export class Batch {
  #waiting: Waiting[] = []
  #takers: ((response: Response | Promise<Response>) => void)[] = []
  #isDue = false

  add(request: Waiting): Promise<Response> {
    this.#waiting.push(request)
    return new Promise(this.#join)
  }

  readonly #join = (taker: (response: Response | Promise<Response>) => void): void => {
    if (this.#takers.push(taker) === BATCH_MAX) this.#answer()
    else if (!this.#isDue) {
      this.#isDue = true
      setImmediate(this.#answerRest)
    }
  }

  readonly #answerRest = (): void => {
    this.#isDue = false
    this.#answer()
  }

  #answer(): void {
    const waiting = this.#waiting
    const takers = this.#takers
    this.#waiting = []
    this.#takers = []
    const responses = new Array<Response | Promise<Response> | null>(waiting.length).fill(null)
    for (let left = waiting.length; left > 0; ) {
      for (let i = 0; i < waiting.length; i++) {
        if (responses[i] !== null) continue
        responses[i] = waiting[i]!.step()
        if (responses[i] !== null) left--
      }
    }
    for (let i = 0; i < takers.length; i++) takers[i]!(responses[i]!)
  }
}
