import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { machineName } from '../../src/db/embedded/machine.ts'
import {
  holderOf,
  holderOfOriginal,
  type ProcessLock,
  removeLock,
  takeProcessLock,
} from '../../src/db/embedded/process-lock.ts'
import { scratchDirectory } from './databases.ts'

const SOCKET = '/run/saola.sock'
let directory: string
let path: string
let logged: string[]

beforeEach(() => {
  directory = scratchDirectory()
  path = join(directory, 'saola.lock')
  logged = []
})
afterEach(() => {
  jest.useRealTimers()
})

function take(): ProcessLock | null {
  return takeProcessLock(path, SOCKET, (line) => logged.push(line))
}

function setAge(file: string, ageMs: number): void {
  const touched = new Date(Date.now() - ageMs)
  utimesSync(file, touched, touched)
}

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
  setAge(path, ageMs)
}

async function deadPid(): Promise<number> {
  const child = Bun.spawn(['true'])
  await child.exited
  return child.pid
}

test('one takes it, nobody else, until it is given back', () => {
  const lock = take()
  expect(holderOf(path)).toMatchObject({ pid: process.pid, socketPath: SOCKET })
  expect(take()).toBeNull()
  lock?.release()
  expect(existsSync(path)).toBe(false)
  expect(holderOf(path)).toBeNull()
  take()?.release()
})

test('the lock of a dead process is taken over', async () => {
  leave({ pid: await deadPid() })
  expect(holderOf(path)).toBeNull()
  const lock = take()
  expect(holderOf(path)?.pid).toBe(process.pid)
  lock?.release()
})

test('that a lock is taken over is told, with whose it was', async () => {
  const pid = await deadPid()
  leave({ pid, command: 'saola import' })
  take()?.release()
  const who = `process ${pid} on ${machineName()} (saola import)`
  expect(logged).toEqual([`The lock ${path} was left by ${who}, which has ended: it is replaced.`])
})

test('the copy of a live process’s lock binds nobody, and that is told', () => {
  const lock = take()
  const copy = join(scratchDirectory(), 'saola.lock')
  cpSync(path, copy, { preserveTimestamps: true })
  expect(holderOf(copy)).toBeNull()
  expect(holderOfOriginal(copy)?.pid).toBe(process.pid)
  expect(holderOfOriginal(path)).toBeNull()
  const another = takeProcessLock(copy, SOCKET, (line) => logged.push(line))
  expect(logged).toEqual([expect.stringContaining('which holds another directory')])
  expect(holderOf(copy)?.pid).toBe(process.pid)
  expect(holderOfOriginal(copy)).toBeNull()
  another?.release()
  lock?.release()
})

test('a directory is the same when it was moved, and by another path', () => {
  const lock = take()
  const moved = `${directory}-moved`
  renameSync(directory, moved)
  symlinkSync(moved, directory)
  for (const where of [moved, directory]) {
    expect(holderOf(join(where, 'saola.lock'))?.pid).toBe(process.pid)
  }
  lock?.release()
  expect(readdirSync(moved)).toEqual([])
})

test('another machine may number the same directory otherwise', () => {
  leave({ machine: 'another-machine', directory: '1:2' }, 1_000)
  expect(holderOf(path)?.directory).toBe('1:2')
  expect(holderOfOriginal(path)).toBeNull()
  leave({ pid: process.pid, started: startOf(process.pid), directory: '1:2' })
  expect(holderOf(path)).toBeNull()
})

test('a lock of an older Saola names no directory, and holds', () => {
  leave({ pid: process.pid, started: startOf(process.pid) })
  expect(holderOf(path)).toMatchObject({ pid: process.pid, directory: '' })
  expect(take()).toBeNull()
})

test('a number that another process has now is no sign of life', () => {
  leave({ pid: process.ppid, started: '0' })
  expect(holderOf(path)).toBeNull()
})

test('a live process keeps it, however long it has not touched the file', () => {
  const lock = take()
  const longAgo = new Date(0)
  utimesSync(path, longAgo, longAgo)
  expect(take()).toBeNull()
  lock?.release()
})

test.each([
  ['touched lately', 1_000, true],
  ['not touched for long', 60_000, false],
])('of another machine, %s', (_, ageMs, isAlive) => {
  leave({ machine: 'another-machine' }, ageMs)
  expect(holderOf(path) !== null).toBe(isAlive)
  const lock = take()
  expect(lock === null).toBe(isAlive)
  lock?.release()
})

test.each(['', '{"pid":', 'null', '{"pid":"1"}'])(
  'a file with %j in it is being written, or was left so',
  (text) => {
    writeFileSync(path, text)
    expect(take()).toBeNull()
    setAge(path, 60_000)
    const lock = take()
    expect(lock).not.toBeNull()
    lock?.release()
  },
)

test('a lock that was taken over is not given back by the one before', () => {
  const lock = take()
  leave({ command: 'saola import' })
  lock?.release()
  expect(readFileSync(path, 'utf8')).toContain('saola import')
})

/** As the system tells it, read from the end: the fields behind a name are 50. */
function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').trim().split(' ').at(-31) ?? ''
}

test.skipIf(process.platform !== 'linux')(
  'a name with brackets in it hides no process',
  async () => {
    const program = join(directory, 'a) R 1')
    copyFileSync(Bun.which('sleep') ?? '', program)
    const child = Bun.spawn([program, '60'])
    leave({ pid: child.pid, started: startOf(child.pid) })
    expect(holderOf(path)?.pid).toBe(child.pid)
    child.kill()
    await child.exited
    expect(holderOf(path)).toBeNull()
  },
)

test.skipIf(process.platform !== 'linux')('a zombie holds nothing', async () => {
  const parent = Bun.spawn(['sh', '-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdout: 'pipe' })
  const { value } = await parent.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  const started = startOf(pid)
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await Bun.sleep(5)
  leave({ pid, started })
  expect(holderOf(path)).toBeNull()
  parent.kill()
  await parent.exited
})

test('taking over leaves nothing but the lock', async () => {
  leave({ pid: await deadPid() })
  const lock = take()
  expect(readdirSync(directory)).toEqual(['saola.lock'])
  lock?.release()
  expect(readdirSync(directory)).toEqual([])
})

test('one who is taking over keeps the others waiting, unless that was long ago', async () => {
  leave({ pid: await deadPid() })
  const takeover = `${path}.takeover`
  writeFileSync(takeover, '1')
  expect(take()).toBeNull()
  expect(existsSync(takeover)).toBe(true)
  setAge(takeover, 60_000)
  expect(take()).toBeNull()
  const lock = take()
  expect(lock).not.toBeNull()
  lock?.release()
})

test('who was slower in taking over leaves the new lock alone', () => {
  leave({ command: 'saola import' })
  expect(removeLock(path, 'what the dead one had written')).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain('saola import')
})

test('the file is touched every 5 seconds, so that another machine sees life', () => {
  jest.useFakeTimers()
  const lock = take()
  setAge(path, 60_000)
  jest.advanceTimersByTime(5_000)
  expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(30_000)
  lock?.release()
  leave({ command: 'saola import' }, 60_000)
  jest.advanceTimersByTime(60_000)
  expect(Date.now() - statSync(path).mtimeMs).toBeGreaterThan(30_000)
  expect(logged).toEqual([])
})

test('a lock that another has by now is not touched for it, and that is told twice', () => {
  jest.useFakeTimers()
  const lock = take()
  leave({ machine: 'another-machine' }, 60_000)
  jest.advanceTimersByTime(60_000)
  expect(Date.now() - statSync(path).mtimeMs).toBeGreaterThan(30_000)
  expect(logged).toEqual([
    expect.stringContaining('it is not the one that this process has made'),
    expect.stringContaining('another process may take it'),
  ])
  lock?.release()
})

test('a lock that cannot be read when it is given back hides no other failure', () => {
  const lock = take()
  rmSync(path)
  mkdirSync(path)
  lock?.release()
  expect(logged).toEqual([expect.stringContaining('could not be deleted: EISDIR')])
})

test('a disk that fails for a while ends nothing: it is told, and touched again', () => {
  jest.useFakeTimers()
  const lock = take()
  const content = readFileSync(path)
  rmSync(path)
  // Reading that fails: nobody can read what is a directory.
  mkdirSync(path)
  jest.advanceTimersByTime(10_000)
  expect(logged).toEqual([expect.stringContaining('EISDIR')])
  rmdirSync(path)
  writeFileSync(path, content)
  setAge(path, 60_000)
  jest.advanceTimersByTime(5_000)
  expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(30_000)
  expect(logged).toHaveLength(1)
  lock?.release()
})

test('of many processes that find a dead one’s lock, one takes it over', async () => {
  leave({ pid: await deadPid() })
  const module = join(import.meta.dir, '../../src/db/embedded/process-lock.ts')
  const script = `
    import { takeProcessLock } from ${JSON.stringify(module)}
    const lock = takeProcessLock(${JSON.stringify(path)}, '/run/saola.sock', console.error)
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

/** Runs a command among processes of its own; the flag is for who is not root. */
const SEPARATE = ['unshare', '--map-root-user', '--pid', '--fork', '--mount-proc']
const canSeparate =
  Bun.which('unshare') !== null && Bun.spawnSync([...SEPARATE, 'true']).exitCode === 0

test.skipIf(!canSeparate)(
  'a container that shares the host name, not the numbers, keeps it',
  async () => {
    const module = join(import.meta.dir, '../../src/db/embedded/process-lock.ts')
    const script = `
      import { takeProcessLock } from ${JSON.stringify(module)}
      const lock = takeProcessLock(${JSON.stringify(path)}, '/run/saola.sock', console.error)
      process.stdout.write(lock ? 'taken' : 'refused')
      await Bun.stdin.text()`
    const holder = Bun.spawn([...SEPARATE, process.execPath, '-e', script], {
      stdin: 'pipe',
      stdout: 'pipe',
    })
    const { value } = await holder.stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('taken')
    expect(take()).toBeNull()
    holder.stdin.end()
    await holder.exited
  },
)
