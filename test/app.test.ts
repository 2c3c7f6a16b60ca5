import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { SCOPES } from '../src/access/key.ts'
import { type App, startApp } from '../src/app.ts'
import { type Config, resolveConfig } from '../src/config.ts'
import { createKey, revokeKey } from '../src/db/api-keys.ts'
import { type Database, openDatabase } from '../src/db/client.ts'
import { rollbackDataset } from '../src/db/datasets.ts'
import { migrate } from '../src/db/migrate.ts'
import { ROUTING_SWITCH, turnSwitch } from '../src/db/switches.ts'
import { installBuiltin } from '../src/import/install-builtin.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { ask, prepareTown, until, usedToday, writeTown } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'
import { place } from './search/town.ts'

/*
 * The whole server in this process, over a dataset of a hand-drawn town, on both databases: how it
 * follows keys and datasets, counts, and goes on when files or the database fail.
 */

setDefaultTimeout(120_000)

const postgresServer = await startPostgres()
const kinds = postgresServer ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
afterAll(() => postgresServer?.remove())

describe.each(kinds)('on the %s database', (kind) => {
  let directory: string
  let config: Config
  let database: Database
  let app: App | null = null
  let lines: string[] = []

  beforeAll(async () => {
    directory = scratchDirectory()
    const databaseUrl = kind === 'postgres' ? await requireServer().createDatabase() : undefined
    config = resolveConfig(
      { port: '0', drainSeconds: '0', data: directory, ...(databaseUrl && { databaseUrl }) },
      {},
    )
    database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: directory })
    await migrate(database)
    await writeTown(database, [])
  })

  afterEach(async () => {
    await app?.stop()
    app = null
  })

  afterAll(async () => {
    await database.close()
    rmSync(directory, { recursive: true })
  })

  async function start(changed: Partial<Config> = {}): Promise<string> {
    lines = []
    app = await startApp({ ...config, ...changed }, (line) => lines.push(line))
    return app.url
  }

  async function newKey(): Promise<{
    id: Awaited<ReturnType<typeof createKey>>['id']
    key: string
  }> {
    const wanted = { userName: 'a', organisation: null, plan: 'standard', expiresAt: null }
    return createKey(database.db, { ...wanted, scopes: SCOPES })
  }

  test('answers from the active dataset', async () => {
    const { key } = await newKey()
    const url = await start()
    const suggest = await ask(url, key, '/v1/suggest?input=ben%20go')
    expect(suggest.status).toBe(200)
    expect(JSON.stringify(await suggest.json())).toContain('Phường Bến Gỗ')
    const reverse = await ask(url, key, '/v1/reverse?point.lat=20.0011&point.lon=105.0002')
    expect(JSON.stringify(await reverse.json())).toContain('Nguyễn Trãi')
    const names = await ask(url, key, '/v1/reverse-geocode?lat=20&lng=105')
    expect(await names.json()).toMatchObject({ city: 'Tỉnh 01', district: 'Xã 00001' })
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  test('honours a new key and refuses a revoked one within 5 seconds', async () => {
    const url = await start()
    const { id, key } = await newKey()
    await until(async () => (await ask(url, key, '/v1/suggest?input=ben')).status === 200)
    await revokeKey(database.db, id)
    await until(async () => (await ask(url, key, '/v1/suggest?input=ben')).status === 401)
  })

  test('routing follows its switch within 5 seconds, and across a restart', async () => {
    const { key } = await newKey()
    const url = await start()
    const isOff = (at: string) => isToldRouting(at, key, 'saola routing on')
    expect(await isOff(url)).toBe(false)
    await turnSwitch(database.db, ROUTING_SWITCH, false)
    await until(() => isOff(url))
    await app?.stop()
    const again = await start()
    expect(await isOff(again)).toBe(true)
    await turnSwitch(database.db, ROUTING_SWITCH, true)
    await until(async () => !(await isOff(again)))
    expect(lines.join('\n')).toContain('Routing was switched on.')
  })

  test('ROUTING_ENABLED=false wins over the switch', async () => {
    const { key } = await newKey()
    await turnSwitch(database.db, ROUTING_SWITCH, true)
    const url = await start({ routingEnabled: false })
    expect(await isToldRouting(url, key, 'ROUTING_ENABLED=true')).toBe(true)
    expect((await ask(url, key, '/v1/directions?origin=20,105')).status).toBe(400)
  })

  test('counts every request once, across a restart', async () => {
    const { key } = await newKey()
    const url = await start()
    const before = await usedToday(url, key)
    for (let i = 0; i < 3; i++) await ask(url, key, '/v1/suggest?input=ben')
    // Asking for the usage is a request too: the first was counted after it was answered.
    expect(await usedToday(url, key)).toBe(before + 4)
    await app?.stop()
    expect(await usedToday(await start(), key)).toBe(before + 5)
  })

  test('a bug in reading usage is told as one, in the log and to the client', async () => {
    const { key } = await newKey()
    const url = await start()
    await database.sql`alter table usage_daily rename to usage_hidden`
    try {
      expect((await ask(url, key, '/v1/usage')).status).toBe(500)
      expect(lines.join('\n')).toContain('failed: ')
    } finally {
      await database.sql`alter table usage_hidden rename to usage_daily`
    }
  })

  test('forgets the writers of servers that are long gone', async () => {
    const writers = async () =>
      (await database.sql`select writer from usage_writers order by writer`).map(
        ({ writer }) => writer,
      )
    await database.sql`
      insert into usage_writers (writer, batch, seen_at)
      values ('gone', 1, now() - interval '31 days'), ('here', 1, now() - interval '29 days')`
    await start()
    await until(async () => !(await writers()).includes('gone'))
    expect(await writers()).toContain('here')
  })

  test('the quota is that of the keys that are valid, its use that of all', async () => {
    const wanted = { userName: 'quota', organisation: null, plan: 'standard', expiresAt: null }
    const [kept, revoked] = [
      await createKey(database.db, { ...wanted, scopes: SCOPES }),
      await createKey(database.db, { ...wanted, scopes: SCOPES }),
    ]
    const url = await start()
    for (let i = 0; i < 2; i++) await ask(url, kept.key, '/v1/suggest?input=ben')
    for (let i = 0; i < 3; i++) await ask(url, revoked.key, '/v1/suggest?input=ben')
    const limits = { limit: 200_000, used: 5, remaining: 199_995 }
    expect(await (await ask(url, kept.key, '/v1/usage')).json()).toMatchObject({ quota: limits })
    await revokeKey(database.db, revoked.id)
    await until(async () => (await ask(url, revoked.key, '/v1/categories')).status === 401)
    const usage = (await (await ask(url, kept.key, '/v1/usage')).json()) as {
      total: { requests: number }
    }
    const used = usage.total.requests
    expect(usage).toMatchObject({ quota: { limit: 100_000, used, remaining: 99_997 } })
    // What was asked stays asked.
    expect(used).toBeGreaterThanOrEqual(6)
  })

  test('a restart does not give the day its allowance again', async () => {
    const { key } = await newKey()
    const remaining = async (url: string): Promise<number> => {
      const response = await ask(url, key, '/v1/suggest?input=ben')
      return Number(response.headers.get('x-ratelimit-remaining-day'))
    }
    const first = await remaining(await start())
    await app?.stop()
    expect(await remaining(await start())).toBe(first - 1)
  })

  test('takes over a new dataset and goes back, without losing a request', async () => {
    const { key } = await newKey()
    const url = await start()
    const found = async (): Promise<boolean> => {
      const response = await ask(url, key, '/v1/suggest?input=quan%20moi%20mo')
      expect(response.status).toBe(200)
      return JSON.stringify(await response.json()).includes('Quán Mới Mở')
    }
    expect(await found()).toBe(false)
    const shop = place('poi', { id: 'new', at: [105.001, 20.001], name: 'Quán Mới Mở' })
    const id = await writeTown(database, [shop])
    await until(found)
    expect(readdirSync(join(directory, 'datasets'))).toContain(id)
    await rollbackDataset(database.db)
    await until(async () => !(await found()))
  })

  test('a damaged file on disk is taken from the database again', async () => {
    const { key } = await newKey()
    await start()
    await app?.stop()
    const file = join(directory, 'datasets', activeId(lines), 'search.idx')
    const { size } = statSync(file)
    chmodSync(file, 0o644)
    truncateSync(file, size - 1)
    const url = await start()
    expect(lines.join('\n')).toContain('search.idx has')
    expect(statSync(file).size).toBe(size)
    expect((await ask(url, key, '/v1/suggest?input=ben')).status).toBe(200)
  })

  test('without boundaries anywhere only they are unavailable', async () => {
    const { key } = await newKey()
    const id = await writeTown(database, [])
    await database.sql`
      update dataset_files set bytes = 'x' where dataset_id = ${id} and name like 'boundaries%'`
    const url = await start()
    for (const file of ['boundaries.idx', 'boundaries-4.fgb', 'boundaries-8.fgb']) {
      expect(lines.join('\n')).toContain(`has no ${file}. Run 'saola datasets verify'`)
    }
    for (const path of ['/v1/reverse-geocode?lat=20&lng=105', '/v1/admin-boundaries?levels=8']) {
      const answer = await ask(url, key, path)
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({ code: 'INTERNAL_ERROR' })
    }
    expect((await ask(url, key, '/v1/suggest?input=ben')).status).toBe(200)
    await app?.stop()
    app = null
    await rollbackDataset(database.db)
  })

  test('lost polygons come from the database, simplified ones are made again', async () => {
    const { key } = await newKey()
    const path = '/v1/admin-boundaries?levels=8&tolerance=0.001'
    const first = await (await ask(await start(), key, path)).json()
    expect(first).toMatchObject({ features: [{ properties: { name: 'Xã 00001' } }] })
    await app?.stop()
    const directory = join(config.data, 'datasets', activeId(lines))
    rmSync(join(directory, 'boundaries-8.fgb'))
    rmSync(join(directory, 'derived-3'), { recursive: true })
    expect(await (await ask(await start(), key, path)).json()).toEqual(first)
    expect(existsSync(join(directory, 'boundaries-8.fgb'))).toBe(true)
  })

  test('makes a demo key only while there is none', async () => {
    await start({ demo: true })
    expect(lines.join('\n')).not.toContain('sk_live_')
  })

  test('a port that is taken is an error that leaves nothing running', async () => {
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    expect(start({ port: taken.port ?? 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await taken.stop()
    app = null
  })

  test('finishes what it is answering when it is stopped', async () => {
    const { key } = await newKey()
    const url = await start()
    const addresses = Array.from({ length: 100 }, (_, i) => `${i} Nguyễn Trãi, Bến Gỗ`)
    const asked = await startAsking(url, key, JSON.stringify({ addresses }))
    // Connections are taken in the order in which they come: the one that asks is taken by now.
    await fetch(`${url}/health`)
    const stopped = app?.stop()
    app = null
    const answer = await asked.finish()
    expect(answer).toStartWith('HTTP/1.1 200 ')
    expect(answer.split('"match_level"')).toHaveLength(addresses.length + 1)
    await stopped
    expect(fetch(`${url}/health`)).rejects.toThrow()
  })
})

/** A batch of which the server has all but the last byte, until `finish` sends it. */
async function startAsking(url: string, key: string, text: string) {
  const body = Buffer.from(text)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (part: Buffer) => received.push(part))
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('end', resolve)
    socket.on('error', reject)
  })
  const head = [
    'POST /v1/batch/geocode HTTP/1.1',
    'Host: localhost',
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(body.subarray(0, -1), resolve))
  const finish = async () => {
    socket.write(body.subarray(-1))
    await ended
    return Buffer.concat(received).toString()
  }
  return { finish }
}

describe.if(postgresServer !== null)('when PostgreSQL goes away', () => {
  test('all but health and usage goes on, and counts are kept until it is back', async () => {
    const server = requireServer()
    const directory = scratchDirectory()
    const databaseUrl = await server.createDatabase()
    const key = await prepareTown(databaseUrl, directory)
    const lines: string[] = []
    const config = resolveConfig({ port: '0', drainSeconds: '0', data: directory, databaseUrl }, {})
    const app = await startApp(config, (line) => lines.push(line))

    server.stop()
    await until(async () => (await fetch(`${app.url}/health`)).status === 503)
    for (let i = 0; i < 3; i++) {
      expect((await ask(app.url, key, '/v1/suggest?input=ben')).status).toBe(200)
    }
    const usage = await ask(app.url, key, '/v1/usage')
    expect(usage.status).toBe(503)
    expect(await usage.json()).toHaveProperty('code')

    server.start()
    await until(async () => (await fetch(`${app.url}/health`)).status === 200, 20_000)
    await until(async () => (await ask(app.url, key, '/v1/usage')).status === 200, 20_000)
    expect(await usedToday(app.url, key)).toBeGreaterThanOrEqual(4)
    expect(lines.join('\n')).toContain('works again')
    await app.stop()
    rmSync(directory, { recursive: true })
  })
})

test('nothing but data is left where the embedded database was', async () => {
  const directory = scratchDirectory()
  const database = await openDatabase({ databaseUrl: null, dataDir: directory })
  await migrate(database)
  await writeTown(database, [])
  await database.close()
  const app = await startApp(
    resolveConfig({ port: '0', drainSeconds: '0', data: directory }, {}),
    () => {},
  )
  expect(existsSync(join(directory, 'saola.sock'))).toBe(true)
  await app.stop()
  expect(readdirSync(directory).sort()).toEqual(['datasets', 'db'])
  rmSync(directory, { recursive: true })
})

test('the built-in dataset of an older Saola gives way to this one’s', async () => {
  const directory = scratchDirectory()
  const database = await openDatabase({ databaseUrl: null, dataDir: directory })
  await migrate(database)
  const older = await installBuiltin(database.db, 'older', new AbortController().signal)
  await database.close()
  const config = resolveConfig({ port: '0', drainSeconds: '0', data: directory }, {})
  const startedWith = async () => {
    const lines: string[] = []
    const app = await startApp(config, (line) => lines.push(line))
    await app.stop()
    return { id: activeId(lines), lines: lines.join('\n') }
  }
  const first = await startedWith()
  expect(first.id).not.toBe(older)
  expect(first.lines).toContain(
    `${older} is of another Saola: put in the built-in one, ${first.id}.`,
  )
  const second = await startedWith()
  expect(second.id).toBe(first.id)
  expect(second.lines).toContain(`${first.id} is the built-in dataset.`)
  rmSync(directory, { recursive: true })
})

function requireServer(): PostgresServer {
  if (!postgresServer) throw new Error('PostgreSQL is not installed')
  return postgresServer
}

/** Whether directions are refused with this advice; the town itself has no road graphs. */
async function isToldRouting(url: string, key: string, advice: string): Promise<boolean> {
  const answer = await ask(url, key, '/v1/directions?origin=20,105&destination=20.001,105.001')
  expect(answer.status).toBe(503)
  const body = (await answer.json()) as { code: string }
  expect(body.code).toBe('ROUTING_UNAVAILABLE')
  return JSON.stringify(body).includes(advice)
}

/** The dataset that the log says is being served. */
function activeId(lines: readonly string[]): string {
  return /Serving dataset (\S+)\./.exec(lines.join('\n'))?.[1] ?? ''
}
