import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { writeContainer } from '../../src/base/container.ts'
import { doctorCommand } from '../../src/commands/doctor.ts'
import { createKey } from '../../src/db/api-keys.ts'
import { openDatabase } from '../../src/db/client.ts'
import { datasetFiles } from '../../src/db/schema.ts'
import { SEARCH_VERSION } from '../../src/search/index/layout.ts'
import { embeddedFromTemplate, onBothDatabases } from '../db/databases.ts'
import { writeTown } from '../running-town.ts'
import { scratchDirectory } from '../scratch.ts'
import { type Outcome, runCommand } from './harness.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly message: string
}

/** Of the one JSON value that `--json` prints. */
function findingOf({ out }: Outcome, name: string): Finding {
  const { findings } = JSON.parse(out) as { findings: readonly Finding[] }
  const found = findings.find((finding) => finding.name === name)
  if (!found) throw new Error(`nothing was said of ${name}: ${out}`)
  return found
}

let stopHolder = (): void => {}
afterEach(() => {
  stopHolder()
  stopHolder = () => {}
})

/** A data directory in which nothing can be made, so that no database is opened. */
function unusableData(): string {
  const file = join(scratchDirectory(), 'a file')
  writeFileSync(file, '')
  return join(file, 'data')
}

function doctor(dataDir: string, argv: readonly string[]): Promise<Outcome> {
  return runCommand(doctorCommand, ['doctor', '--port', '0', ...argv], {
    databaseUrl: null,
    dataDir,
  })
}

test('faults: what to do, exit code 1, and with --json one value', async () => {
  const told = await doctor(unusableData(), [])
  expect(told.code).toBe(1)
  expect(told.out).toMatch(/fault {4}data directory: .* cannot be used: .*--data\./)
  expect(told.log).toBe('saola: 1 of 4 checks found a fault.\n')
  const json = await doctor(unusableData(), ['--json'])
  expect([json.code, json.log]).toEqual([1, told.log])
  expect(findingOf(json, 'data directory').state).toBe('fault')
  expect(findingOf(json, 'port').state).toBe('ok')
})

/** Not every machine speaks IPv6. */
const LOOPBACK = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal }) => internal)
  .map(({ address }) => address)

test.each(LOOPBACK)('a port of %s that a Saola holds is well', async (hostname) => {
  const fetch = (): Response => Response.json({ status: 'ok' })
  const server = Bun.serve({ hostname, port: 0, fetch })
  stopHolder = () => void server.stop(true)
  const asked = ['--host', hostname, '--port', String(server.port), '--json']
  const { state, message } = findingOf(await doctor(unusableData(), asked), 'port')
  expect([state, message]).toEqual(['ok', `a server answers on ${server.url.host}, its health: ok`])
})

test('a port that something silent holds is a fault, told in time', async () => {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  stopHolder = () => listener.stop(true)
  const asked = ['--port', String(listener.port), '--json']
  const { state, message } = findingOf(await doctor(unusableData(), asked), 'port')
  expect(state).toBe('fault')
  expect(message).toContain('choose another with --port')
}, 120_000)

test('a host that is none of this machine is a fault of the host', async () => {
  const asked = ['--host', 'no..host', '--json']
  const { state, message } = findingOf(await doctor(unusableData(), asked), 'port')
  expect([state, message]).toEqual([
    'fault',
    'no..host:0 cannot be listened on: this machine has no such address. Give --host one that ' +
      'it has; 0.0.0.0 is every IPv4 one.',
  ])
})

test('a copy of a directory that is held is told, and a database of its own', async () => {
  const data = scratchDirectory()
  await embeddedFromTemplate(data)
  const database = await openDatabase({ databaseUrl: null, dataDir: data })
  const held = findingOf(await doctor(data, ['--json']), 'data directory')
  expect(held.message).toContain(`${data}, held by process ${process.pid}`)
  const copy = scratchDirectory()
  Bun.spawnSync(['cp', '-a', `${data}/.`, copy])
  const outcome = await doctor(copy, ['--json'])
  expect(findingOf(outcome, 'data directory')).toMatchObject({ state: 'warning' })
  expect(findingOf(outcome, 'data directory').message).toContain(`process ${process.pid}`)
  expect(outcome.log).toContain('which holds another directory: it is replaced.')
  expect(existsSync(join(copy, 'saola.lock'))).toBe(false)
  await database.close()
})

test('a database without tables is no fault', async () => {
  const data = scratchDirectory()
  await embeddedFromTemplate(data)
  const outcome = await doctor(data, ['--json'])
  expect(outcome.code).toBe(0)
  expect(findingOf(outcome, 'database')).toMatchObject({ state: 'warning' })
  expect(findingOf(outcome, 'database').message).toContain('saola migrate')
})

onBothDatabases('saola doctor', (database) => {
  const asked = () => runCommand(doctorCommand, ['doctor', '--port', '0', '--json'], options())
  const options = () => database().options

  test('keys and dataset: none, there, damaged here', async () => {
    const empty = await asked()
    expect(empty.code).toBe(0)
    expect(findingOf(empty, 'database')).toMatchObject({ state: 'ok' })
    expect(findingOf(empty, 'keys').message).toContain('saola keys create')
    expect(findingOf(empty, 'dataset').message).toContain('none is active')

    const rest = { organisation: null, scopes: [], plan: 'free', expiresAt: null }
    await createKey(database().db, { ...rest, userName: 'Lan' })
    await createKey(database().db, { ...rest, userName: 'Lan', expiresAt: new Date(1_000) })
    const id = await writeTown(database(), [])
    const well = await asked()
    expect(findingOf(well, 'keys')).toMatchObject({ state: 'ok', message: '1 of 2 usable' })
    expect(findingOf(well, 'dataset')).toMatchObject({ state: 'ok' })
    expect(findingOf(well, 'dataset').message).toContain(
      'Not on this disk: search.idx, reverse.idx, pois.idx, tiles.idx',
    )

    expect(findingOf(well, 'rules')).toMatchObject({ state: 'ok' })
    const old = writeContainer('search', SEARCH_VERSION, { a: Uint8Array.of(1) })
    await database()
      .db.update(datasetFiles)
      .set({ bytes: old })
      .where(and(eq(datasetFiles.datasetId, id), eq(datasetFiles.name, 'search.idx')))
    const rules = findingOf(await asked(), 'rules')
    expect(rules.state).toBe('warning')
    expect(rules.message).toContain("search.idx. Run 'saola datasets rebuild'")

    const directory = join(options().dataDir, 'datasets', id)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'search.idx'), 'damaged')
    const damaged = findingOf(await asked(), 'dataset')
    expect(damaged.state).toBe('warning')
    expect(damaged.message).toContain('search.idx has 7 bytes instead of')
  })

  test('a database of another version: what the other commands would say', async () => {
    const { db } = database()
    await db.execute(sql`
      insert into saola_migrations (position, name, sha256) values (99, '0099_future', 'x')`)
    const newer = await asked()
    expect(newer.code).toBe(1)
    expect(findingOf(newer, 'database').state).toBe('fault')
    expect(findingOf(newer, 'database').message).toContain('newer Saola (0099_future')
    await db.execute(sql`delete from saola_migrations where position > 1`)
    const older = findingOf(await asked(), 'database')
    expect(older.state).toBe('warning')
    expect(older.message).toContain('lacks 0002_switches')
  })
})
