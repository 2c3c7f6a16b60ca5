import { expect, test } from 'bun:test'
import { healthCommand } from '../../src/commands/health.ts'
import { runCommand } from './harness.ts'

/** The command's outcome where a server answers with these statuses. */
async function healthWith(health: number, ready: number, ...flags: string[]) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => new Response('said', { status: url.endsWith('/ready') ? ready : health }),
  })
  const { port } = server
  const argv = ['health', '--host', '0.0.0.0', '--port', String(port), ...flags]
  const outcome = await runCommand(healthCommand, argv, { databaseUrl: null, dataDir: '' })
  await server.stop(true)
  return { ...outcome, url: `http://127.0.0.1:${port}` }
}

test.each([
  [200, 200, 0],
  [503, 200, 1],
  [200, 503, 1],
])('health %d and ready %d: exit code %d', async (health, ready, code) => {
  const outcome = await healthWith(health, ready)
  expect(outcome.code).toBe(code)
  expect(outcome.out).toBe(
    `${outcome.url}/health: ${health} said\n${outcome.url}/ready: ${ready} said\n`,
  )
})

test('as JSON', async () => {
  const { code, out, url } = await healthWith(200, 503, '--json')
  expect([code, JSON.parse(out)]).toEqual([
    1,
    { ok: false, url, health: { status: 200, text: 'said' }, ready: { status: 503, text: 'said' } },
  ])
})

test('nobody answers', async () => {
  const argv = ['health', '--port', '1']
  const { code, out } = await runCommand(healthCommand, argv, { databaseUrl: null, dataDir: '' })
  expect([code, out]).toEqual([1, expect.stringContaining('/ready: no answer')])
})
