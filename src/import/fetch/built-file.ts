import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { mapFile } from '../../system/mapped-file.ts'

/** A finished file of a dataset: its bytes, or its path on this machine. */
export type BuiltFile = Uint8Array | FileOnDisk

export interface FileOnDisk {
  readonly path: string
  readonly size: number
}

/** By name. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>

export function isOnDisk(file: BuiltFile): file is FileOnDisk {
  return 'path' in file
}

export function sizeOf(file: BuiltFile): number {
  return isOnDisk(file) ? file.size : file.length
}

/** All of it for reading here and there: of one on disk only the pages that are read are loaded. */
export function bytesOf(file: BuiltFile): Uint8Array {
  return isOnDisk(file) ? mapFile(file.path) : file
}

/** The directory of an index file (base/container.ts) is far shorter. */
const START_BYTES = 1 << 16

/** Lets `change` write to the first bytes of a file. */
export function changeStart(file: BuiltFile, change: (start: Uint8Array) => void): void {
  if (isOnDisk(file)) changeStartOnDisk(file.path, change)
  else change(file)
}

function changeStartOnDisk(path: string, change: (start: Uint8Array) => void): void {
  const handle = openSync(path, 'r+')
  try {
    const start = new Uint8Array(START_BYTES)
    const bytes = start.subarray(0, readSync(handle, start, 0, START_BYTES, 0))
    change(bytes)
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, at)
  } finally {
    closeSync(handle)
  }
}

/** All of it from beginning to end, once; of one on disk never more than a piece is in memory. */
export function piecesOf(file: BuiltFile): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return isOnDisk(file) ? Bun.file(file.path).stream() : [file]
}
