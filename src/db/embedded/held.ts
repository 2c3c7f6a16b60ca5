import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ServiceError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { LOW_BYTES } from './disk-space.ts'
import type { EmbeddedReply, EmbeddedRequest } from './embedded.worker.ts'
import { newEngineBeat, watchEngine } from './engine-beat.ts'
import { directoryIdentity, type ProcessLock } from './process-lock.ts'

/* The embedded database that this process has open: a worker, its socket, the lock. */

export const DATABASE_DIRECTORY = 'db'
/** Reading its log again after a crash takes seconds, making a database somewhat longer. */
const OPEN_MS_MAX = 300_000
const CLOSE_MS_MAX = 20_000
/** Whoever closes waits for no statement that does nothing. */
const CLOSING_STUCK_MS_MAX = 3_000

export interface TakenLock {
  readonly lock: ProcessLock
  readonly socketPath: string
}

export interface Held {
  readonly socketPath: string
  /** `directoryIdentity` of the data directory. */
  readonly identity: string
  /** Whether the engine hangs and its thread does not end either. */
  isStuck(): boolean
  /** Closes the database. Throws `DATABASE_UNAVAILABLE` when it did not close well. */
  letGo(): Promise<void>
}

interface HoldOptions {
  readonly stuckMsMax: number
  readonly log: Log
  /** Called when it does not open, and when the worker has ended without `letGo`. */
  readonly onLost: () => void
}

/** Opens the database in a worker. Throws `DATABASE_UNAVAILABLE`. */
export async function hold(
  directory: string,
  { lock, socketPath }: TakenLock,
  { stuckMsMax, log, onLost }: HoldOptions,
): Promise<Held> {
  const identity = directoryIdentity(directory)
  const giveUp = () => {
    process.off('exit', giveUp)
    removeSocket(directory, identity, socketPath)
    lock.release()
    onLost()
  }
  process.on('exit', giveUp)
  // A dead holder's file; no process listens there while the lock is ours.
  rmSync(socketPath, { force: true })
  const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url))
  worker.unref()
  const databaseDirectory = join(directory, DATABASE_DIRECTORY)
  const beat = newEngineBeat()
  const request = { directory: databaseDirectory, socketPath, identity, beat }
  const answer = await ask(worker, { kind: 'open', ...request }, OPEN_MS_MAX)
  if (answer.kind === 'failed') {
    worker.terminate()
    giveUp()
    throw notOpened(databaseDirectory, answer.reason)
  }
  let isStuck = false
  const watch = watchEngine(beat, stuckMsMax, (seconds) => {
    isStuck = true
    log(`A statement of the embedded database did nothing for ${seconds} s: it is ended.`, 'error')
    worker.terminate()
  })
  const onClose = () => {
    watch.stop()
    log('The embedded database has stopped working; it is opened again when asked.', 'error')
    giveUp()
  }
  worker.addEventListener('close', onClose)
  worker.onmessage = ({ data }: MessageEvent<EmbeddedReply>) => {
    if (data.kind === 'disk') log(diskEvent(directory, data.isLow), data.isLow ? 'error' : 'info')
  }
  return {
    socketPath,
    identity,
    isStuck: () => isStuck,
    async letGo() {
      worker.removeEventListener('close', onClose)
      watch.limit(CLOSING_STUCK_MS_MAX)
      const closed = await ask(worker, { kind: 'close' }, CLOSE_MS_MAX)
      watch.stop()
      worker.terminate()
      giveUp()
      if (closed.kind === 'failed') throw notClosed(closed.reason)
    },
  }
}

/** Whether the data directory is still there, and the same. */
export function isSame(directory: string, identity: string): boolean {
  return existsSync(directory) && directoryIdentity(directory) === identity
}

function ask(worker: Worker, request: EmbeddedRequest, waitMsMax: number): Promise<EmbeddedReply> {
  return new Promise((resolve) => {
    const fail = (reason: string) => done({ kind: 'failed', reason })
    const timer = setTimeout(() => fail('it does not answer'), waitMsMax)
    const end = () => fail('its thread has ended')
    const done = (reply: EmbeddedReply) => {
      clearTimeout(timer)
      worker.removeEventListener('close', end)
      resolve(reply)
    }
    worker.addEventListener('close', end)
    worker.onmessage = ({ data }: MessageEvent<EmbeddedReply>) => {
      if (data.kind !== 'disk') done(data)
    }
    worker.onerror = ({ message }) => fail(message)
    worker.postMessage(request)
  })
}

function removeSocket(directory: string, identity: string, socketPath: string): void {
  const folder = dirname(socketPath)
  if (folder !== directory) rmSync(folder, { recursive: true, force: true })
  // If this directory was moved away, another process may have its own socket there by now.
  else if (isSame(directory, identity)) rmSync(socketPath, { force: true })
}

function diskEvent(directory: string, isLow: boolean): string {
  const bytes = `${LOW_BYTES >> 20} MB`
  return isLow
    ? `Less than ${bytes} are free in ${directory}: the database takes no changes until there is ` +
        'more. Free some space; nothing has to be restarted.'
    : `More than ${bytes} are free in ${directory} again: the database takes changes.`
}

function notOpened(directory: string, reason: string): ServiceError {
  return new ServiceError(
    'DATABASE_UNAVAILABLE',
    `The embedded database in ${directory} does not open: ${reason}. ${cureOf(reason)}`,
  )
}

function cureOf(reason: string): string {
  return reason.startsWith('EMFILE')
    ? 'Raise the limit of open files, such as with ulimit -n 4096.'
    : 'Check free space and permissions there; if it is damaged, move it away and import again.'
}

function notClosed(reason: string): ServiceError {
  return new ServiceError(
    'DATABASE_UNAVAILABLE',
    `The embedded database did not close well: ${reason}. The next start recovers it.`,
  )
}
