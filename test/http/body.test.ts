import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { readJson } from '../../src/http/request/body.ts'
import { problemOf } from '../../src/http/request/errors.ts'

test.each([
  ['stops', 0],
  ['drips', 20],
])('a body that %s is cut, and told so', async (_, everyMs) => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const read = readJson(request, 1000, 200)
      const { status, body } = await read.then(
        () => ({ status: 200, body: {} }),
        (error: unknown) => problemOf(error, 'mine'),
      )
      return Response.json(body, { status })
    },
  })
  const socket = connect(server.port ?? 0, '127.0.0.1')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.on('data', (bytes) => resolve(bytes.toString()))
  socket.on('error', reject)
  const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/json']
  socket.write(`${[...head, 'Content-Length: 900'].join('\r\n')}\r\n\r\n{`)
  const timer = everyMs > 0 ? setInterval(() => socket.write(' '), everyMs) : undefined
  const answer = await promise
  clearInterval(timer)
  socket.destroy()
  await server.stop(true)
  expect(answer).toStartWith('HTTP/1.1 408 ')
  expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
})

test('a body that is here in time is read', async () => {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://a/', { method: 'POST', body: '{"a":1}', headers })
  expect(await readJson(request, 1000, 60_000)).toEqual({ a: 1 })
})
