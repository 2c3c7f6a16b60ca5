import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { momentText, ZONE } from '../../access/window.ts'
import { type CheckedBackup, checkBackup } from '../../backup/check-backup.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { ServiceError } from '../../base/errors.ts'
import { type Holdings, hasOtherClients, holdingsOf } from '../../db/backup/tables.ts'
import type { Database, Db } from '../../db/client.ts'
import { lockHolder } from '../../db/embedded/data-lock.ts'
import { diskFullOr, roomFor } from '../../import/fetch/disk.ts'
import { withScratch } from '../../import/fetch/scratch.ts'
import { writeWhole } from '../../system/whole-file.ts'
import {
  answer,
  type CommandEnv,
  configOf,
  confirm,
  DATABASE_SETTINGS,
  newCommand,
} from '../env/command.ts'
import { withNewDatabase } from '../env/database.ts'
import { contentText, holdingsText, stopIfAborted } from './texts.ts'

/** Bytes in the database for a byte of the backup, on the safe side. */
const ROOM_FACTOR = 1.5

const HELP = `
FILE is what 'saola backup' wrote, on this machine or another, from the embedded database or
PostgreSQL; - is stdin. All of it is checked before anything is written. Stop the server first.
A database that holds anything already is refused without --replace, which asks, or needs --yes.`

export function restoreCommand(env: CommandEnv): Command {
  const command = newCommand(
    'restore',
    'put a backup into an empty database, or in the place of what it holds',
    DATABASE_SETTINGS,
  )
    .argument('<file>', 'the backup; - for stdin')
    .option('--replace', 'delete what the database holds')
    .option('--yes', 'do not ask')
    .addHelpText('after', HELP)
  return command.action(async (file: string) => {
    const { data } = configOf(command, env)
    try {
      if (file !== '-') {
        await run(command, env, resolve(file))
        return
      }
      await withScratch(data, async (directory) => {
        const path = join(directory, 'backup')
        await writeWhole(path, createReadStream('', { fd: 0, autoClose: false }), 0o600)
        await run(command, env, path)
      })
    } catch (error) {
      throw diskFullOr(error, data)
    }
  })
}

async function run(command: Command, env: CommandEnv, path: string): Promise<void> {
  const onEntry = () => stopIfAborted(env.signal)
  env.progress('checking the backup …')
  const backup = await checkBackup(path, onEntry)
  env.progress('')
  const { data } = configOf(command, env)
  const { active, replaced } = await withNewDatabase(command, env, async (database) => {
    const { db, kind } = database
    const requireAlone = (on: Db) => requireNobodyElse(on, database, data)
    await requireAlone(db)
    const before = await holdingsOf(db)
    await requireConsent(command, env, before, backup)
    await roomFor(kind, data)(backup.bytes * ROOM_FACTOR)
    env.progress('restoring …')
    await restoreBackup(db, backup, { onEntry, before, requireAlone })
    env.progress('')
    return { active: backup.header.dataset, replaced: before }
  })
  const { madeAt, saola } = backup.header
  const { rows } = backup.manifest
  answer(command, env, { made_at: madeAt, saola, rows, dataset: active, replaced }, () => [
    `Restored the backup of ${momentText(new Date(madeAt))} ${ZONE} (Saola ${saola}): ` +
      `${contentText(rows)}.`,
    active === null
      ? "It is without a dataset: 'saola import vietnam' makes one, with your own places in it."
      : `Dataset ${active} is active.`,
  ])
}

/** Throws `CONFLICT` while a server, or any other command, uses the database. */
async function requireNobodyElse(db: Db, { kind }: Database, data: string): Promise<void> {
  const holder = kind === 'embedded' ? lockHolder(resolve(data)) : null
  if (holder !== null && holder.pid !== process.pid) {
    throw new ServiceError(
      'CONFLICT',
      `Process ${holder.pid} on ${holder.machine} (${holder.command}) uses the data directory. ` +
        'Stop it, and restore then. Nothing was changed.',
    )
  }
  if (kind === 'postgres' && (await hasOtherClients(db))) {
    throw new ServiceError(
      'CONFLICT',
      'Another Saola uses this PostgreSQL database. Stop all servers, and restore then. Nothing ' +
        'was changed.',
    )
  }
}

async function requireConsent(
  command: Command,
  env: CommandEnv,
  before: Holdings,
  backup: CheckedBackup,
): Promise<void> {
  if (Object.keys(before).length === 0) return
  const loss = `The database holds ${holdingsText(before)}.`
  if (command.opts()['replace'] !== true) {
    throw new ServiceError(
      'CONFLICT',
      `${loss} Restore into an empty one, or add --replace: that would be deleted.`,
    )
  }
  if (command.opts()['yes'] === true) return
  await confirm(env, {
    question: `${loss} Delete that for the backup, with ${contentText(backup.manifest.rows)}?`,
    refusal: new ServiceError('USAGE', `${loss} To delete that for the backup, add --yes.`),
  })
}
