import { assert } from '../../base/assert.ts'

/*
 * Counters of requests and latencies, by route, in memory that workers can share:
 *
 *   cells  Float64[workers * ROUTES_MAX * CELLS]  counts, zero at first. Each worker writes only
 *          its own block, so no cell has two writers; a reader adds the blocks up. A row holds
 *     0 … 5    answers by status class: index 0 unused, 1 for 1xx … 5 for 5xx
 *     6        sum of latencies, seconds
 *     7 …      answers by latency bucket, the last one for everything slower
 */

const ROUTES_MAX = 48
const BUCKETS_S = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
] as const
const STATUS_CLASSES = 6
const SUM_S = STATUS_CLASSES
const FIRST_BUCKET = SUM_S + 1
const CELLS = FIRST_BUCKET + BUCKETS_S.length + 1

/** Memory for the counters of so many workers, bytes. */
export function metricsBytes(workers: number): number {
  return workers * ROUTES_MAX * CELLS * 8
}

export class Metrics {
  readonly #cells: Float64Array
  readonly #ownOffset: number
  readonly #workers: number
  readonly #routes: string[] = []

  /**
   * `memory`: `metricsBytes(workers)` bytes; `worker`: which block of it this one writes, from 0.
   * Every worker names the same routes in the same order.
   */
  constructor(memory: ArrayBufferLike = new ArrayBuffer(metricsBytes(1)), worker = 0) {
    this.#cells = new Float64Array(memory)
    this.#workers = memory.byteLength / metricsBytes(1)
    assert(Number.isInteger(this.#workers) && worker < this.#workers, 'the worker has its block')
    this.#ownOffset = worker * ROUTES_MAX * CELLS
  }

  /** The number by which `record` knows a route; `name` is its path, or what it stands for. */
  addRoute(name: string): number {
    assert(this.#routes.length < ROUTES_MAX, 'the routes fit the counters')
    return this.#routes.push(name) - 1
  }

  record(route: number, status: number, latencyMs: number): void {
    const row = this.#ownOffset + route * CELLS
    const latencyS = latencyMs / 1000
    let bucket = 0
    while (bucket < BUCKETS_S.length && latencyS > BUCKETS_S[bucket]!) bucket++
    const cells = this.#cells
    cells[row + Math.floor(status / 100)]! += 1
    cells[row + SUM_S]! += latencyS
    cells[row + FIRST_BUCKET + bucket]! += 1
  }

  /** All counters of all workers in Prometheus' text format 0.0.4. */
  expose(): string {
    const lines = [
      '# HELP saola_http_requests_total Requests answered, by route and class of status.',
      '# TYPE saola_http_requests_total counter',
    ]
    for (let route = 0; route < this.#routes.length; route++) this.#exposeCounts(route, lines)
    lines.push(
      '# HELP saola_http_request_duration_seconds Time from the request to its answer.',
      '# TYPE saola_http_request_duration_seconds histogram',
    )
    for (let route = 0; route < this.#routes.length; route++) this.#exposeLatency(route, lines)
    return `${lines.join('\n')}\n`
  }

  #exposeCounts(route: number, lines: string[]): void {
    for (let digit = 1; digit < STATUS_CLASSES; digit++) {
      const count = this.#total(route, digit)
      if (count === 0) continue
      const labels = `route="${this.#routes[route]}",status="${digit}xx"`
      lines.push(`saola_http_requests_total{${labels}} ${count}`)
    }
  }

  #exposeLatency(route: number, lines: string[]): void {
    const metric = 'saola_http_request_duration_seconds'
    const label = `route="${this.#routes[route]}"`
    let atMost = 0
    for (let bucket = 0; bucket <= BUCKETS_S.length; bucket++) {
      atMost += this.#total(route, FIRST_BUCKET + bucket)
      const edge = BUCKETS_S[bucket] ?? '+Inf'
      lines.push(`${metric}_bucket{${label},le="${edge}"} ${atMost}`)
    }
    lines.push(`${metric}_sum{${label}} ${this.#total(route, SUM_S)}`)
    lines.push(`${metric}_count{${label}} ${atMost}`)
  }

  #total(route: number, cell: number): number {
    let total = 0
    for (let worker = 0; worker < this.#workers; worker++) {
      total += this.#cells[(worker * ROUTES_MAX + route) * CELLS + cell]!
    }
    return total
  }
}
