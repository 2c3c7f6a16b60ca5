/*
 * Signs of progress from the thread of the engine to its watching thread. A statement runs to
 * its end in one call, so a thread that hangs in one answers no message. Shared:
 *
 *   beat  Int32[2]
 *     RUNNING  1 while the engine executes a message
 *     STEPS    rises with each message and each time the engine reads or writes a file
 *
 * A statement may take minutes: it reads or writes all the time then. One that does neither, and
 * does not end, never will: after a panic the engine waits for a lock that is never given back.
 */

export type EngineBeat = Int32Array<SharedArrayBuffer>

const RUNNING = 0
const STEPS = 1
/** Looks so often while nothing gets on; fewer would be a suspended machine, which is no fault. */
const LOOKS = 10

export interface EngineWatch {
  /** From now on it may do nothing for so long. */
  limit(stuckMsMax: number): void
  stop(): void
}

export function newEngineBeat(): EngineBeat {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}

/** Called by the engine's thread for each file that it reads or writes. */
export function step(beat: EngineBeat): void {
  Atomics.add(beat, STEPS, 1)
}

/** Runs `work`, which is a message to the engine. */
export async function running<T>(beat: EngineBeat, work: () => Promise<T>): Promise<T> {
  step(beat)
  Atomics.store(beat, RUNNING, 1)
  try {
    return await work()
  } finally {
    Atomics.store(beat, RUNNING, 0)
  }
}

/** Calls `onStuck` once, with seconds, when a message did nothing for `stuckMsMax`. */
export function watchEngine(
  beat: EngineBeat,
  stuckMsMax: number,
  onStuck: (seconds: number) => void,
): EngineWatch {
  let timer: Timer | null = null
  const stop = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const limit = (msMax: number): void => {
    stop()
    let looks = 0
    let steps = -1
    timer = setInterval(() => {
      const now = Atomics.load(beat, STEPS)
      const isStill = Atomics.load(beat, RUNNING) === 1 && now === steps
      looks = isStill ? looks + 1 : 0
      steps = now
      if (looks < LOOKS) return
      stop()
      onStuck(msMax / 1000)
    }, msMax / LOOKS)
    timer.unref()
  }
  limit(stuckMsMax)
  return { limit, stop }
}
