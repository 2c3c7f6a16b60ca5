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
  return isOnDisk(file) ? Bun.mmap(file.path) : file
}

/** All of it from beginning to end, once; of one on disk never more than a piece is in memory. */
export function piecesOf(file: BuiltFile): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return isOnDisk(file) ? Bun.file(file.path).stream() : [file]
}
