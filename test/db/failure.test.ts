import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { assert } from '../../src/base/assert.ts'
import { ServiceError } from '../../src/base/errors.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { type DatabasePlace, explainFailure, postgresPlace } from '../../src/db/failure.ts'
import { migrate } from '../../src/db/migrate.ts'
import { parsePostgresUrl, type SslMode } from '../../src/postgres-url.ts'
import { freePort, hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { scratchDirectory } from './databases.ts'

const START_MS_MAX = 60_000
const PLACE = placeAt('postgres://lan:s3cret@db.example.com:5433/saola')

function placeAt(url: string, mode: SslMode = 'prefer'): DatabasePlace {
  const parsed = parsePostgresUrl(url)
  assert(parsed, 'it is an address')
  return postgresPlace(parsed, mode)
}

async function failureOf(url: string): Promise<ServiceError> {
  const failure: unknown = await openDatabase({
    databaseUrl: url,
    dataDir: scratchDirectory(),
  }).catch((error: unknown) => error)
  if (failure instanceof ServiceError) return failure
  throw new Error(`expected a ServiceError, got ${String(failure)}`)
}

test('nobody listens: says where and what to check, not the password', async () => {
  const port = await freePort()
  const failure = await failureOf(`postgres://lan:s3cret@127.0.0.1:${port}/saola`)
  expect(failure.code).toBe('DATABASE_UNAVAILABLE')
  expect(failure.message).toContain(`127.0.0.1:${port}, database saola, user lan`)
  expect(failure.message).toContain('firewall')
  expect(Bun.inspect(failure)).not.toContain('s3cret')
})

test('a host that is not there', async () => {
  const failure = await failureOf('postgres://lan:s3cret@no-such-host.invalid/saola')
  expect(failure.code).toBe('DATABASE_UNAVAILABLE')
  expect(failure.message).toContain('no-such-host.invalid')
})

test.each([
  ['28P01', 'DATABASE_UNAVAILABLE', 'password'],
  ['3D000', 'DATABASE_UNAVAILABLE', 'create it'],
  ['53300', 'DATABASE_UNAVAILABLE', 'max_connections'],
  ['57P01', 'DATABASE_UNAVAILABLE', 'shutting down'],
  ['25006', 'DATABASE_UNAVAILABLE', 'primary'],
  ['CONNECTION_CLOSED', 'DATABASE_UNAVAILABLE', 'does not answer'],
  ['53100', 'DISK_FULL', 'no space'],
  ['ENOSPC', 'DISK_FULL', 'no space'],
  ['EMFILE', 'DATABASE_UNAVAILABLE', 'ulimit -n'],
  ['XX001', 'DATABASE_UNAVAILABLE', 'restore a backup'],
])('%s means %s', (code, expected, words) => {
  const failure = explainFailure(Object.assign(new Error('it failed'), { code }), PLACE)
  expect(failure).toMatchObject({ name: 'ServiceError', code: expected })
  expect(String(failure)).toContain(words)
  expect(String(failure)).toContain('db.example.com:5433')
  expect(String(failure)).not.toContain('s3cret')
})

test('a connection that ends before TLS names it', () => {
  const error = Object.assign(new Error('it failed'), { code: 'ECONNRESET' })
  const asks = placeAt('postgres://lan@db.example.com/saola', 'require')
  expect(String(explainFailure(error, asks))).toContain('speaks TLS, which sslmode=require')
  expect(String(explainFailure(error, PLACE))).not.toContain('TLS')
})

test('what we do not know stays what it is', () => {
  const bug = Object.assign(new Error('duplicate key'), { code: '23505' })
  expect(explainFailure(bug, PLACE)).toBe(bug)
  const known = new ServiceError('NOT_FOUND', 'There is none.')
  expect(explainFailure(known, PLACE)).toBe(known)
  expect(explainFailure('odd', PLACE)).toBe('odd')
})

describe.skipIf(!hasPostgres() && process.env['CI'] !== 'true')('a PostgreSQL', () => {
  let server: PostgresServer
  let database: Database
  beforeAll(async () => {
    server = await startPostgres()
    const databaseUrl = await server.createDatabase()
    database = await openDatabase({ databaseUrl, dataDir: scratchDirectory() })
    await migrate(database)
  }, START_MS_MAX)
  afterAll(async () => {
    await database.close()
    server.remove()
  })

  test('a database that is not there', async () => {
    const failure = await failureOf(server.url.replace(/postgres$/, 'no_such_database'))
    expect(failure.message).toContain('no such database: create it')
  })

  test('a bound value is in no message', async () => {
    const error: unknown = await database.db
      .execute(sql`select ${'s3cret value'}::integer / 0`)
      .catch((failure: unknown) => database.explain(failure))
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain('Failed query')
  })

  test('gone in the middle, then back: refused with what to check, then well again', async () => {
    server.stop()
    const asked = async () => {
      await database.db.execute(sql`select 1`)
    }
    const failure: unknown = await asked().catch((error: unknown) => database.explain(error))
    expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    server.start()
    // A connection that broke may be noticed only now.
    await asked().catch(asked).catch(asked)
  })
})
