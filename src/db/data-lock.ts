import { join } from 'node:path'
import { holderOf, type LockHolder, type ProcessLock, takeProcessLock } from './process-lock.ts'

/* Who may open the embedded database of a data directory: the process that has its lock. */

const FILE_NAME = 'saola.lock'

/** Takes the lock, over from a dead process too. Null when a live process has it. */
export function takeLock(
  directory: string,
  socketPath: string,
  log: (line: string) => void,
): ProcessLock | null {
  return takeProcessLock(join(directory, FILE_NAME), socketPath, log)
}

/** The live process that has the lock; null when nobody has it, or it is just being taken. */
export function lockHolder(directory: string): LockHolder | null {
  return holderOf(join(directory, FILE_NAME))
}
