import { expect, test } from 'bun:test'
import { cannotListen, freePort } from '../../src/serving/port.ts'

/** What the two ways of taking a port say: that of one thread, and that of several. */
const WAYS = [
  (hostname: string, port: number) => Bun.serve({ hostname, port, fetch: () => new Response() }),
  freePort,
]

test.each(WAYS)('a port that is taken', async (take) => {
  const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const port = holder.port ?? 0
  const { message } = refusal(take, '127.0.0.1', port)
  await holder.stop(true)
  expect(message).toBe(
    `Cannot listen on 127.0.0.1:${port}: the port is taken. Stop what holds it, or choose ` +
      "another with --port; 'saola doctor' says more.",
  )
})

test.each(
  WAYS.flatMap((take) =>
    ['nosuchhost.invalid', '203.0.113.9'].map((host) => [host, take] as const),
  ),
)('a host that is none of this machine: %s', (host, take) => {
  const { message } = refusal(take, host, 0)
  expect(message).toBe(
    `Cannot listen on ${host}:0: this machine has no such address. Give --host one that it has; ` +
      '0.0.0.0 is every IPv4 one.',
  )
})

test('a port that this user may not take', () => {
  const cause = Object.assign(new Error('permission denied'), { code: 'EACCES' })
  expect(cannotListen('127.0.0.1', 80, cause).message).toContain('Choose one from 1024 on')
})

function refusal(take: (host: string, port: number) => unknown, host: string, port: number): Error {
  try {
    take(host, port)
  } catch (cause) {
    return take === freePort && cause instanceof Error ? cause : cannotListen(host, port, cause)
  }
  throw new Error('the port was free')
}
