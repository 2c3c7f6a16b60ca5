import { describe, expect, test } from 'bun:test'
import { AccessLog, type AccessLogSettings } from '../../../src/http/telemetry/access-log.ts'
import { keyText } from '../../access/keys.ts'
import { NOON, Town } from '../town.ts'

/* What the lines about requests say, and what they never do. */

const JSON_LINES = { format: 'json', every: 1, hasQueries: false } as const

/** Not `town.ask`, which may ask for the documentation, too. Gives the body. */
async function ask(
  town: Town,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const keyed = { 'x-api-key': keyText(1), ...headers }
  return (await town.app.fetch(new Request(`http://localhost${path}`, { headers: keyed }))).text()
}

function townThatLogs(settings: AccessLogSettings) {
  const blocks: string[] = []
  const accessLog = new AccessLog(
    settings,
    () => NOON,
    (lines) => blocks.push(lines),
  )
  const lines = () => {
    accessLog.flush()
    return blocks.flatMap((block) => block.split('\n'))
  }
  return {
    town: new Town({ accessLog }),
    lines,
    events: () => lines().map((each) => JSON.parse(each)),
  }
}

test('a line has what was asked and how it was answered, by the pattern of its route', async () => {
  const { town, events } = townThatLogs(JSON_LINES)
  const answers = [
    await ask(town, '/v1/suggest?input=ca', { 'x-request-id': 'mine-1' }),
    await ask(town, '/v1/pois/a1?poi_token=x'),
    await ask(town, '/v1/suggest?input=ca', { 'x-api-key': 'sk_live_wrong' }),
    await ask(town, '/nowhere/at-all?x=1'),
    await ask(town, '/health', { 'x-api-key': '' }),
  ]
  const bytes = answers.map((text) => Buffer.byteLength(text))
  const seen = events()
  expect(seen[0]).toEqual({
    time: new Date(NOON).toISOString(),
    level: 'info',
    message: 'GET /v1/suggest 200',
    request_id: 'mine-1',
    method: 'GET',
    route: '/v1/suggest',
    status: 200,
    duration_ms: 0,
    bytes: bytes[0],
    key: 'key1',
  })
  expect(seen.map(({ route, status, key }) => [route, status, key])).toEqual([
    ['/v1/suggest', 200, 'key1'],
    ['/v1/pois/{placeId}', 400, 'key1'],
    ['/v1/suggest', 401, null],
    ['unmatched', 404, null],
    ['/health', 200, null],
  ])
  expect(seen.map((event) => event.bytes)).toEqual(bytes)
  expect(new Set(seen.map((event) => event.request_id)).size).toBe(5)
})

describe('neither keys nor queries', () => {
  const path = `/v1/suggest?input=my%20home&key=${keyText(1)}`

  test('are written', async () => {
    const { town, lines } = townThatLogs(JSON_LINES)
    await ask(town, path)
    expect(lines().join()).not.toMatch(/home|sk_live/)
  })

  test.each(['json', 'text'] as const)(
    'queries are when asked for, keys not: %s',
    async (format) => {
      const { town, lines } = townThatLogs({ format, every: 1, hasQueries: true })
      await ask(town, path)
      expect(lines()).toHaveLength(1)
      expect(lines().join()).toContain('input=my%20home&key=sk_live_***')
      expect(lines().join()).not.toContain(keyText(1))
    },
  )
})

test('text is a line, too', async () => {
  const { town, lines } = townThatLogs({ ...JSON_LINES, format: 'text' })
  const text = await ask(town, '/v1/suggest?input=ca', { 'x-request-id': 'mine-1' })
  const bytes = Buffer.byteLength(text)
  expect(lines()).toEqual([`GET /v1/suggest 200 0 ms ${bytes} B key1 mine-1`])
})

test('a sample is every hundredth', async () => {
  const { town, lines } = townThatLogs({ ...JSON_LINES, every: 100 })
  for (let i = 0; i < 299; i++) await ask(town, '/health')
  expect(lines()).toHaveLength(2)
})

test('lines wait for each other, and are handed on without being asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const accessLog = new AccessLog(JSON_LINES, () => NOON, resolve)
  const town = new Town({ accessLog })
  await ask(town, '/health')
  await ask(town, '/ready')
  expect((await promise).split('\n')).toHaveLength(2)
})

test('a long block does not wait', async () => {
  const blocks: string[] = []
  const accessLog = new AccessLog(
    JSON_LINES,
    () => NOON,
    (lines) => blocks.push(lines),
  )
  const town = new Town({ accessLog })
  for (let i = 0; i < 400; i++) void ask(town, '/health')
  await ask(town, '/health')
  expect(blocks.length).toBeGreaterThan(0)
  accessLog.flush()
  expect(blocks.join('\n').split('\n')).toHaveLength(401)
})
