import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { ServiceError } from '../../src/base/errors.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { type BlackHole, startBlackHole } from '../black-hole.ts'
import { freePort, hasPostgres, startPostgres } from '../postgres.ts'
import { scratchDirectory } from '../scratch.ts'

/* A PostgreSQL whose host vanishes: connections stay open, and nobody says that it is gone. */

setDefaultTimeout(60_000)

const SHORT_MS = 300

const isAbsent = !hasPostgres() && process.env['CI'] !== 'true'
const postgres = isAbsent ? null : await startPostgres()
afterAll(() => postgres?.remove())

const opened: Database[] = []
const holes: BlackHole[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  for (const hole of holes.splice(0)) hole.close()
})

async function open(databaseUrl: string): Promise<Database> {
  const options = { databaseUrl, dataDir: scratchDirectory(), connectMsMax: SHORT_MS }
  const database = await openDatabase(options)
  opened.push(database)
  return database
}

describe.skipIf(postgres === null)('hosts of PostgreSQL', () => {
  async function twoHosts(count: number): Promise<{ first: BlackHole; url: string }> {
    const url = new URL(String(await postgres?.createDatabase()))
    const first = await startBlackHole(Number(url.port))
    holes.push(first)
    const hosts = [`127.0.0.1:${first.port}`, url.host].slice(0, count)
    return { first, url: `postgres://postgres@${hosts.join(',')}${url.pathname}?sslmode=disable` }
  }

  test('a vanished host is left for the next, statements under way fail', async () => {
    const { first, url } = await twoHosts(2)
    const { sql, limitSilence, explain } = await open(url)
    limitSilence(SHORT_MS)
    const underWay = sql.begin(async (tx) => {
      await tx`select 1`
      first.vanish()
      await tx`select 2`
    })
    const failure: unknown = await underWay.catch(explain)
    expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(await sql`select 3 as three`).toMatchObject([{ three: 3 }])
  })

  test('one that is gone from the start is passed over, with and without TLS', async () => {
    const { first, url } = await twoHosts(2)
    first.vanish()
    for (const mode of ['disable', 'prefer', 'allow']) {
      const { sql } = await open(url.replace('sslmode=disable', `sslmode=${mode}`))
      expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
    }
  })

  test('the only one is asked again when it is back', async () => {
    const { first, url } = await twoHosts(1)
    const { sql, limitSilence, explain } = await open(url)
    limitSilence(SHORT_MS)
    first.vanish()
    const failures = await Promise.all([1, 2, 3].map(() => sql`select 1`.catch(explain)))
    for (const failure of failures) expect(failure).toBeInstanceOf(ServiceError)
    first.comeBack()
    expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
  })

  test('a statement that takes long is cut off by a limit, not while rows come', async () => {
    const { url } = await twoHosts(1)
    const { sql, limitSilence } = await open(url)
    await sql`select pg_sleep(${(3 * SHORT_MS) / 1000})`
    limitSilence(SHORT_MS)
    // One row after the other, each in time.
    const slow = sql`
      select pg_sleep(0.15), repeat('x', 20000) from generate_series(1, 6)`
    expect(await slow).toHaveLength(6)
    await expect(sql`select pg_sleep(600)`.then(() => null)).rejects.toThrow('said nothing')
  })

  test('a statement that takes too long breaks no other connection of a living host', async () => {
    const { url } = await twoHosts(1)
    const { sql, limitSilence } = await open(url)
    limitSilence(SHORT_MS)
    let failure: unknown = null
    const late = sql`select pg_sleep(600)`.catch((error: unknown) => {
      failure = error
    })
    while (failure === null) {
      expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
      await Bun.sleep(10)
    }
    await late
    expect(String(failure)).toContain('said nothing')
  })

  test('a host where nobody listens is passed over', async () => {
    const { url } = await twoHosts(1)
    const { sql } = await open(url.replace('@', `@127.0.0.1:${await freePort()},`))
    expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
  })
})
