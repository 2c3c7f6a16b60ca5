import { reasonOf } from '../base/errors.ts'
import type { Log } from '../base/log.ts'

/** A task that is repeated until stopped. */
export interface Repeating {
  /**
   * Does it once, in a run that begins after this call. Fails when the task does, and when it was
   * stopped before that run.
   */
  runNow(): Promise<void>
  /** No run begins after this; resolves when the last one has ended. */
  stop(): Promise<void>
}

interface RepeatOptions {
  /** Its name in the log: `Reading keys`. */
  readonly name: string
  /** Time from the end of a run to the start of the next. */
  readonly pauseMs: number
  readonly task: () => Promise<void>
  readonly log: Log
}

/**
 * Runs `task` after every pause. A failure is logged when it begins, when its reason changes and
 * when it is over, not at every attempt: a database that is away for a night leaves two lines.
 */
export function repeat({ name, pauseMs, task, log }: RepeatOptions): Repeating {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let lastFault: string | null = null

  async function run(): Promise<void> {
    try {
      await task()
      if (lastFault !== null) log(`${name} works again.`)
      lastFault = null
    } catch (error) {
      const fault = reasonOf(error)
      if (fault !== lastFault) log(`${name} failed and is tried again: ${fault}`, 'error')
      lastFault = fault
      throw error
    } finally {
      current = null
      schedule()
    }
  }

  function start(): Promise<void> {
    if (isStopped) return Promise.reject(new Error(`${name} has been stopped.`))
    if (timer) clearTimeout(timer)
    current = run()
    return current
  }

  function schedule(): void {
    // The failure is in the log already.
    if (!isStopped) timer = setTimeout(() => void runNow().catch(() => {}), pauseMs)
  }

  function runNow(): Promise<void> {
    // Between two runs: the one has ended, and the other may be about to begin.
    if (!current) return next ?? start()
    // All callers during a run share the next one.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }

  schedule()
  return {
    runNow,
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await Promise.allSettled([current, next])
    },
  }
}
