import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../base/assert.ts'
import { ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { Peer, within } from './peer.ts'
import { type Control, createServer, type Serving } from './server.ts'
import type { Logbook, WorkerOptions } from './workers.ts'

/*
 * One of several threads that answer requests. The main thread, which owns the database, calls the
 * functions of `Serving` here (`workers.ts`). This thread calls the main thread for health and
 * usage.
 */

const HEALTH_MS_MAX = 3_000
const USAGE_MS_MAX = 15_000

assert(parentPort, 'this runs in a worker')
const options: WorkerOptions = workerData

const control: Control = {
  databaseState: () => within(main.call('databaseState'), HEALTH_MS_MAX, () => 'away'),
  usageOf: (userId, period) =>
    within(main.call('usageOf', userId, period), USAGE_MS_MAX, () => {
      throw new ServiceError('DATABASE_UNAVAILABLE', 'The database is slow; ask again in a while.')
    }),
  simplify: (task) => main.call('simplify', task),
}
const log: Log = (...event) => void main.call('log', ...event)
const accessLines = (lines: string): void => void main.call('accessLines', lines)
const serving: Serving = createServer({ ...options, log, accessLines }, control)
const main = new Peer<Control & Logbook>(parentPort, serving)
