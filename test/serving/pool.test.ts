import { afterEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LocalDataset } from '../../src/dataset.ts'
import type { Serving } from '../../src/serving/server.ts'
import { createWorkers } from '../../src/serving/workers.ts'
import { keyRecord } from '../access/keys.ts'
import { until } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'
import { NO_CONTROL, poolAlone } from './alone.ts'

/* The pool alone: threads that answer nothing, and log what they are told and what they are bid. */

const THREAD = `
  import { parentPort } from 'node:worker_threads'
  import { Peer } from ${JSON.stringify(import.meta.resolve('../../src/serving/peer.ts'))}
  const log = (line) => void main.call('log', line)
  const told = (name) => (value) => log(name + ' ' + JSON.stringify(value))
  const main = new Peer(parentPort, {
    setKeys: told('setKeys'),
    setPoiSecrets: told('setPoiSecrets'),
    setRouting: told('setRouting'),
    setDataset: told('setDataset'),
    listen: (port) => 'http://localhost:' + port,
    drainUsage: () => [],
    stop: () => {},
  })
  parentPort.on('message', ({ say }) => say && log(say))`

let serving: Serving | null = null
afterEach(async () => {
  await serving?.stop(0)
  serving = null
})

function start() {
  const script = join(scratchDirectory(), 'thread.mjs')
  writeFileSync(script, THREAD)
  const threads: Worker[] = []
  const lines: string[] = []
  const pool = createWorkers(poolAlone(2, lines), NO_CONTROL, () => {
    const thread = new Worker(script)
    threads.push(thread)
    return thread
  })
  serving = pool
  const count = (line: string) => lines.filter((each) => each === line).length
  return { pool, threads, lines, count }
}

test('a thread in the place of another is told all that was set last', async () => {
  const { pool, threads, lines } = start()
  pool.setKeys([keyRecord(1)])
  pool.setPoiSecrets([])
  pool.setPoiSecrets([{ keyId: 'a', bytes: new Uint8Array(1) }])
  pool.setRouting(false)
  pool.setDataset({ id: 'd', directory: '/d', files: [] } as unknown as LocalDataset)
  await pool.listen(0)
  await Promise.all([threads[0]?.terminate(), threads[1]?.terminate()])
  lines.length = 0
  await until(async () => lines.filter((line) => line.endsWith('is back.')).length === 2)
  const told = lines.filter((line) => line.startsWith('set'))
  expect(told.map((line) => line.split(' ')[0]).sort()).toEqual([
    'setDataset',
    'setKeys',
    'setPoiSecrets',
    'setRouting',
  ])
  expect(told).toContain('setRouting false')
  expect(told).toContain('setPoiSecrets [{"keyId":"a","bytes":{"0":0}}]')
})

test('what threads say of one event is logged once, and again when it happens again', async () => {
  const { pool, threads, lines, count } = start()
  await pool.listen(0)
  // An answer comes after what was said before it.
  const say = async (thread: number, line: string) => {
    threads[thread]?.postMessage({ say: line })
    await pool.drainUsage()
  }
  await say(0, 'a file is damaged')
  await say(1, 'a file is damaged')
  expect(count('a file is damaged')).toBe(1)
  await say(0, 'a file is damaged')
  expect(count('a file is damaged')).toBe(2)
  await say(1, 'a file is damaged')
  expect([count('a file is damaged'), lines.length]).toEqual([2, 2])
})
