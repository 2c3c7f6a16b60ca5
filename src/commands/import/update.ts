import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { reasonOf, ServiceError } from '../../base/errors.ts'
import { counted, shownAddress, withCommas } from '../../base/shown-text.ts'
import type { Db } from '../../db/client.ts'
import { activeDataset, type Dataset } from '../../db/datasets.ts'
import { countPlacesOf } from '../../db/places.ts'
import type { ExtractContent } from '../../import/extract.ts'
import { diskFullOr } from '../../import/fetch/disk.ts'
import { importSource } from '../../import/fetch/source.ts'
import { holdWork } from '../../import/fetch/work-lock.ts'
import { Progress } from '../../import/report/progress.ts'
import { type ImportReport, reportLines } from '../../import/report/report.ts'
import type { RoutingFile } from '../../import/roads/graphs.ts'
import type { PlaceSource } from '../../search/model/place.ts'
import { KEEP_DEFAULT, type Pruned, prune } from '../datasets/prune.ts'
import { answer, type CommandEnv, DATABASE_SETTINGS, newCommand } from '../env/command.ts'
import { existingData, withDatabase } from '../env/database.ts'
import { downloaded, makeDataset, sha256Of } from './extract.ts'

/** An extract with fewer places or roads than this part of those before is not believed. */
const KEPT_MIN = 0.9
/** Places that are not of the extract, a good part of all, hide no loss. */
const OSM: PlaceSource = 'osm'

const HELP = `
SOURCE is vietnam or the address of an extract; without it, what the active dataset was imported
from. It is downloaded only if it has changed. The active dataset stays when anything fails, and
when the new one would have over a tenth fewer places or roads. Older datasets are deleted as
'saola datasets prune' does. Exit code 0 when there was nothing new, too.`

export function updateCommand(env: CommandEnv): Command {
  const command = newCommand(
    'update',
    'download the extract anew and serve it, if there is a new one',
    DATABASE_SETTINGS,
  )
    .argument('[source]', 'address, or vietnam (default: that of the active dataset)')
    .option('--force', 'import it though it is much smaller, not new, or replaces boundaries')
    .addHelpText('after', HELP)
  return command.action(async (text: string | undefined) => {
    const data = existingData(command, env)
    const lock = holdWork(join(resolve(data), 'update.lock'), 'updating already', env.log)
    try {
      await update({ command, env, data, isForced: command.opts()['force'] === true }, text)
    } catch (error) {
      throw diskFullOr(error, data)
    } finally {
      lock.release()
    }
  })
}

interface UpdateJob {
  readonly command: Command
  readonly env: CommandEnv
  readonly data: string
  readonly isForced: boolean
}

async function update(job: UpdateJob, text: string | undefined): Promise<void> {
  const { command, env, data, isForced } = job
  const active = await withDatabase(command, env, ({ db }) => activeDataset(db))
  const { url, name } = sourceOf(text, active)
  if (!isForced) requireNoOwnBoundaries(active)
  const progress = new Progress(env)
  const path = await downloaded(url, data, env, progress)
  const sha256 = await sha256Of(path)
  // From another place it is imported though it is the same: that place is noted with the dataset.
  const isKnown = active?.sourceName === name && active.report['sourceSha256'] === sha256
  if (active !== null && isKnown && !isForced) {
    progress.finish()
    const value = { updated: false, source: name, dataset: active.id }
    answer(command, env, value, () => [
      `Nothing new at ${name}: dataset ${active.id} stays active.`,
    ])
    return
  }
  const file = { path, name, sha256 }
  const report = await makeDataset(
    { command, env, dataDir: data, file, progress },
    async (db, content, roads) => {
      if (active !== null && !isForced) await requireSimilar(db, active, content, roads)
    },
  ).catch(async (error: unknown) => {
    await dropDamaged(path, error)
    throw error
  })
  const pruned = await pruneAfter(job)
  tell(job, report, pruned)
}

/** The source that an operator named, else that of the active dataset. Throws `USAGE`. */
function sourceOf(
  text: string | undefined,
  active: Dataset | null,
): { readonly url: string; readonly name: string } {
  const named = text ?? active?.sourceName ?? 'builtin'
  const example = "Name it: 'saola update vietnam', or the address of an extract."
  if (text === undefined && named === 'builtin') {
    throw new ServiceError('USAGE', `No extract was imported yet. ${example}`)
  }
  const source = importSource(named)
  if (source.content !== 'extract') {
    throw new ServiceError('USAGE', `${shownAddress(named)} is no extract. ${example}`)
  }
  if (source.from.kind === 'file') {
    throw new ServiceError(
      'USAGE',
      `${named} is a file, which nobody can download: 'saola import' takes it. ${example}`,
    )
  }
  // An address is stored without what may be a secret in it.
  if (text === undefined && named.includes('***')) {
    throw new ServiceError(
      'USAGE',
      `The dataset was imported from ${named}, of which a part is not stored. Name the whole ` +
        'address: saola update https://…',
    )
  }
  return { url: source.from.url, name: shownAddress(named) }
}

function requireNoOwnBoundaries(active: Dataset | null): void {
  if (active?.report['boundaries'] === undefined) return
  throw new ServiceError(
    'CONFLICT',
    `Dataset ${active.id} has boundaries of your own, which those of a new extract replace. Run ` +
      'it with --force, and import yours again after it.',
  )
}

/** Throws `CONFLICT` when the new extract has lost much of what the active dataset has. */
async function requireSimilar(
  db: Db,
  active: Dataset,
  content: ExtractContent,
  roads: readonly RoutingFile[],
): Promise<void> {
  const before = {
    places: await countPlacesOf(db, active.id, [OSM]),
    roads: sum(graphsOf(active).map(({ edges }) => edges)),
  }
  const after = {
    places: content.places.filter(({ source }) => source === OSM).length,
    roads: sum(roads.map(({ summary }) => summary.edges)),
  }
  const isLess = (['places', 'roads'] as const).some(
    (what) => after[what] < before[what] * KEPT_MIN,
  )
  if (!isLess) return
  throw new ServiceError(
    'CONFLICT',
    `The new extract has ${counted(after.places, 'place')} and ${counted(after.roads, 'road')}, ` +
      `dataset ${active.id} has ${withCommas(before.places)} and ${withCommas(before.roads)}: ` +
      'more than a tenth would be lost. It stays active. If that is right, add --force.',
  )
}

/** Stored with a dataset that was made from an extract. */
function graphsOf({ report }: Dataset): ImportReport['graphs'] {
  return (report['graphs'] as ImportReport['graphs'] | undefined) ?? []
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A file that cannot be read is not asked about again, but downloaded anew. */
async function dropDamaged(path: string, error: unknown): Promise<void> {
  if (!(error instanceof ServiceError && error.code === 'INVALID_FILE')) return
  for (const each of [path, `${path}.json`]) await rm(each, { force: true })
}

/** The new dataset is active already: it is not to be called a failure that an old one stays. */
async function pruneAfter({ command, env, data }: UpdateJob): Promise<Pruned> {
  try {
    return await withDatabase(command, env, (database) =>
      prune(database, data, KEEP_DEFAULT, env.log),
    )
  } catch (error) {
    env.log(`warning: old datasets were not deleted: ${reasonOf(error)}`)
    return { deleted: [], directories: [] }
  }
}

function tell({ command, env }: UpdateJob, report: ImportReport, pruned: Pruned): void {
  for (const warning of report.warnings) env.log(`warning: ${warning}`)
  const value = { updated: true, source: report.source, dataset: report.dataset, report, pruned }
  answer(command, env, value, () => [
    ...reportLines(report),
    ...pruned.deleted.map((id) => `Deleted ${id}.`),
    `Dataset ${report.dataset} is active.`,
  ])
}
