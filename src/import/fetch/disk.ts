import { statfs } from 'node:fs/promises'
import { ServiceError } from '../../base/errors.ts'

/** `DISK_FULL` when that is what `error` means, else the error itself. */
export function diskFullOr(error: unknown, where: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new ServiceError(
    'DISK_FULL',
    `No space is left on the disk of ${where}. Make room, or choose another --data directory.`,
    { cause: error },
  )
}

/** Asks whether so many bytes can be written. Throws `DISK_FULL` when not. */
export type Room = (bytes: number) => Promise<void>

/** A database on another server has its own disk. */
export const ROOM_ELSEWHERE: Room = async () => {}

/**
 * Room for a dataset. In the embedded database it is asked for beforehand: on a full disk PGlite
 * neither writes nor fails.
 */
export function roomFor(kind: 'postgres' | 'embedded', dataDir: string): Room {
  if (kind === 'postgres') return ROOM_ELSEWHERE
  return (bytes) => requireSpace(dataDir, bytes, 'The dataset')
}

/** Throws `DISK_FULL` unless `bytes` are free on the disk of `directory`. */
export async function requireSpace(directory: string, bytes: number, what: string): Promise<void> {
  const free = await freeBytes(directory)
  if (free >= bytes) return
  throw new ServiceError(
    'DISK_FULL',
    `${what} needs ${Math.ceil(bytes / 1e6)} MB in ${directory}, ${Math.floor(free / 1e6)} MB ` +
      'are free. Make room, or choose another --data directory.',
  )
}

/** Bytes that this user may still write on the disk of `directory`. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
