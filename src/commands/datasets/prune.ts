import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetId } from '../../base/ids.ts'
import { removeDeadFiles } from '../../control/datasets.ts'
import type { Database, Db } from '../../db/client.ts'
import { pruneDatasets, shrinkDatasets, vacuumDatasets } from '../../db/datasets.ts'
import { deleteDeadBuilds } from '../../import/dataset/write-dataset.ts'
import { freeBytes } from '../../import/fetch/disk.ts'
import { removeDeadScratch } from '../../import/fetch/scratch.ts'

/** Datasets kept besides the active one. */
export const KEEP_DEFAULT = 2

type Log = (line: string) => void

export interface Pruned {
  readonly deleted: readonly DatasetId[]
  /** In the data directory. */
  readonly directories: readonly string[]
}

/** Deletes old datasets but `keep`, what dead imports have left, and the files of both. */
export async function prune(
  { db, kind }: Database,
  data: string,
  keep: number,
  log: Log,
): Promise<Pruned> {
  const deleted = [...(await deleteDeadBuilds(db)), ...(await pruneDatasets(db, keep))]
  // A PostgreSQL of others is not kept from them: the next import uses the room again.
  if (kind === 'embedded') await shrink(db, data, log)
  else if (deleted.length > 0) await vacuumDatasets(db)
  const files = await removeDeadFiles(db, join(data, 'datasets'))
  // PostgreSQL has datasets without a data directory here.
  const scratch = existsSync(data) ? await removeDeadScratch(data) : []
  return { deleted, directories: [...files.map((name) => join('datasets', name)), ...scratch] }
}

async function shrink(db: Db, data: string, log: Log): Promise<void> {
  const shrunk = await shrinkDatasets(db, await freeBytes(data))
  if (shrunk === 'done') return
  const wanted =
    shrunk === 'busy'
      ? 'an import was under way'
      : `${Math.ceil(shrunk.lacking / 1e6)} MB more must be free to make it smaller`
  log(
    `warning: the database keeps its size on the disk, for the next import: ${wanted}. ` +
      "Run 'saola datasets prune' again then.",
  )
}
