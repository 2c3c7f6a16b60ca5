import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ServiceError } from '../base/errors.ts'
import { buildBoundaries } from '../boundaries/build.ts'
import { readFlatGeobuf } from '../boundaries/fgb.ts'
import type { BoundaryFeature, BoundaryLevel } from '../boundaries/unit.ts'
import type { Db } from '../db/client.ts'
import { loadFileBytes } from '../db/dataset-files.ts'
import { activeDataset, type Dataset } from '../db/datasets.ts'
import { listOperatorPlaces, operatorPlacesEdition } from '../db/operator-places.ts'
import type { Place } from '../search/model/place.ts'
import { carriedFiles } from './dataset/carried-files.ts'
import { BOUNDARIES_FILE } from './dataset/dataset-files.ts'
import { type Work, writeDataset } from './dataset/write-dataset.ts'
import { publicPlaces } from './import-operator.ts'
import {
  type AreaRejection,
  type BoundaryFields,
  type BoundaryFile,
  readBoundaryFile,
} from './operator/boundary-file.ts'
import { replaceUnits } from './operator/boundary-units.ts'
import { placedOperators } from './operator/operator-places.ts'
import { Rejections, rejectionLines } from './report/report.ts'

/** The effect of importing boundaries, or of a dry run. */
export interface BoundaryReport {
  /** Null after a dry run. */
  readonly dataset: string | null
  readonly source: string
  readonly level: BoundaryLevel
  readonly accepted: number
  readonly rejected: readonly AreaRejection[]
  readonly warnings: readonly string[]
}

/** Larger than all wards of the country at the resolution of the cadastre. */
const FGB_BYTES_MAX = 1024 ** 3
/** As text a file takes ten times its size in memory. */
const GEOJSON_BYTES_MAX = 256 * 1024 ** 2

/** Reads a file of polygons. Throws `INVALID_FILE` when the file as a whole cannot be used. */
export async function readBoundaries(
  path: string,
  format: 'fgb' | 'geojson',
  fields: BoundaryFields,
): Promise<BoundaryFile> {
  const info = await stat(path).catch((cause: Error) => {
    const message = `${path} cannot be opened: ${cause.message}. Check the name.`
    throw new ServiceError('INVALID_FILE', message, { cause })
  })
  if (!info.isFile()) throw new ServiceError('INVALID_FILE', `${path} is not a file.`)
  const bytesMax = format === 'fgb' ? FGB_BYTES_MAX : GEOJSON_BYTES_MAX
  if (info.size > bytesMax) {
    throw new ServiceError(
      'INVALID_FILE',
      `${path} is larger than ${bytesMax / 1024 ** 2} MB. ` +
        (format === 'fgb' ? 'Simplify its polygons.' : 'Convert it: ogr2ogr boundaries.fgb FILE.'),
    )
  }
  return readBoundaryFile(await readFile(path), format, fields)
}

/** The effect and the rejections of an import of the file; changes nothing, needs no database. */
export function dryBoundaryReport(
  source: string,
  level: BoundaryLevel,
  file: BoundaryFile,
): BoundaryReport {
  const { areas, rejections } = file
  return {
    dataset: null,
    source,
    level,
    accepted: areas.length,
    rejected: rejections,
    warnings: [],
  }
}

/** Polygons of one level to be imported. */
export interface BoundaryImport {
  /** As the operator named it: a file, an address. */
  readonly source: string
  readonly level: BoundaryLevel
  readonly file: BoundaryFile
}

/**
 * Makes a dataset of the active one in which the file's polygons replace all those of the level,
 * and activates it. Units keep their ids by their code; streets, houses and all other places move
 * to the units around them.
 */
export async function importBoundaries(
  db: Db,
  { source, level, file }: BoundaryImport,
  work: Work,
): Promise<BoundaryReport> {
  const { progress, signal } = work
  requireAreas(source, file)
  const base = await requireBase(db)
  progress.start('places of the dataset')
  const before = await publicPlaces(db, base.id, signal)
  const others = await otherBoundaries(db, base, level)
  progress.start('boundaries')
  const { boundaries, places, warnings } = replaceUnits(before, others, level, file.areas)
  const index = buildBoundaries(boundaries, progress.step)
  const located = places(index)
  const basis = { dataset: base.id, operatorPlaces: await operatorPlacesEdition(db) }
  const operators = placedOperators(await listOperatorPlaces(db), located, index)
  const rejections = new Rejections()
  const report = () => ({
    ...dryBoundaryReport(source, level, file),
    warnings: [...warnings, ...rejectionLines(rejections)],
  })
  const content: readonly Place[] = [...located, ...operators]
  const written = await writeDataset(
    db,
    {
      places: content,
      boundaries,
      rejections,
      built: new Map([[BOUNDARIES_FILE, index]]),
      copiedFrom: null,
      carried: carriedFiles(base, ['places', 'boundaries']),
      source: {
        name: base.sourceName,
        description: `${base.sourceDescription}; boundaries of level ${level}: ${basename(source)}`,
      },
      basis,
      alongside: async () => {},
      // The extract's report stays true of the source of all places.
      report: (id) => ({ ...base.report, boundaries: { ...report(), dataset: id } }),
    },
    work,
  )
  progress.finish()
  return { ...report(), dataset: written.id }
}

function requireAreas(source: string, { areas, rejections }: BoundaryFile): void {
  if (areas.length > 0) return
  const [first] = rejections
  const reason = first === undefined ? '' : ` Row ${first.row}, ${first.name}: ${first.reason}.`
  throw new ServiceError('INVALID_FILE', `${source} has no unit that can be taken.${reason}`)
}

async function requireBase(db: Db): Promise<Dataset> {
  const base = await activeDataset(db)
  if (base !== null) return base
  throw new ServiceError(
    'CONFLICT',
    "There is no dataset whose boundaries could be replaced. Run 'saola import' with an extract " +
      "first, or 'saola serve' once, which puts in the built-in one.",
  )
}

/** The boundaries of the other level. */
async function otherBoundaries(
  db: Db,
  base: Dataset,
  level: BoundaryLevel,
): Promise<readonly BoundaryFeature[]> {
  const name = `boundaries-${level === 4 ? 8 : 4}.fgb`
  const file = base.manifest.find((entry) => entry.name === name)
  if (file === undefined) {
    throw new ServiceError(
      'CONFLICT',
      `Dataset ${base.id} has no ${name}: an older Saola made it. Import its extract again first.`,
    )
  }
  return readFlatGeobuf(await loadFileBytes(db, base.id, file))
}
