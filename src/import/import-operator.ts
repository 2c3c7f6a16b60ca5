import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ServiceError } from '../base/errors.ts'
import type { DatasetId } from '../base/ids.ts'
import type { Db } from '../db/client.ts'
import { loadFileBytes } from '../db/dataset-files.ts'
import { activeDataset, type Dataset } from '../db/datasets.ts'
import {
  deleteOperatorPlaces,
  listOperatorPlaces,
  operatorPlacesEdition,
  upsertOperatorPlaces,
} from '../db/operator-places.ts'
import { readPlaces } from '../db/places.ts'
import type { Place } from '../search/model/place.ts'
import { carriedFiles } from './carried-files.ts'
import { BOUNDARIES_FILE } from './dataset-files.ts'
import type { Room } from './disk.ts'
import {
  OPERATOR_FILE_BYTES_MAX,
  type OperatorFile,
  type Rejection,
  readOperatorFile,
} from './operator-file.ts'
import { placedOperators } from './operator-places.ts'
import type { Progress } from './progress.ts'
import { Rejections, rejectionLines } from './report.ts'
import { countsOf, PUBLIC_SOURCES, stopIfAborted, writeDataset } from './write-dataset.ts'

/** Ids of operators' places begin so, and no others (base/ids.ts). */
const OPERATOR_PREFIX = 'op'

/** What importing an operator's places did, or would do. */
export interface OperatorReport {
  /** Null after a dry run. */
  readonly dataset: string | null
  readonly source: string
  readonly accepted: number
  readonly rejected: readonly Rejection[]
  readonly warnings: readonly string[]
  /** Of the new dataset; empty after a dry run. */
  readonly counts: Readonly<Record<string, number>>
}

/** Reads a list of places. Throws `INVALID_FILE` when the file as a whole cannot be used. */
export async function readOperators(
  path: string,
  format: 'csv' | 'geojson',
): Promise<OperatorFile> {
  const info = await stat(path).catch((cause: Error) => {
    const message = `${path} cannot be opened: ${cause.message}. Check the name.`
    throw new ServiceError('INVALID_FILE', message, { cause })
  })
  if (!info.isFile()) throw new ServiceError('INVALID_FILE', `${path} is not a file.`)
  if (info.size > OPERATOR_FILE_BYTES_MAX) {
    const megabytes = OPERATOR_FILE_BYTES_MAX >> 20
    throw new ServiceError('INVALID_FILE', `${path} is larger than ${megabytes} MB. Split it.`)
  }
  return readOperatorFile(await readFile(path), format)
}

/** What an import of the file would take and refuse; changes nothing, needs no database. */
export async function dryOperatorReport(
  source: string,
  file: OperatorFile,
): Promise<OperatorReport> {
  // Its readers are large: see there.
  const { poiContent } = await import('./poi-rows.ts')
  const rejections = new Rejections()
  poiContent(file.places, Date.now(), rejections)
  return reportOf(source, file, rejections)
}

/** `rejections`: values of the places that were not understood. */
function reportOf(source: string, file: OperatorFile, rejections: Rejections): OperatorReport {
  return {
    dataset: null,
    source,
    accepted: file.places.length,
    rejected: file.rejections,
    warnings: [...file.warnings, ...rejectionLines(rejections)],
    counts: {},
  }
}

/**
 * Adds an operator's places to the active dataset, that is: builds one that has them too and
 * activates it. A file is the whole truth about its own places: what an earlier import of a file
 * of that name brought and this one lacks is gone. The places stay for every later extract.
 */
export async function importOperators(
  db: Db,
  source: string,
  file: OperatorFile,
  progress: Progress,
  signal: AbortSignal,
  room?: Room,
): Promise<OperatorReport> {
  if (file.places.length === 0) {
    const [first] = file.rejections
    const reason = first === undefined ? '' : ` Line ${first.line}: ${first.reason}.`
    throw new ServiceError('INVALID_FILE', `${source} has no place that can be taken.${reason}`)
  }
  const base = await activeDataset(db)
  if (base === null) {
    throw new ServiceError(
      'CONFLICT',
      "There is no dataset to add places to. Run 'saola import' with an extract first, or " +
        "'saola serve' once, which puts in the built-in one.",
    )
  }
  progress.start('places of the dataset')
  const places = await publicPlaces(db, base.id, signal)
  const sourceFile = basename(source)
  const basis = { dataset: base.id, operatorPlaces: await operatorPlacesEdition(db) }
  const all = await operatorsAfter(db, sourceFile, file.places)
  const index = await boundaryIndex(db, base)
  const content = [...places, ...placedOperators(all, places, index)]
  const rejections = new Rejections()
  const report = () => ({ ...reportOf(source, file, rejections), counts: countsOf(content) })
  const written = await writeDataset(
    db,
    {
      places: content,
      boundaries: [],
      rejections: {
        add(reason, id) {
          // Of all others the import of the extract has told.
          if (id.startsWith(OPERATOR_PREFIX)) rejections.add(reason, id)
        },
      },
      built: new Map(),
      copiedFrom: base.id,
      carried: carriedFiles(base, ['places']),
      source: { name: base.sourceName, description: base.sourceDescription },
      basis,
      alongside: async (tx) => {
        await deleteOperatorPlaces(tx, sourceFile)
        await upsertOperatorPlaces(tx, sourceFile, file.places)
      },
      // What the extract's own report says stays true of all other places.
      report: (id) => ({ ...base.report, operators: { ...report(), dataset: id } }),
    },
    progress,
    signal,
    room,
  )
  progress.finish()
  return { ...report(), dataset: written.id }
}

/** All places of a dataset but those of operators. */
export async function publicPlaces(db: Db, id: DatasetId, signal: AbortSignal): Promise<Place[]> {
  const places: Place[] = []
  for await (const page of readPlaces(db, id)) {
    stopIfAborted(signal)
    places.push(...page.filter(({ source }) => PUBLIC_SOURCES.includes(source)))
  }
  return places
}

/** The index over boundaries of a dataset; empty when it has none. */
async function boundaryIndex(db: Db, { id, manifest }: Dataset): Promise<Uint8Array> {
  const file = manifest.find(({ name }) => name === BOUNDARIES_FILE)
  return file === undefined ? new Uint8Array(0) : loadFileBytes(db, id, file)
}

/** All operators' places as they will be: those of other files, then those of this one. */
async function operatorsAfter(
  db: Db,
  sourceFile: string,
  added: readonly Place[],
): Promise<readonly Place[]> {
  const ids = new Set(added.map(({ id }) => id))
  const others = await listOperatorPlaces(db, sourceFile)
  return [...others.filter(({ id }) => !ids.has(id)), ...added]
}
