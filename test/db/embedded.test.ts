import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { embeddedDatabase } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { embeddedFromTemplate, scratchDirectory } from './databases.ts'
import { type OtherProcess, startProcess } from './processes.ts'

const START_MS_MAX = 60_000
const LOCK = 'saola.lock'
const SOCKET = 'saola.sock'

const template = join(scratchDirectory(), 'template')
let dataDir: string
let opened: Database[] = []
let others: OtherProcess[] = []
let logged: string[] = []

beforeAll(async () => {
  await embeddedFromTemplate(template)
  const database = await openDatabase({ databaseUrl: null, dataDir: template })
  await migrate(database)
  await database.close()
}, START_MS_MAX)
beforeEach(() => {
  dataDir = join(scratchDirectory(), 'data')
  cpSync(template, dataDir, { recursive: true })
})
afterEach(async () => {
  for (const database of opened) await database.close()
  for (const other of others) await other.kill()
  opened = []
  others = []
  logged = []
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(directory = dataDir): Promise<Database> {
  const log = (line: string): void => void logged.push(line)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, log })
  opened.push(database)
  return database
}

async function start(action: 'open' | 'transaction'): Promise<OtherProcess> {
  const other = startProcess(action, { databaseUrl: null, dataDir })
  others.push(other)
  await other.ready
  return other
}

type Lock = Readonly<Record<'socketPath' | 'command' | 'directory', string> & { pid: number }>

function lockOf(directory = dataDir): Lock {
  return JSON.parse(readFileSync(join(directory, LOCK), 'utf8'))
}

async function userNames({ sql }: Database): Promise<string[]> {
  return (await sql<{ name: string }[]>`select name from users order by name`).map(
    ({ name }) => name,
  )
}

test('lock and socket are this user’s alone, name the holder, go at the end', async () => {
  const database = await open()
  expect(database.kind).toBe('embedded')
  expect(lockOf()).toMatchObject({ pid: process.pid, socketPath: join(dataDir, SOCKET) })
  expect(statSync(join(dataDir, LOCK)).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, SOCKET)).mode & 0o777).toBe(0o600)
  await database.close()
  await database.close()
  expect(readdirSync(dataDir)).toEqual(['db'])
})

test(
  'a directory that is not there is made, with the database in it',
  async () => {
    const fresh = join(scratchDirectory(), 'deep', 'data')
    const database = await open(fresh)
    expect(await database.sql`select 1 as one`).toMatchObject([{ one: 1 }])
    expect(readdirSync(join(fresh)).toSorted()).toEqual(['db', LOCK, SOCKET])
  },
  START_MS_MAX,
)

test(
  'a database that was left half-made is made anew',
  async () => {
    const fresh = join(scratchDirectory(), 'data')
    mkdirSync(join(fresh, 'db.new'), { recursive: true })
    writeFileSync(join(fresh, 'db.new', 'PG_VERSION'), '18\n')
    await migrate(await open(fresh))
    expect(existsSync(join(fresh, 'db.new'))).toBe(false)
  },
  START_MS_MAX,
)

test('two databases of one process share, and the second takes over', async () => {
  const [first, second] = [await open(), await open()]
  await first.sql`insert into users (id, name) values ('u1', 'Lan')`
  expect(await userNames(second)).toEqual(['Lan'])
  await first.close()
  expect(await userNames(second)).toEqual(['Lan'])
  expect(lockOf().pid).toBe(process.pid)
})

test('a process reaches what another holds, and takes over when that ends', async () => {
  const holder = await start('open')
  const database = await open()
  expect(lockOf().pid).toBe(holder.pid)
  await database.sql`insert into users (id, name) values ('u1', 'Lan')`
  expect(await holder.end()).toBe(0)
  expect(await userNames(database)).toEqual(['Lan'])
  expect(lockOf().pid).toBe(process.pid)
})

test('two processes that start at once: one holds, both work', async () => {
  await Promise.all([start('open'), start('open'), start('open')])
  const database = await open()
  await database.sql`select 1`
  expect(others.map(({ pid }) => pid)).toContain(lockOf().pid)
})

test('after kill -9 of the holder the next takes over, with what was committed', async () => {
  const holder = await start('transaction')
  expect(lockOf().pid).toBe(holder.pid)
  await holder.kill()
  expect(existsSync(join(dataDir, LOCK))).toBe(true)
  expect(await userNames(await open())).toEqual([])
  expect(lockOf().pid).toBe(process.pid)
})

test('kill -9 in the middle of writing loses nothing that was committed', async () => {
  const holder = await start('open')
  const database = await open()
  let committed = 0
  const writing = (async () => {
    for (let i = 0; i < 100_000; i++) {
      await database.sql`insert into users (id, name) values (${`u${i}`}, ${`n${i}`})`
      committed = i + 1
    }
  })().catch((error: unknown) => database.explain(error))
  while (committed < 50) await Bun.sleep(5)
  await holder.kill()
  expect(await writing).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  const found = (await userNames(database)).length
  // The one whose answer was lost may be there or not.
  expect([committed, committed + 1]).toContain(found)
})

test('a client that is killed in a transaction is rolled back and stops nobody', async () => {
  const database = await open()
  const client = await start('transaction')
  const waiting = userNames(database)
  await client.kill()
  expect(await waiting).toEqual([])
})

test('a transaction of one connection does not stop a query of another for good', async () => {
  const { sql } = await open()
  let other: Promise<unknown> = Promise.resolve()
  await sql.begin(async (tx) => {
    await tx`insert into users (id, name) values ('u1', 'Lan')`
    other = sql`select count(*)::int as count from users`
    await tx`insert into users (id, name) values ('u2', 'Minh')`
  })
  expect(await other).toMatchObject([{ count: 2 }])
})

test('a long statement does not stall the thread that serves', async () => {
  const { sql } = await open()
  let isDone = false
  const long = sql`select count(*) from generate_series(1, 3000000)`.then(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await Bun.sleep(1)
    turns++
  }
  await long
  expect(turns).toBeGreaterThan(20)
})

test('too long a path for a socket: it lies in a directory of ours meanwhile', async () => {
  const deep = join(scratchDirectory(), 'd'.repeat(90), 'data')
  cpSync(template, deep, { recursive: true })
  const database = await open(deep)
  const { socketPath } = lockOf(deep)
  expect(socketPath).not.toStartWith(deep)
  expect(statSync(join(socketPath, '..')).mode & 0o777).toBe(0o700)
  const other = startProcess('open', { databaseUrl: null, dataDir: deep })
  expect(await other.ready).toBe('embedded')
  await other.end()
  await database.close()
  expect(existsSync(join(socketPath, '..'))).toBe(false)
})

/** As an operator does it: with times, modes and sockets. */
function copyAll(from: string): string {
  const copy = join(scratchDirectory(), 'copy')
  const { exitCode } = Bun.spawnSync(['cp', '-a', from, copy])
  expect(exitCode).toBe(0)
  return copy
}

test('a copy of a directory that is held is another database', async () => {
  const holder = await start('open')
  const original = await open()
  await original.sql`checkpoint`
  const copy = copyAll(dataDir)
  const copied = await open(copy)
  await copied.sql`insert into users (id, name) values ('u1', 'Lan')`
  expect(await userNames(copied)).toEqual(['Lan'])
  expect(await userNames(original)).toEqual([])
  expect([lockOf().pid, lockOf(copy).pid]).toEqual([holder.pid, process.pid])
  expect(logged).toEqual([expect.stringContaining(`process ${holder.pid}`)])
  expect(logged[0]).toContain('which holds another directory: it is replaced')
})

test('the holder of a copy may listen where the lock of another names it', async () => {
  await start('open')
  const copy = copyAll(dataDir)
  // As if the numbers of both were the same: the holder that is asked says whose it is.
  const { dev, ino } = statSync(copy, { bigint: true })
  const forged = { ...lockOf(copy), directory: `${dev}:${ino}` }
  writeFileSync(join(copy, LOCK), JSON.stringify(forged))
  const refused = openDatabase({ databaseUrl: null, dataDir: copy, waitMsMax: 300 })
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.skipIf(process.platform !== 'linux')(
  'a directory that is moved while it is held: its holder goes on there',
  async () => {
    const holder = await start('open')
    const before = await open()
    const moved = join(scratchDirectory(), 'moved')
    renameSync(dataDir, moved)
    cpSync(template, dataDir, { recursive: true })
    const fresh = await open()
    await fresh.sql`insert into users (id, name) values ('u1', 'Lan')`
    // A new table is a new file, which the engine opens by its path.
    await before.sql`create table notes as select 'kept' as text`
    await before.sql`checkpoint`
    const after = await open(moved)
    expect(await after.sql`select text from notes`).toMatchObject([{ text: 'kept' }])
    expect(await userNames(after)).toEqual([])
    expect(await userNames(fresh)).toEqual(['Lan'])
    expect(lockOf(moved).pid).toBe(holder.pid)
    await before.close()
    await after.close()
    expect(await holder.end()).toBe(0)
    expect(await userNames(fresh)).toEqual(['Lan'])
    expect((await (await open(moved)).sql`select text from notes`)[0]).toEqual({ text: 'kept' })
  },
  START_MS_MAX,
)

test('who holds a directory that was moved is told so, and connects to no other', async () => {
  const database = await open()
  renameSync(dataDir, `${dataDir}-moved`)
  cpSync(template, dataDir, { recursive: true })
  const other = await start('open')
  expect(lockOf().pid).toBe(other.pid)
  const connections = Array.from({ length: 4 }, () => database.sql`select pg_sleep(0.1)`)
  const answers = await Promise.allSettled(connections)
  const told = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(told).toHaveLength(3)
  for (const reason of told) expect(String(reason)).toContain('was moved or replaced')
  await database.close()
  expect(existsSync(join(dataDir, SOCKET))).toBe(true)
})

test('of an older Saola’s lock nobody knows whose it is: told with what to do', async () => {
  const holder = await start('open')
  const { directory: _, ...older } = lockOf()
  writeFileSync(join(dataDir, LOCK), JSON.stringify(older))
  const refusal = open()
  await expect(refusal).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(refusal).rejects.toThrow(`older Saola, process ${holder.pid}`)
  await expect(refusal).rejects.toThrow('in a copy, delete saola.lock')
})

test.each([
  ['nothing', () => join(scratchDirectory(), 'none'), 'There is no data directory '],
  ['an empty directory', scratchDirectory, 'There is no database in the data directory '],
])('%s is left as it is by who may not make a database', async (_, make, words) => {
  const directory = make()
  const refusal = openDatabase({ databaseUrl: null, dataDir: directory, mayCreate: false })
  await expect(refusal).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(refusal).rejects.toThrow(`${words}${directory}. 'saola serve'`)
  expect(existsSync(directory) ? readdirSync(directory) : []).toEqual([])
})

test('a dead process’s lock without a database is no leave to make one', async () => {
  const directory = scratchDirectory()
  const holder = await start('open')
  cpSync(join(dataDir, LOCK), join(directory, LOCK))
  await holder.kill()
  const refusal = openDatabase({ databaseUrl: null, dataDir: directory, mayCreate: false })
  await expect(refusal).rejects.toThrow('There is no database')
  expect(readdirSync(directory)).toEqual([])
})

test(
  'who may not make a database waits for one that is being made',
  async () => {
    const directory = join(scratchDirectory(), 'data')
    const maker = startProcess('open', { databaseUrl: null, dataDir: directory })
    others.push(maker)
    while (!existsSync(join(directory, LOCK))) await Bun.sleep(5)
    const database = await openDatabase({ databaseUrl: null, dataDir: directory, mayCreate: false })
    opened.push(database)
    expect(lockOf(directory).pid).toBe(maker.pid)
    await maker.ready
  },
  START_MS_MAX,
)

test('a holder that does not answer is named, with what to do', async () => {
  const holder = await start('open')
  rmSync(join(dataDir, SOCKET))
  const refusal: unknown = await openDatabase({ databaseUrl: null, dataDir, waitMsMax: 300 }).catch(
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({ name: 'ServiceError', code: 'CONFLICT' })
  expect(String(refusal)).toContain(`process ${holder.pid}`)
  expect(String(refusal)).toContain('saola open')
  expect(String(refusal)).toContain('Stop that process')
})

test('who is closed while it waits for the directory does not take it afterwards', async () => {
  const holder = await start('open')
  const quiet = { waitMsMax: START_MS_MAX, mayCreate: true, stuckMsMax: 30_000, log: () => {} }
  const embedded = await embeddedDatabase(dataDir, quiet)
  rmSync(join(dataDir, SOCKET))
  const failure = embedded
    .connect()
    .then((socket) => new Promise<unknown>((resolve) => socket.once('error', resolve)))
  await embedded.close()
  await holder.kill()
  expect(String(await failure)).toContain('closed')
  expect(existsSync(join(dataDir, LOCK)) && lockOf().pid === process.pid).toBe(false)
})

test.skipIf(process.platform === 'win32').each([
  [256, 'ready'],
  [100, 'ulimit -n 4096'],
])(
  'of %d files that may be open a new database says: %s',
  async (files, expected) => {
    const fresh = JSON.stringify({ databaseUrl: null, dataDir: join(scratchDirectory(), 'data') })
    const script = join(import.meta.dir, 'processes.ts')
    const limited = ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh', process.execPath, script]
    const child = Bun.spawn([...limited, 'open', fresh], {
      ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
    })
    const said = await Promise.all([child.stdout.text(), child.stderr.text()])
    expect(said.join()).toContain(expected)
  },
  START_MS_MAX,
)

test('a directory that is a file', async () => {
  const path = join(scratchDirectory(), 'file')
  writeFileSync(path, '')
  await expect(open(path)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
})

test('a damaged database is refused with where it lies, and leaves no lock', async () => {
  rmSync(join(dataDir, 'db', 'global', 'pg_control'))
  const refused = open()
  await expect(refused).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  await expect(refused).rejects.toThrow(join(dataDir, 'db'))
  expect(readdirSync(dataDir)).toEqual(['db'])
})

test('a database of another engine is refused with what to do', async () => {
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '17\n')
  await expect(open()).rejects.toThrow('made by an engine of version 17')
})

test('a commit is on the disk: the engine syncs, and its file system does it', async () => {
  const { sql } = await open()
  const settings = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ('fsync', 'wal_sync_method') order by name`
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'fsync'])
})
