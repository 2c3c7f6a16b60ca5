import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createServer, type Serving } from '../../src/serving/server.ts'
import { keyRecord, keyText } from '../access/keys.ts'
import { NO_CONTROL, optionsAlone } from './alone.ts'

let serving: Serving | null = null
afterEach(async () => {
  await serving?.stop(0)
  serving = null
})

async function start(): Promise<string> {
  serving = createServer(optionsAlone(1), NO_CONTROL)
  serving.setKeys([keyRecord(1)])
  serving.setPoiSecrets([{ keyId: 'a', bytes: new Uint8Array(32) }])
  return serving.listen(0)
}

/** What is answered to a head after which no more than the first byte of its body comes. */
async function answerTo(url: string, head: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  socket.on('data', (part: Buffer) => {
    answer += part.toString()
    if (answer.endsWith('}')) resolve(answer)
  })
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

test.each([2_000_000, 300_000_000, 2 ** 40])(
  'a body of %d bytes is refused as every error is told, before it is here',
  async (bytes) => {
    const answer = await answerTo(await start(), [
      'POST /v1/batch/geocode HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${keyText(1)}`,
      'X-Request-ID: too-much',
      'Content-Type: application/json',
      `Content-Length: ${bytes}`,
    ])
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toStartWith('HTTP/1.1 413 ')
    expect(head.toLowerCase()).toContain('x-request-id: too-much')
    expect(JSON.parse(body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', request_id: 'too-much' })
  },
)
