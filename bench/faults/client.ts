import { connect, type Socket } from 'node:net'

/*
 * HTTP through plain sockets, which tell a request that was lost from a connection that was
 * refused. Times are those of `Date.now()`, as in the server's log.
 */

interface Times {
  /** When the connection was asked for. */
  readonly openedAtMs: number
  readonly sentAtMs: number
  /** When its answer was read, or was known not to come. */
  readonly atMs: number
}

export interface Answered extends Times {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sent, and not answered. */
export interface Lost extends Times {
  readonly reason: string
}

interface Pending {
  readonly sentAtMs: number
  readonly resolve: (outcome: Answered | Lost) => void
}

const CONNECT_MS_MAX = 10_000
const ANSWER_MS_MAX = 20_000
const HEAD_END = '\r\n\r\n'

/** Carries one request at a time. */
export class Connection {
  readonly #socket: Socket
  readonly #openedAtMs: number
  #received: Buffer = Buffer.alloc(0)
  #pending: Pending | null = null
  #isLast = false

  private constructor(socket: Socket, openedAtMs: number) {
    this.#socket = socket
    this.#openedAtMs = openedAtMs
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('close', () => {
      this.#isLast = true
      this.#lose('the connection was closed')
    })
    socket.setTimeout(ANSWER_MS_MAX, () => {
      this.#lose(`no answer within ${ANSWER_MS_MAX / 1000} s`)
      socket.destroy()
    })
  }

  /** Null when it is refused, or not made within 10 s. */
  static open(port: number): Promise<Connection | null> {
    const openedAtMs = Date.now()
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      const timer = setTimeout(() => socket.destroy(), CONNECT_MS_MAX)
      // What it means is seen when it closes.
      socket.on('error', () => {})
      socket.on('close', () => {
        clearTimeout(timer)
        resolve(null)
      })
      socket.on('connect', () => {
        clearTimeout(timer)
        resolve(new Connection(socket, openedAtMs))
      })
    })
  }

  /** Whether it takes another request. */
  get isOpen(): boolean {
    return !this.#isLast
  }

  ask(request: string): Promise<Answered | Lost> {
    return new Promise((resolve) => {
      this.#pending = { sentAtMs: Date.now(), resolve }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#isLast = true
    this.#socket.end()
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    const headBytes = this.#received.indexOf(HEAD_END)
    if (headBytes < 0) return
    const head = this.#received.toString('latin1', 0, headBytes)
    const bodyAt = headBytes + HEAD_END.length
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
    if (this.#received.length < bodyAt + length) return
    const body = this.#received.toString('utf8', bodyAt)
    this.#received = Buffer.alloc(0)
    if (/^connection: close\r?$/im.test(head)) this.close()
    this.#end({ status: Number(head.slice(9, 12)), head, body })
  }

  #lose(reason: string): void {
    this.#end({ reason })
  }

  #end(outcome: Omit<Answered, keyof Times> | Omit<Lost, keyof Times>): void {
    if (this.#pending === null) return
    const { sentAtMs, resolve } = this.#pending
    this.#pending = null
    resolve({ ...outcome, openedAtMs: this.#openedAtMs, sentAtMs, atMs: Date.now() })
  }
}
