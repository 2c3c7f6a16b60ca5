import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Room for simplified polygons and compressed answers of one dataset: the two largest and some
 * more. Unfinished files count, too.
 */
const BYTES_MAX = 512 * 1024 * 1024

/** An unfinished file of a dead writer is deleted after this. */
const UNFINISHED_MS_MAX = 3_600_000
const UNFINISHED = '.unfinished'

/**
 * Files that were made from others and can be made again, in a separate directory: together no
 * larger than a budget; the least recently used go first. Several threads and processes may share
 * the directory: a file appears whole or not at all.
 */
export class DerivedFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Path of the file; null when it has not been made yet. */
  async find(name: string): Promise<string | null> {
    const path = join(this.#directory, name)
    const nowS = Date.now() / 1000
    // The file's time is that of its last use.
    const isThere = await utimes(path, nowS, nowS).then(
      () => true,
      () => false,
    )
    return isThere ? path : null
  }

  /** Begins a file: the caller writes it at the path, then keeps or drops it. */
  async begin(name: string): Promise<Unfinished> {
    await mkdir(this.#directory, { recursive: true })
    const path = join(this.#directory, `${name}.${randomUUID()}${UNFINISHED}`)
    return {
      path,
      keep: async () => {
        const kept = join(this.#directory, name)
        await rename(path, kept)
        await this.#stayWithinBudget()
        return kept
      },
      drop: () => rm(path, { force: true }),
    }
  }

  /** Deletes a damaged file. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#directory, name), { force: true })
  }

  async #stayWithinBudget(): Promise<void> {
    const files = []
    for (const name of await readdir(this.#directory)) {
      const path = join(this.#directory, name)
      const info = await stat(path).catch(() => null)
      if (info) files.push({ path, bytes: info.size, usedAtMs: info.mtimeMs })
    }
    files.sort((a, b) => b.usedAtMs - a.usedAtMs)
    let bytes = 0
    for (const file of files) {
      const isUnfinished = file.path.endsWith(UNFINISHED)
      const isDead = isUnfinished && Date.now() - file.usedAtMs > UNFINISHED_MS_MAX
      if (!isDead) bytes += file.bytes
      if (isDead || (!isUnfinished && bytes > BYTES_MAX)) await rm(file.path, { force: true })
    }
  }
}

export interface Unfinished {
  readonly path: string
  /** Gives the file its name. Returns its path, valid until it is the least recently used. */
  keep(): Promise<string>
  drop(): Promise<void>
}
