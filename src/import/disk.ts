import { ServiceError } from '../base/errors.ts'

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
