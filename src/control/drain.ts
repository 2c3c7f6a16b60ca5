import { readdirSync } from 'node:fs'
import { reasonOf } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { openLibc } from '../system/libc.ts'

/* The stop of a server without the loss of a request that was sent. */

/**
 * The listeners are closed after this time without work. Connections that are being made when new
 * ones are turned away bring their first request in it, which may have to be sent again.
 */
const QUIET_MS = 500
const LOOK_MS = 20

const SOL_SOCKET = 1
const SO_ACCEPTCONN = 30
/** Level and name of the least time to live of packets that a socket takes: IPv4, IPv6. */
const TTL_MIN_OPTIONS = [
  [0, 21],
  [41, 73],
] as const
/** More than any packet has left, whichever system sent it. */
const NO_PACKET = 255
const ANY_PACKET = 0
/** Level and name of the state of a TCP socket, and where in it the count of a listener lies. */
const TCP_INFO_OPTION = [6, 11] as const
const TCP_INFO_BYTES = 104
const WAITING_AT = 24
/** Size of `sockaddr_in6`, the longer of the two. */
const ADDRESS_BYTES = 28

export interface DrainOptions {
  /** A part of the memory that all threads share (src/serving/memory.ts). */
  readonly stopping: SharedArrayBuffer
  /** The port of the listeners. */
  readonly port: number
  /** Time in which new connections are still answered; 0: stop at once, whatever is lost. */
  readonly drainMs: number
  /** Time after that in which existing connections are served, at most. */
  readonly graceMs: number
  /** Another number after every answered request. */
  readonly work: () => number
  readonly log: Log
}

/**
 * Announces the stop and serves on for `drainMs`. Then the system turns new connections away, and
 * existing connections are served until they are quiet. After that the listeners can be closed: no
 * connection waits in them. Only Linux can turn connections away; elsewhere a connection that is
 * made in the moment of closing breaks.
 */
export async function drain(options: DrainOptions): Promise<void> {
  const { stopping, port, drainMs, log } = options
  new Int32Array(stopping)[0] = 1
  await Bun.sleep(drainMs)
  if (drainMs === 0 || process.platform !== 'linux') return
  try {
    const sockets = openSockets()
    turnAway(sockets, port)
    await quiet(options, sockets)
  } catch (error) {
    log(`Connections made while the port is closed may break: ${reasonOf(error)}`, 'warn')
  }
}

/** Resolves when no connection waits for a thread, and no request was answered for a while. */
async function quiet({ port, graceMs, work }: DrainOptions, sockets: Sockets): Promise<void> {
  const endMs = performance.now() + graceMs
  let [before, busyMs] = [work(), performance.now()]
  while (performance.now() < Math.min(endMs, busyMs + QUIET_MS)) {
    await Bun.sleep(LOOK_MS)
    // Connections in the making inherit what listeners drop; their clients send it again.
    for (const file of socketsOf(sockets, port, false)) setPacketsTaken(sockets, file, ANY_PACKET)
    const now = work()
    if (now !== before || isAnyWaiting(sockets, port)) busyMs = performance.now()
    before = now
  }
}

/**
 * Makes the listeners on a port drop packets, and so all attempts to connect. Existing connections
 * go on. Only this needs neither privileges nor luck: a socket filter needs privileges, closing the
 * listener while no connection waits in it needs luck.
 */
function turnAway(sockets: Sockets, port: number): void {
  for (const file of socketsOf(sockets, port, true)) setPacketsTaken(sockets, file, NO_PACKET)
}

/** Whether a connection is made that no thread has taken from its listener. */
function isAnyWaiting(sockets: Sockets, port: number): boolean {
  return socketsOf(sockets, port, true).some((file) => {
    const info = new Uint8Array(TCP_INFO_BYTES)
    const length = new Uint32Array([info.byteLength])
    if (sockets.getsockopt(file, ...TCP_INFO_OPTION, info, length) !== 0) return false
    return new DataView(info.buffer).getUint32(WAITING_AT, true) > 0
  })
}

/** The listeners on a port, or its connections, by their file descriptors. */
function socketsOf(sockets: Sockets, port: number, areListeners: boolean): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((file) => isListener(sockets, file) === areListeners && portOf(sockets, file) === port)
}

function setPacketsTaken(sockets: Sockets, file: number, ttl: number): void {
  const value = new Int32Array([ttl])
  for (const [level, option] of TTL_MIN_OPTIONS) {
    // A socket has one of the two, or both.
    sockets.setsockopt(file, level, option, value, value.byteLength)
  }
}

type Sockets = ReturnType<typeof openSockets>

function isListener(sockets: Sockets, file: number): boolean {
  const listens = new Int32Array(1)
  const length = new Uint32Array([listens.byteLength])
  const fault = sockets.getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, listens, length)
  return fault === 0 && listens[0] === 1
}

/** The local port of an IPv4 or IPv6 socket; null for other files. */
function portOf(sockets: Sockets, file: number): number | null {
  const address = new Uint8Array(ADDRESS_BYTES)
  const length = new Uint32Array([ADDRESS_BYTES])
  if (sockets.getsockname(file, address, length) !== 0) return null
  // At the same place in both, big-endian.
  return new DataView(address.buffer).getUint16(2)
}

function openSockets() {
  return openLibc({
    getsockopt: { args: ['int', 'int', 'int', 'ptr', 'ptr'], returns: 'int' },
    setsockopt: { args: ['int', 'int', 'int', 'ptr', 'u32'], returns: 'int' },
    getsockname: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
  })
}
