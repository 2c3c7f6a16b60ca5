import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Sink } from '../../backup/archive.ts'
import { type WrittenBackup, writeBackup } from '../../backup/write-backup.ts'
import { ServiceError } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import { diskFullOr } from '../../import/fetch/disk.ts'
import { withScratch } from '../../import/fetch/scratch.ts'
import { writeWhole } from '../../system/whole-file.ts'
import { VERSION } from '../../version.ts'
import { answer, type CommandEnv, configOf, DATABASE_SETTINGS, newCommand } from '../env/command.ts'
import { withDatabase } from '../env/database.ts'
import { contentText, stopIfAborted } from './texts.ts'

/** Keys of an operator are in it, if only their hashes. */
const MODE = 0o600
/** A file without a write for this long was left by a process that was killed. */
const SILENT_MS_MAX = 600_000

const HELP = `
FILE is a gzipped tar file, readable by its owner only: backup.tar.gz; - is stdout. It holds keys
(their hashes), users, plans, usage, your own places, switches, secrets and the active dataset.
It can be made while a server runs. A server writes its counts every 5 seconds: what it has counted
since is in the next backup.`

export function backupCommand(env: CommandEnv): Command {
  const command = newCommand(
    'backup',
    'write all that the database holds into one file',
    DATABASE_SETTINGS,
  )
    .argument('<file>', 'where to write it; - for stdout')
    .option('--without-dataset', 'leave the active dataset out, which an import makes again')
    .addHelpText('after', HELP)
  return command.action(async (file: string) => {
    const isStdout = file === '-'
    const path = resolve(file)
    if (!isStdout) await requireFolder(dirname(path))
    const sink: Sink = isStdout ? toStdout : (chunks) => writeWhole(path, chunks, MODE)
    try {
      const written = await withDatabase(command, env, (database) =>
        write(command, env, database, sink),
      )
      if (!isStdout) await removeDeadParts(path)
      // Messages must not get into the backup.
      const answerEnv = isStdout ? { ...env, out: env.log } : env
      const { header, rows } = written
      const value = { file: isStdout ? '-' : path, made_at: header.madeAt, rows }
      answer(command, answerEnv, { ...value, dataset: header.dataset }, () => textOf(file, written))
    } catch (error) {
      throw isStdout ? error : diskFullOr(error, path)
    }
  })
}

async function write(
  command: Command,
  env: CommandEnv,
  database: Database,
  sink: Sink,
): Promise<WrittenBackup> {
  const options = {
    saola: VERSION.version,
    madeAt: new Date(),
    withDataset: command.opts()['withoutDataset'] !== true,
    sink,
    onEntry: () => stopIfAborted(env.signal),
  }
  if (database.kind === 'postgres') return writeBackup(database, { ...options, scratch: '' })
  return withScratch(configOf(command, env).data, (scratch) =>
    writeBackup(database, { ...options, scratch }),
  )
}

function textOf(file: string, { header, rows }: WrittenBackup): readonly string[] {
  const dataset = header.dataset === null ? 'without a dataset' : `dataset ${header.dataset}`
  return [
    `Wrote a backup to ${file === '-' ? 'stdout' : file}: ${contentText(rows)}, ${dataset}.`,
    'A running server writes its counts every 5 s: what it has counted since is not in it.',
  ]
}

async function requireFolder(path: string): Promise<void> {
  const folder = await stat(path).catch(() => null)
  if (folder?.isDirectory() !== true) {
    throw new ServiceError('INVALID_FILE', `${path} is no folder. Make it first.`)
  }
}

async function toStdout(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    await new Promise<void>((done, fail) => {
      process.stdout.write(chunk, (error) => (error ? fail(error) : done()))
    })
  }
}

/** Of backups to the same file that were killed; no other file of that folder is touched. */
async function removeDeadParts(path: string): Promise<void> {
  const begin = `${basename(path)}.`
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(begin) || !/^[0-9a-f-]{36}\.part$/.test(name.slice(begin.length))) continue
    const part = join(dirname(path), name)
    const found = await stat(part).catch(() => null)
    if (found && Date.now() - found.mtimeMs > SILENT_MS_MAX) await rm(part, { force: true })
  }
}
