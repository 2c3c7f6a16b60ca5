import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ServiceError } from '../base/errors.ts'
import { MAP_FILE } from '../dataset.ts'
import { loadFile } from '../db/dataset-files.ts'
import { activeDataset } from '../db/datasets.ts'
import { diskFullOr } from '../import/fetch/disk.ts'
import { answer, type CommandEnv, DATABASE_SETTINGS, newCommand } from './env/command.ts'
import { withDatabase } from './env/database.ts'

const ENDING = '.pmtiles'

const HELP = `
FILE ends in .pmtiles: one archive of all tiles of the base map, which MapLibre (with the pmtiles
protocol), QGIS and GDAL read, and any web server with range requests or a CDN can serve.`

export function exportCommand(env: CommandEnv): Command {
  const command = newCommand(
    'export',
    'copy the base map of the active dataset into a file',
    DATABASE_SETTINGS,
  )
    .argument('<file>', 'where to write it: map.pmtiles')
    .addHelpText('after', HELP)
  return command.action(async (file: string) => {
    if (!file.toLowerCase().endsWith(ENDING)) {
      throw new ServiceError('USAGE', `${file} does not end in ${ENDING}, the one format there is.`)
    }
    const path = resolve(file)
    const folder = await stat(resolve(path, '..')).catch(() => null)
    if (folder?.isDirectory() !== true) {
      throw new ServiceError('INVALID_FILE', `${resolve(path, '..')} is no folder. Make it first.`)
    }
    try {
      const { id, bytes } = await withDatabase(command, env, async ({ db }) => {
        const dataset = await activeDataset(db)
        const map = dataset?.manifest.find(({ name }) => name === MAP_FILE)
        if (!dataset || !map) throw noMap(dataset !== null)
        await loadFile(db, dataset.id, map, path)
        return { id: dataset.id, bytes: map.bytes }
      })
      answer(command, env, { dataset: id, file: path, bytes }, () => [
        `Wrote the base map of dataset ${id} to ${path}, ${(bytes / 1e6).toFixed(1)} MB.`,
      ])
    } catch (error) {
      throw diskFullOr(error, path)
    }
  })
}

function noMap(isThereDataset: boolean): ServiceError {
  return new ServiceError(
    'CONFLICT',
    isThereDataset
      ? 'The active dataset has no base map: an older Saola made it. Import its extract again.'
      : "There is no dataset yet. Run 'saola import vietnam', or 'saola serve' once.",
  )
}
