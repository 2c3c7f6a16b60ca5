import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createKey } from '../../src/db/api-keys.ts'
import { openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { portOf } from '../../src/serving/port.ts'
import { startServer } from '../executable.ts'
import { until, writeTown } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'

/*
 * A stop under load. Clients speak HTTP through plain sockets, which tell a request that was lost
 * from a connection that was refused; each asks again at once, over a new connection as soon as the
 * one before was announced as closing. They end when they are refused.
 */

setDefaultTimeout(60_000)

const MAIN = [process.execPath, join(import.meta.dir, '../../src/main.ts')]
const CLIENTS = 64
const REQUESTS = 10_000

const directory = scratchDirectory()
let key = ''

beforeAll(async () => {
  const database = await openDatabase({ databaseUrl: null, dataDir: directory })
  await migrate(database)
  await writeTown(database, [])
  const wanted = { userName: 'a', organisation: null, plan: 'unlimited', expiresAt: null }
  key = (await createKey(database.db, { ...wanted, scopes: ['geocoding:read'] })).key
  await database.close()
})

interface Seen {
  answers: number
  /** By status. */
  readonly statuses: Set<string>
  lost: number
  refused: number
}

/** Asks `path` over connections to `port` until one is refused or a request is lost. */
async function askOn(port: number, path: string, seen: Seen): Promise<void> {
  while (await askThrough(port, path, seen));
}

/** Asks until the connection is announced as closing; whether another one is to be tried. */
function askThrough(port: number, path: string, seen: Seen): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  let [isConnected, isWaiting, isClosing, answer] = [false, false, false, '']
  const ask = () => {
    isWaiting = true
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`)
  }
  socket.on('connect', () => {
    isConnected = true
    ask()
  })
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1')
    const [head = '', body] = answer.split('\r\n\r\n')
    if (body === undefined) return
    if (body.length < Number(/content-length: (\d+)/i.exec(head)?.[1])) return
    seen.answers++
    seen.statuses.add(head.slice(9, 12))
    isWaiting = false
    isClosing = /^connection: close\r?$/im.test(head)
    answer = ''
    if (isClosing) socket.end()
    else ask()
  })
  // What it means is seen when it closes.
  socket.on('error', () => {})
  socket.on('close', () => {
    if (!isConnected) seen.refused++
    if (isWaiting) seen.lost++
    resolve(isConnected && !isWaiting)
  })
  return promise
}

test.each(['1', '2'])('no request is lost in a stop: %s thread(s)', async (workers) => {
  const flags = ['--workers', workers, '--drain-seconds', '1', '--data', directory]
  const server = await startServer(MAIN, { cwd: directory, env: {}, flags })
  const port = portOf(server.url)
  const seen: Seen = { answers: 0, statuses: new Set(), lost: 0, refused: 0 }
  const clients = Array.from({ length: CLIENTS }, () =>
    askOn(port, '/v1/suggest?input=ben%20go', seen),
  )
  await until(async () => seen.answers > REQUESTS, 30_000)
  const exited = server.stop()
  const ready = { answers: 0, statuses: new Set<string>(), lost: 0, refused: 0 }
  // New connections are still taken, and the next answer is the last of each.
  await askThrough(port, '/ready', ready)
  while (!ready.statuses.has('503') && ready.lost + ready.refused === 0) {
    await askThrough(port, '/ready', ready)
  }
  await Promise.all(clients)
  expect([...ready.statuses].at(-1)).toBe('503')
  expect({ lost: seen.lost, statuses: [...seen.statuses] }).toEqual({ lost: 0, statuses: ['200'] })
  expect(seen.refused).toBe(CLIENTS)
  expect(await exited).toBe(0)
})
