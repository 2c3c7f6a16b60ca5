import { expect, test } from 'bun:test'
import { freePort, listenOn, reasonNotToListen } from '../../src/serving/port.ts'

/** The two ways of taking a port: that of one thread, and that of several. */
const WAYS = [
  (hostname: string, port: number) =>
    listenOn(hostname, port, () =>
      Bun.serve({ hostname, port, fetch: () => new Response() }).stop(true),
    ),
  freePort,
]

test.each(WAYS)('a port that is taken', async (take) => {
  const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const port = holder.port ?? 0
  const refused = take('127.0.0.1', port)
  await expect(refused).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the port is taken. Stop what holds it, or choose ` +
      "another with --port; 'saola doctor' says more.",
  )
  await holder.stop(true)
})

/** No resolver is asked for the last: a name has no empty part. */
const HOSTS = ['nosuchhost.invalid', '203.0.113.9', 'no..host']

test.each(WAYS.flatMap((take) => HOSTS.map((host) => [host, take] as const)))(
  'a host that is none of this machine: %s',
  async (host, take) => {
    await expect(take(host, 0)).rejects.toThrow(wrongHost(host))
  },
)

test('a name without an address is told, whatever error number is left from before', async () => {
  const leftover = () => {
    throw Object.assign(new Error('address in use'), { code: 'EADDRINUSE' })
  }
  await expect(listenOn('no..host', 0, leftover)).rejects.toThrow(wrongHost('no..host'))
})

test.each(['localhost', '127.0.0.1', '0.0.0.0'])(
  '%s is an address of this machine',
  async (host) => {
    expect(await freePort(host, 0)).toBeGreaterThan(0)
  },
)

test('a port that this user may not take', () => {
  const cause = Object.assign(new Error('permission denied'), { code: 'EACCES' })
  expect(reasonNotToListen(cause)).toContain('Choose one from 1024 on')
})

function wrongHost(host: string): string {
  return (
    `Cannot listen on ${host}:0: this machine has no such address. Give --host one that it has; ` +
    '0.0.0.0 is every IPv4 one.'
  )
}
