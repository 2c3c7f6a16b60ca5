import { readdirSync } from 'node:fs'
import { reasonOf } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { openLibc } from './libc.ts'

/* How a server that is to stop lets its clients go, so that no request is lost that was sent. */

/** For a connection that was there before new ones were turned away to bring its request. */
const QUIET_MS = 200
/** The same where requests are waiting: an answer may take its time. */
const BUSY_QUIET_MS = 500

const SOL_SOCKET = 1
const SO_ATTACH_FILTER = 26
const SO_ACCEPTCONN = 30
/** Of `sockaddr_in6`, the longer of the two. */
const ADDRESS_BYTES = 28

/**
 * Instructions of a socket filter (code, jump if true, if false, operand): a listener with it drops
 * the packet that asks for a new connection (SYN without ACK) and takes all others.
 */
const NO_NEW_CONNECTIONS = [
  [0x30, 0, 0, 13], // the flags of the TCP header
  [0x54, 0, 0, 0x12], // SYN and ACK of them
  [0x15, 0, 1, 0x02], // is it SYN alone?
  [0x06, 0, 0, 0], // drop
  [0x06, 0, 0, 0xffff_ffff], // take
] as const

export interface DrainOptions {
  /** Of the memory that all threads share (src/serving/memory.ts). */
  readonly stopping: SharedArrayBuffer
  /** Where they listen. */
  readonly port: number
  /** For how long new connections are still answered. */
  readonly drainMs: number
  /** And then for how long at most those that are there already. */
  readonly graceMs: number
  /** Another number whenever a request was answered. */
  readonly work: () => number
  readonly log: Log
}

/**
 * Says that the server is about to stop, serves on for `drainMs`, then has the system turn new
 * connections away and serves those that are there until it is quiet. After that the listeners can
 * be closed: no connection waits in them. Only Linux can do the last; elsewhere a connection breaks
 * that is made in the moment of closing.
 */
export async function drain(options: DrainOptions): Promise<void> {
  const { stopping, port, drainMs, log } = options
  new Int32Array(stopping)[0] = 1
  await Bun.sleep(drainMs)
  if (process.platform !== 'linux') return
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

/** Throws when the C library cannot be opened, or refuses. */
async function turnAway(port: number): Promise<void> {
  const { ptr } = await import('bun:ffi')
  const libc = await openSockets()
  const instructions = new Uint8Array(NO_NEW_CONNECTIONS.length * 8)
  const code = new DataView(instructions.buffer)
  NO_NEW_CONNECTIONS.forEach(([instruction, ifTrue, ifFalse, operand], i) => {
    code.setUint16(i * 8, instruction, true)
    code.setUint8(i * 8 + 2, ifTrue)
    code.setUint8(i * 8 + 3, ifFalse)
    code.setUint32(i * 8 + 4, operand, true)
  })
  // struct sock_fprog: their number, and where they are.
  const program = new BigUint64Array([BigInt(NO_NEW_CONNECTIONS.length), BigInt(ptr(instructions))])
  for (const name of readdirSync('/proc/self/fd')) {
    const file = Number(name)
    if (!isListener(libc, file, port)) continue
    const fault = libc.setsockopt(file, SOL_SOCKET, SO_ATTACH_FILTER, program, program.byteLength)
    if (fault !== 0) throw new Error('the system takes no filter for a listener.')
  }
}

type Sockets = Awaited<ReturnType<typeof openSockets>>

function isListener(libc: Sockets, file: number, port: number): boolean {
  const listens = new Int32Array(1)
  const length = new Uint32Array([listens.byteLength])
  if (libc.getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, listens, length) !== 0) return false
  if (listens[0] !== 1) return false
  // The port stands in the same place for IPv4 and IPv6, big-endian.
  const address = new Uint8Array(ADDRESS_BYTES)
  length[0] = ADDRESS_BYTES
  if (libc.getsockname(file, address, length) !== 0) return false
  return new DataView(address.buffer).getUint16(2) === port
}

function openSockets() {
  return openLibc({
    getsockopt: { args: ['int', 'int', 'int', 'ptr', 'ptr'], returns: 'int' },
    setsockopt: { args: ['int', 'int', 'int', 'ptr', 'u32'], returns: 'int' },
    getsockname: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
  })
}
