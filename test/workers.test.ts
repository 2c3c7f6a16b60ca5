import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type App, startApp } from '../src/app.ts'
import { type Config, resolveConfig } from '../src/config.ts'
import { createKey, revokeKey } from '../src/db/api-keys.ts'
import { type Database, openDatabase } from '../src/db/client.ts'
import { rollbackDataset } from '../src/db/datasets.ts'
import { migrate } from '../src/db/migrate.ts'
import { setPlan } from '../src/db/plans.ts'
import { ROUTING_SWITCH, turnSwitch } from '../src/db/switches.ts'
import { until, usedToday, writeTown } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'
import { place } from './search/town.ts'

/*
 * The whole server with several threads that answer. Every request takes a connection of its own,
 * and the system divides connections among the threads: 60 that all meet one of two are a chance of
 * 2^-59.
 */

setDefaultTimeout(120_000)

const CONNECTIONS = 60
const DIRECTIONS = '/v1/directions?origin=20,105&destination=20.001,105.001'
const SUGGEST = '/v1/suggest?input=ben%20go'

let config: Config
let database: Database
let app: App

beforeAll(async () => {
  const directory = scratchDirectory()
  config = resolveConfig({ port: '0', drainSeconds: '0', data: directory, workers: '2' }, {})
  database = await openDatabase({ databaseUrl: null, dataDir: directory })
  await migrate(database)
  await setPlan(database.db, { name: 'fifty', perMinute: 1_000_000, perDay: 50 })
  await setPlan(database.db, { name: 'counted', perMinute: 1_000_000, perDay: 1_000_000 })
  await writeTown(database, [])
  app = await startApp(config, () => {})
})

afterAll(async () => {
  await app.stop()
  await database.close()
})

/** A key that all threads know. */
async function newKey(plan: string): Promise<Awaited<ReturnType<typeof createKey>>> {
  const wanted = { userName: plan, organisation: null, plan, expiresAt: null }
  const created = await createKey(database.db, { ...wanted, scopes: ['geocoding:read'] })
  // Refused for its scope, which costs nothing of its allowance.
  await until(async () => (await statuses(created.key, DIRECTIONS)).every((s) => s === 403))
  return created
}

function askAlone(key: string, path: string): Promise<Response> {
  return fetch(app.url + path, { headers: { 'X-API-Key': key }, keepalive: false })
}

/** Of so many requests at once that every thread has some. */
async function statuses(key: string, path: string): Promise<number[]> {
  const asked = Array.from({ length: CONNECTIONS }, () => askAlone(key, path))
  return (await Promise.all(asked)).map(({ status }) => status)
}

test.each([
  [SUGGEST, 200],
  ['/health', 200],
  ['/ready', 200],
  ['/v1/usage', 200],
  ['/v1/suggest', 400],
])('all threads answer %s with %d', async (path, status) => {
  const { key } = await newKey('unlimited')
  expect(await statuses(key, path)).toEqual(Array(CONNECTIONS).fill(status))
})

test('an allowance is the same however many threads there are', async () => {
  const { key } = await newKey('fifty')
  const answers = [...(await statuses(key, SUGGEST)), ...(await statuses(key, SUGGEST))]
  expect(answers.filter((status) => status === 200)).toHaveLength(50)
  expect(answers.filter((status) => status === 429)).toHaveLength(2 * CONNECTIONS - 50)
})

test('a revoked key is refused by all threads within 5 seconds', async () => {
  const { id, key } = await newKey('standard')
  await revokeKey(database.db, id)
  await until(async () => (await statuses(key, SUGGEST)).every((status) => status === 401))
})

test('usage adds up', async () => {
  const { key } = await newKey('counted')
  for (let round = 0; round < 3; round++) await statuses(key, SUGGEST)
  expect(await usedToday(app.url, key)).toBe(3 * CONNECTIONS)
})

test('all threads take over a new dataset and go back, without losing a request', async () => {
  const { key } = await newKey('unlimited')
  const found = async (): Promise<boolean[]> =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const response = await askAlone(key, '/v1/suggest?input=quan%20moi%20mo')
        expect(response.status).toBe(200)
        return JSON.stringify(await response.json()).includes('Quán Mới Mở')
      }),
    )
  expect(await found()).not.toContain(true)
  await writeTown(database, [
    place('poi', { id: 'new', at: [105.001, 20.001], name: 'Quán Mới Mở' }),
  ])
  await until(async () => (await found()).every((isFound) => isFound))
  await rollbackDataset(database.db)
  await until(async () => !(await found()).includes(true))
})

test('a port that another server with threads holds is refused', async () => {
  const other = { ...config, port: Number(new URL(app.url).port) }
  expect(startApp(other, () => {})).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what was counted last is written when it stops', async () => {
  const { key } = await newKey('counted')
  // Of all the user's keys; asking for it is a request too, counted in the answer after.
  const before = await usedToday(app.url, key)
  await statuses(key, SUGGEST)
  await app.stop()
  app = await startApp(config, () => {})
  expect(await usedToday(app.url, key)).toBe(before + CONNECTIONS + 1)
})

test('every thread follows the switch of routing', async () => {
  const wanted = { userName: 'r', organisation: null, plan: 'counted', expiresAt: null }
  const { key } = await createKey(database.db, { ...wanted, scopes: ['routing:read'] })
  const isEverywhere = async (isOff: boolean): Promise<boolean> => {
    const answers = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => askAlone(key, DIRECTIONS)),
    )
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    return texts.every((text) => text.includes('saola routing on') === isOff)
  }
  await turnSwitch(database.db, ROUTING_SWITCH, false)
  await until(() => isEverywhere(true))
  await turnSwitch(database.db, ROUTING_SWITCH, true)
  await until(() => isEverywhere(false))
})
