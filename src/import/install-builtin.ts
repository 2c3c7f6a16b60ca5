import type { DatasetId } from '../base/ids.ts'
import type { Db } from '../db/client.ts'
import { operatorPlacesEdition } from '../db/operator-places.ts'
import { MAP_FILE } from './dataset/dataset-files.ts'
import { writeDataset } from './dataset/write-dataset.ts'
import { buildMapFile } from './map/map-file.ts'
import { Progress } from './report/progress.ts'
import { Rejections } from './report/report.ts'
import { BUILTIN_ATTRIBUTION, builtinBoundaries, builtinPlaces } from './units/builtin.ts'

const SILENT = { log: () => {}, progress: () => {} }

/** Writes and activates the built-in dataset like an import, with the given id if any. */
export async function installBuiltin(
  db: Db,
  edition: string,
  signal: AbortSignal,
  datasetId?: DatasetId,
): Promise<DatasetId> {
  const places = builtinPlaces()
  const boundaries = builtinBoundaries()
  const progress = new Progress(SILENT)
  const content = { places, boundaries, isVietnam: true, drawn: null }
  const map = await buildMapFile(content, null, progress, signal)
  const { id } = await writeDataset(
    db,
    {
      source: {
        ...(datasetId === undefined ? {} : { id: datasetId }),
        name: 'builtin',
        description: BUILTIN_ATTRIBUTION.join('; '),
      },
      places,
      boundaries,
      rejections: new Rejections(),
      built: new Map([[MAP_FILE, map]]),
      copiedFrom: null,
      carried: [],
      basis: { dataset: null, operatorPlaces: await operatorPlacesEdition(db) },
      alongside: async () => {},
      report: () => ({ edition }),
    },
    { progress, signal },
  )
  return id
}
