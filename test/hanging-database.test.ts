import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dirname } from 'node:path'
import { startApp } from '../src/app.ts'
import { assert } from '../src/base/assert.ts'
import { resolveConfig } from '../src/config.ts'
import { within } from '../src/serving/peer.ts'
import { startBlackHole } from './black-hole.ts'
import { hasPostgres, startPostgres } from './postgres.ts'
import { ask, prepareTown, until, usedToday } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'

/* A database whose connections stay open and that answers nothing: no query fails. */

setDefaultTimeout(120_000)

const isAbsent = !hasPostgres() && process.env['CI'] !== 'true'
const server = isAbsent ? null : await startPostgres()
afterAll(() => server?.remove())

describe.skipIf(server === null)('when PostgreSQL hangs', () => {
  test('usage is refused soon, and the server stops, keeping what it could not write', async () => {
    assert(server, 'the suite is skipped without PostgreSQL')
    const directory = scratchDirectory()
    const databaseUrl = await server.createDatabase()
    const key = await prepareTown(databaseUrl, directory)
    const serving = Bun.spawn(
      [process.execPath, 'src/main.ts', 'serve', '--json', '--port', '0', '--data', directory],
      {
        cwd: dirname(import.meta.dir),
        env: { ...process.env, DATABASE_URL: databaseUrl },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    const { value } = await serving.stdout.getReader().read()
    const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string }
    try {
      expect((await ask(url, key, '/v1/usage')).status).toBe(200)
      server.freeze()
      for (let i = 0; i < 3; i++) await ask(url, key, '/v1/suggest?input=ben')
      const usage = await ask(url, key, '/v1/usage')
      expect(usage.status).toBe(503)
      expect(await usage.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      serving.kill('SIGTERM')
      expect(await within<number | null>(serving.exited, 20_000, () => null)).toBe(0)
      const log = await new Response(serving.stderr).text()
      // Of the first request for usage it is not known: it was being written.
      expect(log).toMatch(/The counts of [45] requests are kept in \S+\.journal\./)
      server.thaw()
      const app = await startApp(
        resolveConfig({ port: '0', data: directory, databaseUrl }, {}),
        () => {},
      )
      const used = await usedToday(app.url, key).finally(() => app.stop())
      expect(used).toBe(5)
    } finally {
      server.thaw()
      serving.kill('SIGKILL')
    }
  })

  test('a host that vanishes is left for the next one: keys and usage go on', async () => {
    assert(server, 'the suite is skipped without PostgreSQL')
    const directory = scratchDirectory()
    const direct = new URL(await server.createDatabase())
    const key = await prepareTown(direct.href, directory)
    const first = await startBlackHole(Number(direct.port))
    const hosts = `127.0.0.1:${first.port},${direct.host}`
    const databaseUrl = direct.href.replace(direct.host, hosts)
    const flags = { port: '0', data: directory, databaseUrl, databaseStatementSeconds: '1' }
    const app = await startApp(resolveConfig(flags, {}), () => {})
    try {
      await ask(app.url, key, '/v1/suggest?input=ben')
      expect(await usedToday(app.url, key)).toBe(1)
      first.vanish()
      await ask(app.url, key, '/v1/suggest?input=ben')
      await until(async () => (await ask(app.url, key, '/v1/usage')).status === 200, 15_000)
      expect((await fetch(`${app.url}/health`)).status).toBe(200)
      const isCounted = async () => (await usedToday(app.url, key)) >= 3
      await until(isCounted)
    } finally {
      await app.stop()
      first.close()
    }
  })
})
