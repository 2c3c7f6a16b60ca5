import { t } from 'elysia'
import { text } from '../request/answer.ts'
import type { HttpDeps } from '../request/deps.ts'
import type { OpenRoute } from '../request/route.ts'
import { exposed } from '../telemetry/exposition.ts'

const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type MetricsDeps = Pick<
  HttpDeps,
  'metrics' | 'datasetId' | 'datasetMadeAtMs' | 'databaseState' | 'settings'
>

export function metricsRoute(deps: MetricsDeps): OpenRoute {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'open',
    docs: {
      operation: 'metrics',
      tag: 'Service',
      summary: 'Counters for Prometheus',
      description:
        'Requests and latencies by route, limits, caches, memory, database, the open dataset.',
      params: [],
      answer: {
        description: "Prometheus' text format.",
        contentType: PROMETHEUS_TYPE,
        schema: t.String(),
        example: 'saola_http_requests_total{route="/v1/suggest",status="2xx"} 4210\n',
      },
      errors: [],
    },
    async answer({ nowMs }) {
      const isDatabaseUp = (await deps.databaseState()) === 'up'
      return text(PROMETHEUS_TYPE, deps.metrics.expose(nowMs) + gauges(deps, nowMs, isDatabaseUp))
    },
  }
}

function gauges(deps: MetricsDeps, nowMs: number, isDatabaseUp: boolean): string {
  const { version, databaseKind } = deps.settings
  const dataset = deps.datasetId()
  const madeAtMs = deps.datasetMadeAtMs()
  return [
    exposed('saola_memory_resident_bytes', 'gauge', 'Memory of the whole process.', [
      [{}, process.memoryUsage.rss()],
    ]),
    exposed('saola_dataset_open', 'gauge', 'Whether a dataset is open, and which.', [
      [{ dataset: dataset ?? '' }, dataset === null ? 0 : 1],
    ]),
    exposed('saola_dataset_age_seconds', 'gauge', 'Since the open dataset was made.', [
      ...(madeAtMs === null ? [] : [[{}, Math.max(0, nowMs - madeAtMs) / 1000] as const]),
    ]),
    exposed('saola_database_up', 'gauge', 'Whether the database answers and takes changes.', [
      [{ kind: databaseKind }, isDatabaseUp ? 1 : 0],
    ]),
    exposed('saola_build_info', 'gauge', 'Version of the program.', [[{ version }, 1]]),
  ].join('')
}
