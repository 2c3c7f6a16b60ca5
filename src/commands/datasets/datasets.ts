import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { momentText, ZONE } from '../../access/window.ts'
import { type ErrorCode, ServiceError } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import { counted } from '../../base/shown-text.ts'
import { faultOfFile, missingFiles, notHere } from '../../control/datasets.ts'
import type { Db } from '../../db/client.ts'
import { loadFile, loadFileStarts } from '../../db/dataset-files.ts'
import {
  activateDataset,
  activeDataset,
  type Dataset,
  getDataset,
  listDatasets,
  rollbackDataset,
} from '../../db/datasets.ts'
import { otherRules } from '../../import/dataset/rules.ts'
import { diskFullOr } from '../../import/fetch/disk.ts'
import { withScratch } from '../../import/fetch/scratch.ts'
import {
  answer,
  type CommandEnv,
  columns,
  configOf,
  DATABASE_SETTINGS,
  newCommand,
  newGroup,
  ReportedFailure,
} from '../env/command.ts'
import { existingData, withDatabase } from '../env/database.ts'
import { rebuildCommand } from './dataset-rebuild.ts'
import { KEEP_DEFAULT, prune } from './prune.ts'

/** The cure for a fault in the database's own copy. */
const IMPORT_AGAIN = "Import again, or go back with 'saola datasets rollback'."

/**
 * Checks the content of a dataset's files, which are in `directory` with the right checksums.
 * Returns the contradictions: none when all is well.
 */
export type CheckFiles = (
  directory: string,
  files: readonly string[],
) => readonly string[] | Promise<readonly string[]>

export function datasetsCommand(env: CommandEnv, checkFiles: CheckFiles): Command {
  return newGroup('datasets', 'what imports have made, and which of it is served', [
    listCommand(env),
    activateCommand(env),
    rollbackCommand(env),
    verifyCommand(env, checkFiles),
    rebuildCommand(env),
    pruneCommand(env),
  ])
}

function listCommand(env: CommandEnv): Command {
  const command = newCommand('list', 'show all datasets, newest first', DATABASE_SETTINGS)
  return command.action(async () => {
    const datasets = await withDatabase(command, env, async ({ db }) => {
      const all = await listDatasets(db)
      return Promise.all(
        all.map(async (dataset) => ({
          ...dataset,
          others: otherRules(await loadFileStarts(db, dataset.id)),
        })),
      )
    })
    const listed = datasets.map(({ others, ...dataset }) => ({
      ...toJson(dataset),
      other_rules: others,
    }))
    answer(command, env, { datasets: listed }, () => [
      ...columns([
        ['ID', 'STATE', `CREATED (${ZONE})`, `ACTIVATED (${ZONE})`, 'PLACES', 'MB', 'SOURCE'],
        ...datasets.map((dataset) => [
          dataset.id,
          dataset.state,
          momentText(dataset.createdAt),
          dataset.activatedAt === null ? 'never' : momentText(dataset.activatedAt),
          String(placesOf(dataset)),
          (bytesOf(dataset) / 1e6).toFixed(1),
          dataset.sourceName,
        ]),
      ]),
      ...datasets.flatMap(({ id, others }) => others.map((line) => `${id}: ${line}`)),
    ])
  })
}

function activateCommand(env: CommandEnv): Command {
  const command = newCommand('activate', 'serve this dataset from now on', DATABASE_SETTINGS)
  return command
    .argument('<id>', "as 'saola datasets list' shows it")
    .action(async (id: string) => {
      const dataset = await withDatabase(command, env, ({ db }) =>
        activateDataset(db, id as DatasetId),
      )
      answer(command, env, toJson(dataset), () => [nowActive(dataset)])
    })
}

function rollbackCommand(env: CommandEnv): Command {
  const command = newCommand(
    'rollback',
    'serve the dataset again that was active before this one',
    DATABASE_SETTINGS,
  )
  return command.action(async () => {
    const dataset = await withDatabase(command, env, ({ db }) => rollbackDataset(db))
    answer(command, env, toJson(dataset), () => [nowActive(dataset)])
  })
}

function verifyCommand(env: CommandEnv, checkFiles: CheckFiles): Command {
  const command = newCommand(
    'verify',
    'check the files of a dataset, in the database and on this disk',
    DATABASE_SETTINGS,
  )
  return command
    .argument('[id]', "as 'saola datasets list' shows it (default: the active one)")
    .action(async (id: string | undefined) => {
      const data = existingData(command, env)
      const { dataset, inDatabase, onDisk } = await withDatabase(command, env, async ({ db }) => {
        const dataset =
          id === undefined ? await activeDataset(db) : await getDataset(db, id as DatasetId)
        if (!dataset) throw new ServiceError('NOT_FOUND', 'No dataset is active: name one.')
        const local = join(data, 'datasets', dataset.id)
        const inDatabase = await faultsInDatabase(db, dataset, data, checkFiles)
        return { dataset, inDatabase, onDisk: await faultsOnDisk(local, dataset) }
      })
      const faults = [...inDatabase, ...onDisk]
      const missing = missingFiles(data, dataset)
      if (faults.length > 0) {
        const advice = inDatabase.length === 0 ? [] : [IMPORT_AGAIN]
        const more = missing.length === 0 ? advice : [...advice, notHere(missing)]
        tellFaults(command, env, dataset, faults, more)
        throw new ReportedFailure()
      }
      const files = dataset.manifest.length
      answer(command, env, { id: dataset.id, files, faults, missing }, () => [
        `Dataset ${dataset.id} is whole: ${counted(files, 'file')}, ` +
          `${counted(bytesOf(dataset), 'byte')}.`,
        ...(missing.length === 0 ? [] : [notHere(missing)]),
      ])
    })
}

/** The message of a failure on both streams, and the faults one by one in its JSON value. */
function tellFaults(
  command: Command,
  env: CommandEnv,
  { id }: Dataset,
  faults: readonly string[],
  more: readonly string[],
): void {
  const count = counted(faults.length, 'fault')
  const error = [
    `Dataset ${id} has ${count}:`,
    ...faults.map((fault) => `  ${fault}`),
    ...more,
  ].join('\n')
  env.log(`saola: ${error}`)
  answer(command, env, { error, code: 'INVALID_DATASET' satisfies ErrorCode, id, faults }, () => [])
}

function pruneCommand(env: CommandEnv): Command {
  const command = newCommand(
    'prune',
    'delete old datasets and what dead imports have left',
    DATABASE_SETTINGS,
  ).option('--keep <number>', 'how many to keep besides the active one', String(KEEP_DEFAULT))
  return command.action(async () => {
    const keep = parseKeep(String(command.opts()['keep']))
    const { data } = configOf(command, env)
    const pruned = await withDatabase(command, env, (database) =>
      prune(database, data, keep, env.log),
    )
    answer(command, env, pruned, () => {
      const all = [...pruned.deleted, ...pruned.directories]
      return all.length === 0 ? ['Nothing to delete.'] : all.map((name) => `Deleted ${name}.`)
    })
  })
}

/**
 * Fetches all files from the database, which checks their sums, and has them looked into. They are
 * put into `data` for that: elsewhere a temporary file may be memory.
 */
async function faultsInDatabase(
  db: Db,
  dataset: Dataset,
  data: string,
  checkFiles: CheckFiles,
): Promise<readonly string[]> {
  try {
    return await withScratch(data, async (directory) => {
      const faults: string[] = []
      const whole: string[] = []
      for (const file of dataset.manifest) {
        try {
          await loadFile(db, dataset.id, file, join(directory, file.name))
          whole.push(file.name)
        } catch (error) {
          if (!(error instanceof ServiceError && error.code === 'INVALID_DATASET')) throw error
          faults.push(error.message)
        }
      }
      return [...faults, ...(await checkFiles(directory, whole))]
    })
  } catch (error) {
    throw diskFullOr(error, data)
  }
}

/** Of the copies here; a file that is not here yet is fetched when it is served. */
async function faultsOnDisk(directory: string, dataset: Dataset): Promise<string[]> {
  const faults: string[] = []
  for (const file of dataset.manifest) {
    const path = join(directory, file.name)
    const fault = existsSync(path) ? await faultOfFile(path, file) : null
    if (fault !== null) {
      faults.push(`${path} ${fault}: delete it, and the server takes it from the database again.`)
    }
  }
  return faults
}

function toJson(dataset: Dataset) {
  return {
    id: dataset.id,
    state: dataset.state,
    source: dataset.sourceName,
    description: dataset.sourceDescription,
    created_at: dataset.createdAt,
    activated_at: dataset.activatedAt,
    counts: dataset.counts,
    files: dataset.manifest,
  }
}

function placesOf(dataset: Dataset): number {
  return Object.values(dataset.counts).reduce((sum, count) => sum + count, 0)
}

function bytesOf(dataset: Dataset): number {
  return dataset.manifest.reduce((sum, file) => sum + file.bytes, 0)
}

function nowActive(dataset: Dataset): string {
  const { id, sourceName } = dataset
  return `Dataset ${id} (${sourceName}) is active. Running servers take it up by themselves.`
}

function parseKeep(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new ServiceError('USAGE', `--keep is ${JSON.stringify(text)}; it takes a whole number.`)
}
