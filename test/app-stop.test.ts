import { afterEach, expect, mock, setDefaultTimeout, spyOn, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startApp } from '../src/app.ts'
import { resolveConfig } from '../src/config.ts'
import { Simplifier } from '../src/serving/simplifier.ts'
import { scratchDirectory } from './scratch.ts'

/* How a server gives back what it holds: all of it, whatever part of it fails. */

setDefaultTimeout(120_000)

afterEach(() => mock.restore())

test('a part that cannot be closed leaves no other open', async () => {
  const directory = scratchDirectory()
  const config = resolveConfig({ port: '0', drainSeconds: '0', data: directory }, {})
  const app = await startApp(config, () => {})
  spyOn(Simplifier.prototype, 'close').mockRejectedValue(new Error('no thread ends'))
  const fault: unknown = await app.stop().catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: 'no thread ends' })
  await expect(fetch(`${app.url}/health`)).rejects.toThrow()
  expect(existsSync(join(directory, 'saola.sock'))).toBe(false)
  expect(readdirSync(directory).sort()).toEqual(['datasets', 'db'])
  rmSync(directory, { recursive: true })
})

test('a start that fails closes what it has opened', async () => {
  const directory = scratchDirectory()
  const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const closed = spyOn(Simplifier.prototype, 'close')
  const config = resolveConfig({ port: String(taken.port), data: directory }, {})
  await expect(startApp(config, () => {})).rejects.toMatchObject({ code: 'CONFLICT' })
  await taken.stop()
  expect(closed).toHaveBeenCalledTimes(1)
  expect(existsSync(join(directory, 'saola.sock'))).toBe(false)
  rmSync(directory, { recursive: true })
})
