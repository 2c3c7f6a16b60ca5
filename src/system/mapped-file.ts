import { type Pointer, toArrayBuffer } from 'bun:ffi'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { ServiceError } from '../base/errors.ts'
import { openLibc } from './libc.ts'

const isWindows = process.platform === 'win32'

/**
 * Mode of files that are mapped: nobody is to write to them. Windows takes such a file for one that
 * must not be replaced either.
 */
export const MAPPED_MODE = isWindows ? 0o666 : 0o444

const PROT_READ = 1
const MAP_PRIVATE = 2

/**
 * The bytes of a file, mapped for reading: nothing is copied, and pages are loaded when they are
 * read. Writing to the bytes ends the process. Unmapped when the last view is collected. `Bun.mmap`
 * would open the file for writing, and what is written to its bytes would reach the file. Windows,
 * whose C library maps nothing, has the bytes read. Throws the system's error when the file cannot
 * be opened, and `CONFLICT` when it cannot be mapped.
 */
export function mapFile(path: string): Uint8Array {
  if (isWindows) return new Uint8Array(readFileSync(path))
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) return new Uint8Array()
    const { mmap, unmap } = mappings()
    const address = mmap(null, size, PROT_READ, MAP_PRIVATE, file, 0)
    // MAP_FAILED has all bits set, more than a number holds.
    if (typeof address !== 'number') {
      throw new ServiceError('CONFLICT', `${path} cannot be mapped into memory.`)
    }
    return new Uint8Array(ownedBuffer(address, 0, size, size, unmap))
  } finally {
    closeSync(file)
  }
}

/** It calls `free(address, size)` when the buffer is collected, which its types leave out. */
const ownedBuffer: (
  address: Pointer,
  offset: number,
  length: number,
  size: number,
  free: Pointer,
) => ArrayBuffer = toArrayBuffer

let opened: ReturnType<typeof openMappings> | null = null

function mappings() {
  opened ??= openMappings()
  return opened
}

function openMappings() {
  const { mmap, munmap } = openLibc({
    mmap: { args: ['ptr', 'usize', 'int', 'int', 'int', 'i64'], returns: 'ptr' },
    munmap: { args: ['ptr', 'usize'], returns: 'int' },
  })
  return { mmap, unmap: (munmap as typeof munmap & { readonly ptr: Pointer }).ptr }
}
