import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { polygonFile } from '../boundaries/fgb.ts'
import { type Layer, openLayer, rowsOf } from '../boundaries/layer.ts'
import type { BoundaryQuery } from '../boundaries/query.ts'
import { PREPARED_TOLERANCE } from '../boundaries/simplify.ts'
import { boundaryText, type LayerPart } from '../boundaries/text.ts'
import { BOUNDARY_LEVELS, type BoundaryLevel } from '../boundaries/unit.ts'
import { CURE, type LocalDataset } from '../dataset.ts'
import type { BoundaryText } from '../http/request/deps.ts'
import { MAPPED_MODE, mapFile } from '../system/mapped-file.ts'
import { DerivedFiles, type Unfinished } from './derived-files.ts'
import { type ByteStream, gzipped, inTurns, streamOf, unzipped } from './pages.ts'
import type { SimplifyTask } from './simplifier.ts'

/** A part of the directory's name: raise it with every change of such a file's form. */
const DERIVED_VERSION = 3

/** A rest of less than twice the prepared tolerance would leave many points more. */
const FROM_PREPARED_MIN = 2 * PREPARED_TOLERANCE

/** Layers of so many levels and tolerances are kept open. */
const OPEN_LAYERS_MAX = 8

/** Answers kept while they are sent, at most: a slow client takes long over one. */
const COPIES_MAX = 4

/** Makes a file and returns its path; see `Simplifier.run`. */
type Simplify = (task: SimplifyTask) => Promise<string>

/**
 * The polygons of a dataset as text. They are written from the mapped file page by page while they
 * are sent, so that an answer of 100 MB takes no more memory than a small one. Expensive results
 * are kept in the data directory: layers of a tolerance, and the compressed text of whole layers.
 */
export class AdminBoundaries {
  readonly #local: LocalDataset
  readonly #simplify: Simplify
  readonly #directory: string
  readonly #log: Log
  readonly #derived: DerivedFiles
  /** By level and tolerance, the last used at the end. */
  readonly #layers = new Map<string, Promise<Layer>>()
  /** Names of the files that are being written beside answers. */
  readonly #copied = new Set<string>()

  constructor(local: LocalDataset, simplify: Simplify, log: Log) {
    this.#local = local
    this.#simplify = simplify
    this.#log = log
    this.#directory = join(local.directory, `derived-${DERIVED_VERSION}`)
    this.#derived = new DerivedFiles(this.#directory)
    for (const level of BOUNDARY_LEVELS) {
      const file = polygonFile(level)
      if (!local.files.includes(file)) log(`Dataset ${local.id} has no ${file}. ${CURE}`, 'warn')
    }
  }

  /** Throws `INTERNAL_ERROR` when a level's file is missing or damaged. */
  textOf(query: BoundaryQuery): BoundaryText {
    for (const level of query.levels) {
      if (!this.#local.files.includes(polygonFile(level))) throw unreadable(polygonFile(level))
    }
    const hash = Bun.hash(JSON.stringify(query)).toString(16)
    return {
      tag: `${this.#local.id}-${DERIVED_VERSION}-${hash}`,
      plain: () => this.#plain(query),
      compressed: () => this.#compressed(query),
    }
  }

  async #plain(query: BoundaryQuery): Promise<ByteStream> {
    const kept = await this.#keptText(query)
    if (kept !== null) return this.#stream(unzipped(kept))
    return this.#stream(inTurns(boundaryText(await this.#partsOf(query), query.format)))
  }

  async #compressed(query: BoundaryQuery): Promise<ByteStream | Blob> {
    const kept = await this.#keptText(query)
    if (kept !== null) return Bun.file(kept)
    const pages = gzipped(boundaryText(await this.#partsOf(query), query.format))
    return this.#stream(isWhole(query) ? this.#keeping(textFile(query), pages) : pages)
  }

  /** Path of the compressed text; null when it has not been kept, or never is. */
  async #keptText(query: BoundaryQuery): Promise<string | null> {
    return isWhole(query) ? this.#derived.find(textFile(query)) : null
  }

  async #partsOf(query: BoundaryQuery): Promise<LayerPart[]> {
    const parts: LayerPart[] = []
    for (const level of query.levels) {
      const layer = await this.#layer(level, query.tolerance)
      parts.push({ layer, rows: rowsOf(layer, query.codes, query.box) })
    }
    return parts
  }

  /** Equal requests wait for the same opening. */
  #layer(level: BoundaryLevel, tolerance: number): Promise<Layer> {
    const key = `${level}@${tolerance}`
    const layer = this.#layers.get(key) ?? this.#open(level, tolerance)
    this.#layers.delete(key)
    this.#layers.set(key, layer)
    layer.catch(() => this.#layers.delete(key))
    for (const oldest of this.#layers.keys()) {
      if (this.#layers.size <= OPEN_LAYERS_MAX) break
      this.#layers.delete(oldest)
    }
    return layer
  }

  async #open(level: BoundaryLevel, tolerance: number): Promise<Layer> {
    const { file, rest } = this.#sourceFor(level, tolerance)
    const source = join(this.#local.directory, file)
    try {
      if (rest === 0) return openLayer(mapFile(source))
      const name = polygonFile(level, tolerance)
      const task = { source, tolerance: rest, directory: this.#directory, name }
      return (await this.#found(name)) ?? openLayer(mapFile(await this.#simplified(task)))
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE') throw error
      this.#log(
        `Dataset ${this.#local.id}: ${file} cannot be used: ${reasonOf(error)} ${CURE}`,
        'warn',
      )
      throw unreadable(file)
    }
  }

  /**
   * The source file for a tolerance, and the tolerance left for simplifying it: no border is moved
   * farther than by both steps together. An older Saola prepared no file.
   */
  #sourceFor(level: BoundaryLevel, tolerance: number): { file: string; rest: number } {
    const prepared = polygonFile(level, PREPARED_TOLERANCE)
    const isNear = tolerance === PREPARED_TOLERANCE || tolerance >= FROM_PREPARED_MIN
    return isNear && this.#local.files.includes(prepared)
      ? { file: prepared, rest: tolerance - PREPARED_TOLERANCE }
      : { file: polygonFile(level), rest: tolerance }
  }

  /** A failure that is not the file's fault is no reason to import again. */
  async #simplified(task: SimplifyTask): Promise<string> {
    try {
      return await this.#simplify(task)
    } catch (error) {
      if (error instanceof ServiceError) throw error
      this.#log(`${join(task.directory, task.name)} could not be made: ${reasonOf(error)}`, 'warn')
      throw new ServiceError(
        'SERVICE_UNAVAILABLE',
        'This tolerance cannot be worked out now; the operator of the server finds in the log ' +
          'why. Ask without one, or for one that was asked for before.',
      )
    }
  }

  /** Null when it has not been made, or was damaged since. */
  async #found(name: string): Promise<Layer | null> {
    const path = await this.#derived.find(name)
    if (path === null) return null
    try {
      return openLayer(mapFile(path))
    } catch (error) {
      this.#log(`${path} is made again: ${reasonOf(error)}`, 'warn')
      await this.#derived.remove(name)
      return null
    }
  }

  /**
   * The same pages, and a file of them once the last is there, unless another answer makes that
   * file, or enough answers make others. The answer does not depend on the file.
   */
  async *#keeping(name: string, pages: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (this.#copied.has(name) || this.#copied.size >= COPIES_MAX) {
      yield* pages
      return
    }
    this.#copied.add(name)
    let copy: Copy | null = null
    let isDone = false
    try {
      copy = await this.#beginCopy(name)
      for await (const page of pages) {
        await copy?.write(page)
        yield page
      }
      isDone = true
    } finally {
      await copy?.end(isDone)
      this.#copied.delete(name)
    }
  }

  /** Null when the disk takes no file. */
  async #beginCopy(name: string): Promise<Copy | null> {
    try {
      return await Copy.begin(await this.#derived.begin(name), this.#log)
    } catch (error) {
      this.#log(`${name} is not kept for later requests: ${reasonOf(error)}`, 'warn')
      return null
    }
  }

  /** A failure after the first byte of an answer can only be logged. */
  #stream(pages: AsyncGenerator<Uint8Array>): ByteStream {
    return streamOf(pages, (error) => {
      this.#log(`Dataset ${this.#local.id}: an answer broke off: ${reasonOf(error)}`, 'warn')
    })
  }
}

/** The boundaries of a server before its first dataset is open. */
export function noBoundaries(): Pick<AdminBoundaries, 'textOf'> {
  return {
    textOf() {
      throw new ServiceError('INTERNAL_ERROR', `The boundaries cannot be read. ${CURE}`)
    },
  }
}

/** A file that is written beside an answer. Its failure ends the file, not the answer. */
class Copy {
  readonly #file: Unfinished
  readonly #handle: Awaited<ReturnType<typeof open>>
  readonly #log: Log
  #hasFailed = false

  private constructor(file: Unfinished, handle: Awaited<ReturnType<typeof open>>, log: Log) {
    this.#file = file
    this.#handle = handle
    this.#log = log
  }

  static async begin(file: Unfinished, log: Log): Promise<Copy> {
    return new Copy(file, await open(file.path, 'w', MAPPED_MODE), log)
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#hasFailed) await this.#try(() => this.#handle.writeFile(bytes))
  }

  async end(isWhole: boolean): Promise<void> {
    if (isWhole && !this.#hasFailed) await this.#try(() => this.#handle.sync())
    await this.#try(() => this.#handle.close())
    await this.#try(async () => {
      await (isWhole && !this.#hasFailed ? this.#file.keep() : this.#file.drop())
    })
  }

  async #try(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#hasFailed = true
      this.#log(`${this.#file.path} is not kept for later requests: ${reasonOf(error)}`, 'warn')
    }
  }
}

/** Filters have no end: only whole layers are worth a file. */
function isWhole({ box, codes }: BoundaryQuery): boolean {
  return box === null && codes === null
}

function textFile({ levels, tolerance, format }: BoundaryQuery): string {
  return `boundaries-${levels.join('-')}@${tolerance}.${format}.gz`
}

function unreadable(file: string): ServiceError {
  return new ServiceError(
    'INTERNAL_ERROR',
    `The boundaries cannot be read: ${file} is missing or damaged. Its operator finds in the log ` +
      "what to do; 'saola datasets verify' says more.",
  )
}
