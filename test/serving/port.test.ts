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

/** Connects to a port until its input ends, and prints how often it could. */
const CONNECTING = `
  import { connect } from 'node:net'
  let [connected, isOver] = [0, false]
  const again = () => {
    if (isOver) return console.log(connected)
    const socket = connect(Number(process.argv[1]), '127.0.0.1')
    socket.on('connect', () => connected++)
    socket.on('error', () => {})
    socket.on('close', again)
    socket.on('connect', () => socket.destroy())
  }
  for (let i = 0; i < 8; i++) again()
  console.log('begun')
  for await (const _ of process.stdin) {}
  isOver = true
`

test('whether a port is free is found out without taking connections', async () => {
  const port = await freePort('127.0.0.1', 0)
  const client = Bun.spawn([process.execPath, '-e', CONNECTING, String(port)], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const reader = client.stdout.getReader()
  await reader.read()
  for (let i = 0; i < 5_000; i++) expect(await freePort('127.0.0.1', port)).toBe(port)
  client.stdin.end()
  let counts = ''
  for (let each = await reader.read(); !each.done; each = await reader.read()) {
    counts += new TextDecoder().decode(each.value)
  }
  expect(counts.trim().split('\n')).toEqual(Array(8).fill('0'))
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
