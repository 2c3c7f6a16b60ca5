import type { Db } from '../db/client.ts'
import { listOperatorPlaces, operatorPlacesEdition } from '../db/operator-places.ts'
import type { ManifestFile } from '../db/schema.ts'
import type { OsmProgress } from '../osm/read.ts'
import type { Place } from '../search/model/place.ts'
import { BOUNDARIES_FILE, MAP_FILE } from './dataset/dataset-files.ts'
import { countsOf, type Work, writeDataset } from './dataset/write-dataset.ts'
import { type ExtractContent, readExtract } from './extract.ts'
import { type BuiltFile, bytesOf } from './fetch/built-file.ts'
import { buildMapFile } from './map/map-file.ts'
import { placedOperators } from './operator/operator-places.ts'
import { type Progress, peakMemoryMb } from './report/progress.ts'
import type { ImportReport } from './report/report.ts'
import { buildRoutingFiles, type RoutingFile } from './roads/graphs.ts'

/** An extract on this machine's disk. */
export interface ExtractFile {
  readonly path: string
  /** As the operator named it: a file, an address. */
  readonly name: string
  /** Of the whole file, 64 lower-case hexadecimal digits. */
  readonly sha256?: string
}

/**
 * The road graphs of an extract as files in `directory`, none when it has no roads. Made before the
 * places are read, so that the memory of both is not needed at once.
 */
export async function readRoads(
  path: string,
  directory: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly RoutingFile[]> {
  progress.start('road graphs')
  const onProgress = (at: OsmProgress) => progress.at(at.readBytes / at.totalBytes)
  return buildRoutingFiles(path, directory, { signal, onProgress })
}

/**
 * Reads an extract and makes its base map, as a file in `directory`. Afterwards no data that only
 * the map needs is in memory.
 */
export async function readWithMap(
  path: string,
  directory: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExtractContent> {
  const { drawn, ...content } = await readExtract(path, progress, signal)
  progress.start('base map')
  const { places, boundaries, country } = content
  const isVietnam = country === 'VN'
  const map = await buildMapFile(
    { places, boundaries, isVietnam, drawn },
    directory,
    progress,
    signal,
  )
  return { ...content, built: new Map([...content.built, [MAP_FILE, map]]) }
}

/**
 * Makes a dataset of the data from an OSM extract. Afterwards it is active. When this throws
 * (`INTERRUPTED`, `DISK_FULL`, `DATABASE_UNAVAILABLE`), the active dataset is unchanged.
 */
export async function importExtract(
  db: Db,
  file: ExtractFile,
  content: ExtractContent,
  roads: readonly RoutingFile[],
  work: Work,
): Promise<ImportReport> {
  const { progress } = work
  // Read after the long reading of the extract, so that places added meanwhile are included.
  const basis = { dataset: null, operatorPlaces: await operatorPlacesEdition(db) }
  const operators = await listOperatorPlaces(db)
  const boundaryFile = content.built.get(BOUNDARIES_FILE)
  const index = boundaryFile === undefined ? new Uint8Array(0) : bytesOf(boundaryFile)
  const places = [...content.places, ...placedOperators(operators, content.places, index)]
  const built = new Map<string, BuiltFile>(content.built)
  for (const file of roads) built.set(file.name, file)
  const report = (dataset: string, files: readonly ManifestFile[]): ImportReport => ({
    ...reportOf(file, content, places, progress),
    dataset,
    graphs: roads.map(({ vehicle, summary }) => ({ vehicle, ...summary })),
    files: files.map(({ name, bytes }) => ({ name, bytes })),
  })
  const written = await writeDataset(
    db,
    {
      places,
      boundaries: content.boundaries,
      rejections: content.rejections,
      built,
      copiedFrom: null,
      carried: [],
      source: { name: file.name, description: `OpenStreetMap extract of ${content.country}` },
      basis,
      alongside: async () => {},
      report: (id, files) => ({ ...report(id, files) }),
    },
    work,
  )
  progress.finish()
  return report(written.id, written.files)
}

/** Reads an extract and reports the effect of an import; writes nothing, needs no database. */
export async function tryExtract(
  file: ExtractFile,
  progress: Progress,
  signal: AbortSignal,
): Promise<ImportReport> {
  const content = await readExtract(file.path, progress, signal)
  progress.finish()
  return reportOf(file, content, content.places, progress)
}

/** The part of the report that is known before anything is written. */
function reportOf(
  file: ExtractFile,
  content: ExtractContent,
  places: readonly Place[],
  progress: Progress,
): ImportReport {
  return {
    dataset: null,
    source: file.name,
    sourceBytes: content.bytes,
    sourceSha256: file.sha256 ?? null,
    country: content.country,
    read: content.read,
    counts: countsOf(places),
    rejected: content.rejections.all(),
    warnings: content.warnings,
    graphs: [],
    files: [],
    passes: progress.passes(),
    seconds: progress.seconds(),
    peakMemoryMb: peakMemoryMb(),
  }
}
