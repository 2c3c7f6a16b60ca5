import type { Socket } from 'node:net'
import type { PostgresHost } from '../../postgres-url.ts'
import { failedSocket } from '../embedded/dial.ts'
import { type AnswerWatch, watchAnswers } from './answers.ts'
import { dialError, dialPostgres } from './dial.ts'
import type { SslSettings } from './ssl.ts'

/*
 * Connections to the first of several hosts that takes changes. One that answers on none of its
 * connections, though they stay open, loses all of them, and the next host is asked from then on.
 */

export interface HostsOptions {
  /** At least one. */
  readonly hosts: readonly PostgresHost[]
  readonly ssl: SslSettings
  /** For each host: until it has accepted a connection and is ready for a statement. */
  readonly connectMsMax: number
  /** Whether a standby is passed over. */
  readonly wantsPrimary: boolean
}

interface Connection {
  readonly socket: Socket
  readonly host: number
  readonly watch: AnswerWatch
}

const LOOK_MS = 250
const STANDBY = 'in_hot_standby\0on\0'
/** Of an error before a connection is ready: no line of pg_hba.conf fits. */
const REFUSED = 'C28000\0'

export class PostgresHosts {
  readonly #options: HostsOptions
  readonly #connections = new Set<Connection>()
  /** By host: whether connections are encrypted. */
  readonly #encrypted: boolean[]
  readonly #looking: Timer
  /** The host that is asked first. */
  #first = 0
  #silentMsMax = Number.POSITIVE_INFINITY
  #changes = 0

  constructor(options: HostsOptions) {
    this.#options = options
    const { mode } = options.ssl
    this.#encrypted = options.hosts.map(() => mode !== 'disable' && mode !== 'allow')
    this.#looking = setInterval(() => this.#look(), LOOK_MS)
    this.#looking.unref()
  }

  get count(): number {
    return this.#options.hosts.length
  }

  /** Count of the events after which the next connection had better be another one. */
  get changes(): number {
    return this.#changes
  }

  /** From now on a server that owes an answer may be silent for this long. */
  limitSilence(msMax: number): void {
    this.#silentMsMax = msMax
  }

  /** Never throws: a failure is the socket's error. */
  async connect(): Promise<Socket> {
    const { hosts } = this.#options
    let failure: unknown = null
    for (const i of hosts.keys()) {
      const host = (this.#first + i) % hosts.length
      try {
        const socket = await this.#dial(host)
        this.#first = host
        this.#adopt(socket, host)
        return socket
      } catch (error) {
        failure = error
      }
    }
    return failedSocket(failure)
  }

  close(): void {
    clearInterval(this.#looking)
  }

  async #dial(index: number): Promise<Socket> {
    const { hosts, ssl, connectMsMax } = this.#options
    const host = hosts[index]!
    const isEncrypted = this.#encrypted[index] === true
    try {
      return await dialPostgres(host, ssl, isEncrypted, connectMsMax)
    } catch (error) {
      const isHandshake = error instanceof Error && /SSL|TLS/i.test(codeOf(error) + error.message)
      if (!isEncrypted || ssl.mode !== 'prefer' || !isHandshake) throw error
      return dialPostgres(host, ssl, false, connectMsMax)
    }
  }

  #adopt(socket: Socket, host: number): void {
    const watch = watchAnswers(socket, (bytes) => this.#started(connection, bytes))
    const connection = { socket, host, watch }
    this.#connections.add(connection)
    socket.on('close', () => this.#connections.delete(connection))
  }

  /** The first bytes of a server. */
  #started({ socket, host }: Connection, bytes: Buffer): void {
    const { hosts, ssl, wantsPrimary } = this.#options
    const isOpenMode = ssl.mode === 'allow' || ssl.mode === 'prefer'
    if (isOpenMode && bytes[0] === 'E'.charCodeAt(0) && bytes.includes(REFUSED)) {
      this.#encrypted[host] = !this.#encrypted[host]
      this.#changes++
    }
    if (hosts.length > 1 && wantsPrimary && bytes.includes(STANDBY)) {
      this.#leave(host)
      socket.destroy(dialError('25006', 'it is a standby'))
    }
  }

  #look(): void {
    const nowMs = performance.now()
    for (const { socket, host, watch } of this.#connections) {
      const sinceMs = watch.silentSinceMs()
      const msMax = watch.isStarted() ? this.#silentMsMax : this.#options.connectMsMax
      if (sinceMs === null || nowMs - sinceMs <= msMax) continue
      const silent = dialError('ETIMEDOUT', `it said nothing for ${msMax / 1000} s`)
      const same = [...this.#connections].filter((other) => other.host === host)
      const isAlive = same.some((other) => other.watch.heardAtMs() > sinceMs)
      // Else the statement alone takes too long, or waits for another one.
      if (!isAlive) this.#leave(host)
      for (const other of isAlive ? [] : same) other.socket.destroy(silent)
      socket.destroy(silent)
    }
  }

  #leave(host: number): void {
    this.#changes++
    if (this.#first === host) this.#first = (host + 1) % this.#options.hosts.length
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
