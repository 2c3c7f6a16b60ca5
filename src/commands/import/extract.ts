import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { reasonOf } from '../../base/errors.ts'
import { DatasetStore } from '../../control/datasets.ts'
import type { Db } from '../../db/client.ts'
import { activeDataset } from '../../db/datasets.ts'
import { lockHolder } from '../../db/embedded/data-lock.ts'
import type { ExtractContent } from '../../import/extract.ts'
import { type FileOnDisk, isOnDisk } from '../../import/fetch/built-file.ts'
import { roomFor } from '../../import/fetch/disk.ts'
import { download } from '../../import/fetch/download.ts'
import { withScratch } from '../../import/fetch/scratch.ts'
import {
  type ExtractFile,
  importExtract,
  readRoads,
  readWithMap,
} from '../../import/import-extract.ts'
import type { Progress } from '../../import/report/progress.ts'
import type { ImportReport } from '../../import/report/report.ts'
import type { RoutingFile } from '../../import/roads/graphs.ts'
import type { CommandEnv } from '../env/command.ts'
import { withNewDatabase } from '../env/database.ts'

export interface ExtractJob {
  readonly command: Command
  readonly env: CommandEnv
  readonly dataDir: string
  readonly file: ExtractFile
  readonly progress: Progress
}

/** Looks at what was read before any of it is written; what it throws ends the import. */
export type Judge = (
  db: Db,
  content: ExtractContent,
  roads: readonly RoutingFile[],
) => Promise<void>

/** Makes a dataset of an extract and activates it, or throws and leaves the active one. */
export async function makeDataset(
  job: ExtractJob,
  judge: Judge = async () => {},
): Promise<ImportReport> {
  const { command, env, dataDir, file, progress } = job
  const { signal } = env
  // A database that cannot be opened is better known before a long reading than after it; the
  // embedded one is closed again, because it takes memory that the reading needs.
  progress.start('database')
  await withNewDatabase(command, env, async () => {})
  return withScratch(dataDir, async (directory) => {
    const roads = await readRoads(file.path, directory, progress, signal)
    const content = await readWithMap(file.path, directory, progress, signal)
    return withNewDatabase(command, env, async ({ db, kind }) => {
      await judge(db, content, roads)
      const room = roomFor(kind, dataDir)
      const done = await importExtract(db, file, content, roads, { progress, signal, room })
      if (kind === 'embedded') await layOut(db, job, done, [...roads, ...filesOnDisk(content)])
      return done
    })
  })
}

/**
 * Puts the files of the new dataset where a server of this data directory maps them, so that its
 * start need not fetch them. One that runs already does that itself; servers on PostgreSQL may have
 * any data directory.
 */
async function layOut(
  db: Db,
  { dataDir, env }: ExtractJob,
  report: ImportReport,
  files: readonly (FileOnDisk & { readonly name: string })[],
): Promise<void> {
  if (lockHolder(resolve(dataDir))?.pid !== process.pid) return
  try {
    const shelf = new DatasetStore(db, dataDir, env.log)
    const active = await activeDataset(db)
    for (const { name, path } of files) {
      if (active?.id === report.dataset) await shelf.adopt(active.id, name, path)
    }
    await shelf.refresh()
  } catch (error) {
    const reason = reasonOf(error)
    env.log(`warning: the next server to start has to fetch the dataset's files itself: ${reason}`)
  }
}

function filesOnDisk({ built }: ExtractContent): (FileOnDisk & { readonly name: string })[] {
  return [...built].flatMap(([name, file]) => (isOnDisk(file) ? [{ ...file, name }] : []))
}

/** Downloads into the data directory; returns the path of the file. */
export async function downloaded(
  url: string,
  dataDir: string,
  { signal, log }: CommandEnv,
  progress: Progress,
): Promise<string> {
  progress.start('download')
  const onProgress = (part: number | null) => progress.at(part ?? 0)
  return download(url, join(dataDir, 'downloads'), { signal, log, onProgress })
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
