import { t } from 'elysia'
import type { DatasetId } from '../../base/ids.ts'
import { text } from '../request/answer.ts'
import type { OpenRoute } from '../request/route.ts'
import type { Metrics } from '../telemetry/metrics.ts'

const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function metricsRoute(metrics: Metrics, datasetId: () => DatasetId | null): OpenRoute {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'open',
    docs: {
      operation: 'metrics',
      tag: 'Service',
      summary: 'Counters for Prometheus',
      description: 'Requests and latencies by route, memory, the open dataset.',
      params: [],
      answer: {
        description: "Prometheus' text format.",
        contentType: PROMETHEUS_TYPE,
        schema: t.String(),
        example: 'saola_http_requests_total{route="/v1/suggest",status="2xx"} 4210\n',
      },
      errors: [],
    },
    answer: () => text(PROMETHEUS_TYPE, metrics.expose() + gauges(datasetId())),
  }
}

function gauges(dataset: DatasetId | null): string {
  return [
    '# HELP saola_memory_resident_bytes Memory of the whole process.',
    '# TYPE saola_memory_resident_bytes gauge',
    `saola_memory_resident_bytes ${process.memoryUsage.rss()}`,
    '# HELP saola_dataset_open Whether a dataset is open, and which.',
    '# TYPE saola_dataset_open gauge',
    `saola_dataset_open{dataset="${dataset ?? ''}"} ${dataset === null ? 0 : 1}`,
    '',
  ].join('\n')
}
