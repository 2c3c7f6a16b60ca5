import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkArchive, MapArchive } from '../../src/basemap/pmtiles/archive.ts'
import { checkFiles } from '../../src/commands/datasets/dataset-check.ts'
import { datasetsCommand } from '../../src/commands/datasets/datasets.ts'
import { exportCommand } from '../../src/commands/export.ts'
import { importCommand } from '../../src/commands/import/import.ts'
import { osmXml, TWO_WARDS } from '../import/drawing.ts'
import { scratchDirectory } from '../scratch.ts'
import { type Outcome, runCommand } from './harness.ts'

/* The base map from an import to a file of one's own, by the command line. */

setDefaultTimeout(120_000)

const directory = scratchDirectory()
const database = { databaseUrl: null, dataDir: join(directory, 'data') }
const map = join(directory, 'map.pmtiles')

const importing = (file: string): Promise<Outcome> =>
  runCommand(importCommand, ['import', file], database)
const exporting = (file: string): Promise<Outcome> =>
  runCommand(exportCommand, ['export', file], database)

test('without a data directory there is nothing to copy', async () => {
  const { code, log } = await exporting(map)
  expect([code, log]).toEqual([1, expect.stringContaining('There is no data directory')])
})

test('an import makes the map, which verify reads and export copies out', async () => {
  const town = join(directory, 'town.osm')
  writeFileSync(town, osmXml(`${TWO_WARDS}\n n1 10 10  amenity=cafe | name=Cà phê Sao`))
  expect((await importing(town)).code).toBe(0)
  const verify = (env: Parameters<typeof exportCommand>[0]) => datasetsCommand(env, checkFiles)
  expect((await runCommand(verify, ['datasets', 'verify'], database)).code).toBe(0)
  expect((await exporting(map)).code).toBe(0)
  const bytes = readFileSync(map)
  checkArchive(bytes)
  expect(new MapArchive(bytes).find({ z: 14, x: 13_048, y: 7_701 })).not.toBeNull()
})

test('places of an operator leave it as it is', async () => {
  const places = join(directory, 'places.csv')
  writeFileSync(places, 'name,lat,lon\nQuán Sao,10.71,106.71\n')
  expect((await importing(places)).code).toBe(0)
  const again = join(directory, 'again.pmtiles')
  expect((await exporting(again)).code).toBe(0)
  expect(readFileSync(again).equals(readFileSync(map))).toBe(true)
})

test.each([
  ['map.mbtiles', 2, 'does not end in .pmtiles'],
  [join('nowhere', 'map.pmtiles'), 1, 'is no folder. Make it first.'],
])('%s is refused', async (name, wanted, reason) => {
  const { code, log } = await exporting(join(directory, name))
  expect([code, log]).toEqual([wanted, expect.stringContaining(reason)])
  expect(existsSync(join(directory, name))).toBe(false)
})
