import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
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

describe.skipIf(postgres === null || process.platform !== 'linux')('a process', () => {
  const directory = scratchDirectory()
  afterAll(() => rmSync(directory, { recursive: true }))

  test('shows no password of its command line, and is the process that was started', async () => {
    const url = String(await postgres?.createDatabase()).replace('@', ':s3cret@')
    const options = { cwd: directory, env: { DATABASE_URL: '' }, flags: ['--database-url', url] }
    const server = await startServer(MAIN, options)
    try {
      const commandLine = readFileSync(`/proc/${server.process.pid}/cmdline`, 'utf8').split('\0')
      expect(commandLine).toContain('serve')
      expect(commandLine.join(' ')).not.toContain('s3cret')
      expect(server.log()).toContain('(database: postgres)')
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
    } finally {
      expect(await server.stop()).toBe(0)
    }
  })

  test('a command takes the URL from a file', async () => {
    const file = join(directory, 'url')
    writeFileSync(file, `${await postgres?.createDatabase()}\n`)
    const env = { DATABASE_URL_FILE: file }
    const { exitCode, stdout } = Bun.spawnSync([...MAIN, 'migrate', '--json'], {
      cwd: directory,
      env,
    })
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout.toString())).toMatchObject({ database: 'postgres' })
  })
})
