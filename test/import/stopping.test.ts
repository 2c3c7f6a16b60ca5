import { afterEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchDirectory } from '../scratch.ts'

/* Ctrl-C while an import waits for something that does not hear of it. */

const MAIN = join(import.meta.dir, '../../src/main.ts')
/** src/main.ts takes two signals within 300 ms for one. */
const APART_MS = 400

let close = (): void => {}
afterEach(() => close())

/** A PostgreSQL that takes connections and says nothing. */
function silentDatabase(): { url: string; connected: Promise<void> } {
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data() {}, open: () => resolve() },
  })
  close = () => listener.stop(true)
  return { url: `postgres://a@127.0.0.1:${listener.port}/a`, connected }
}

test('the first is answered at once, the second ends it', async () => {
  const { url, connected } = silentDatabase()
  const directory = scratchDirectory()
  const data = join(directory, 'data')
  const extract = join(directory, 'town.osm')
  writeFileSync(extract, '<osm/>')
  const child = Bun.spawn(
    [process.execPath, MAIN, 'import', extract, '--data', data, '--database-url', url],
    { stdout: 'ignore', stderr: 'pipe' },
  )
  await connected
  child.kill('SIGINT')
  let log = ''
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    log += text
    if (!log.includes('\n')) continue
    await Bun.sleep(APART_MS)
    child.kill('SIGINT')
  }
  expect(log).toMatch(/^Stopping: .*\n$/)
  expect(await child.exited).toBe(1)
  expect(existsSync(data) ? readdirSync(data) : []).toEqual([])
})
