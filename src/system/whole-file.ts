import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/* Files that appear whole or not at all, though several processes may write the same one. */

const PARTIAL = '.part'
/** A file without a write for this long was left by a process that was killed. */
const SILENT_MS_MAX = 600_000

/** Writes a file which appears at `path` when all of it is on the disk, with the rights `mode`. */
export async function writeWhole(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  mode = 0o666,
): Promise<void> {
  // No number of a process: those of two containers on one volume may be the same.
  const partial = `${path}.${randomUUID()}${PARTIAL}`
  try {
    const file = await open(partial, 'wx', mode)
    try {
      for await (const chunk of chunks) await writeAll(file, chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** The writing part of a `FileHandle`. */
interface Sink {
  write(bytes: Uint8Array): Promise<{ readonly bytesWritten: number }>
}

/** One `write` may take less than it is given: on a disk that is nearly full, or over a network. */
export async function writeAll(file: Sink, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes.subarray(at))).bytesWritten
}

/** Deletes what killed processes have left of files that they were writing to `directory`. */
export async function removeDeadParts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(PARTIAL)) continue
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > SILENT_MS_MAX) await rm(path, { force: true })
  }
}
