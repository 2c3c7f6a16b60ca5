import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dirname } from 'node:path'
import { assert } from '../src/base/assert.ts'
import { within } from '../src/serving/peer.ts'
import { hasPostgres, startPostgres } from './postgres.ts'
import { ask, prepareTown } from './running-town.ts'
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
    } finally {
      server.thaw()
      serving.kill('SIGKILL')
    }
  })
})
