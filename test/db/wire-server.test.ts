import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres, { type Sql } from 'postgres'
import { dial } from '../../src/db/embedded/dial.ts'
import { serveWire, type WireServer } from '../../src/db/embedded/wire-server.ts'
import { scratchDirectory } from './databases.ts'

const SILENT_MS_MAX = 400
const CONNECTIONS_MAX = 6
const START_MS_MAX = 60_000

const path = join(scratchDirectory(), 'wire.sock')
let pglite: PGlite
let server: WireServer
let clients: Sql[] = []

beforeAll(async () => {
  pglite = await PGlite.create()
  await pglite.exec('create table notes (id integer primary key, text text)')
}, START_MS_MAX)
beforeEach(async () => {
  await pglite.exec('delete from notes')
  const engine = {
    execute: (message: Uint8Array, onRawData: (bytes: Uint8Array) => void) =>
      pglite.execProtocolRawStream(message, { onRawData }),
    isInTransaction: () => pglite.isInTransaction(),
    serverVersion: '18.0',
    directory: '1:2',
    isBroken: () => false,
    prepare: async () => {},
    isLogLong: () => false,
    giveUp() {},
  }
  const limits = { connectionsMax: CONNECTIONS_MAX, silentOwnerMsMax: SILENT_MS_MAX }
  server = await serveWire(engine, path, limits)
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end({ timeout: 1 })))
  clients = []
  await server.close()
})
afterAll(() => pglite.close())

/** A client of one connection. */
function newClient(options: { prepare?: boolean } = {}): Sql {
  const rest = { host: 'wire', user: 'postgres', database: 'postgres', max: 1, fetch_types: false }
  const client = postgres({ prepare: false, ...rest, path, backoff: () => 0, ...options })
  clients.push(client)
  return client
}

/** A client that says just what it is told; answers arrive in `received`. */
async function newSocket(at = path): Promise<{
  socket: Socket
  received: () => string
  closed: Promise<void>
}> {
  const socket = connect(at)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
  return { socket, received: () => text, closed }
}

const STARTUP = Buffer.from('\0\0\0\x12\0\x03\0\0user\0postgres\0'.slice(0, 18), 'latin1')

function message(type: string, content: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0)
  head.writeUInt32BE(4 + content.length, 1)
  return Buffer.concat([head, Buffer.from(content, 'latin1')])
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5)
}

test('only this user may connect', () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('clients that bind values at once each get their own rows', async () => {
  const wrong = await Promise.all(
    [1, 2, 3, 4].map(async (tag) => {
      const sql = newClient()
      let count = 0
      for (let i = 0; i < 100; i++) {
        const [row] =
          tag % 2 ? await sql`select ${i}::int as x` : await sql`select ${`v${i}`} as x, 1`
        if (row?.['x'] !== (tag % 2 ? i : `v${i}`)) count++
      }
      return count
    }),
  )
  expect(wrong).toEqual([0, 0, 0, 0])
})

test('a transaction keeps the others waiting and sees nothing of them', async () => {
  const [writer, other] = [newClient(), newClient()]
  const order: string[] = []
  let otherDone: Promise<unknown> = Promise.resolve()
  await writer.begin(async (tx) => {
    await tx`insert into notes values (1, 'first')`
    otherDone = other`insert into notes values (2, 'second')`.then(() => order.push('other'))
    await Bun.sleep(50)
    expect(await tx`select id from notes`).toHaveLength(1)
    order.push('writer')
  })
  await otherDone
  expect(order).toEqual(['writer', 'other'])
})

test('an error within a cycle is its own client’s alone', async () => {
  const [failing, other] = [newClient(), newClient()]
  const errors = Array.from({ length: 20 }, (_, i) =>
    failing`select ${i} / 0`.catch(() => 'failed'),
  )
  const rows = Array.from({ length: 20 }, (_, i) => other`select ${i}::int as x`)
  expect(await Promise.all(errors)).toEqual(Array.from({ length: 20 }, () => 'failed'))
  expect((await Promise.all(rows)).map(([row]) => row?.['x'])).toEqual([...Array(20).keys()])
})

test('a failed transaction is over when it is rolled back', async () => {
  const [failing, other] = [newClient(), newClient()]
  const failed = failing.begin(async (tx) => {
    await tx`insert into notes values (1, 'first')`
    await tx`insert into notes values (1, 'again')`
  })
  await expect(failed).rejects.toThrow('duplicate key')
  expect(await other`select id from notes`).toHaveLength(0)
})

test('who goes away in a transaction is rolled back', async () => {
  const { socket, received } = await newSocket()
  socket.write(STARTUP)
  socket.write(message('Q', "begin; insert into notes values (1, 'half')\0"))
  await until(() => received().includes('INSERT'))
  socket.destroy()
  expect(await newClient()`select id from notes`).toHaveLength(0)
})

test('who goes away in the middle of a cycle leaves the session usable', async () => {
  const { socket, received } = await newSocket()
  socket.write(STARTUP)
  socket.write(message('P', '\0select no_such_column\0\0\0'))
  await until(() => received().includes('no_such_column'))
  socket.destroy()
  expect(await newClient()`select 1 as one`).toMatchObject([{ one: 1 }])
})

test('who falls asleep in a transaction is thrown out, and says so', async () => {
  const { socket, received, closed } = await newSocket()
  socket.write(STARTUP)
  socket.write(message('Q', "begin; insert into notes values (1, 'asleep')\0"))
  await until(() => received().includes('INSERT'))
  expect(await newClient()`select id from notes`).toHaveLength(0)
  await closed
  expect(received()).toContain('25P03')
})

test('who sends half a message and then nothing stops nobody', async () => {
  const { socket } = await newSocket()
  socket.write(STARTUP)
  socket.write(message('Q', 'select 1\0').subarray(0, 8))
  expect(await newClient()`select 1 as one`).toMatchObject([{ one: 1 }])
})

test.each([
  ['within its portal', '\x01\x01'],
  ['before its formats', '\0\0'],
  ['within its formats', '\0\0\0\x05\0'],
  ['before its values', '\0\0\0\0'],
])('a Bind that is cut short %s is an error of its own client', async (_, content) => {
  const { socket, received } = await newSocket()
  socket.write(STARTUP)
  const parse = message('P', '\0select $1::int\0\0\0')
  socket.write(Buffer.concat([parse, message('B', content), message('S', '')]))
  await until(() => received().includes('08P01'))
  expect(await newClient()`select 1 as one`).toMatchObject([{ one: 1 }])
})

test('an engine that fails is told to all its clients, and given up', async () => {
  const failing = join(scratchDirectory(), 'failing.sock')
  let isInTransaction = false
  let givenUp = 0
  const engine = {
    async execute(bytes: Uint8Array) {
      if (isInTransaction) throw new Error('out of memory')
      isInTransaction = bytes[0] === 'Q'.charCodeAt(0)
    },
    isInTransaction: () => isInTransaction,
    serverVersion: '18.0',
    directory: '1:2',
    isBroken: () => false,
    prepare: async () => {},
    isLogLong: () => false,
    giveUp: () => givenUp++,
  }
  const limits = { connectionsMax: CONNECTIONS_MAX, silentOwnerMsMax: SILENT_MS_MAX }
  const other = await serveWire(engine, failing, limits)
  const [owner, waiting] = [await newSocket(failing), await newSocket(failing)]
  owner.socket.write(Buffer.concat([STARTUP, message('Q', 'begin\0')]))
  await until(() => isInTransaction)
  waiting.socket.write(Buffer.concat([STARTUP, message('Q', 'select 1\0')]))
  owner.socket.write(message('Q', 'select 1\0'))
  await Promise.all([owner.closed, waiting.closed])
  const late = await newSocket(failing)
  late.socket.write(Buffer.concat([STARTUP, message('Q', 'select 1\0')]))
  await late.closed
  for (const { received } of [owner, waiting, late]) expect(received()).toContain('out of memory')
  expect(givenUp).toBe(1)
  await other.close()
})

test('a long log is shortened between transactions; what fails there stops nobody', async () => {
  const longPath = join(scratchDirectory(), 'long.sock')
  const executed: string[] = []
  let isInTransaction = false
  const engine = {
    async execute(bytes: Uint8Array) {
      const text = Buffer.from(bytes.subarray(5, -1)).toString()
      executed.push(text)
      if (text === 'checkpoint') throw new Error('no space left')
      isInTransaction = text !== 'commit'
    },
    isInTransaction: () => isInTransaction,
    isBroken: () => false,
    prepare: async () => {},
    isLogLong: () => true,
    serverVersion: '18.0',
    directory: '1:2',
    giveUp() {},
  }
  const limits = { connectionsMax: CONNECTIONS_MAX, silentOwnerMsMax: SILENT_MS_MAX }
  const other = await serveWire(engine, longPath, limits)
  const { socket } = await newSocket(longPath)
  const transaction = ['begin', 'insert', 'commit']
  for (const start of [[STARTUP], []]) {
    const queries = transaction.map((text) => message('Q', `${text}\0`))
    socket.write(Buffer.concat([...start, ...queries]))
    await until(() => executed.at(-1) === 'checkpoint')
    expect(executed.splice(0)).toEqual([...transaction, 'checkpoint'])
  }
  await other.close()
})

test('messages arrive whole however they are cut', async () => {
  const { socket, received } = await newSocket()
  const all = Buffer.concat([STARTUP, message('Q', "select 'cut up'\0"), message('X', '')])
  for (const byte of all) {
    socket.write(Uint8Array.of(byte))
    await Bun.sleep(0)
  }
  await until(() => received().includes('SELECT 1'))
  expect(received()).toContain('cut up')
})

test('who asks gets the directory that is served, and may go on', async () => {
  const socket = await dial(path, '1:2', SILENT_MS_MAX)
  let text = ''
  socket?.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  socket?.write(Buffer.concat([STARTUP, message('Q', "select 'the same'\0")]))
  await until(() => text.includes('SELECT 1'))
  expect(text).toContain('the same')
  socket?.destroy()
})

test('no socket to one that serves another directory, is silent, full or away', async () => {
  expect(await dial(path, '1:3', SILENT_MS_MAX)).toBeNull()
  expect(await dial(`${path}.none`, '1:2', SILENT_MS_MAX)).toBeNull()
  const silentPath = join(scratchDirectory(), 'silent.sock')
  const silent = createServer().listen(silentPath)
  expect(await dial(silentPath, '1:2', 50)).toBeNull()
  silent.close()
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => newSocket()))
  expect(await dial(path, '1:2', SILENT_MS_MAX)).toBeNull()
  for (const { socket } of sockets) socket.destroy()
})

test('what is not the protocol is sent away', async () => {
  const { socket, received, closed } = await newSocket()
  socket.write('GET / HTTP/1.1\r\n\r\n')
  await closed
  expect(received()).toContain('not the protocol')
})

test('one connection too many is refused with the reason', async () => {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => newSocket()))
  const refused = await newSocket()
  await refused.closed
  expect(refused.received()).toContain(`more than ${CONNECTIONS_MAX} connections`)
  for (const { socket, closed } of sockets) {
    socket.destroy()
    await closed
  }
  expect(await newClient()`select 1 as one`).toHaveLength(1)
})

test('closes though a client that was refused had something to say', async () => {
  for (let i = 0; i < CONNECTIONS_MAX; i++) await newSocket()
  const refused = await newSocket()
  refused.socket.write(STARTUP)
  refused.socket.on('end', () => {})
  await until(() => refused.received().includes('refuses'))
  await server.close()
  await refused.closed
})

test('a long value goes in and out', async () => {
  const sql = newClient()
  const text = 'đ'.repeat(8_000_000)
  const [row] = await sql`select ${text} || '' as text`
  expect(row?.['text'] === text).toBe(true)
})

test.each([
  ['statements with a name', () => newClient({ prepare: true })`select ${1}::int`, 'prepare'],
  ['COPY FROM STDIN', () => newClient().unsafe(' copy notes from stdin'), 'unnest'],
  [
    'COPY FROM STDIN with options',
    () => newClient().unsafe('/* x */ COPY notes (id)\nFROM STDIN with (format csv)'),
    'unnest',
  ],
  [
    'too many values',
    () => {
      const values = Array.from({ length: 32_768 }, (_, i) => i)
      const places = values.map((i) => `($${i + 1}::int)`).join()
      return newClient().unsafe(`select * from (values ${places}) as v`, values)
    },
    '32767 values',
  ],
])('%s: refused with what to do, and the connection goes on', async (_, act, words) => {
  await expect(act()).rejects.toThrow(words)
  expect(await clients.at(-1)?.unsafe('select 1 as one')).toMatchObject([{ one: 1 }])
})

test('32,767 values are taken', async () => {
  const values = Array.from({ length: 32_767 }, (_, i) => i)
  const places = values.map((i) => `($${i + 1}::int)`).join()
  const rows = await newClient().unsafe(
    `select sum(x)::int from (values ${places}) as v (x)`,
    values,
  )
  expect(rows[0]?.['sum']).toBe((32_767 * 32_766) / 2)
})
