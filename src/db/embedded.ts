import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect as connectSocket, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { reasonOf, ServiceError } from '../base/errors.ts'
import { lockHolder, takeLock } from './data-lock.ts'
import type { EmbeddedReply, EmbeddedRequest } from './embedded.worker.ts'
import type { LockHolder, ProcessLock } from './process-lock.ts'

/*
 * The embedded database of a data directory, for the process that opens it and for every other.
 * Whoever takes the lock runs PGlite in a worker and serves it on a Unix socket; all, that process
 * too, are clients of the socket. When the holder ends, the next client that connects takes over.
 */

export interface EmbeddedDatabase {
  /** A socket to speak PostgreSQL's protocol on. Never throws: a failure is the socket's error. */
  connect(): Promise<Socket>
  close(): Promise<void>
}

/** What holds the directory while this process serves it. */
interface Held {
  readonly worker: Worker
  readonly socketPath: string
  readonly giveUp: () => void
}

const DATABASE_DIRECTORY = 'db'
const SOCKET_NAME = 'saola.sock'
/** sun_path has 104 to 108 bytes, the last one a zero. */
const SOCKET_PATH_BYTES_MAX = 100
const RETRY_MS = 50
const CLOSE_MS_MAX = 20_000

/** Whether there is one in the data directory. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_DIRECTORY))
}

/** `waitMsMax`: how long another process that holds the directory may take to answer. */
export function embeddedDatabase(
  dataDir: string,
  waitMsMax: number,
  log: (line: string) => void,
): EmbeddedDatabase {
  const directory = resolve(dataDir)
  let held: Promise<Held> | null = null
  let isClosed = false

  async function reach(): Promise<Socket> {
    const deadlineMs = performance.now() + waitMsMax
    prepareDirectory(directory)
    for (;;) {
      if (held) return dial((await held).socketPath)
      const holder = lockHolder(directory)
      const socket = holder && existsSync(holder.socketPath) && (await tryDial(holder.socketPath))
      if (isClosed) {
        if (socket) socket.destroy()
        throw closed()
      }
      if (socket) return socket
      const taken = holder ? null : takeLockIn(directory, log)
      if (taken) {
        held = hold(directory, taken, () => {
          held = null
        })
        continue
      }
      if (performance.now() > deadlineMs) throw heldByOther(directory, holder)
      await Bun.sleep(RETRY_MS)
    }
  }

  return {
    async connect() {
      try {
        if (isClosed) throw closed()
        return await reach()
      } catch (error) {
        // The driver can cope with a socket that fails, not with one that it does not get.
        const failed = new Socket()
        setImmediate(() =>
          failed.destroy(error instanceof Error ? error : new Error(String(error))),
        )
        return failed
      }
    },
    async close() {
      isClosed = true
      if (held) await letGo(await held)
      held = null
    },
  }
}

interface TakenLock {
  readonly lock: ProcessLock
  readonly socketPath: string
}

function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = reasonOf(error)
    throw new ServiceError(
      'DATABASE_UNAVAILABLE',
      `The data directory ${directory} cannot be used: ${reason}. ` +
        'Check that it can be written, or name another one with --data.',
      { cause: error },
    )
  }
}

/** Null when another process was faster. */
function takeLockIn(directory: string, log: (line: string) => void): TakenLock | null {
  const socketPath = socketPathFor(directory)
  const lock = takeLock(directory, socketPath, log)
  if (lock) return { lock, socketPath }
  if (dirname(socketPath) !== directory) removeSocket(directory, socketPath)
  return null
}

/** Opens the database in a worker; `onLost` is called when that fails or the worker dies. */
async function hold(
  directory: string,
  { lock, socketPath }: TakenLock,
  onLost: () => void,
): Promise<Held> {
  const giveUp = () => {
    process.off('exit', giveUp)
    removeSocket(directory, socketPath)
    lock.release()
    onLost()
  }
  process.on('exit', giveUp)
  // What a dead holder has left; nobody listens there while the lock is ours.
  rmSync(socketPath, { force: true })
  const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url))
  worker.unref()
  const databaseDirectory = join(directory, DATABASE_DIRECTORY)
  const answer = await ask(worker, { kind: 'open', directory: databaseDirectory, socketPath })
  if (answer.kind !== 'failed') {
    worker.addEventListener('close', giveUp)
    return { worker, socketPath, giveUp }
  }
  worker.terminate()
  giveUp()
  throw new ServiceError(
    'DATABASE_UNAVAILABLE',
    `The embedded database in ${databaseDirectory} does not open: ${answer.reason}. ` +
      cureOf(answer.reason),
  )
}

function cureOf(reason: string): string {
  return reason.startsWith('EMFILE')
    ? 'Raise the limit of open files, such as with ulimit -n 4096.'
    : 'Check free space and permissions there; if it is damaged, move it away and import again.'
}

async function letGo({ worker, giveUp }: Held): Promise<void> {
  worker.removeEventListener('close', giveUp)
  const answer = await ask(worker, { kind: 'close' }, CLOSE_MS_MAX)
  worker.terminate()
  giveUp()
  if (answer.kind === 'failed') {
    throw new ServiceError(
      'DATABASE_UNAVAILABLE',
      `The embedded database did not close well: ${answer.reason}. The next start recovers it.`,
    )
  }
}

function ask(worker: Worker, request: EmbeddedRequest, waitMsMax?: number): Promise<EmbeddedReply> {
  return new Promise((resolve) => {
    const late = () => resolve({ kind: 'failed', reason: 'it does not answer' })
    const timer = waitMsMax === undefined ? undefined : setTimeout(late, waitMsMax)
    const done = (reply: EmbeddedReply) => {
      clearTimeout(timer)
      resolve(reply)
    }
    worker.onmessage = ({ data }: MessageEvent<EmbeddedReply>) => done(data)
    worker.onerror = ({ message }) => done({ kind: 'failed', reason: message })
    worker.postMessage(request)
  })
}

/** In the data directory, or where its path is too long, in a directory of ours that is short. */
function socketPathFor(directory: string): string {
  const path = join(directory, SOCKET_NAME)
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return path
  return join(mkdtempSync(join(tmpdir(), 'saola-')), SOCKET_NAME) // mkdtemp makes it 0700
}

function removeSocket(directory: string, socketPath: string): void {
  const folder = dirname(socketPath)
  rmSync(folder === directory ? socketPath : folder, { recursive: true, force: true })
}

async function tryDial(path: string): Promise<Socket | null> {
  try {
    return await dial(path)
  } catch {
    return null // not listening yet, or no longer: the caller looks again
  }
}

function dial(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(path)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

function closed(): ServiceError {
  return new ServiceError('DATABASE_UNAVAILABLE', 'The database is closed.')
}

function heldByOther(directory: string, holder: LockHolder | null): ServiceError {
  const who = holder
    ? `process ${holder.pid} on ${holder.machine} (${holder.command})`
    : 'another process that is just starting'
  return new ServiceError(
    'CONFLICT',
    `The data directory ${directory} is held by ${who}, which does not answer on its socket. ` +
      'Stop that process and try again, or use PostgreSQL (--database-url), which many can share.',
  )
}
