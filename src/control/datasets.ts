import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../base/errors.ts'
import type { DatasetId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { counted, withCommas } from '../base/shown-text.ts'
import { type LocalDataset, SERVED_FILES } from '../dataset.ts'
import type { Db } from '../db/client.ts'
import { loadFile } from '../db/dataset-files.ts'
import { activeDataset, type Dataset, listDatasets } from '../db/datasets.ts'
import type { ManifestFile } from '../db/schema.ts'
import { MAPPED_MODE } from '../system/mapped-file.ts'
import { removeDeadParts } from '../system/whole-file.ts'
import { VerifiedFiles } from './verified-files.ts'

/** Pause before the next attempt at a missing file. */
const RETRY_MS = 60_000
/** Requests are answered between two chunks. */
const HASHED_BYTES = 256 * 1024
const DATASET_ID = /^\d{8}-[0-9a-z]+$/

/** Keeps the files of the active dataset that a server opens in `DATA/datasets/<id>/`. */
export class DatasetStore {
  readonly #db: Db
  readonly #root: string
  readonly #log: Log
  #current: LocalDataset | null = null
  /** Reasons why files of the current dataset are missing, by name. */
  #faults = new Map<string, string>()
  #retryAtMs = 0
  /** Size, time and inode of the files of the current dataset when they were found whole. */
  #looks = new Map<string, string>()
  /** Whether a file with the same size, time and inode need not be read. */
  #isTrusting = true

  constructor(db: Db, dataDir: string, log: Log) {
    this.#db = db
    this.#root = join(dataDir, 'datasets')
    this.#log = log
  }

  /** The last result of `refresh`. */
  get current(): LocalDataset | null {
    return this.#current
  }

  /**
   * The active dataset, when it is not the one that was returned last, or when a missing file came
   * back, or a damaged one was replaced; else null. Files that were deleted from the disk are
   * fetched again. A file that is damaged here and in the database is left out and logged with its
   * cure. Every other failure throws, and the last dataset stays.
   */
  async refresh(): Promise<LocalDataset | null> {
    const dataset = await activeDataset(this.#db)
    if (!dataset) return null
    const before = this.#current?.id === dataset.id ? this.#current : null
    const whole = before && this.#isTrusting ? await this.#unchanged(before) : []
    const isAllHere = whole.length === before?.files.length
    const isNoneDue = this.#faults.size === 0 || Date.now() < this.#retryAtMs
    if (before && isAllHere && isNoneDue) return null
    if (!before) this.#faults = new Map()
    const { local, isRenewed } = await this.#bring(dataset, whole)
    this.#current = local
    this.#isTrusting = true
    this.#retryAtMs = Date.now() + RETRY_MS
    return before && isSame(local.files, before.files) && !isRenewed ? null : local
  }

  /** The next `refresh` reads all of every file. */
  distrust(): void {
    this.#isTrusting = false
  }

  /**
   * Takes a file of a dataset from the same disk, so that `refresh` need not fetch it, and the
   * rights to write to it away. `refresh` checks it like all others.
   */
  async adopt(id: DatasetId, name: string, path: string): Promise<void> {
    const directory = join(this.#root, id)
    await mkdir(directory, { recursive: true })
    const file = await open(path, 'r')
    try {
      await file.chmod((await file.stat()).mode & MAPPED_MODE)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(path, join(directory, name))
  }

  /** Deletes the files of datasets that the database no longer has. */
  async sweep(): Promise<void> {
    await removeDeadFiles(this.#db, this.#root)
  }

  /** Names of the files with the size, time and inode of when they were found whole. */
  async #unchanged({ directory, files }: LocalDataset): Promise<string[]> {
    const looks = await Promise.all(files.map((name) => lookOf(join(directory, name))))
    return files.filter((name, i) => looks[i] !== null && looks[i] === this.#looks.get(name))
  }

  /** `isRenewed`: a file was there and damaged, and has been replaced. */
  async #bring(
    dataset: Dataset,
    whole: readonly string[],
  ): Promise<{ readonly local: LocalDataset; readonly isRenewed: boolean }> {
    const directory = join(this.#root, dataset.id)
    await mkdir(directory, { recursive: true })
    await removeDeadParts(directory)
    const verified = await VerifiedFiles.of(directory)
    const files: string[] = []
    let isRenewed = false
    for (const file of dataset.manifest) {
      if (!SERVED_FILES.includes(file.name)) continue
      const path = join(directory, file.name)
      if (!whole.includes(file.name)) {
        const found = await this.#fetch(dataset.id, file, path, verified)
        if (found === 'lost') continue
        isRenewed ||= found === 'renewed'
        this.#looks.set(file.name, (await lookOf(path)) ?? '')
      }
      files.push(file.name)
    }
    const madeAtMs = dataset.createdAt.getTime()
    return { local: { id: dataset.id, madeAtMs, directory, files }, isRenewed }
  }

  async #fetch(
    id: DatasetId,
    file: ManifestFile,
    path: string,
    verified: VerifiedFiles,
  ): Promise<'whole' | 'renewed' | 'lost'> {
    if (this.#isTrusting && (await verified.has(path, file.sha256))) return 'whole'
    const fault = await verified.through(path, file.sha256, () => faultOfFile(path, file))
    if (fault === null) return 'whole'
    const isDamaged = fault !== 'is not there'
    if (isDamaged) {
      this.#log(`${path} ${fault}: taking it from the database again.`, 'warn')
    }
    try {
      await loadFile(this.#db, id, file, path)
      await verified.add(path, file.sha256)
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'INVALID_DATASET')) throw error
      const isNews = this.#faults.get(file.name) !== error.message
      if (isNews) {
        this.#log(`Dataset ${id} is served without ${file.name}. ${error.message}`, 'error')
      }
      this.#faults.set(file.name, error.message)
      return 'lost'
    }
    this.#faults.delete(file.name)
    return isDamaged ? 'renewed' : 'whole'
  }
}

/** Size, time and inode; null for a missing file. */
async function lookOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found && [found.size, found.mtimeNs, found.ino].join()
}

/** Both are in the order of one manifest. */
function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, i) => name === others[i])
}

/**
 * Deletes from `DATA/datasets` the directories of datasets that the database no longer has. Returns
 * their names.
 */
export async function removeDeadFiles(db: Db, root: string): Promise<readonly string[]> {
  const names = existsSync(root) ? await readdir(root) : []
  // Read after the directory: a dataset is in the database before its first file is here.
  const known = new Set<string>((await listDatasets(db)).map(({ id }) => id))
  const dead = names.filter((name) => DATASET_ID.test(name) && !known.has(name))
  for (const name of dead) await rm(join(root, name), { recursive: true, force: true })
  return dead
}

/** Names of the files of a dataset that a server opens and that are not on this disk. */
export function missingFiles(dataDir: string, { id, manifest }: Dataset): string[] {
  const names = manifest.map(({ name }) => name).filter((name) => SERVED_FILES.includes(name))
  return names.filter((name) => !existsSync(join(dataDir, 'datasets', id, name)))
}

export function notHere(missing: readonly string[]): string {
  return `Not on this disk: ${missing.join(', ')}; a server takes them from the database.`
}

/** The fault of a file on disk, null when it is as the manifest says. Reads all of it. */
export async function faultOfFile(path: string, file: ManifestFile): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  if (!found) return 'is not there'
  if (found.size !== file.bytes)
    return `has ${counted(found.size, 'byte')} instead of ${withCommas(file.bytes)}`
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: HASHED_BYTES })) {
    hasher.update(chunk)
  }
  return hasher.digest('hex') === file.sha256 ? null : 'does not have its checksum'
}
