import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/client.ts'
import { sslSettings } from '../../src/db/postgres/ssl.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { program } from '../program.ts'
import { scratchDirectory } from '../scratch.ts'

/* How connections are encrypted, and what is told of certificates, with a real PostgreSQL. */

setDefaultTimeout(60_000)

const directory = scratchDirectory()
const file = (name: string): string => join(directory, name)
afterAll(() => rmSync(directory, { recursive: true }))

describe('settings', () => {
  const settings = (query: string, variables: Record<string, string> = {}) =>
    sslSettings(new Map(new URLSearchParams(query)), { HOME: directory, ...variables })

  test.each([
    ['', {}, 'prefer', 'nothing'],
    ['', { PGSSLMODE: 'require' }, 'require', 'nothing'],
    ['sslmode=disable', { PGSSLMODE: 'require' }, 'disable', 'nothing'],
    ['sslmode=verify-ca', {}, 'verify-ca', 'authority'],
    ['sslmode=verify-full', {}, 'verify-full', 'name'],
    ['sslrootcert=system', {}, 'verify-full', 'name'],
    ['', { PGSSLROOTCERT: 'system' }, 'verify-full', 'name'],
  ])('%s %o', (query, variables, mode, check) => {
    expect(settings(query, variables)).toEqual({ mode, check, authorities: null } as never)
  })

  test('an authority that is named is asked for', () => {
    writeFileSync(file('root'), 'PEM')
    const named = `sslmode=require&sslrootcert=${file('root')}`
    expect(settings(named)).toEqual({ mode: 'require', check: 'authority', authorities: 'PEM' })
    expect(settings('sslmode=verify-full', { PGSSLROOTCERT: file('root') }).authorities).toBe('PEM')
  })

  test.each([
    ['', { PGSSLMODE: 'maybe' }, 'PGSSLMODE is "maybe"; it accepts disable'],
    ['sslmode=require&sslrootcert=system', {}, 'takes sslmode verify-full'],
    ['sslmode=require&sslrootcert=/none', {}, 'sslrootcert cannot be read: ENOENT'],
  ])('%s %o is refused', (query, variables, words) => {
    expect(() => settings(query, variables)).toThrow(words)
  })
})

const openssl = program('openssl', 'Its Debian package is openssl.')
const isAbsent = openssl === null || (!hasPostgres() && process.env['CI'] !== 'true')

describe.skipIf(isAbsent)('a PostgreSQL', () => {
  let postgres: PostgresServer
  let name = ''

  function makeCertificates(): void {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
    const made = [
      ['req', '-x509', ...key, '-subj', '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.crt'],
      [
        'req',
        ...key.slice(0, 3),
        '-subj',
        '/CN=localhost',
        '-keyout',
        'own.key',
        '-out',
        'own.csr',
      ],
      [
        ...['x509', '-req', '-in', 'own.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key'],
        ...['-CAcreateserial', '-days', '2', '-extfile', 'names', '-out', 'own.crt'],
      ],
    ]
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
    for (const argv of made) {
      const { exitCode, stderr } = Bun.spawnSync(['openssl', ...argv], { cwd: directory })
      if (exitCode !== 0) throw new Error(stderr.toString())
    }
  }

  beforeAll(async () => {
    makeCertificates()
    postgres = await startPostgres((data) => {
      for (const part of ['own.key', 'own.crt']) copyFileSync(file(part), join(data, part))
      chmodSync(join(data, 'own.key'), 0o600)
      const settings = "ssl = on\nssl_cert_file = 'own.crt'\nssl_key_file = 'own.key'\n"
      appendFileSync(join(data, 'postgresql.conf'), settings)
      const rules = ['host postgres all all trust', 'hostnossl all plain all trust']
      const lines = [...rules, 'hostssl all postgres all trust'].join('\n')
      writeFileSync(join(data, 'pg_hba.conf'), `${lines}\n`)
    })
    name = new URL(await postgres.createDatabase()).pathname
    const admin = await openDatabase({ databaseUrl: postgres.url, dataDir: directory })
    await admin.sql`create role plain login`
    await admin.close()
  })
  afterAll(() => postgres.remove())

  const urlOf = (query: string, user = 'postgres', host = '127.0.0.1') =>
    `postgres://${user}@${host}:${new URL(postgres.url).port}${name}?${query}`

  async function isEncrypted(url: string): Promise<boolean> {
    const database = await openDatabase({ databaseUrl: url, dataDir: directory })
    try {
      const [row] = await database.sql<{ ssl: boolean }[]>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      return row?.ssl === true
    } finally {
      await database.close()
    }
  }

  test.each([
    ['by default, where it is offered', '', 'postgres', true],
    ['require', 'sslmode=require', 'postgres', true],
    ['allow, where nothing else is taken', 'sslmode=allow', 'postgres', true],
    ['prefer, where it is not taken', 'sslmode=prefer', 'plain', false],
    ['allow', 'sslmode=allow', 'plain', false],
    ['disable', 'sslmode=disable', 'plain', false],
  ])('encrypts or not: %s', async (_, query, user, expected) => {
    expect(await isEncrypted(urlOf(query, user))).toBe(expected)
  })

  test.each([
    ['verify-ca', '127.0.0.1'],
    ['verify-full', 'localhost'],
  ])('%s takes the certificate of a known authority', async (mode, host) => {
    const query = `sslmode=${mode}&sslrootcert=${file('ca.crt')}`
    expect(await isEncrypted(urlOf(query, 'postgres', host))).toBe(true)
  })

  test.each([
    ['sslmode=disable', 'postgres', 'the user is refused'],
    ['sslmode=verify-ca', 'postgres', 'authority that is not'],
    ['sslmode=verify-full', 'postgres', 'sslrootcert=FILE'],
    ['sslmode=require&sslrootcert=own.crt', 'postgres', 'authority that is not known'],
    ['sslmode=verify-full&sslrootcert=ca.crt', 'postgres', 'of another name than the host'],
  ])('%s is refused, with what to do', async (query, user, words) => {
    const url = urlOf(query.replace('sslrootcert=', `sslrootcert=${directory}/`), user)
    const failure: unknown = await isEncrypted(url).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(String(failure)).toContain(words)
  })

  test('without TLS on the server, prefer goes without and require says so', async () => {
    const other = await startPostgres()
    try {
      expect(await isEncrypted(other.url)).toBe(false)
      await expect(isEncrypted(`${other.url}?sslmode=require`)).rejects.toThrow(
        'offers no TLS, which sslmode asks for',
      )
    } finally {
      other.remove()
    }
  })
})
