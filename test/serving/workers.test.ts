import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Worker } from 'node:worker_threads'
import {
  hashOf,
  type KeyId,
  type KeyRecord,
  keyFromRandom,
  type UserId,
} from '../../src/access/key.ts'
import { ServiceError } from '../../src/base/errors.ts'
import type { Control, Serving } from '../../src/serving/server.ts'
import { createWorkers } from '../../src/serving/workers.ts'
import { until } from '../running-town.ts'
import { NO_CONTROL, poolAlone } from './alone.ts'

/* Threads that answer, without a database: a control plane made for the test stands behind them. */

setDefaultTimeout(60_000)

const CONNECTIONS = 40
const WORKER_FILE = new URL('../../src/serving/serving.worker.ts', import.meta.url)

const TEXT = keyFromRandom(new Uint8Array(24))
const KEY: KeyRecord = {
  id: 'k' as KeyId,
  userId: 'u' as UserId,
  organisation: null,
  hashHex: hashOf(TEXT),
  scopes: ['geocoding:read'],
  perMinute: 1_000_000,
  perDay: 1_000_000,
  expiresAtMs: null,
}

const USAGE = { days: [], byEndpoint: [], usedToday: 7, usedOfLimit: 7, limitPerDay: 9 }

let serving: Serving | null = null
let threads: Worker[] = []
let lines: string[] = []

afterEach(async () => {
  await serving?.stop(1_000)
  serving = null
})

async function start(control: Partial<Control> = {}): Promise<string> {
  threads = []
  lines = []
  const asked = { ...NO_CONTROL, usageOf: async () => USAGE, ...control }
  serving = createWorkers(poolAlone(2, lines), asked, (workerData) => {
    const thread = new Worker(WORKER_FILE, { workerData })
    threads.push(thread)
    return thread
  })
  serving.setKeys([KEY])
  serving.setPoiSecrets([{ keyId: 'a', bytes: new Uint8Array(32) }])
  return serving.listen(0)
}

async function statuses(url: string, path: string): Promise<number[]> {
  const asked = Array.from({ length: CONNECTIONS }, () =>
    fetch(url + path, { headers: { 'X-API-Key': TEXT }, keepalive: false }),
  )
  return (await Promise.all(asked)).map(({ status }) => status)
}

const all = (status: number): number[] => Array(CONNECTIONS).fill(status)

test('a thread that died is replaced, and knows what was set', async () => {
  const url = await start()
  expect(await statuses(url, '/v1/usage')).toEqual(all(200))
  await threads[0]?.terminate()
  // What is left goes on: the port of the dead one is closed.
  expect(await statuses(url, '/v1/usage')).toEqual(all(200))
  await until(async () => lines.some((line) => line.endsWith('is back.')))
  expect(threads).toHaveLength(3)
  await threads[1]?.terminate()
  expect(await statuses(url, '/v1/usage')).toEqual(all(200))
  expect(lines.filter((line) => line.includes('started again'))).toHaveLength(2)
})

test('counts of all threads come together, one row a key, endpoint and day', async () => {
  const url = await start()
  await statuses(url, '/v1/usage')
  const rows = await serving?.drainUsage()
  expect(rows).toMatchObject([{ keyId: 'k', endpoint: '/v1/usage', requests: CONNECTIONS }])
  expect(await serving?.drainUsage()).toEqual([])
})

test('what was counted before a stop can be drained after it', async () => {
  const url = await start()
  await statuses(url, '/v1/usage')
  await serving?.stop(1_000)
  expect(await serving?.drainUsage()).toMatchObject([{ requests: CONNECTIONS }])
})

describe('what the control plane says', () => {
  test('answers', async () => {
    const url = await start()
    const response = await fetch(`${url}/v1/usage`, { headers: { 'X-API-Key': TEXT } })
    expect(await response.json()).toMatchObject({ quota: { used: 7, limit: 9 } })
  })

  test('a database that is away', async () => {
    const url = await start({
      databaseState: async () => 'away',
      async usageOf() {
        throw new ServiceError('DATABASE_UNAVAILABLE', 'gone')
      },
    })
    expect(await statuses(url, '/health')).toEqual(all(503))
    expect(await statuses(url, '/v1/usage')).toEqual(all(503))
  })

  test('nothing at all', async () => {
    const url = await start({ databaseState: () => new Promise(() => {}) })
    expect((await fetch(`${url}/health`)).status).toBe(503)
  })
})
