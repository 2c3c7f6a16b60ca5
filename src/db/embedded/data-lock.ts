import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  holderOf,
  holderOfOriginal,
  type LockHolder,
  type ProcessLock,
  takeProcessLock,
} from './process-lock.ts'

/* The lock on the embedded database of a data directory: only its process may open it. */

const FILE_NAME = 'saola.lock'

/** Takes the lock, over from a dead process and from an original. Null when it is held. */
export function takeLock(
  directory: string,
  socketPath: string,
  log: (line: string) => void,
): ProcessLock | null {
  return takeProcessLock(join(directory, FILE_NAME), socketPath, log)
}

/** The live process that has the lock; null when it is free, or just being taken. */
export function lockHolder(directory: string): LockHolder | null {
  return holderOf(join(directory, FILE_NAME))
}

/** Whether there is a lock, a stale one or a copy too. */
export function isLocked(directory: string): boolean {
  return existsSync(join(directory, FILE_NAME))
}

/** Of a directory that was copied beside the live process that holds the original; else null. */
export function originalHolder(directory: string): LockHolder | null {
  return holderOfOriginal(join(directory, FILE_NAME))
}
