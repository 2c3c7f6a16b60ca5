import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, startServer } from './executable.ts'
import { hasPostgres, startPostgres } from './postgres.ts'
import { ask, prepareTown, usedToday } from './running-town.ts'
import { scratchDirectory } from './scratch.ts'

/* What a server that is killed loses of what it has counted: nothing older than a second. */

setDefaultTimeout(120_000)

const MAIN = [process.execPath, join(import.meta.dir, '../src/main.ts')]
const JOURNALED_MS = 1_000
const REQUESTS = 20

const isAbsent = !hasPostgres() && process.env['CI'] !== 'true'
const postgres = isAbsent ? null : await startPostgres()
const running: RunningServer[] = []
afterEach(() => {
  for (const { process } of running.splice(0)) process.kill('SIGKILL')
})
afterAll(() => postgres?.remove())

describe.each(['embedded', 'postgres'] as const)('with the %s database', (kind) => {
  test.skipIf(kind === 'postgres' && postgres === null)(
    'kill -9 loses no count of before the last second, and none counts twice',
    async () => {
      const directory = scratchDirectory()
      const databaseUrl = kind === 'postgres' ? ((await postgres?.createDatabase()) ?? null) : null
      const key = await prepareTown(databaseUrl, directory)
      const start = async (workers: string) => {
        const env = { DATABASE_URL: databaseUrl ?? '', SAOLA_WORKERS: workers }
        const flags = ['--data', directory]
        const server = await startServer(MAIN, { cwd: directory, env, flags })
        running.push(server)
        return server
      }
      for (const workers of ['1', '2']) {
        const server = await start(workers)
        for (let i = 0; i < REQUESTS; i++) await ask(server.url, key, '/v1/suggest?input=ben')
        await Bun.sleep(JOURNALED_MS)
        await server.stop('SIGKILL')
      }
      const server = await start('1')
      expect(await usedToday(server.url, key)).toBe(2 * REQUESTS)
      expect(await server.stop()).toBe(0)
      expect(readdirSync(directory).filter((name) => name.startsWith('usage-'))).toEqual([])
      rmSync(directory, { recursive: true })
    },
  )
})
