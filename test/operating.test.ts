import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { SCOPES } from '../src/access/key.ts'
import { createKey } from '../src/db/api-keys.ts'
import { openDatabase } from '../src/db/client.ts'
import { migrate } from '../src/db/migrate.ts'
import { startServer } from './executable.ts'
import { program } from './program.ts'
import { ask, until, writeTown } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'

/* What a running server tells those who operate it: the service manager, and its log. */

setDefaultTimeout(120_000)

const MAIN = [process.execPath, join(import.meta.dir, '../src/main.ts')]
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1].replace('@', '\\0', 1))
print('bound', flush=True)
while True:
    print(receiver.recv(4096).decode(), flush=True)
`
const hasPython = program('python3', 'Its Debian package is python3.') !== null
const promtool = program('promtool', 'Its Debian package is prometheus.')
const isOnLinux = process.platform === 'linux'

let directory = ''
let key = ''

beforeAll(async () => {
  directory = scratchDirectory()
  const database = await openDatabase({ databaseUrl: null, dataDir: join(directory, 'saola-data') })
  await migrate(database)
  await writeTown(database, [])
  const wanted = { userName: 'a', organisation: null, plan: 'standard', expiresAt: null }
  key = (await createKey(database.db, { ...wanted, scopes: SCOPES })).key
  await database.close()
})

afterAll(() => rmSync(directory, { recursive: true }))

/** Everything that is sent to a socket. */
function receive(address: string): { told: string[]; end(): void } {
  const receiver = Bun.spawn(['python3', '-c', RECEIVER, address], { stdout: 'pipe' })
  const told: string[] = []
  void (async () => {
    for await (const text of receiver.stdout.pipeThrough(new TextDecoderStream())) {
      told.push(...text.split('\n').filter((line) => line !== ''))
    }
  })()
  return { told, end: () => receiver.kill() }
}

test.skipIf(!isOnLinux || !hasPython).each([
  ['a path, one thread', (directory: string) => join(directory, 'notify'), '1'],
  ['an abstract name, two threads', () => `@saola-test-${process.pid}`, '2'],
])('a server tells all: %s', async (_, addressIn, workers) => {
  const address = addressIn(directory)
  const { told, end } = receive(address)
  await until(async () => told.includes('bound'))
  const server = await startServer(MAIN, {
    cwd: directory,
    env: { NOTIFY_SOCKET: address, WATCHDOG_USEC: '400000', SAOLA_WORKERS: workers },
  })
  await until(async () => told.filter((text) => text === 'WATCHDOG=1').length >= 2)
  expect(await server.stop()).toBe(0)
  await until(async () => told.includes('STOPPING=1'))
  end()
  expect(told.filter((text) => text === 'READY=1')).toHaveLength(1)
  expect(told.indexOf('READY=1')).toBeLessThan(told.indexOf('WATCHDOG=1'))
  const status = `Serving dataset \\S+ on ${server.url}; the database \\(embedded\\) answers.`
  expect(told.join('\n')).toMatch(new RegExp(`^STATUS=${status}$`, 'm'))
  expect(told.slice(told.indexOf('STOPPING=1') + 1)).toEqual(['STATUS=Stopping.'])
  expect(server.log()).not.toContain('sign of life')
})

test.skipIf(!isOnLinux)('a server runs on whose service manager has gone', async () => {
  const server = await startServer(MAIN, {
    cwd: directory,
    env: { NOTIFY_SOCKET: join(directory, 'gone'), SAOLA_LOG_FORMAT: 'json' },
  })
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.log()).toContain('gone (NOTIFY_SOCKET) takes no messages."}\n')
})

test.skipIf(!isOnLinux)('every line of the log is JSON, of all threads', async () => {
  const flags = ['--log-format', 'json', '--access-log', 'all', '--workers', '2']
  const server = await startServer(MAIN, {
    cwd: directory,
    env: { SAOLA_WORKER: '3', SAOLA_LOG_LEVEL: 'debug' },
    flags,
  })
  const asked = Array.from({ length: 40 }, () => ask(server.url, key, '/v1/suggest?input=ben%20go'))
  const ids = (await Promise.all(asked)).map(({ headers }) => headers.get('x-request-id'))
  expect(await server.stop()).toBe(0)
  const events = server
    .log()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const answered = events.filter(({ route }) => route !== undefined)
  expect(answered.map((event) => event.request_id).sort()).toEqual(ids.sort())
  for (const { status, route } of answered) expect([status, route]).toEqual([200, '/v1/suggest'])
  const messagesOf = (level: string) =>
    events.filter((event) => event.level === level).map(({ message }) => message)
  expect(messagesOf('warn').join()).toContain('SAOLA_WORKER is no setting')
  expect(messagesOf('info').join()).toContain(` listens on ${server.url} `)
  expect(messagesOf('info').at(-1)).toBe('Stopped.')
  expect(messagesOf('debug').join()).toContain('Writing usage took ')
  expect(server.log()).not.toContain(key)
})

describe('metrics', () => {
  let text = ''

  beforeAll(async () => {
    const server = await startServer(MAIN, {
      cwd: directory,
      env: { SAOLA_WORKERS: isOnLinux ? '2' : '1' },
    })
    await ask(server.url, key, '/v1/suggest?input=ben%20go')
    await ask(server.url, key, '/v1/suggest')
    text = await (await fetch(`${server.url}/metrics`)).text()
    expect(await server.stop()).toBe(0)
  })

  test.skipIf(promtool === null)('are as Prometheus wants them', () => {
    const check = Bun.spawnSync(['promtool', 'check', 'metrics'], { stdin: Buffer.from(text) })
    expect(check.stderr.toString() + check.stdout.toString()).toBe('')
    expect(check.exitCode).toBe(0)
  })

  test('are of all threads', () => {
    expect(text).toContain('\nsaola_database_up{kind="embedded"} 1\n')
    for (const name of ['saola_event_loop_lag_seconds', 'saola_memory_heap_bytes']) {
      const threads = [...text.matchAll(new RegExp(`^${name}{thread="(\\w+)"} \\S+$`, 'gm'))]
      const expected = isOnLinux ? ['0', '1', 'main'] : ['0']
      expect(threads.map(([, thread]) => thread)).toEqual(expected)
    }
    expect(text).toMatch(/^saola_dataset_age_seconds \d+(\.\d+)?$/m)
    expect(text).toMatch(/^saola_usage_flush_lag_seconds \d+(\.\d+)?$/m)
  })
})

test('why a server cannot start is in its log, too', async () => {
  const held = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const flags = ['--log-format', 'json', '--log-level', 'error', '--port', String(held.port)]
  const { stdout, stderr, exitCode } = Bun.spawnSync([...MAIN, 'serve', '--json', ...flags], {
    cwd: directory,
  })
  await held.stop()
  const { level, message } = JSON.parse(stderr.toString())
  expect({ level, exitCode }).toEqual({ level: 'error', exitCode: 1 })
  expect(message).toContain(String(held.port))
  expect(JSON.parse(stdout.toString()).code).toBe('CONFLICT')
})
