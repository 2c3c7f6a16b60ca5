import { type ErrorCode, reasonOf, ServiceError } from '../base/errors.ts'

/** One end of a channel between two threads: a `Worker`, or in it its `parentPort`. */
export interface Port {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: Message) => void): unknown
}

type Message = Call | Answer

interface Call {
  readonly kind: 'call'
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

interface Answer {
  readonly kind: 'answer'
  readonly id: number
  readonly value?: unknown
  readonly fault?: Fault
}

/** An error loses its class on the way between threads. */
interface Fault {
  /** Null for other errors than a `ServiceError`. */
  readonly code: ErrorCode | null
  readonly message: string
}

type ArgsOf<F> = F extends (...args: infer Args) => unknown ? Args : never
type ResultOf<F> = F extends (...args: never) => infer Result ? Awaited<Result> : never

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Calls functions of `Theirs` in another thread, and runs calls of ours from there. Messages are
 * taken in the order in which they were sent, so a call finds the state that the ones before it
 * set.
 */
export class Peer<Theirs extends object> {
  readonly #port: Port
  readonly #pending = new Map<number, Pending>()
  #calls = 0
  #lost: Error | null = null

  constructor(port: Port, ours: object) {
    this.#port = port
    port.on('message', (message) => {
      if (message.kind === 'call') void this.#run(ours, message)
      else this.#settle(message)
    })
  }

  /** Throws the other side's error, and when that side ends before it has answered. */
  async call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: ArgsOf<Theirs[Name]>
  ): Promise<ResultOf<Theirs[Name]>> {
    if (this.#lost) throw this.#lost
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = this.#calls++
    this.#pending.set(id, { resolve, reject })
    this.#port.postMessage({ kind: 'call', id, name, args } satisfies Call)
    // The other side was made with functions of this type: see the constructors of the two.
    return (await promise) as ResultOf<Theirs[Name]>
  }

  /** Fails all unanswered calls: the other thread has ended. */
  lose(reason: string): void {
    this.#lost = new Error(reason)
    for (const { reject } of this.#pending.values()) reject(this.#lost)
    this.#pending.clear()
  }

  async #run(ours: object, { id, name, args }: Call): Promise<void> {
    try {
      const method: unknown = Reflect.get(ours, name)
      if (typeof method !== 'function') throw new Error(`${name} is not known to this thread`)
      const value: unknown = await Reflect.apply(method, ours, args)
      this.#port.postMessage({ kind: 'answer', id, value } satisfies Answer)
    } catch (error) {
      this.#port.postMessage({ kind: 'answer', id, fault: faultOf(error) } satisfies Answer)
    }
  }

  #settle({ id, value, fault }: Answer): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (fault) pending?.reject(errorOf(fault))
    else pending?.resolve(value)
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof ServiceError) return { code: error.code, message: error.message }
  return { code: null, message: reasonOf(error) }
}

function errorOf({ code, message }: Fault): Error {
  return code === null ? new Error(message) : new ServiceError(code, message)
}

/** The result of `promise`, or `fallback` when it takes longer than `waitMs`. */
export async function within<T>(
  promise: Promise<T>,
  waitMs: number,
  fallback: () => T,
): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), waitMs)
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), late])
    return first ? first.value : fallback()
  } finally {
    clearTimeout(timer)
  }
}
