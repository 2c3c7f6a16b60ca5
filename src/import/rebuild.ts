import { ServiceError } from '../base/errors.ts'
import type { DatasetId } from '../base/ids.ts'
import type { Db } from '../db/client.ts'
import { activeDataset } from '../db/datasets.ts'
import { operatorPlacesEdition } from '../db/operator-places.ts'
import { readPlaces } from '../db/places.ts'
import type { Place } from '../search/model/place.ts'
import { carriedFiles } from './dataset/carried-files.ts'
import { stopIfAborted, type Work, writeDataset } from './dataset/write-dataset.ts'
import { Rejections, rejectionLines } from './report/report.ts'

export interface Rebuilt {
  readonly id: DatasetId
  /** Values of places that this Saola did not understand. */
  readonly warnings: readonly string[]
}

/**
 * Makes the files that derive from places anew, by this Saola's rules, and activates a dataset with
 * them. Road graphs, boundaries and water stay: they are made of the extract. Throws `CONFLICT`
 * when no dataset is active.
 */
export async function rebuildDataset(db: Db, work: Work): Promise<Rebuilt> {
  const { progress, signal } = work
  const base = await activeDataset(db)
  if (base === null) {
    throw new ServiceError('CONFLICT', "There is no dataset to rebuild. Run 'saola import' first.")
  }
  progress.start('places of the dataset')
  const basis = { dataset: base.id, operatorPlaces: await operatorPlacesEdition(db) }
  const places: Place[] = []
  for await (const page of readPlaces(db, base.id)) {
    stopIfAborted(signal)
    places.push(...page)
  }
  const rejections = new Rejections()
  const { id } = await writeDataset(
    db,
    {
      places,
      boundaries: [],
      rejections,
      built: new Map(),
      copiedFrom: base.id,
      carried: carriedFiles(base, ['places']),
      source: { name: base.sourceName, description: base.sourceDescription },
      basis,
      alongside: async () => {},
      report: () => base.report,
    },
    work,
  )
  progress.finish()
  return { id, warnings: rejectionLines(rejections) }
}
