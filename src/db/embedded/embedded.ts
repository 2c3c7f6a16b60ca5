import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ServiceError } from '../../base/errors.ts'
import { missing, prepareDirectory } from './data-directory.ts'
import { isLocked, lockHolder, takeLock } from './data-lock.ts'
import { dial } from './dial.ts'
import type { EmbeddedReply, EmbeddedRequest } from './embedded.worker.ts'
import { directoryIdentity, type LockHolder, type ProcessLock } from './process-lock.ts'

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
  /** `directoryIdentity` of the data directory. */
  readonly identity: string
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

export interface EmbeddedOptions {
  /** How long another process that holds the directory may take to answer. */
  readonly waitMsMax: number
  /** Whether a directory, and a database in it, are made where there is none. */
  readonly mayCreate: boolean
  readonly log: (line: string) => void
}

/**
 * Once it has been reached. Throws as `prepareDirectory` does, `NOT_FOUND` where no database is and
 * none may be made, `CONFLICT` where its holder does not answer.
 */
export async function embeddedDatabase(
  dataDir: string,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  const directory = resolve(dataDir)
  const { waitMsMax, mayCreate, log } = options
  let held: Promise<Held> | null = null
  let isClosed = false

  async function reach(): Promise<Socket> {
    const deadlineMs = performance.now() + waitMsMax
    if (!held) prepareDirectory(directory, mayCreate)
    for (;;) {
      if (held) return dialOwn(directory, await held, waitMsMax)
      const holder = lockHolder(directory)
      if (holder?.directory === '') throw heldByOlder(directory, holder)
      const leftMs = Math.max(deadlineMs - performance.now(), RETRY_MS)
      const socket = holder && (await dialHolder(directory, holder, leftMs))
      if (isClosed) {
        if (socket) socket.destroy()
        throw closed()
      }
      if (socket) return socket
      const taken = holder ? null : takeLockIn(directory, mayCreate, log)
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

  // A failure is told here: what the driver hears of a socket that fails may reach it too late.
  const first = await reach()
  first.on('error', () => {}).destroy()

  return {
    async connect() {
      try {
        if (isClosed) throw closed()
        return await reach()
      } catch (error) {
        // The driver can cope with a socket that fails, not with one that it does not get.
        const failed = new Socket()
        const reason = error instanceof Error ? error : new Error(String(error))
        // Not before the driver listens: it would wait for a connection until its time is over.
        const fail = (): void => {
          if (failed.listenerCount('error') > 0) failed.destroy(reason)
          else setTimeout(fail, 1)
        }
        setImmediate(fail)
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

function requireDatabase(directory: string, mayCreate: boolean): void {
  if (mayCreate || existsSync(join(directory, DATABASE_DIRECTORY))) return
  throw missing(`There is no database in the data directory ${directory}.`)
}

interface TakenLock {
  readonly lock: ProcessLock
  readonly socketPath: string
}

/** Null when another process was faster. */
function takeLockIn(
  directory: string,
  mayCreate: boolean,
  log: (line: string) => void,
): TakenLock | null {
  // Nothing is written to a directory that is none of ours; of ours another may be making it.
  if (!isLocked(directory)) requireDatabase(directory, mayCreate)
  const socketPath = socketPathFor(directory)
  const lock = takeLock(directory, socketPath, log)
  const drop = (): void => {
    lock?.release()
    if (dirname(socketPath) !== directory) rmSync(dirname(socketPath), { recursive: true })
  }
  try {
    if (lock) requireDatabase(directory, mayCreate)
  } catch (error) {
    drop()
    throw error
  }
  if (lock) return { lock, socketPath }
  drop()
  return null
}

/** Opens the database in a worker; `onLost` is called when that fails or the worker dies. */
async function hold(
  directory: string,
  { lock, socketPath }: TakenLock,
  onLost: () => void,
): Promise<Held> {
  const identity = directoryIdentity(directory)
  const giveUp = () => {
    process.off('exit', giveUp)
    removeSocket(directory, identity, socketPath)
    lock.release()
    onLost()
  }
  process.on('exit', giveUp)
  // What a dead holder has left; nobody listens there while the lock is ours.
  rmSync(socketPath, { force: true })
  const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url))
  worker.unref()
  const databaseDirectory = join(directory, DATABASE_DIRECTORY)
  const request = { directory: databaseDirectory, socketPath, identity }
  const answer = await ask(worker, { kind: 'open', ...request })
  if (answer.kind !== 'failed') {
    worker.addEventListener('close', giveUp)
    return { worker, socketPath, identity, giveUp }
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

function removeSocket(directory: string, identity: string, socketPath: string): void {
  const folder = dirname(socketPath)
  if (folder !== directory) rmSync(folder, { recursive: true, force: true })
  // Where this directory was moved away, another process may have its own by now.
  else if (isSame(directory, identity)) rmSync(socketPath, { force: true })
}

function isSame(directory: string, identity: string): boolean {
  return existsSync(directory) && directoryIdentity(directory) === identity
}

/** In the directory itself its socket is found when it was moved, or is mounted elsewhere, too. */
async function dialHolder(
  directory: string,
  holder: LockHolder,
  waitMsMax: number,
): Promise<Socket | null> {
  const identity = directoryIdentity(directory)
  for (const path of new Set([holder.socketPath, join(directory, SOCKET_NAME)])) {
    const socket = existsSync(path) ? await dial(path, identity, waitMsMax) : null
    if (socket) return socket
  }
  return null
}

async function dialOwn(
  directory: string,
  { socketPath, identity }: Held,
  waitMsMax: number,
): Promise<Socket> {
  const socket = await dial(socketPath, identity, waitMsMax)
  if (socket) return socket
  const reason = isSame(directory, identity)
    ? `does not answer on ${socketPath}. Try again; if that does not help, restart this process.`
    : 'was moved or replaced. Move it back, or stop this process and name its new place (--data).'
  throw new ServiceError('DATABASE_UNAVAILABLE', `The data directory ${directory} ${reason}`)
}

function closed(): ServiceError {
  return new ServiceError('DATABASE_UNAVAILABLE', 'The database is closed.')
}

/** One that cannot be asked which directory it holds: this may be a copy of that. */
function heldByOlder(directory: string, { pid, command }: LockHolder): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `The lock in the data directory ${directory} is of an older Saola, process ${pid} ` +
      `(${command}), which cannot say whether it holds this directory or one that this is a ` +
      'copy of. Stop that process and try again; in a copy, delete saola.lock.',
  )
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
