import type { FFIFunction } from 'bun:ffi'
import { ServiceError } from '../base/errors.ts'

/** The C library by machine: glibc, then musl. */
const FILES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']

/** Functions of the C library, for what the runtime does not offer. Throws `CONFLICT`. */
export async function openLibc<const Functions extends Record<string, FFIFunction>>(
  functions: Functions,
) {
  const { dlopen } = await import('bun:ffi')
  for (const name of FILES) {
    try {
      return dlopen(name, functions).symbols
    } catch {
      // The next is that of another C library.
    }
  }
  throw new ServiceError('CONFLICT', `None of ${FILES.join(', ')} could be opened.`)
}
