import { expect, test } from 'bun:test'
import { startApp } from '../src/app.ts'
import { rulesIn, setRules } from '../src/base/container.ts'
import { resolveConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/client.ts'
import { loadFileBytes, storeFile } from '../src/db/dataset-files.ts'
import {
  activateDataset,
  createDataset,
  getDataset,
  markReady,
  setManifest,
} from '../src/db/datasets.ts'
import { migrate } from '../src/db/migrate.ts'
import { until, writeTown } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'

test('a server that starts says which files were made by other rules', async () => {
  const directory = scratchDirectory()
  const database = await openDatabase({ databaseUrl: null, dataDir: directory })
  await migrate(database)
  const town = await writeTown(database, [])
  const [file] = (await getDataset(database.db, town))!.manifest
  const bytes = await loadFileBytes(database.db, town, file!)
  setRules(bytes, { ...rulesIn(bytes), lexicon: 'of another Saola' })
  const id = await createDataset(database.db, { name: 'old.pbf', description: '' })
  await setManifest(database.db, id, [await storeFile(database.db, id, file!.name, [bytes])])
  await markReady(database.db, id, { counts: {}, report: {} })
  await activateDataset(database.db, id)
  await database.close()
  const lines: string[] = []
  const config = resolveConfig({ port: '0', drainSeconds: '0', data: directory }, {})
  const app = await startApp(config, (line) => lines.push(line))
  const told = () => lines.filter((line) => line.includes('other rules'))
  await until(async () => told().length > 0)
  await app.stop()
  expect(told()).toEqual([
    `Dataset ${id}: Made with other rules (lexicon) than this Saola has: search.idx. ` +
      "Run 'saola datasets rebuild'.",
  ])
})
