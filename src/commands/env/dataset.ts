import type { Command } from 'commander'
import { ServiceError } from '../../base/errors.ts'
import { DatasetStore } from '../../control/datasets.ts'
import { type LocalDataset, SEARCH_FILE } from '../../dataset.ts'
import { type CommandEnv, configOf } from './command.ts'
import { withDatabase } from './database.ts'

/** The active dataset with its files on this disk. Throws `NOT_FOUND` without one to search. */
export async function searchedDataset(command: Command, env: CommandEnv): Promise<LocalDataset> {
  return withDatabase(command, env, async ({ db }) => {
    const local = await new DatasetStore(db, configOf(command, env).data, env.log).refresh()
    if (local?.files.includes(SEARCH_FILE)) return local
    throw new ServiceError(
      'NOT_FOUND',
      "There is no dataset to search. Run 'saola import FILE', or start 'saola serve' once.",
    )
  })
}
