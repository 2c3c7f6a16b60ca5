import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ServiceError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { missing, prepareDirectory } from './data-directory.ts'
import { isLocked, lockHolder, takeLock } from './data-lock.ts'
import { dial, failedSocket } from './dial.ts'
import { requireSpaceToOpen } from './disk-space.ts'
import { DATABASE_DIRECTORY, type Held, hold, isSame, type TakenLock } from './held.ts'
import { directoryIdentity, type LockHolder } from './process-lock.ts'

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

const SOCKET_NAME = 'saola.sock'
/** sun_path has 104 to 108 bytes, the last one a zero. */
const SOCKET_PATH_BYTES_MAX = 100
const RETRY_MS = 50
const OWN_MS_MAX = 1_000

/** Whether there is one in the data directory. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_DIRECTORY))
}

export interface EmbeddedOptions {
  /** Time that another process which holds the directory may take to answer. */
  readonly waitMsMax: number
  /** Whether a missing directory, and a database in it, are made. */
  readonly mayCreate: boolean
  /** Time that a statement may neither answer nor read or write; the engine is ended then. */
  readonly stuckMsMax: number
  readonly log: Log
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
  const { waitMsMax, mayCreate, stuckMsMax, log } = options
  let held: Promise<Held> | null = null
  let isClosed = false

  async function reach(): Promise<Socket> {
    const begunMs = performance.now()
    const deadlineMs = begunMs + waitMsMax
    if (!held) prepareDirectory(directory, mayCreate)
    for (;;) {
      if (held) {
        const engine = await held
        const socket = await dialOwn(engine, waitMsMax)
        if (socket) return socket
        // The end of a worker is noticed a moment later.
        if (performance.now() > begunMs + OWN_MS_MAX) throw ownFailure(directory, engine)
        await Bun.sleep(RETRY_MS)
        continue
      }
      const holder = lockHolder(directory)
      if (holder?.directory === '') throw heldByOlder(directory, holder)
      const leftMs = Math.max(deadlineMs - performance.now(), RETRY_MS)
      const socket = holder && (await dialHolder(directory, holder, leftMs))
      if (isClosed) {
        if (socket) socket.destroy()
        throw closed()
      }
      if (socket) return socket
      if (!holder) requireSpaceToOpen(directory)
      const taken = holder ? null : takeLockIn(directory, mayCreate, log)
      if (taken) {
        const onLost = () => {
          held = null
        }
        held = hold(directory, taken, { stuckMsMax, log, onLost })
        continue
      }
      if (performance.now() > deadlineMs) throw heldByOther(directory, holder)
      await Bun.sleep(RETRY_MS)
    }
  }

  // The failure is logged here: the driver may learn of a failed socket too late.
  const first = await reach()
  first.on('error', () => {}).destroy()

  return {
    async connect() {
      try {
        if (isClosed) throw closed()
        return await reach()
      } catch (error) {
        return failedSocket(error)
      }
    },
    async close() {
      isClosed = true
      // An engine that did not open has logged why.
      const last = await held?.catch(() => null)
      held = null
      await last?.letGo()
    },
  }
}

function requireDatabase(directory: string, mayCreate: boolean): void {
  if (mayCreate || existsSync(join(directory, DATABASE_DIRECTORY))) return
  throw missing(`There is no database in the data directory ${directory}.`)
}

/** Null when another process was faster. */
function takeLockIn(directory: string, mayCreate: boolean, log: Log): TakenLock | null {
  // A directory that is not ours stays untouched; in ours another process may be making it.
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

/** In the data directory, or where its path is too long, in a directory of ours that is short. */
function socketPathFor(directory: string): string {
  const path = join(directory, SOCKET_NAME)
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return path
  return join(mkdtempSync(join(tmpdir(), 'saola-')), SOCKET_NAME) // mkdtemp makes it 0700
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

async function dialOwn(engine: Held, waitMsMax: number): Promise<Socket | null> {
  return engine.isStuck() ? null : dial(engine.socketPath, engine.identity, waitMsMax)
}

function ownFailure(directory: string, { identity, isStuck }: Held): ServiceError {
  const again = 'does not answer. Try again; if that does not help, restart this process.'
  const stuck = 'does not return from a statement and cannot be ended. Restart this process.'
  const moved =
    'was moved or replaced. Move it back, or stop this process and name its new place (--data).'
  const reason = isSame(directory, identity) ? (isStuck() ? stuck : again) : moved
  return new ServiceError('DATABASE_UNAVAILABLE', `The data directory ${directory} ${reason}`)
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
