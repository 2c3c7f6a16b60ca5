import { describe, expect, test } from 'bun:test'
import { DEMO_PER_MINUTE } from '../../../src/access/ip-limiter.ts'
import { KeyTable } from '../../../src/access/key-table.ts'
import { Metrics, metricsBytes } from '../../../src/http/telemetry/metrics.ts'
import { keyRecord, keyText } from '../../access/keys.ts'
import { Town } from '../town.ts'

describe('/health', () => {
  test('is well', async () => {
    const { status, body } = await new Town().ask('/health')
    expect([status, body]).toEqual([200, { status: 'ok' }])
  })

  test('is unwell without the database, and only that', async () => {
    const town = new Town({ databaseState: async () => 'away' })
    const { status, body } = await town.ask('/health', { headers: { 'x-request-id': 'mine' } })
    expect(status).toBe(503)
    expect(body).toEqual({
      status: 'unavailable',
      error: 'The database is away.',
      code: 'SERVICE_UNAVAILABLE',
      request_id: 'mine',
    })
    expect((await town.ask('/v1/suggest?input=ca')).status).toBe(200)
  })
})

describe('/ready', () => {
  test('is ready with a dataset', async () => {
    const { status, body } = await new Town().ask('/ready')
    expect([status, body]).toEqual([200, { status: 'ready', dataset: '20261120-abcdef' }])
  })

  test('is not without one, and says what to do', async () => {
    const { status, body } = await new Town({ datasetId: () => null }).ask('/ready')
    expect([status, body['status']]).toEqual([503, 'unavailable'])
    expect(body['error']).toContain('saola import')
  })
})

describe('/metrics', () => {
  test('counts answers by route and class of status', async () => {
    const town = new Town()
    await town.ask('/v1/suggest?input=ca')
    await town.ask('/v1/suggest?input=ca')
    await town.ask('/v1/suggest?input=c')
    await town.ask('/nothing')
    await town.ask('/v1/pois/n42')
    const { text } = await town.ask('/metrics')
    expect(text).toContain('saola_http_requests_total{route="/v1/suggest",status="2xx"} 2\n')
    expect(text).toContain('saola_http_requests_total{route="/v1/suggest",status="4xx"} 1\n')
    expect(text).toContain('saola_http_requests_total{route="unmatched",status="4xx"} 1\n')
    expect(text).toContain('saola_http_requests_total{route="/v1/pois/{placeId}",status="4xx"} 1\n')
    expect(town.usage.drain().map(({ endpoint }) => endpoint)).toContain('/v1/pois/{placeId}')
    expect(text).toContain('saola_dataset_open{dataset="20261120-abcdef"} 1\n')
    expect(text).toMatch(/saola_memory_resident_bytes \d{7,}\n/)
  })

  test('tells how long answers took in seconds', async () => {
    const town: Town = new Town({
      suggest() {
        town.nowMs += 200
        return []
      },
    })
    await town.ask('/v1/suggest?input=ca')
    const { text } = await town.ask('/metrics')
    expect(text).toContain('duration_seconds_sum{route="/v1/suggest",status="2xx"} 0.2\n')
    expect(text).toContain('duration_seconds_bucket{route="/v1/suggest",status="2xx",le="0.1"} 0\n')
    expect(text).toContain(
      'duration_seconds_bucket{route="/v1/suggest",status="2xx",le="0.25"} 1\n',
    )
  })

  test('is lines that Prometheus reads, each metric with help and type', async () => {
    const { text } = await new Town().ask('/metrics')
    const label = '[a-z_]+="[^"\\n]*"'
    const line = new RegExp(`^[a-z_]+(\\{${label}(,${label})*\\})? [0-9.e+-]+$`)
    for (const row of text.trimEnd().split('\n')) {
      if (!row.startsWith('#')) expect(row).toMatch(line)
    }
    const typed = [...text.matchAll(/^# TYPE ([a-z_]+) /gm)].map((match) => match[1])
    const helped = [...text.matchAll(/^# HELP ([a-z_]+) /gm)].map((match) => match[1])
    expect(typed).toEqual(helped)
  })

  test('puts latencies into buckets and adds workers up', () => {
    const memory = new SharedArrayBuffer(metricsBytes(2))
    const workers = [new Metrics(memory, 0), new Metrics(memory, 1)]
    for (const worker of workers) {
      const route = worker.addRoute('/v1/x')
      worker.record(route, 200, 0.1) // exactly the first edge
      worker.record(route, 200, 3)
      worker.record(route, 503, 9_000)
    }
    const text = workers[1]?.expose(0) ?? ''
    const bucket = (edge: string) =>
      Number(new RegExp(`le="${edge.replace('+', '\\+')}"} (\\d+)`).exec(text)?.[1])
    expect(['0.0001', '0.0025', '0.005', '2.5', '+Inf'].map(bucket)).toEqual([2, 2, 4, 4, 4])
    for (const [status, count, sumS] of [
      ['2xx', 4, 0.0062],
      ['5xx', 2, 18],
    ]) {
      const labels = `{route="/v1/x",status="${status}"}`
      expect(text).toContain(`_count${labels} ${count}\n`)
      expect(text).toContain(`saola_http_requests_total${labels} ${count}\n`)
      expect(Number(text.split(`_sum${labels} `)[1]?.split('\n')[0])).toBeCloseTo(Number(sumS), 9)
    }
  })

  test('counts what limits refuse by what refused it', async () => {
    const town = new Town()
    const demo = { headers: { 'x-api-key': '' } }
    for (let i = 0; i <= DEMO_PER_MINUTE; i++) await town.ask('/v1/demo/suggest?input=ca', demo)
    const { text } = await town.ask('/metrics')
    expect(refusalsIn(text)).toEqual({ minute: 0, day: 0, demo: 1, map: 0, batch: 0 })
  })

  test('counts what plans refuse', async () => {
    const keys = new KeyTable([
      keyRecord(1, { perMinute: 1 }),
      keyRecord(2, { perMinute: 9, perDay: 1 }),
    ])
    const town = new Town({ keys: () => keys })
    for (const seed of [1, 1, 1, 2, 2]) {
      await town.ask('/v1/suggest?input=ca', { headers: { 'x-api-key': keyText(seed) } })
    }
    const { text } = await town.ask('/metrics')
    expect(refusalsIn(text)).toEqual({ minute: 2, day: 1, demo: 0, map: 0, batch: 0 })
  })

  test('counts searches whose answer was kept', async () => {
    const town = new Town()
    for (const input of ['ca', 'ca', 'ca', 'pho']) await town.ask(`/v1/suggest?input=${input}`)
    const { text } = await town.ask('/metrics')
    expect(text).toContain('\nsaola_search_cache_hits_total 2\n')
    expect(text).toContain('\nsaola_search_cache_misses_total 2\n')
  })

  test('tells of dataset and database', async () => {
    const { text } = await new Town({ databaseState: async () => 'away' }).ask('/metrics')
    expect(text).toContain('\nsaola_dataset_age_seconds 3600\n')
    expect(text).toContain('\nsaola_database_up{kind="embedded"} 0\n')
    expect(text).toContain('\nsaola_build_info{version="1.2.3"} 1\n')
    const without = new Town({ datasetId: () => null, datasetMadeAtMs: () => null })
    expect((await without.ask('/metrics')).text).not.toMatch(/^saola_dataset_age/m)
  })

  test('tells how old the oldest count is that is not written', async () => {
    const memory = new SharedArrayBuffer(metricsBytes(2))
    const [one, two, main] = [0, 1, 2].map((thread) => new Metrics(memory, thread))
    const lagS = (nowMs: number) =>
      Number(/^saola_usage_\w+ (\S+)$/m.exec(main?.expose(nowMs) ?? '')?.[1])
    expect(lagS(9_000)).toBe(0)
    one?.count(5_000)
    two?.count(4_000)
    two?.count(6_000)
    expect(lagS(9_000)).toBe(5)
    main?.takeOver()
    one?.handOver()
    two?.handOver()
    one?.count(8_000)
    // The database is away: they are older and older.
    expect(lagS(19_000)).toBe(15)
    main?.handOver()
    expect(lagS(19_000)).toBe(11)
  })

  test('tells how long the event loops of threads wait, one that is stuck as well', () => {
    const memory = new SharedArrayBuffer(metricsBytes(2))
    const [one, , main] = [0, 1, 2].map((thread) => new Metrics(memory, thread))
    one?.beat(10_000, 0.25, 1e6)
    main?.beat(2_000, 0.01, 2e6)
    const text = one?.expose(10_100) ?? ''
    expect(text.match(/^saola_(event|memory).*$/gm)).toEqual([
      'saola_event_loop_lag_seconds{thread="0"} 0.25',
      'saola_event_loop_lag_seconds{thread="main"} 7.6',
      'saola_memory_heap_bytes{thread="0"} 1000000',
      'saola_memory_heap_bytes{thread="main"} 2000000',
    ])
  })
})

function refusalsIn(text: string): Record<string, number> {
  const found = text.matchAll(/^saola_limiter_refusals_total\{reason="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, reason, count]) => [reason, Number(count)]))
}

describe('what can be left out', () => {
  test.each([
    ['hasPage', ['/', '/map/maplibre-gl.mjs', '/map/maplibre-gl.css']],
    ['hasDocs', ['/docs', '/docs/json', '/docs/guide', '/docs/guide/map']],
  ])('%s', async (name, paths) => {
    const { app } = new Town({ settings: { [name]: false } })
    for (const path of paths) {
      const response = await app.fetch(new Request(`http://localhost${path}`))
      expect([path, response.status]).toEqual([path, 404])
    }
    expect((await app.fetch(new Request('http://localhost/health'))).status).toBe(200)
  })
})

describe('the Content-Security-Policy', () => {
  test.each(['/', '/docs', '/docs/guide', '/docs/guide/map'])('of %s', async (path) => {
    const { app } = new Town()
    const { headers } = await app.fetch(new Request(`http://localhost${path}`))
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test.each(['/health', '/v1/categories', '/docs/json', '/map/maplibre-gl.mjs'])(
    'is not on %s, which is no page',
    async (path) => {
      const { headers } = await new Town().ask(path)
      expect(headers.has('content-security-policy')).toBe(false)
    },
  )
})
