import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { locate } from '../../src/boundaries/locate.ts'
import { openBoundaries, unitAt } from '../../src/boundaries/open.ts'
import { type Database, type Db, openDatabase } from '../../src/db/client.ts'
import { loadFileBytes } from '../../src/db/dataset-files.ts'
import { activeDataset } from '../../src/db/datasets.ts'
import { migrate } from '../../src/db/migrate.ts'
import { BOUNDARIES_FILE } from '../../src/import/dataset/dataset-files.ts'
import { importBoundaries, readBoundaries } from '../../src/import/import-boundaries.ts'
import { installBuiltin } from '../../src/import/install-builtin.ts'
import { quietProgress } from '../import/drawing.ts'
import { scratchDirectory } from '../scratch.ts'
import { sharedData } from '../shared-data.ts'
import { wrongPoints } from './points.ts'

const files = { 4: sharedData('boundaries/provinces.fgb'), 8: sharedData('boundaries/wards.fgb') }
const table = sharedData('tables/points_in_wards.csv')
const FIELDS = { name: 'fullName', code: 'code', nameEn: 'fullNameEn' } as const
const running = new AbortController().signal

async function importFile(db: Db, level: 4 | 8, path: string): Promise<void> {
  const file = await readBoundaries(path, 'fgb', { ...FIELDS, level })
  const report = await importBoundaries(
    db,
    { source: path, level, file },
    { progress: quietProgress(), signal: running },
  )
  expect([report.rejected, report.warnings]).toEqual([[], []])
}

const isAbsent = files[4] === null || files[8] === null || table === null

describe.skipIf(isAbsent)('official polygons imported into the built-in dataset', () => {
  const dataDir = scratchDirectory()
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: null, dataDir })
    await migrate(database)
    await installBuiltin(database.db, 'test', running)
    for (const level of [4, 8] as const) await importFile(database.db, level, files[level] ?? '')
  })
  afterAll(() => database.close())

  test('know the province and the ward of 1,000 points', async () => {
    const { db } = database
    const active = await activeDataset(db)
    const file = active?.manifest.find(({ name }) => name === BOUNDARIES_FILE)
    if (!active || !file) throw new Error('a dataset with boundaries should be active')
    const index = openBoundaries(await loadFileBytes(db, active.id, file))
    const codeAt = (level: 4 | 8, lon: number, lat: number) =>
      unitAt(index, locate(index, level, { lon, lat }))?.code ?? ''
    expect(wrongPoints(readFileSync(table ?? '', 'utf8'), codeAt)).toEqual([])
  })
})
