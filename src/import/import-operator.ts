import { readFile, stat } from 'node:fs/promises'
import { ServiceError } from '../base/errors.ts'
import type { DatasetId, PlaceId } from '../base/ids.ts'
import type { Db } from '../db/client.ts'
import { loadFileBytes } from '../db/dataset-files.ts'
import { activeDataset, type Dataset } from '../db/datasets.ts'
import {
  deleteOperatorPlaces,
  deletePlaceList,
  type ListedRow,
  listOperatorRows,
  noteImportedList,
  type OwnRow,
  operatorPlacesEdition,
  placeList,
  placeLists,
  upsertOperatorRows,
} from '../db/operator-places.ts'
import { readPlaces } from '../db/places.ts'
import type { Place } from '../search/model/place.ts'
import { carriedFiles } from './dataset/carried-files.ts'
import { BOUNDARIES_FILE } from './dataset/dataset-files.ts'
import {
  type Basis,
  countsOf,
  PUBLIC_SOURCES,
  requireBasis,
  stopIfAborted,
  type Work,
  writeDataset,
} from './dataset/write-dataset.ts'
import { isDrastic, type ListChange, type ListPlan, planList } from './operator/list-plan.ts'
import {
  OPERATOR_FILE_BYTES_MAX,
  type OperatorFile,
  type Rejection,
  readOperatorFile,
} from './operator/operator-file.ts'
import { placedOperators } from './operator/operator-places.ts'
import { Rejections, rejectionLines } from './report/report.ts'

/** Only ids of operators' places begin so (base/ids.ts). */
const OPERATOR_PREFIX = 'op'

/** A file of places and its list. */
export interface ListImport {
  readonly list: string
  /** The file or address, as the operator named it. */
  readonly source: string
  readonly file: OperatorFile
  /** Whether the file may be quite another list than the stored one, or empty. */
  readonly isReplacing: boolean
}

/** Called before much is lost: returns when the operator agrees, else throws. */
export type Consent = (loss: string) => Promise<void>

/** The effect of importing an operator's places, or of a dry run. */
export interface OperatorReport extends ListChange {
  /** Null after a dry run. */
  readonly dataset: string | null
  readonly list: string
  readonly source: string
  /** Accepted rows: new, changed and unchanged. */
  readonly accepted: number
  readonly rejected: readonly Rejection[]
  readonly warnings: readonly string[]
  /** Of the new dataset; empty after a dry run. */
  readonly counts: Readonly<Record<string, number>>
}

/** The effect of deleting a list. */
export interface RemovalReport {
  readonly list: string
  readonly gone: number
  /** The active one; null when there is none. */
  readonly dataset: string | null
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

/**
 * The effect of an import of the file, with its rejections; changes nothing. `stored`: the rows of
 * all lists.
 */
export async function dryOperatorReport(
  job: ListImport,
  stored: readonly ListedRow[],
): Promise<OperatorReport> {
  // Its readers are large: see there.
  const { poiContent } = await import('./dataset/poi-rows.ts')
  const rejections = new Rejections()
  const plan = planList(job.list, stored, job.file)
  poiContent(plan.rows.map(placeOfRow), Date.now(), rejections)
  return reportOf(job, plan, rejections)
}

/** `rejections`: values of the places that were not understood. */
function reportOf(
  { list, source, file }: ListImport,
  { change, renumbered }: ListPlan,
  rejections: Rejections,
): OperatorReport {
  const warnings = [...file.warnings, ...rejectionLines(rejections)]
  if (renumbered > 0) {
    warnings.push(
      `${renumbered} ids are those of places in another list: these places get other place ids`,
    )
  }
  const accepted = file.rows.length
  const { rejections: rejected } = file
  return { dataset: null, list, source, accepted, ...change, rejected, warnings, counts: {} }
}

/**
 * Brings a list to the state of its file (list-plan.ts): builds a dataset with its places and
 * activates it. None is built when it would equal the active one. The places stay for every later
 * extract.
 */
export async function importOperators(
  db: Db,
  job: ListImport,
  consent: Consent,
  work: Work,
): Promise<OperatorReport> {
  const { list, source } = job
  requireRows(job)
  const base = await activeDataset(db)
  if (base === null) {
    throw new ServiceError(
      'CONFLICT',
      "There is no dataset to add places to. Run 'saola import' with an extract first, or " +
        "'saola serve' once, which puts in the built-in one.",
    )
  }
  const basis = { dataset: base.id, operatorPlaces: await operatorPlacesEdition(db) }
  const stored = await listOperatorRows(db)
  const plan = planList(list, stored, job.file)
  if (isDrastic(plan.change) && !job.isReplacing) await consent(await lossOf(db, job, plan.change))
  const others = stored.filter((row) => row.list !== list)
  const rejections = new Rejections()
  const written = await writeWith(
    db,
    { base, basis, operators: [...others, ...plan.rows].map(placeOfRow) },
    {
      rejections,
      isChanged: plan.written.length + plan.deleted.length > 0,
      async alongside(tx) {
        await noteImportedList(tx, list, source)
        await deleteOperatorPlaces(tx, list, plan.deleted)
        await upsertOperatorRows(tx, list, plan.written)
      },
      report: () => reportOf(job, plan, rejections),
    },
    work,
  )
  return { ...reportOf(job, plan, rejections), ...written }
}

/** An empty list is more often a slip than meant. */
function requireRows({ source, file, isReplacing }: ListImport): void {
  if (file.rows.length > 0) return
  const [first] = file.rejections
  if (first !== undefined) {
    throw new ServiceError(
      'INVALID_FILE',
      `${source} has no place that can be taken. Line ${first.line}: ${first.reason}.`,
    )
  }
  if (isReplacing) return
  throw new ServiceError(
    'INVALID_FILE',
    `${source} has no places. If the list is to be empty, add --replace.`,
  )
}

async function lossOf(
  db: Db,
  { list, source }: ListImport,
  { before, gone, replaced }: ListChange,
): Promise<string> {
  const known = (await placeLists(db)).find(({ name }) => name === list)
  const from = known === undefined ? '' : `, last imported from ${known.sourceName},`
  const parts = [
    gone > 0 ? `${gone} would go` : '',
    replaced > 0 ? `${replaced} would become other places under their ids` : '',
  ].filter((part) => part !== '')
  return (
    `List '${list}'${from} has ${places(before)}. Of these, by ${source}, ` +
    `${parts.join(' and ')}.`
  )
}

function places(count: number): string {
  return count === 1 ? '1 place' : `${count} places`
}

/**
 * Deletes a list: builds a dataset without its places and activates it. Throws `NOT_FOUND` for a
 * list that does not exist.
 */
export async function removeList(
  db: Db,
  name: string,
  consent: Consent,
  work: Work,
): Promise<RemovalReport> {
  const base = await activeDataset(db)
  const edition = await operatorPlacesEdition(db)
  const { places: gone, sourceName } = await placeList(db, name)
  await consent(`List '${name}', last imported from ${sourceName}, has ${places(gone)}.`)
  const alongside = (tx: Db) => deletePlaceList(tx, name)
  if (base === null) {
    await db.transaction(alongside)
    return { list: name, gone, dataset: null }
  }
  const others = (await listOperatorRows(db)).filter(({ list }) => list !== name)
  const { dataset } = await writeWith(
    db,
    {
      base,
      basis: { dataset: base.id, operatorPlaces: edition },
      operators: others.map(placeOfRow),
    },
    {
      rejections: new Rejections(),
      isChanged: gone > 0,
      alongside,
      report: () => ({ list: name, gone }),
    },
    work,
  )
  return { list: name, gone, dataset }
}

function placeOfRow({ place }: OwnRow): Place {
  return place
}

/** The basis of a dataset with other places of operators. */
interface Ground {
  readonly base: Dataset
  readonly basis: Basis
  /** New places of all lists. */
  readonly operators: readonly Place[]
}

interface ListWriting {
  /** Gets the values of operators' places that are not understood. */
  readonly rejections: Rejections
  /** Whether `alongside` changes any place. */
  readonly isChanged: boolean
  /** Done in the same transaction as the activation: both happen or neither. */
  alongside(tx: Db): Promise<void>
  /** For the dataset; called when everything else is done. */
  report(): object
}

/**
 * Makes a dataset of the active one in which `operators` are all places of operators, and activates
 * it. Nothing is built when no place changes and the active one has them all.
 */
async function writeWith(
  db: Db,
  { base, basis, operators }: Ground,
  { rejections, isChanged, alongside, report }: ListWriting,
  work: Work,
): Promise<{ readonly dataset: string; readonly counts: Readonly<Record<string, number>> }> {
  const { progress, signal } = work
  progress.start('places of the dataset')
  const { publics, operatorPlaces } = await placesOf(db, base.id, signal)
  const placed = placedOperators(operators, publics, await boundaryIndex(db, base))
  if (!isChanged && areSame(placed, operatorPlaces)) {
    progress.finish()
    await db.transaction(async (tx) => {
      await requireBasis(tx, basis)
      await alongside(tx)
    })
    return { dataset: base.id, counts: base.counts }
  }
  const content = [...publics, ...placed]
  const counts = countsOf(content)
  const written = await writeDataset(
    db,
    {
      places: content,
      boundaries: [],
      rejections: {
        add(reason, id) {
          // The report of the extract has those of all other places.
          if (id.startsWith(OPERATOR_PREFIX)) rejections.add(reason, id)
        },
      },
      built: new Map(),
      copiedFrom: base.id,
      carried: carriedFiles(base, ['places']),
      source: { name: base.sourceName, description: base.sourceDescription },
      basis,
      alongside,
      // The extract's report stays true of all other places.
      report: (id) => ({ ...base.report, operators: { ...report(), counts, dataset: id } }),
    },
    work,
  )
  progress.finish()
  return { dataset: written.id, counts }
}

/** The places of a dataset, those of operators apart. */
async function placesOf(
  db: Db,
  id: DatasetId,
  signal: AbortSignal,
): Promise<{ readonly publics: Place[]; readonly operatorPlaces: Place[] }> {
  const [publics, operatorPlaces]: [Place[], Place[]] = [[], []]
  for await (const page of readPlaces(db, id)) {
    stopIfAborted(signal)
    for (const place of page)
      (PUBLIC_SOURCES.includes(place.source) ? publics : operatorPlaces).push(place)
  }
  return { publics, operatorPlaces }
}

/** All places of a dataset but those of operators. */
export async function publicPlaces(db: Db, id: DatasetId, signal: AbortSignal): Promise<Place[]> {
  return (await placesOf(db, id, signal)).publics
}

function areSame(some: readonly Place[], others: readonly Place[]): boolean {
  const byId = new Map<PlaceId, Place>(others.map((place) => [place.id, place]))
  return (
    some.length === others.length &&
    some.every((place) => Bun.deepEquals(place, byId.get(place.id)))
  )
}

/** The index over boundaries of a dataset; empty when it has none. */
async function boundaryIndex(db: Db, { id, manifest }: Dataset): Promise<Uint8Array> {
  const file = manifest.find(({ name }) => name === BOUNDARIES_FILE)
  return file === undefined ? new Uint8Array(0) : loadFileBytes(db, id, file)
}
