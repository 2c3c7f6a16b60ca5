import { reasonOf, ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { openLibc } from '../system/libc.ts'

/*
 * Messages to systemd from a service of `Type=notify` (sd_notify(3)): datagrams to the socket that
 * it names in the environment. Bun has no such sockets, so libc opens one.
 */

type Variables = Readonly<Record<string, string | undefined>>

/** Interval of the status messages without a watchdog. */
const STATUS_PAUSE_MS = 5_000
const AF_UNIX = 1
const SOCK_DGRAM_CLOEXEC = 0o2000002
const MSG_NOSIGNAL = 0x4000
/** Size of `sun_path` in `sockaddr_un`. */
const PATH_BYTES_MAX = 108

/** Sends one datagram. Throws a `ServiceError`. */
export type Notify = (text: string) => void

export interface ServiceManagerOptions {
  readonly notify: Notify
  /** Time that systemd waits for a sign of life, milliseconds; null: it does not wait for any. */
  readonly watchdogMs: number | null
  /**
   * The server's state in one line. Resolves only when all of its threads answer; rejects when one
   * cannot.
   */
  readonly state: () => Promise<string>
  readonly log: Log
}

/**
 * Reports to systemd at once that the server is ready. From then on it reports the server's state
 * and, for every check that all threads have answered, a sign of life.
 */
export class ServiceManager {
  readonly #options: ServiceManagerOptions
  readonly #timer: NodeJS.Timeout
  #status = ''
  #isAsking = false
  #lastFault = ''

  constructor(options: ServiceManagerOptions) {
    this.#options = options
    // Half of the time that it has: one check may come late.
    const pauseMs = Math.min(STATUS_PAUSE_MS, (options.watchdogMs ?? Number.POSITIVE_INFINITY) / 2)
    this.#tell('READY=1')
    this.#timer = setInterval(() => void this.#check(), pauseMs)
    void this.#check()
  }

  /** No sign of life is sent after this; systemd waits for the end. */
  stop(): void {
    clearInterval(this.#timer)
    this.#isAsking = true
    this.#tell('STOPPING=1\nSTATUS=Stopping.')
  }

  async #check(): Promise<void> {
    // A check that is not answered yet is not repeated: there is nothing to report before its
    // answer.
    if (this.#isAsking) return
    this.#isAsking = true
    const asked = this.#options.state()
    await asked.then(
      (state) => this.#alive(state),
      (error: unknown) => this.#fault(`A thread gives no sign of life: ${reasonOf(error)}`),
    )
  }

  #alive(state: string): void {
    this.#isAsking = false
    if (state !== this.#status) this.#tell(`STATUS=${state}`)
    this.#status = state
    if (this.#options.watchdogMs !== null) this.#tell('WATCHDOG=1')
  }

  #tell(text: string): void {
    try {
      this.#options.notify(text)
      this.#lastFault = ''
    } catch (error) {
      this.#fault(reasonOf(error))
    }
  }

  #fault(fault: string): void {
    this.#isAsking = false
    if (fault !== this.#lastFault) this.#options.log(fault, 'error')
    this.#lastFault = fault
  }
}

/** The way to systemd; null where no service manager listens. Throws as `Notify`. */
export async function notifierOf(variables: Variables): Promise<Notify | null> {
  const path = variables['NOTIFY_SOCKET']
  if (!path) return null
  const address = socketAddress(path)
  const { socket, sendto, close } = openLibc({
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    sendto: { args: ['int', 'ptr', 'usize', 'int', 'ptr', 'u32'], returns: 'i64' },
    close: { args: ['int'], returns: 'int' },
  })
  return (text) => {
    const bytes = new TextEncoder().encode(text)
    const file = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
    if (file < 0) throw new ServiceError('CONFLICT', 'No socket for systemd could be opened.')
    const sent = sendto(file, bytes, bytes.length, MSG_NOSIGNAL, address, address.length)
    close(file)
    if (Number(sent) === bytes.length) return
    throw new ServiceError('CONFLICT', `${path} (NOTIFY_SOCKET) takes no messages.`)
  }
}

/** Watchdog time of this process, milliseconds; null without a watchdog. */
export function watchdogMsOf(variables: Variables): number | null {
  const watched = variables['WATCHDOG_PID']
  const pauseUs = Number(variables['WATCHDOG_USEC'] ?? 0)
  if (watched && Number(watched) !== process.pid) return null
  return pauseUs > 0 ? pauseUs / 1000 : null
}

/** `struct sockaddr_un`: a path, or for `@name` an abstract name, which begins with a zero. */
function socketAddress(path: string): Uint8Array {
  const name = new TextEncoder().encode(path)
  const isAbstract = path.startsWith('@')
  if (name.length >= PATH_BYTES_MAX || !(isAbstract || path.startsWith('/'))) {
    const forms = 'a path or @name of at most 107 bytes'
    throw new ServiceError('INVALID_CONFIG', `NOTIFY_SOCKET is ${path}; it accepts ${forms}.`)
  }
  const address = new Uint8Array(2 + name.length + (isAbstract ? 0 : 1))
  new Uint16Array(address.buffer, 0, 1)[0] = AF_UNIX
  address.set(name, 2)
  if (isAbstract) address[2] = 0
  return address
}
