import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { reasonOf, ServiceError } from '../../base/errors.ts'

/**
 * Makes sure that `directory`, an absolute path, can be used, and makes it where it may. Throws
 * `NOT_FOUND` when there is none, `DATABASE_UNAVAILABLE` when it cannot be read and written.
 */
export function prepareDirectory(directory: string, mayCreate: boolean): void {
  try {
    if (mayCreate) mkdirSync(directory, { recursive: true })
    if (!statSync(directory).isDirectory()) throw new Error('it is no directory')
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const isNone = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    if (isNone && !mayCreate) throw missing(`There is no data directory ${directory}.`)
    throw new ServiceError(
      'DATABASE_UNAVAILABLE',
      `The data directory ${directory} cannot be used: ${reasonOf(cause)}. ` +
        'Make it writable for this user, or choose another with --data.',
      { cause },
    )
  }
}

/** The error of a command that makes no data directory and no database. */
export function missing(found: string): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    `${found} 'saola serve', 'saola import' and 'saola migrate' make one. ` +
      'If yours is elsewhere, name it with --data or SAOLA_DATA.',
  )
}
