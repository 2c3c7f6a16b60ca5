import { describe, expect, test } from 'bun:test'
import { Metrics, metricsBytes } from '../../../src/http/telemetry/metrics.ts'
import { Town } from '../town.ts'

describe('/health', () => {
  test('is well', async () => {
    const { status, body } = await new Town().ask('/health')
    expect([status, body]).toEqual([200, { status: 'ok' }])
  })

  test('is unwell without the database, and only that', async () => {
    const town = new Town({ isDatabaseUp: async () => false })
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
    expect(text).toContain('duration_seconds_sum{route="/v1/suggest"} 0.2\n')
    expect(text).toContain('duration_seconds_bucket{route="/v1/suggest",le="0.1"} 0\n')
    expect(text).toContain('duration_seconds_bucket{route="/v1/suggest",le="0.25"} 1\n')
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
    const text = workers[1]?.expose() ?? ''
    const bucket = (edge: string) =>
      Number(new RegExp(`le="${edge.replace('+', '\\+')}"} (\\d+)`).exec(text)?.[1])
    expect(['0.0001', '0.0025', '0.005', '2.5', '+Inf'].map(bucket)).toEqual([2, 2, 4, 4, 6])
    expect(text).toContain('_count{route="/v1/x"} 6\n')
    expect(Number(/_sum\{[^}]+\} (\S+)/.exec(text)?.[1])).toBeCloseTo(18.0062, 9)
    expect(text).toContain('{route="/v1/x",status="5xx"} 2\n')
  })
})
