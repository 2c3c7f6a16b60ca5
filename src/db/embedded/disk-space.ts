import { statfsSync } from 'node:fs'
import { ServiceError } from '../../base/errors.ts'

/*
 * The engine panics when its log finds no room on the disk, whatever else it could have refused. So
 * it is made to refuse changes while there is still room for the log: two segments of 16 MB, and as
 * much for the writing of a checkpoint.
 */

/** With less free the database takes no changes. */
export const LOW_BYTES = 64 << 20
/** With less free it is not opened: reading its log again after a crash begins a new one. */
const OPEN_BYTES_MIN = 32 << 20
const FRESH_MS = 200

/** Throws `DISK_FULL`. */
export function requireSpaceToOpen(directory: string): void {
  const free = freeBytes(directory)
  if (free >= OPEN_BYTES_MIN) return
  throw new ServiceError(
    'DISK_FULL',
    `${free >> 20} MB are free in ${directory}; the embedded database is not opened with less ` +
      `than ${OPEN_BYTES_MIN >> 20} MB. Free some space.`,
  )
}

/** Whether the disk that holds `directory` is nearly full; as it was a moment ago. */
export function diskGauge(directory: string): () => boolean {
  let askedAtMs = Number.NEGATIVE_INFINITY
  let isLow = false
  return () => {
    const nowMs = performance.now()
    if (nowMs - askedAtMs < FRESH_MS) return isLow
    askedAtMs = nowMs
    isLow = freeBytes(directory) < LOW_BYTES
    return isLow
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
