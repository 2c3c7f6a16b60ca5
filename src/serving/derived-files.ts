import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Simplified polygons and compressed answers of one dataset: the two largest and some more. What is
 * being written counts too.
 */
const BYTES_MAX = 512 * 1024 * 1024

/** What is still being written when its writer has died is deleted after so long. */
const UNFINISHED_MS_MAX = 3_600_000
const UNFINISHED = '.unfinished'

/**
 * Files that were made from others and can be made again, in a directory of their own: together no
 * larger than a budget, those that were not used for longest go first. Several threads and
 * processes may share the directory: a file appears whole or not at all.
 */
export class DerivedFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Where the file is; null when it has not been made yet. */
  async find(name: string): Promise<string | null> {
    const path = join(this.#directory, name)
    const nowS = Date.now() / 1000
    // Its time says when it was used last.
    const isThere = await utimes(path, nowS, nowS).then(
      () => true,
      () => false,
    )
    return isThere ? path : null
  }

  /** Begins a file: it is to be written at the path, then kept or dropped. */
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

  /** Deletes the file: it turned out to be damaged. */
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
  /** Gives it its name; where it is from now on, until it is the one not used for longest. */
  keep(): Promise<string>
  drop(): Promise<void>
}
