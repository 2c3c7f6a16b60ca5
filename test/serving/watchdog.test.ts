import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Serving } from '../../src/serving/server.ts'
import { createWorkers } from '../../src/serving/workers.ts'
import { until } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'
import { NO_CONTROL, poolAlone } from './alone.ts'

/* Threads that hang: those of the program, which a message can stop dead. */

setDefaultTimeout(60_000)

const METRICS = import.meta.resolve('../../src/http/telemetry/metrics.ts')
const script = join(scratchDirectory(), 'thread.mjs')
writeFileSync(
  script,
  `import { parentPort, workerData } from 'node:worker_threads'
   import { Metrics } from ${JSON.stringify(METRICS)}
   import ${JSON.stringify(import.meta.resolve('../../src/serving/serving.worker.ts'))}
   parentPort.on('message', ({ hang }) => {
     if (hang === 'in JavaScript') while (true) {}
     if (hang === 'in the system') Bun.sleepSync(30_000)
     if (hang !== 'at work') return
     const metrics = new Metrics(workerData.memory.metrics, workerData.worker)
     while (true) metrics.record(0, 200, 1)
   })`,
)

const pools: Serving[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.stop(0))))

async function start(workers: number) {
  const lines: string[] = []
  const threads: Worker[] = []
  const recheck = async () => void lines.push('verified')
  const pool = createWorkers(poolAlone(workers, lines, { recheck }), NO_CONTROL, (workerData) => {
    const thread = new Worker(script, { workerData })
    threads.push(thread)
    return thread
  })
  pools.push(pool)
  pool.setPoiSecrets([{ keyId: 'a', bytes: new Uint8Array(32) }])
  const url = await pool.listen(0)
  await pool.ping()
  const hang = (how: string) => threads[0]?.postMessage({ kind: 'none', hang: how })
  return { pool, lines, url, hang }
}

test('a thread that hangs is replaced after a look at its files, the only one, too', async () => {
  const [alone, ofTwo, stuck, busy] = await Promise.all([start(1), start(2), start(1), start(1)])
  alone.hang('in JavaScript')
  ofTwo.hang('in JavaScript')
  stuck.hang('in the system')
  busy.hang('at work')
  for (const { lines, url } of [alone, ofTwo]) {
    await until(async () => lines.some((line) => line.endsWith('is back.')), 30_000)
    const told = lines.findIndex((line) => line.includes('gives no sign of life'))
    expect(lines[told + 1]).toBe('verified')
    expect(lines[told + 2]).toContain('ended and is started again')
    expect((await fetch(`${url}/health`, { keepalive: false })).status).toBe(200)
  }
  // What the system does not give back can only be left with the process.
  await until(async () => stuck.lines.some((line) => line.includes('the server has to')), 30_000)
  // A thread that answers requests lives, however little else it comes to.
  expect(busy.lines).toEqual([])
})

test('a pool stops, whatever its threads do', async () => {
  const { pool, hang } = await start(1)
  hang('in the system')
  await pool.stop(0)
  expect(await pool.drainUsage()).toEqual([])
})
