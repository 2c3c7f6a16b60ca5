import { dlopen, type FFIFunction } from 'bun:ffi'
import { ServiceError } from '../base/errors.ts'

/** The C library by system: glibc, musl, macOS. */
const FILES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1', 'libSystem.B.dylib']

/** Functions of the C library that the runtime lacks. Throws `CONFLICT`. */
export function openLibc<const Functions extends Record<string, FFIFunction>>(
  functions: Functions,
) {
  for (const name of FILES) {
    try {
      return dlopen(name, functions).symbols
    } catch {
      // Not here: the next name is another C library's.
    }
  }
  throw new ServiceError('CONFLICT', `None of ${FILES.join(', ')} could be opened.`)
}
