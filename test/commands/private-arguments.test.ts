import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutPassword } from '../../src/commands/env/private-arguments.ts'
import { startServer } from '../executable.ts'
import { hasPostgres, startPostgres } from '../postgres.ts'
import { scratchDirectory } from '../scratch.ts'

setDefaultTimeout(60_000)

const URL = 'postgres://me:s3cret@host/db'
const MAIN = [process.execPath, join(import.meta.dir, '../../src/main.ts')]

test.each([
  ['as two', ['serve', '--database-url', URL, '--port', '0'], ['serve', '--port', '0']],
  ['as one', ['keys', 'list', `--database-url=${URL}`], ['keys', 'list']],
  [
    'given twice',
    ['serve', '--database-url', 'postgres://a/b', `--database-url=${URL}`],
    ['serve'],
  ],
])('a URL with a password leaves the command line: %s', (_, argv, kept) => {
  const variables = { DATABASE_URL: 'postgres://other/db', DATABASE_URL_FILE: 'f', PATH: '/bin' }
  expect(withoutPassword({ argv, variables })).toEqual({
    argv: kept,
    variables: { DATABASE_URL: URL, PATH: '/bin' },
  })
})

test.each([
  ['none', ['serve']],
  ['one without a password', ['serve', '--database-url', 'postgres://me@host/db']],
  ['no value', ['serve', '--database-url']],
  ['a file, too', ['serve', '--database-url', URL, '--database-url-file=f']],
])('a command line stays as it is with %s', (_, argv) => {
  expect(withoutPassword({ argv, variables: {} })).toBeNull()
})

const isAbsent = !hasPostgres() && process.env['CI'] !== 'true'
const postgres = isAbsent ? null : await startPostgres()
afterAll(() => postgres?.remove())

describe.skipIf(postgres === null || process.platform !== 'linux')('a server', () => {
  const directory = scratchDirectory()
  afterAll(() => rmSync(directory, { recursive: true }))

  async function expectPrivate(flags: readonly string[]): Promise<void> {
    const options = { cwd: directory, env: { DATABASE_URL: '' }, flags }
    const { url, process: child, stop, log } = await startServer(MAIN, options)
    try {
      const commandLine = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')
      expect(commandLine).toContain('serve')
      expect(commandLine.join(' ')).not.toContain('s3cret')
      expect(log()).toContain('(database: postgres)')
      expect((await fetch(`${url}/health`)).status).toBe(200)
    } finally {
      expect(await stop()).toBe(0)
    }
  }

  test('shows no password of its command line, and is the process that was started', async () => {
    const url = await postgres?.createDatabase()
    await expectPrivate(['--database-url', String(url).replace('@', ':s3cret@')])
  })

  test('takes the URL from a file', async () => {
    const file = join(directory, 'url')
    writeFileSync(file, `${await postgres?.createDatabase()}\n`)
    chmodSync(file, 0o600)
    await expectPrivate(['--database-url-file', file])
  })
})
