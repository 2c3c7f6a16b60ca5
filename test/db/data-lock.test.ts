import { beforeEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockHolder, takeLock } from '../../src/db/data-lock.ts'
import { machineName } from '../../src/db/machine.ts'
import { scratchDirectory } from './databases.ts'

const SOCKET = '/run/saola.sock'
let directory: string
let path: string

beforeEach(() => {
  directory = scratchDirectory()
  path = join(directory, 'saola.lock')
})

/** Writes a lock as another process would have left it, `ageMs` ago. */
function leave(fields: Record<string, unknown>, ageMs = 0): void {
  const holder = {
    pid: 1,
    started: '1',
    machine: machineName(),
    command: 'saola serve',
    socketPath: SOCKET,
  }
  writeFileSync(path, JSON.stringify({ ...holder, ...fields }))
  const touched = new Date(Date.now() - ageMs)
  utimesSync(path, touched, touched)
}

async function deadPid(): Promise<number> {
  const child = Bun.spawn(['true'])
  await child.exited
  return child.pid
}

test('one takes it, nobody else, until it is given back', () => {
  const lock = takeLock(directory, SOCKET)
  expect(lockHolder(directory)).toMatchObject({ pid: process.pid, socketPath: SOCKET })
  expect(takeLock(directory, SOCKET)).toBeNull()
  lock?.release()
  expect(existsSync(path)).toBe(false)
  expect(lockHolder(directory)).toBeNull()
  takeLock(directory, SOCKET)?.release()
})

test('the lock of a dead process is taken over', async () => {
  leave({ pid: await deadPid() })
  expect(lockHolder(directory)).toBeNull()
  const lock = takeLock(directory, SOCKET)
  expect(lockHolder(directory)?.pid).toBe(process.pid)
  lock?.release()
})

test('a number that another process has now is no sign of life', () => {
  leave({ pid: process.ppid, started: '0' })
  expect(lockHolder(directory)).toBeNull()
})

test('a live process keeps it, however long it has not touched the file', () => {
  const lock = takeLock(directory, SOCKET)
  const longAgo = new Date(0)
  utimesSync(path, longAgo, longAgo)
  expect(takeLock(directory, SOCKET)).toBeNull()
  lock?.release()
})

test.each([
  ['touched lately', 1_000, true],
  ['not touched for long', 60_000, false],
])('of another machine, %s', (_, ageMs, isAlive) => {
  leave({ machine: 'another-machine' }, ageMs)
  expect(lockHolder(directory) !== null).toBe(isAlive)
  const lock = takeLock(directory, SOCKET)
  expect(lock === null).toBe(isAlive)
  lock?.release()
})

test.each(['', '{"pid":'])('a file with %j in it is being written, or was left so', (text) => {
  writeFileSync(path, text)
  expect(takeLock(directory, SOCKET)).toBeNull()
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(path, longAgo, longAgo)
  const lock = takeLock(directory, SOCKET)
  expect(lock).not.toBeNull()
  lock?.release()
})

test('a lock that was taken over is not given back by the one before', () => {
  const lock = takeLock(directory, SOCKET)
  leave({ command: 'saola import' })
  lock?.release()
  expect(readFileSync(path, 'utf8')).toContain('saola import')
})

test('of many processes that find a dead one’s lock, one takes it over', async () => {
  leave({ pid: await deadPid() })
  const module = join(import.meta.dir, '../../src/db/data-lock.ts')
  const script = `
    import { takeLock } from ${JSON.stringify(module)}
    const lock = takeLock(${JSON.stringify(directory)}, '/run/saola.sock')
    process.stdout.write(lock ? 'taken' : 'refused')
    await Bun.stdin.text()`
  const racers = Array.from({ length: 6 }, () =>
    Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe' }),
  )
  const words = await Promise.all(
    racers.map(async ({ stdout }) => {
      const { value } = await stdout.getReader().read()
      return new TextDecoder().decode(value)
    }),
  )
  for (const { stdin } of racers) stdin.end()
  await Promise.all(racers.map(({ exited }) => exited))
  expect(words.filter((word) => word === 'taken')).toHaveLength(1)
})

test.skipIf(Bun.which('unshare') === null || process.getuid?.() !== 0)(
  'a container that shares the host name, not the numbers, keeps it',
  async () => {
    const module = join(import.meta.dir, '../../src/db/data-lock.ts')
    const script = `
      import { takeLock } from ${JSON.stringify(module)}
      const lock = takeLock(${JSON.stringify(directory)}, '/run/saola.sock')
      process.stdout.write(lock ? 'taken' : 'refused')
      await Bun.stdin.text()`
    const space = ['unshare', '--pid', '--fork', '--mount-proc']
    const holder = Bun.spawn([...space, process.execPath, '-e', script], {
      stdin: 'pipe',
      stdout: 'pipe',
    })
    const { value } = await holder.stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('taken')
    expect(takeLock(directory, SOCKET)).toBeNull()
    holder.stdin.end()
    await holder.exited
  },
)
