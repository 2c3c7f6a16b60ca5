import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { portOf } from '../../src/serving/port.ts'
import { createServer, type Serving } from '../../src/serving/server.ts'
import { keyRecord, keyText } from '../access/keys.ts'
import { NO_CONTROL, optionsAlone } from './alone.ts'

/* What can be asked on which port, by request lines as no client of ours would write them. */

let serving: Serving | null = null
afterEach(async () => {
  await serving?.stop(0)
  serving = null
})

/** Where it listens, and where operators ask. */
async function start(isOpsApart = false): Promise<{ url: string; opsUrl: string }> {
  const lines: string[] = []
  const alone = optionsAlone(1, lines)
  const settings = { ...alone.settings, isOpsApart }
  const opsAddress = isOpsApart ? '127.0.0.1:0' : null
  serving = createServer({ ...alone, settings, opsAddress }, NO_CONTROL)
  serving.setKeys([keyRecord(1)])
  serving.setPoiSecrets([{ keyId: 'a', bytes: new Uint8Array(32) }])
  const url = await serving.listen(0)
  return { url, opsUrl: /http:\S+\d/.exec(lines.join())?.[0] ?? '' }
}

/** Status and body of what is answered to a request line. */
async function answerTo(url: string, target: string, method = 'GET'): Promise<[number, string]> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(portOf(url), '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
    const [head = '', body] = answer.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (body !== undefined && Buffer.byteLength(body) >= length) resolve(answer)
  })
  socket.on('error', reject)
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${keyText(1)}\r\n\r\n`)
  const text = await promise
  socket.destroy()
  return [Number(text.slice(9, 12)), text.split('\r\n\r\n')[1] ?? '']
}

describe('paths as they are sent', () => {
  test.each([
    ...['/x/../metrics', '/./metrics', '/x/%2e%2e/metrics', '/x/%2E./metrics', '/x/.%2e/metrics'],
    ...['/x\\..\\metrics', '/x/../metrics/', '/x/../v1/suggest?input=ab', 'http://b/x/../ready'],
    ...[
      '/v1/pois/tiles/../../..',
      '/v1/pois/tiles/../../suggest?input=ab',
      '/v1/pois/x\\..\\..\\..',
    ],
    ...['/v1/pois/..%2f..%2fmetrics', '/v1/pois/%2e%2e%2fsuggest', '/x%2f../metrics', '/a/..%5cb'],
    ...['/..', '/v1/../'],
  ])('%s has dot segments', async (target) => {
    const { url } = await start()
    const [status, body] = await answerTo(url, target)
    expect([status, body]).toEqual([400, expect.stringContaining('"code":"BAD_REQUEST"')])
    expect(body).toContain('request_id')
  })

  test.each([
    ['/metrics', 'GET', 200],
    ['/metrics/', 'GET', 200],
    ['/metrics', 'POST', 405],
    ['/metrics?x=/../y', 'GET', 200],
    ['http://b/metrics', 'GET', 200],
    ['/v1/pois/tiles/1/0/0', 'GET', 503],
    ['/v1/pois/a%20b', 'GET', 400],
    ['/v1/pois/a..b', 'GET', 400],
    ['/v1/suggest', 'OPTIONS', 204],
    ['/...', 'GET', 404],
    ['/.well-known/x', 'GET', 404],
    ['/docs/guide/', 'GET', 200],
  ])('%s (%s) has none', async (target, method, status) => {
    const { url } = await start()
    const [answered, body] = await answerTo(url, target, method)
    expect(answered).toBe(status)
    expect(body).not.toContain("'..'")
  })
})

describe('an address for operators', () => {
  test('has what the public port then has not', async () => {
    const { url, opsUrl } = await start(true)
    for (const path of ['/metrics', '/ready']) {
      expect((await fetch(url + path)).status).toBe(404)
    }
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${opsUrl}/metrics`)).text()).toContain('saola_build_info')
    expect((await fetch(`${opsUrl}/ready`)).status).toBe(503)
    expect(await (await fetch(`${opsUrl}/health`)).json()).toEqual({
      ...{ status: 'ok', version: '0', database: 'embedded', dataset: null },
    })
    expect((await fetch(`${opsUrl}/v1/suggest?input=ab`)).status).toBe(404)
    expect(await (await fetch(`${url}/docs/json`)).text()).not.toContain('"/metrics"')
  })
})
