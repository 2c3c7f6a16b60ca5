import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../src/db/client.ts'
import { migrate } from '../src/db/migrate.ts'
import { embeddedFromTemplate } from './db/databases.ts'
import { type RunningServer, startServer } from './executable.ts'
import { ask, prepareTown, until, usedToday } from './running-town.ts'
import { hasSmallDisks, mountSmallDisk, type SmallDisk } from './small-disk.ts'

/* The embedded database on a disk that becomes full, to its last byte too, and has room again. */

setDefaultTimeout(120_000)

const MAIN = [process.execPath, join(import.meta.dir, '../src/main.ts')]
const DISK_MB = 240
const LOW_BYTES = 64 << 20
const RECOVERED_MS = 20_000

const disks: SmallDisk[] = []
let server: RunningServer | null = null
let database: Database | null = null

function newDisk(): SmallDisk {
  const disk = mountSmallDisk(DISK_MB)
  if (disk === null) throw new Error('the suite is skipped without small disks')
  disks.push(disk)
  return disk
}

afterEach(async () => {
  server?.process.kill('SIGKILL')
  server = null
  await database?.close()
  database = null
})
afterAll(() => {
  for (const disk of disks) disk.unmount()
})

async function opened(disk: SmallDisk, stuckMsMax = 30_000): Promise<Database> {
  const dataDir = join(disk.directory, 'data')
  await embeddedFromTemplate(dataDir)
  database = await openDatabase({ databaseUrl: null, dataDir, stuckMsMax, log: () => {} })
  await migrate(database)
  await database.sql`create table log (line text)`
  return database
}

describe.skipIf(!hasSmallDisks())('on a small disk', () => {
  test('an engine that panics for want of space works again when there is some', async () => {
    const disk = newDisk()
    const { sql, explain } = await opened(disk)
    const filled = sql.begin(async (tx) => {
      await tx`insert into log values ('lost')`
      disk.fill(0)
      for (let i = 0; i < 100; i++) {
        await tx`select pg_logical_emit_message(true, 'saola', repeat('x', 1000000))`
      }
    })
    await expect(filled).rejects.toThrow()
    const failure: unknown = await sql`select 1`.catch(explain)
    expect(failure).toMatchObject({ code: 'DISK_FULL' })
    disk.empty()
    expect(await sql`select * from log`).toHaveLength(0)
    await sql`insert into log values ('kept')`
    expect(await sql`select * from log`).toHaveLength(1)
  })

  test('before it is full it takes no changes, says so, and can be read', async () => {
    const disk = newDisk()
    const { sql, explain } = await opened(disk)
    disk.fill(LOW_BYTES - (1 << 20))
    // Asked a moment ago.
    await Bun.sleep(300)
    const failure: unknown = await sql`insert into log values ('refused')`.catch(explain)
    expect(failure).toMatchObject({ code: 'DISK_FULL' })
    expect(String(failure)).toContain('takes no changes until 64 MB are free')
    expect(await sql`select * from log`).toHaveLength(0)
    disk.empty()
    await Bun.sleep(300)
    await sql`insert into log values ('taken')`
  })

  test('a server answers meanwhile, loses no count, and says what is wrong', async () => {
    const disk = newDisk()
    const dataDir = join(disk.directory, 'data')
    const key = await prepareTown(null, dataDir)
    const options = { cwd: disk.directory, env: {}, flags: ['--data', dataDir] }
    server = await startServer(MAIN, options)
    const { url } = server
    const health = () => fetch(`${url}/health`)
    const asked = async (times: number) => {
      for (let i = 0; i < times; i++) {
        expect((await ask(url, key, '/v1/suggest?input=ben')).status).toBe(200)
      }
    }
    await asked(5)
    disk.fill(LOW_BYTES / 2)
    await until(async () => (await health()).status === 503)
    expect(await (await health()).json()).toMatchObject({ error: expect.stringContaining('disk') })
    await asked(5)
    await until(async () => server?.log().includes('takes no changes until') === true, RECOVERED_MS)
    // Of what is left, counts take their part.
    await until(async () => readdirSync(dataDir).some((name) => name.endsWith('.journal')))
    disk.fill(0)
    await asked(5)
    expect((await health()).status).toBe(503)
    disk.empty()
    await until(async () => (await health()).status === 200, RECOVERED_MS)
    expect(await usedToday(url, key)).toBe(15)
    expect(server.log()).toContain('the database takes changes')
    expect(await server.stop()).toBe(0)
  })
})

test('a statement that does nothing for long is ended, and the next one is answered', async () => {
  const { scratchDirectory } = await import('./scratch.ts')
  const dataDir = scratchDirectory()
  await embeddedFromTemplate(dataDir)
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  database = await openDatabase({ databaseUrl: null, dataDir, stuckMsMax: 1_000, log })
  const { sql } = database
  await expect(sql`select pg_sleep(600)`.then(() => null)).rejects.toThrow()
  expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
  expect(lines.join('\n')).toContain('did nothing for 1 s')
})
