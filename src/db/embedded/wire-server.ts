import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { reasonOf } from '../../base/errors.ts'
import {
  createFrameReader,
  directoryAnswer,
  type FrameReader,
  queryMessage,
  wireMessage,
} from './wire-frames.ts'

/*
 * PostgreSQL's protocol on a Unix socket, for many clients of one PGlite, which has one session.
 *
 * A client owns the session from the first message of a cycle (Parse … Sync, or Query) to its end,
 * and from `begin` to the end of the transaction; meanwhile the messages of the others wait, first
 * come first served. That is what @electric-sql/pglite-socket 0.2 lacks: it lets clients alternate
 * between any two messages, so that one executes the unnamed statement which another has parsed
 * (two clients that bind values at once get each other's rows), stops for good when a statement
 * throws, and waits forever for a client that went to sleep in a transaction.
 *
 * What one session cannot give is refused with 0A000: statements with a name, COPY FROM STDIN.
 * SET and session-level advisory locks would be everybody's: use `set local` and
 * `pg_advisory_xact_lock`.
 */

/** The one session: runs a message to its end, handing out the answer's bytes as they come. */
export interface WireEngine {
  execute(message: Uint8Array, onData: (bytes: Uint8Array) => void): Promise<void>
  /** Whether a transaction block is open, failed ones included. */
  isInTransaction(): boolean
  /** Whether it has failed in a way after which it executes nothing more. */
  isBroken(): boolean
  /** Called between two transactions, before the next; what it throws ends this server. */
  prepare(): Promise<void>
  /** Whether a checkpoint should shorten the log; made between two transactions. */
  isLogLong(): boolean
  /** Told to clients when they connect, `18.3`. */
  readonly serverVersion: string
  /** Told to clients that ask whose database this is (`directoryIdentity`). */
  readonly directory: string
  /**
   * Called once when it cannot end a client's open transaction: the session cannot be used any
   * more.
   */
  giveUp(): void
}

export interface WireLimits {
  readonly connectionsMax: number
  /** A client that owns the session and is silent for this long is disconnected. */
  readonly silentOwnerMsMax: number
}

export interface WireServer {
  /** Throws all clients out, ends what they left open and removes the socket. */
  close(): Promise<void>
}

const BIND_VALUES_MAX = 32_767 // PGlite reads more as a negative number
const READY_IDLE = byte('I')

const QUERY = byte('Q')
const PARSE = byte('P')
const BIND = byte('B')
const SYNC = byte('S')
const FUNCTION_CALL = byte('F')
const TERMINATE = byte('X')

interface Client {
  readonly socket: Socket
  readonly frames: FrameReader
  /** Messages that have arrived whole and were not executed yet. */
  readonly inbox: Uint8Array[]
  /** Refused something: everything up to the next Sync is passed over, as PostgreSQL does. */
  isSkipping: boolean
  /** Within Parse … Sync. */
  isInCycle: boolean
  isGone: boolean
}

/** Starts listening at `path`, which must not exist; only this user may connect. */
export async function serveWire(
  engine: WireEngine,
  path: string,
  limits: WireLimits,
): Promise<WireServer> {
  const session = createSession(engine, limits.silentOwnerMsMax)
  const clients = new Set<Client>()
  // Connections of refused clients, too.
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    const client: Client = {
      socket,
      frames: createFrameReader(),
      inbox: [],
      isSkipping: false,
      isInCycle: false,
      isGone: false,
    }
    if (clients.size >= limits.connectionsMax) {
      refuseConnection(socket, `more than ${limits.connectionsMax} connections`)
      return
    }
    clients.add(client)
    socket.on('data', (bytes: Buffer) => {
      try {
        receive(client, bytes, engine)
      } catch (error) {
        refuseConnection(socket, reasonOf(error))
      }
      session.serve(client)
    })
    socket.on('close', () => {
      client.isGone = true
      clients.delete(client)
      session.serve(client)
    })
  })
  await listen(server, path)
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
      await session.settled()
    },
  }
}

/** The queue before the one session. */
function createSession(engine: WireEngine, silentOwnerMsMax: number) {
  let owner: Client | null = null
  let isRunning = false
  let lastRun = Promise.resolve()
  /** Why nothing can be executed any more. */
  let fault: string | null = null
  let silence: ReturnType<typeof setTimeout> | null = null
  const waiting = new Set<Client>()

  /** Called whenever something about a client has changed. */
  function serve(client: Client): void {
    if (client !== owner && client.inbox.length > 0 && !client.isGone) waiting.add(client)
    if (client.isGone) waiting.delete(client)
    if (isRunning) return
    isRunning = true
    lastRun = run()
  }

  async function run(): Promise<void> {
    if (silence) clearTimeout(silence)
    silence = null
    for (;;) {
      if (!owner) {
        owner = takeFirst(waiting)
        if (!owner) break
        if (fault === null) endWith(await prepared(engine))
      }
      const message: Uint8Array | undefined = owner.isGone ? undefined : owner.inbox.shift()
      if (fault !== null) dismiss(owner, fault)
      else if (owner.isGone) {
        endWith(await abandon(engine, owner))
      } else if (message) {
        await step(engine, owner, message)
        if (engine.isBroken()) endWith('it has stopped working')
      } else {
        watch(owner)
        break
      }
      if (fault === null && (owner.isInCycle || engine.isInTransaction())) continue
      if (fault === null) await shortenLog(engine)
      if (owner.inbox.length > 0 && !owner.isGone) waiting.add(owner)
      owner = null
      // Lets the other sockets be read, so that a busy client does not keep the rest waiting.
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Not in a `then`: what happens before that would go unserved.
    isRunning = false
  }

  function endWith(reason: string | null): void {
    fault = reason
    if (reason !== null) engine.giveUp()
  }

  function watch(client: Client): void {
    silence = setTimeout(() => {
      throwOut(client, silentOwnerMsMax)
      serve(client)
    }, silentOwnerMsMax)
  }

  async function settled(): Promise<void> {
    while (isRunning) await lastRun
    if (silence) clearTimeout(silence)
  }

  return { serve, settled }
}

/** Executes one message of a client, or refuses it. */
async function step(engine: WireEngine, client: Client, message: Uint8Array): Promise<void> {
  const type = message[0]!
  const endsCycle = type === QUERY || type === SYNC || type === FUNCTION_CALL
  client.isInCycle = !endsCycle
  if (client.isSkipping && type !== SYNC) return
  client.isSkipping = false
  try {
    const refusal = refusalOf(message)
    if (refusal) {
      client.socket.write(errorResponse('ERROR', '0A000', refusal))
      if (type === QUERY) client.socket.write(readyForQuery(engine.isInTransaction()))
      else client.isSkipping = true
      return
    }
    await engine.execute(message, (bytes) => {
      if (!client.isGone) client.socket.write(Buffer.from(bytes))
    })
  } catch (error) {
    dismiss(client, reasonOf(error))
  }
}

function throwOut(client: Client, silentMs: number): void {
  const silent = `nothing was said for ${silentMs / 1000} s`
  const reason = `${silent} in a transaction that all others wait for`
  client.socket.end(errorResponse('FATAL', '25P03', reason))
  client.isGone = true
}

function dismiss(client: Client, reason: string): void {
  client.socket.end(errorResponse('FATAL', 'XX000', `the embedded database failed: ${reason}`))
  client.isGone = true
}

/** Why the engine can take no transaction; null when it can. */
function prepared(engine: WireEngine): Promise<string | null> {
  return engine.prepare().then(() => null, reasonOf)
}

/** Ends what a client has left open when it went away. Why it cannot; null when it can. */
async function abandon(engine: WireEngine, client: Client): Promise<string | null> {
  const ignore = () => {}
  try {
    if (client.isInCycle) await engine.execute(syncMessage(), ignore)
    client.isInCycle = false
    if (engine.isInTransaction()) await engine.execute(queryMessage('rollback'), ignore)
  } catch (error) {
    return reasonOf(error)
  }
  return engine.isInTransaction() ? 'a transaction does not end' : null
}

/** A failure here is tried again after the next transaction, whose client gets the error. */
async function shortenLog(engine: WireEngine): Promise<void> {
  try {
    if (engine.isLogLong()) await engine.execute(queryMessage('checkpoint'), () => {})
  } catch {
    return
  }
}

/** Cuts what has arrived into messages; answers those of the connection's beginning and end. */
function receive(client: Client, bytes: Uint8Array, engine: WireEngine): void {
  client.frames.push(bytes)
  for (;;) {
    const frame = client.frames.next()
    if (!frame) return
    if (frame.kind === 'message') {
      if (frame.bytes[0] === TERMINATE) client.socket.end()
      else client.inbox.push(frame.bytes)
    } else if (frame.kind === 'encryption') client.socket.write('N')
    else if (frame.kind === 'startup') client.socket.write(welcome(engine.serverVersion))
    else if (frame.kind === 'directory') {
      client.socket.write(directoryAnswer(engine.directory))
    } else client.socket.destroy() // a cancel request: there is nothing to cancel through
  }
}

/** Why a message cannot be executed on a shared session; null when it can. */
function refusalOf(message: Uint8Array): string | null {
  const type = message[0]
  if (type === QUERY || type === PARSE) {
    const named = type === PARSE && message[5] !== 0
    if (named) return 'the embedded database has no named statements: set prepare to false'
    if (copiesFromClient(message)) {
      return 'the embedded database cannot COPY FROM STDIN: insert from unnest instead'
    }
  }
  if (type === BIND && bindValueCount(message) > BIND_VALUES_MAX) {
    return `the embedded database takes at most ${BIND_VALUES_MAX} values in a statement`
  }
  return null
}

/** PGlite 0.5 looks for the rows where none can come, and never returns. */
function copiesFromClient(message: Uint8Array): boolean {
  const sql = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1')
  const plain = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  return /\bcopy\b[^;]*\bfrom\s+stdin\b/i.test(plain)
}

/**
 * Of a Bind message: portal, statement, formats, then the number of values. 0 when it is cut short,
 * which the engine refuses itself.
 */
function bindValueCount(message: Uint8Array): number {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  const statement = message.indexOf(0, 5) + 1
  const formats = message.indexOf(0, statement) + 1
  if (statement === 0 || formats === 0 || formats + 2 > message.length) return 0
  const values = formats + 2 + 2 * view.getUint16(formats)
  return values + 2 > message.length ? 0 : view.getUint16(values)
}

async function listen(server: Server, path: string): Promise<void> {
  // The socket must never be open to others, not even between `listen` and `chmod`.
  const before = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    chmodSync(path, 0o600)
  } finally {
    process.umask(before)
  }
}

function refuseConnection(socket: Socket, reason: string): void {
  // The rest of its data is read, lest it never sees the end of this connection.
  socket.resume()
  socket.end(errorResponse('FATAL', '53300', `the embedded database refuses: ${reason}`))
}

function takeFirst<T>(set: Set<T>): T | null {
  for (const value of set) {
    set.delete(value)
    return value
  }
  return null
}

/** AuthenticationOk, the parameters that drivers expect of a server, ReadyForQuery. */
function welcome(serverVersion: string): Buffer {
  const parameters = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }
  const statuses = Object.entries(parameters).map(([name, value]) =>
    wireMessage('S', `${name}\0${value}\0`),
  )
  return Buffer.concat([
    wireMessage('R', '\0\0\0\0'),
    ...statuses,
    wireMessage('K', '\0\0\0\0\0\0\0\0'),
    readyForQuery(false),
  ])
}

function readyForQuery(isInTransaction: boolean): Buffer {
  return wireMessage('Z', isInTransaction ? 'T' : String.fromCharCode(READY_IDLE))
}

function errorResponse(severity: 'ERROR' | 'FATAL', code: string, message: string): Buffer {
  return wireMessage('E', `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`)
}

function syncMessage(): Buffer {
  return wireMessage('S', '')
}

function byte(character: string): number {
  return character.charCodeAt(0)
}
