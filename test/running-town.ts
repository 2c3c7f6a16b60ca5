import { SCOPES } from '../src/access/key.ts'
import type { DatasetId } from '../src/base/ids.ts'
import { createKey } from '../src/db/api-keys.ts'
import { type Database, openDatabase } from '../src/db/client.ts'
import { migrate } from '../src/db/migrate.ts'
import { operatorPlacesEdition } from '../src/db/operator-places.ts'
import { writeDataset } from '../src/import/dataset/write-dataset.ts'
import { Progress } from '../src/import/report/progress.ts'
import { Rejections } from '../src/import/report/report.ts'
import type { Place } from '../src/search/model/place.ts'
import { ring, unit } from './boundaries/drawing.ts'
import { TOWN } from './search/town.ts'

/* What tests of a running server over the hand-drawn town share. */

const HONOURED_MS = 5_000
const POLL_MS = 50

/** A dataset of the town and `more`, made and activated as an import does it. */
export async function writeTown(database: Database, more: readonly Place[]): Promise<DatasetId> {
  const around = (reach: number) => {
    const [west, south, east, north] = [105 - reach, 20 - reach, 105 + reach, 20 + reach]
    return [[ring(1e7, [west, south], [east, south], [east, north], [west, north])]] as const
  }
  const { id } = await writeDataset(
    database.db,
    {
      source: { name: 'town', description: 'drawn by hand' },
      places: [...TOWN, ...more],
      boundaries: [unit('vn01', 4, around(0.5)), unit('vn00001', 8, around(0.1))],
      rejections: new Rejections(),
      built: new Map(),
      copiedFrom: null,
      carried: [],
      basis: { dataset: null, operatorPlaces: await operatorPlacesEdition(database.db) },
      alongside: async () => {},
      report: () => ({}),
    },
    {
      progress: new Progress({ log: () => {}, progress: () => {} }),
      signal: new AbortController().signal,
    },
  )
  return id
}

/** Puts the town into a new database, an embedded one for null; gives a key to it. */
export async function prepareTown(databaseUrl: string | null, dataDir: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir })
  try {
    await migrate(database)
    await writeTown(database, [])
    const wanted = { userName: 'a', organisation: null, plan: 'standard', expiresAt: null }
    const { key } = await createKey(database.db, { ...wanted, scopes: SCOPES })
    return key
  } finally {
    await database.close()
  }
}

export function ask(url: string, key: string, path: string): Promise<Response> {
  return fetch(url + path, { headers: { 'X-API-Key': key } })
}

export async function usedToday(url: string, key: string): Promise<number> {
  const usage = (await (await ask(url, key, '/v1/usage')).json()) as { quota: { used: number } }
  return usage.quota.used
}

/** Fails when `condition` does not come true in time. */
export async function until(
  condition: () => Promise<boolean>,
  withinMs = HONOURED_MS,
): Promise<void> {
  const endMs = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error('it did not come true in time')
    await Bun.sleep(POLL_MS)
  }
}
