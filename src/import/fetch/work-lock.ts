import { ServiceError } from '../../base/errors.ts'
import { holderOf, type ProcessLock, takeProcessLock } from '../../db/embedded/process-lock.ts'

/**
 * Makes this process the one that does something (`downloading this file`), until the lock is
 * released. Throws `CONFLICT` while another process does. The lock of a process that was killed is
 * taken over.
 */
export function holdWork(path: string, doing: string, log: (line: string) => void): ProcessLock {
  const lock = takeProcessLock(path, '', log)
  if (lock !== null) return lock
  const holder = holderOf(path)
  throw new ServiceError(
    'CONFLICT',
    `${holder ? `Process ${holder.pid} on ${holder.machine}` : 'Another process'} is ${doing}. ` +
      'Wait until it is done.',
  )
}
