import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readExtract } from '../src/import/extract.ts'
import { Progress } from '../src/import/report/progress.ts'
import type { Place } from '../src/search/model/place.ts'

const EXTRACT = 'vietnam-dev.osm.pbf'

/** Every place of the extract that the evaluation asks about. Takes about half a minute. */
export async function evaluationPlaces(): Promise<readonly Place[]> {
  const directory = process.env['SAOLA_TEST_DATA'] ?? join(import.meta.dir, '../../shared/data')
  const path = join(directory, EXTRACT)
  if (!existsSync(path)) {
    throw new Error(`${EXTRACT} is not in ${directory}; set SAOLA_TEST_DATA to where it is.`)
  }
  const progress = new Progress({ log: () => {}, progress: () => {} })
  const content = await readExtract(path, progress, new AbortController().signal)
  return content.places
}
