import { eq } from 'drizzle-orm'
import { ServiceError } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import { counted, withCommas } from '../../base/shown-text.ts'
import type { Db } from '../../db/client.ts'
import { copyFile, loadFileStarts, storeFile, verifyFile } from '../../db/dataset-files.ts'
import {
  abandonBuilding,
  activateDataset,
  activeDataset,
  createDataset,
  deleteDataset,
  listDatasets,
  lockActivation,
  markReady,
  setManifest,
  touchDataset,
  vacuumDatasets,
} from '../../db/datasets.ts'
import { isAlive, machineName } from '../../db/embedded/machine.ts'
import { lockOperatorPlaces, operatorPlacesEdition } from '../../db/operator-places.ts'
import { copyPlaces, countPlaces, insertPlaces } from '../../db/places.ts'
import { datasets, type ManifestFile } from '../../db/schema.ts'
import type { Place, PlaceSource } from '../../search/model/place.ts'
import { type BuiltFiles, bytesOf, changeStart, piecesOf, sizeOf } from '../fetch/built-file.ts'
import { ROOM_ELSEWHERE, type Room } from '../fetch/disk.ts'
import type { Progress } from '../report/progress.ts'
import type { CarriedFile } from './carried-files.ts'
import { DATASET_FILES, type DatasetContent } from './dataset-files.ts'
import { recordRules } from './rules.ts'

/** A sign of life far more often than a silent build is taken for dead (db/datasets.ts). */
const TOUCH_PAUSE_MS = 30_000

/** All but the operator's own, which live outside datasets and enter each one anew. */
export const PUBLIC_SOURCES: readonly PlaceSource[] = ['osm', 'builtin']

export interface DatasetSource {
  /** Of the dataset, when it is known before. */
  readonly id?: DatasetId
  readonly name: string
  readonly description: string
}

/** Everything a new dataset holds. */
export interface NewDataset extends DatasetContent {
  readonly source: DatasetSource
  /** Files that are there already and need not be built. */
  readonly built: BuiltFiles
  /** Files of other datasets that stay as they are: the database copies them. */
  readonly carried: readonly CarriedFile[]
  /**
   * The dataset that has all places but the operator's already: the database copies them. Null when
   * all rows are new.
   */
  readonly copiedFrom: DatasetId | null
  readonly basis: Basis
  /** Done in the same transaction as the activation: both happen or neither. */
  alongside(tx: Db): Promise<void>
  /** The content of `datasets.report`; called when everything else is done. */
  report(id: DatasetId, files: readonly ManifestFile[]): Readonly<Record<string, unknown>>
}

/** The basis of a dataset: it becomes active only if the basis is still the same. */
export interface Basis {
  /** The active dataset whose content it took over; null when it took none over. */
  readonly dataset: DatasetId | null
  /** Of the operators' places (`operatorPlacesEdition`), asked for before they were read. */
  readonly operatorPlaces: string
}

export interface WrittenDataset {
  readonly id: DatasetId
  readonly files: readonly ManifestFile[]
  readonly report: Readonly<Record<string, unknown>>
}

/** Progress, stop and room for a long work. */
export interface Work {
  readonly progress: Progress
  readonly signal: AbortSignal
  /** Without it nothing is asked: the database is on another machine. */
  readonly room?: Room
}

/**
 * Builds a dataset beside the active one, verifies it and activates it. When anything fails on the
 * way, what was written is deleted and the active dataset is what it was. Two processes may do it
 * at once: each builds its own, and the one that ends last stays active, unless it would take back
 * what the other has brought (`Basis`): then it throws `CONFLICT`.
 */
export async function writeDataset(
  db: Db,
  dataset: NewDataset,
  { progress, signal, room = ROOM_ELSEWHERE }: Work,
): Promise<WrittenDataset> {
  await room(estimatedBytes(dataset))
  await deleteDeadBuilds(db)
  // Builds that were killed, or stopped, have left room that is not free before this.
  await vacuumDatasets(db)
  const id = await createDataset(db, dataset.source)
  ownBuilds.add(id)
  const heart = setInterval(() => {
    // A missed beat is no failure: the next statement of the build would meet the same trouble.
    touchDataset(db, id).catch(() => {})
  }, TOUCH_PAUSE_MS)
  try {
    await noteBuilder(db, id)
    progress.start('rows to the database')
    await writeRows(db, id, dataset, progress, signal)
    const files = await writeFiles(db, id, dataset, progress, signal)
    await setManifest(db, id, files)
    progress.start('verify')
    await verify(db, id, dataset.places, files, signal)
    progress.start('activate')
    const report = dataset.report(id, files)
    await markReady(db, id, { counts: countsOf(dataset.places), report })
    stopIfAborted(signal)
    await db.transaction(async (tx) => {
      await requireBasis(tx, dataset.basis)
      await dataset.alongside(tx)
      await activateDataset(tx, id)
    })
    return { id, files, report }
  } catch (error) {
    await deleteUnfinished(db, id)
    throw error
  } finally {
    clearInterval(heart)
    ownBuilds.delete(id)
  }
}

/** Count of places of each kind. */
export function countsOf(places: readonly Place[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { kind } of places) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new ServiceError('INTERRUPTED', 'Stopped. The active dataset is as it was before.')
  }
}

/**
 * Until the transaction `tx` ends no other one changes places or activates a dataset. Throws
 * `CONFLICT` when that has happened since.
 */
export async function requireBasis(tx: Db, basis: Basis): Promise<void> {
  await lockOperatorPlaces(tx)
  await lockActivation(tx)
  if ((await operatorPlacesEdition(tx)) !== basis.operatorPlaces) {
    throw new ServiceError(
      'CONFLICT',
      "Places of an operator's list were changed meanwhile, which this dataset would lack. The " +
        'active dataset is as it was before: run the command again.',
    )
  }
  if (basis.dataset !== null && (await activeDataset(tx))?.id !== basis.dataset) {
    throw new ServiceError(
      'CONFLICT',
      `Dataset ${basis.dataset}, which this was made from, is no longer the active one. That ` +
        'one is as it was before: run the command again.',
    )
  }
}

async function writeRows(
  db: Db,
  id: DatasetId,
  { places, copiedFrom }: NewDataset,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  if (copiedFrom === null) {
    await insertPlaces(db, id, watched(places, progress, signal))
    return
  }
  await copyPlaces(db, copiedFrom, id, { sources: PUBLIC_SOURCES })
  const operatorPlaces = places.filter((place) => place.source === 'operator')
  await insertPlaces(db, id, watched(operatorPlaces, progress, signal))
}

async function writeFiles(
  db: Db,
  id: DatasetId,
  dataset: NewDataset,
  progress: Progress,
  signal: AbortSignal,
): Promise<ManifestFile[]> {
  const files: ManifestFile[] = []
  const base = dataset.basis.dataset
  const baseFiles = base === null ? null : await loadFileStarts(db, base)
  for (const { name, build, check } of DATASET_FILES) {
    stopIfAborted(signal)
    progress.start(name)
    const carried = dataset.carried.find(({ file }) => file.name === name)
    if (carried !== undefined) {
      await copyFile(db, carried.from, id, carried.file)
      files.push(carried.file)
      continue
    }
    const file = dataset.built.get(name) ?? (await build(dataset, progress.step))
    if (file === null) continue
    await heed(signal)
    check(bytesOf(file), dataset)
    changeStart(file, (start) => recordRules(name, start, baseFiles))
    await heed(signal)
    files.push(await storeFile(db, id, name, piecesOf(file), () => stopIfAborted(signal)))
  }
  return files
}

/** Lets a signal that came while an index was built be heard. */
async function heed(signal: AbortSignal): Promise<void> {
  await Bun.sleep(0)
  stopIfAborted(signal)
}

/** Reads the dataset back: checksums of all files, the number of places of each kind. */
async function verify(
  db: Db,
  id: DatasetId,
  places: readonly Place[],
  files: readonly ManifestFile[],
  signal: AbortSignal,
): Promise<void> {
  const stored: Readonly<Record<string, number>> = await countPlaces(db, id)
  for (const [kind, count] of Object.entries(countsOf(places))) {
    if (stored[kind] === count) continue
    throw new ServiceError(
      'INVALID_DATASET',
      `The database holds ${counted(stored[kind] ?? 0, 'place')} of kind ${kind}, of ` +
        `${withCommas(count)} written. ` +
        'Import again.',
    )
  }
  for (const file of files) await verifyFile(db, id, file, () => stopIfAborted(signal))
}

async function* watched(
  places: readonly Place[],
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<Place> {
  for (let i = 0; i < places.length; i++) {
    if (i % 1_000 === 0) {
      stopIfAborted(signal)
      progress.at(i / places.length)
    }
    const place = places[i]
    if (place !== undefined) yield place
  }
}

/**
 * Best effort: when the database is gone too, the next import finds the dataset dead and deletes
 * it. That also frees its room, for which the user who stops an import should not wait.
 */
async function deleteUnfinished(db: Db, id: DatasetId): Promise<void> {
  await deleteDataset(db, id).catch(() => {})
}

/**
 * Datasets that this process is building: another one with its process id is of a dead namesake.
 */
const ownBuilds = new Set<DatasetId>()

/** The building process: the next import on this machine can tell whether it still lives. */
interface Builder {
  readonly machine: string
  readonly pid: number
}

async function noteBuilder(db: Db, id: DatasetId): Promise<void> {
  const builder: Builder = { machine: machineName(), pid: process.pid }
  await db.update(datasets).set({ report: { builder } }).where(eq(datasets.id, id))
}

/** Deletes what a killed import has left: at once on its machine, elsewhere when it is silent. */
export async function deleteDeadBuilds(db: Db): Promise<readonly DatasetId[]> {
  const deleted = [...(await abandonBuilding(db))]
  for (const dataset of await listDatasets(db)) {
    if (dataset.state !== 'building') continue
    const builder = builderOf(dataset.report['builder'])
    if (builder === null || builder.machine !== machineName()) continue
    const isOwn = builder.pid === process.pid
    if (isOwn ? !ownBuilds.has(dataset.id) : !isAlive(builder.pid)) {
      await deleteDataset(db, dataset.id)
      deleted.push(dataset.id)
    }
  }
  return deleted
}

function builderOf(value: unknown): Builder | null {
  if (typeof value !== 'object' || value === null) return null
  const { machine, pid } = value as Partial<Record<keyof Builder, unknown>>
  return typeof machine === 'string' && typeof pid === 'number' ? { machine, pid } : null
}

/** Bytes of a place in a table with its keys and texts, and in the two indexes of places. */
const PLACE_BYTES = 1_000
/** A point of a line in a row and in the reverse index. */
const POINT_BYTES = 40
/** Written data is in the database's log as well before it is in its tables. */
const LOG_FACTOR = 2

/**
 * About how much a dataset takes in the embedded database, bytes; on the safe side. The embedded
 * database does not survive a full disk in its stride, so this is asked before anything is written.
 */
function estimatedBytes({ places, built, carried }: NewDataset): number {
  let bytes = places.length * PLACE_BYTES
  for (const { lines } of places) {
    for (const line of lines) bytes += (line.length / 2) * POINT_BYTES
  }
  // The polygons themselves are about as large as the index over them.
  for (const file of built.values()) bytes += 2 * sizeOf(file)
  for (const { file } of carried) bytes += file.bytes
  return bytes * LOG_FACTOR
}
