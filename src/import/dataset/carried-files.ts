import type { DatasetId } from '../../base/ids.ts'
import type { Dataset } from '../../db/datasets.ts'
import type { ManifestFile } from '../../db/schema.ts'
import { DATASET_FILES, type DatasetFile } from './dataset-files.ts'

/** A file of another dataset that stays as it is: the database copies it. */
export interface CarriedFile {
  readonly from: DatasetId
  readonly file: ManifestFile
}

/** The files of a dataset that do not depend on `changed`. */
export function carriedFiles(
  { id, manifest }: Dataset,
  changed: readonly DatasetFile['from'][],
): readonly CarriedFile[] {
  const kept = DATASET_FILES.filter(({ from }) => !changed.includes(from)).map(({ name }) => name)
  return manifest.filter(({ name }) => kept.includes(name)).map((file) => ({ from: id, file }))
}
