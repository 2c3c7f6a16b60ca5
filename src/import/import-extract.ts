import type { Db } from '../db/client.ts'
import { listOperatorPlaces, operatorPlacesEdition } from '../db/operator-places.ts'
import type { ManifestFile } from '../db/schema.ts'
import type { Place } from '../search/place.ts'
import type { BuiltFiles } from './built-file.ts'
import { BOUNDARIES_FILE } from './dataset-files.ts'
import type { Room } from './disk.ts'
import { type ExtractContent, readExtract } from './extract.ts'
import { buildRoutingFiles } from './graphs.ts'
import { placedOperators } from './operator-places.ts'
import { type Progress, peakMemoryMb } from './progress.ts'
import type { ImportReport } from './report.ts'
import { countsOf, writeDataset } from './write-dataset.ts'

/** An extract on this machine's disk. */
export interface ExtractFile {
  readonly path: string
  /** As the operator named it: a file, an address. */
  readonly name: string
}

/**
 * The road graphs of an extract as files in `directory`, none when it has no roads. Done before the
 * places are read, so that the memory of both is not needed at once.
 */
export async function readRoads(
  path: string,
  directory: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<BuiltFiles> {
  progress.start('road graphs')
  const files = await buildRoutingFiles(path, directory, { signal })
  return new Map(files.map((file) => [file.name, file]))
}

/**
 * Makes a dataset of what was read from an OSM extract: it is active when this returns. When it
 * throws (`INTERRUPTED`, `DISK_FULL`, `DATABASE_UNAVAILABLE`), the active dataset is what it was.
 */
export async function importExtract(
  db: Db,
  file: ExtractFile,
  content: ExtractContent,
  roads: BuiltFiles,
  progress: Progress,
  signal: AbortSignal,
  room?: Room,
): Promise<ImportReport> {
  // Asked for after the long reading, so that what was added meanwhile is there.
  const basis = { dataset: null, operatorPlaces: await operatorPlacesEdition(db) }
  const operators = await listOperatorPlaces(db)
  const index = content.built.get(BOUNDARIES_FILE) ?? new Uint8Array(0)
  const places = [...content.places, ...placedOperators(operators, content.places, index)]
  const written = await writeDataset(
    db,
    {
      places,
      boundaries: content.boundaries,
      rejections: content.rejections,
      built: new Map([...content.built, ...roads]),
      copiedFrom: null,
      carried: [],
      source: { name: file.name, description: `OpenStreetMap extract of ${content.country}` },
      basis,
      alongside: async () => {},
      report: (id, files) => ({ ...reportOf(file, content, places, id, files, progress) }),
    },
    progress,
    signal,
    room,
  )
  progress.finish()
  return reportOf(file, content, places, written.id, written.files, progress)
}

/** Reads an extract and says what an import would do; writes nothing, needs no database. */
export async function tryExtract(
  file: ExtractFile,
  progress: Progress,
  signal: AbortSignal,
): Promise<ImportReport> {
  const content = await readExtract(file.path, progress, signal)
  progress.finish()
  return reportOf(file, content, content.places, null, [], progress)
}

function reportOf(
  file: ExtractFile,
  content: ExtractContent,
  places: readonly Place[],
  dataset: string | null,
  files: readonly ManifestFile[],
  progress: Progress,
): ImportReport {
  return {
    dataset,
    source: file.name,
    sourceBytes: content.bytes,
    country: content.country,
    read: content.read,
    counts: countsOf(places),
    rejected: content.rejections.all(),
    warnings: content.warnings,
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    passes: progress.passes(),
    seconds: progress.seconds(),
    peakMemoryMb: peakMemoryMb(),
  }
}
