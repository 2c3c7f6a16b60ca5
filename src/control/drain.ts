import { readdirSync } from 'node:fs'
import { reasonOf } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { openLibc } from './libc.ts'

/* The stop of a server without the loss of a request that was sent. */

/** A connection is made within this, over any network. */
const SETTLED_MS = 200
/** Time for a connection made before that to bring its request, or to bring it again. */
const QUIET_MS = 300
/** The same where requests are waiting: an answer may take its time. */
const BUSY_QUIET_MS = 500

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
    await turnAway(port)
    await quiet(options)
  } catch (error) {
    log(`Connections made while the port is closed may break: ${reasonOf(error)}`, 'warn')
  }
}

async function quiet({ graceMs, work }: DrainOptions): Promise<void> {
  const endMs = performance.now() + graceMs
  let [before, waitMs] = [work(), QUIET_MS]
  for (;;) {
    await Bun.sleep(waitMs)
    const now = work()
    if (now === before || performance.now() > endMs) return
    before = now
    waitMs = BUSY_QUIET_MS
  }
}

/**
 * Makes the listeners on a port drop packets, and so all attempts to connect. Existing connections
 * go on. Only this needs neither privileges nor luck: a socket filter needs privileges, closing the
 * listener while no connection waits in it needs luck. Throws when the C library cannot be opened.
 */
async function turnAway(port: number): Promise<void> {
  const sockets = await openSockets()
  setPacketsTaken(sockets, port, true, NO_PACKET)
  await Bun.sleep(SETTLED_MS)
  // Connections in the making inherit it; their clients send dropped packets again.
  setPacketsTaken(sockets, port, false, ANY_PACKET)
}

function setPacketsTaken(sockets: Sockets, port: number, ofListeners: boolean, ttl: number): void {
  const value = new Int32Array([ttl])
  for (const name of readdirSync('/proc/self/fd')) {
    const file = Number(name)
    if (isListener(sockets, file) !== ofListeners || portOf(sockets, file) !== port) continue
    for (const [level, option] of TTL_MIN_OPTIONS) {
      // A socket has one of the two, or both.
      sockets.setsockopt(file, level, option, value, value.byteLength)
    }
  }
}

type Sockets = Awaited<ReturnType<typeof openSockets>>

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
