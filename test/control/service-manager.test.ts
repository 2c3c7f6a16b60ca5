import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceManager, watchdogMsOf } from '../../src/control/service-manager.ts'
import { openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startServer } from '../executable.ts'
import { until, writeTown } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'

/* What systemd is told, by a receiver in its place, and that it understands the unit. */

setDefaultTimeout(120_000)

const ROOT = join(import.meta.dir, '../..')
const MAIN = join(ROOT, 'src/main.ts')
const UNIT = join(ROOT, 'contrib/systemd/saola.service')
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1].replace('@', '\\0', 1))
print('bound', flush=True)
while True:
    print(receiver.recv(4096).decode(), flush=True)
`
const hasPython = Bun.which('python3') !== null
const isOnLinux = process.platform === 'linux'

let directory = ''

beforeAll(async () => {
  directory = scratchDirectory()
  const database = await openDatabase({ databaseUrl: null, dataDir: join(directory, 'saola-data') })
  await migrate(database)
  await writeTown(database, [])
  await database.close()
})

afterAll(() => rmSync(directory, { recursive: true }))

/** Everything that is sent to a socket. */
function receive(address: string): { told: string[]; end(): void } {
  const receiver = Bun.spawn(['python3', '-c', RECEIVER, address], { stdout: 'pipe' })
  const told: string[] = []
  void (async () => {
    for await (const text of receiver.stdout.pipeThrough(new TextDecoderStream())) {
      told.push(...text.trimEnd().split('\n'))
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
  const server = await startServer([process.execPath, MAIN], {
    cwd: directory,
    env: { NOTIFY_SOCKET: address, WATCHDOG_USEC: '400000', SAOLA_WORKERS: workers },
  })
  await until(async () => told.filter((text) => text === 'WATCHDOG=1').length >= 2)
  expect(await server.stop()).toBe(0)
  await until(async () => told.includes('STOPPING=1'))
  end()
  expect(told.filter((text) => text === 'READY=1')).toHaveLength(1)
  expect(told.indexOf('READY=1')).toBeLessThan(told.indexOf('WATCHDOG=1'))
  const status = `STATUS=Serving dataset \\S+ on ${server.url}; the database \\(embedded\\) answers.`
  expect(told.join('\n')).toMatch(new RegExp(`^${status}$`, 'm'))
  expect(told.slice(told.indexOf('STOPPING=1') + 1)).toEqual(['STATUS=Stopping.'])
  expect(server.log()).not.toContain('sign of life')
})

test.skipIf(!isOnLinux)('a server runs on whose service manager has gone', async () => {
  const server = await startServer([process.execPath, MAIN], {
    cwd: directory,
    env: { NOTIFY_SOCKET: join(directory, 'gone') },
  })
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.log()).toContain('gone (NOTIFY_SOCKET) takes no messages.\n')
})

describe('signs of life', () => {
  const told: string[] = []
  const logged: string[] = []
  let manager: ServiceManager
  const watch = (state: () => Promise<string>) => {
    told.length = 0
    logged.length = 0
    manager = new ServiceManager({
      notify: (text) => told.push(text),
      watchdogMs: 20,
      state,
      log: (line) => logged.push(line),
    })
  }
  afterEach(() => manager.stop())

  test('end while a thread does not answer, and come again after it has', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let asked = 0
    watch(() => (++asked === 2 ? promise : Promise.resolve('well')))
    await until(async () => asked === 2)
    await Bun.sleep(50)
    expect(told).toEqual(['READY=1', 'STATUS=well', 'WATCHDOG=1'])
    resolve('slow')
    await until(async () => told.length > 6)
    expect(told.slice(3, 7)).toEqual(['STATUS=slow', 'WATCHDOG=1', 'STATUS=well', 'WATCHDOG=1'])
  })

  test('are not sent for a thread that is gone, which is logged once', async () => {
    let asked = 0
    watch(() => {
      asked++
      return Promise.reject(new Error('it ended'))
    })
    await until(async () => asked > 3)
    expect(told).toEqual(['READY=1'])
    expect(logged).toEqual(['A thread gives no sign of life: it ended'])
  })
})

test.each([
  [{}, null],
  [{ WATCHDOG_USEC: '30000000' }, 30_000],
  [{ WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(process.pid) }, 30_000],
  [{ WATCHDOG_USEC: '30000000', WATCHDOG_PID: '1' }, null],
])('the watchdog of %p waits %p ms', (variables, expected) => {
  expect(watchdogMsOf(variables)).toBe(expected)
})

describe.skipIf(Bun.which('systemd-analyze') === null)('the unit', () => {
  const analyze = (...args: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync(['systemd-analyze', ...args])
    return { text: stdout.toString() + stderr.toString(), exitCode }
  }

  test('is understood', () => {
    const path = join(directory, 'saola.service')
    // What it starts need not be installed here.
    const text = readFileSync(UNIT, 'utf8').replace(
      'ExecStart=saola',
      `ExecStart=${process.execPath}`,
    )
    expect(text).toContain(process.execPath)
    writeFileSync(path, text)
    expect(analyze('verify', '--man=no', path)).toEqual({ text: '', exitCode: 0 })
  })

  test('leaves little open', () => {
    const { text, exitCode } = analyze('security', '--offline=true', '--threshold=20', UNIT)
    expect(text).toMatch(/Overall exposure level for saola.service: 1\.\d/)
    expect(exitCode).toBe(0)
  })
})
