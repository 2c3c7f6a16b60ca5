import { assert } from '../../base/assert.ts'
import { exposed, type Sample } from './exposition.ts'

/*
 * Counters and measurements, in memory that threads share:
 *
 *   cells  Float64[(workers + 1) * BLOCK]  zero at first. Each thread writes only its own block, so
 *          no cell has two writers; a reader adds the blocks up. The last block is that of the
 *          thread that owns the database, which answers no requests. A block holds
 *     ROUTES_MAX * CLASSES rows, by route and class of status (1xx first), of ROW cells:
 *       0        sum of latencies, seconds
 *       1 …      answers by latency bucket, the last one for everything slower
 *     REFUSED …  refusals of limiters, in the order of REFUSALS
 *     HITS       searches with a kept answer; MISSES: those without
 *     SINCE_MS   time of the oldest request whose count is not in the database; 0: none
 *     LAG_S      the longest that the event loop has let a timer wait of late, seconds
 *     BEAT_MS    time of the last measurement, milliseconds since 1970; 0: never
 *     HEAP       bytes of JavaScript objects
 */

const ROUTES_MAX = 48
const CLASSES = 5
const BUCKETS_S = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
] as const
const ROW = 1 + BUCKETS_S.length + 1
/**
 * Limiters that refuse a request: the key's plan; the limits of the demo, of the map page, of
 * batches.
 */
const REFUSALS = ['minute', 'day', 'demo', 'map', 'batch'] as const
export type Refusal = (typeof REFUSALS)[number]

const REFUSED = ROUTES_MAX * CLASSES * ROW
const HITS = REFUSED + REFUSALS.length
const MISSES = HITS + 1
const SINCE_MS = MISSES + 1
const LAG_S = SINCE_MS + 1
const BEAT_MS = LAG_S + 1
const HEAP = BEAT_MS + 1
const BLOCK = HEAP + 1

/** Memory for the counters of so many workers and the thread beside them, bytes. */
export function metricsBytes(workers: number): number {
  return (workers + 1) * BLOCK * 8
}

export class Metrics {
  readonly #cells: Float64Array
  readonly #blockStart: number
  readonly #blocks: number
  readonly #routes: string[] = []

  /**
   * `memory`: `metricsBytes(workers)` bytes; `worker`: which block of it this one writes, from 0,
   * or as many as there are workers for the thread beside them. Every worker names the same routes
   * in the same order.
   */
  constructor(memory: ArrayBufferLike = new ArrayBuffer(metricsBytes(1)), worker = 0) {
    this.#cells = new Float64Array(memory)
    this.#blocks = this.#cells.length / BLOCK
    assert(Number.isInteger(this.#blocks) && worker < this.#blocks, 'the worker has its block')
    this.#blockStart = worker * BLOCK
  }

  /** The number of a route for `record`; `name` is its path, or a name for it. */
  addRoute(name: string): number {
    const known = this.#routes.indexOf(name)
    if (known !== -1) return known
    assert(this.#routes.length < ROUTES_MAX, 'the routes fit the counters')
    return this.#routes.push(name) - 1
  }

  record(route: number, status: number, latencyMs: number): void {
    const row = this.#blockStart + (route * CLASSES + Math.floor(status / 100) - 1) * ROW
    const latencyS = latencyMs / 1000
    let bucket = 0
    while (bucket < BUCKETS_S.length && latencyS > BUCKETS_S[bucket]!) bucket++
    const cells = this.#cells
    cells[row]! += latencyS
    cells[row + 1 + bucket]! += 1
  }

  refuse(by: Refusal): void {
    this.#cells[this.#blockStart + REFUSED + REFUSALS.indexOf(by)]! += 1
  }

  /** A search for whose answer the cache was asked. */
  look(isHit: boolean): void {
    this.#cells[this.#blockStart + (isHit ? HITS : MISSES)]! += 1
  }

  /** A request was counted to its key. */
  count(nowMs: number): void {
    const at = this.#blockStart + SINCE_MS
    if (this.#cells[at] === 0) this.#cells[at] = nowMs
  }

  /** The counts of this thread have been taken from it. */
  handOver(): void {
    this.#cells[this.#blockStart + SINCE_MS] = 0
  }

  /** Before counts are taken from all threads to be written: this one holds them from now on. */
  takeOver(): void {
    this.#cells[this.#blockStart + SINCE_MS] = this.#countedSinceMs()
  }

  /** Lag of this thread's event loop, and bytes of its JavaScript objects. */
  beat(nowMs: number, lagS: number, heapBytes: number): void {
    this.#cells[this.#blockStart + BEAT_MS] = nowMs
    this.#cells[this.#blockStart + LAG_S] = lagS
    this.#cells[this.#blockStart + HEAP] = heapBytes
  }

  /** Another number whenever a worker has answered another request. */
  workOf(worker: number): number {
    const start = worker * BLOCK
    return this.#cells.subarray(start, start + REFUSED).reduce((sum, cell) => sum + cell, 0)
  }

  /** The same for all of them. */
  work(): number {
    let work = 0
    for (let worker = 0; worker < this.#blocks; worker++) work += this.workOf(worker)
    return work
  }

  /** All of it, of all threads, in Prometheus' text format 0.0.4. */
  expose(nowMs: number): string {
    const sinceMs = this.#countedSinceMs()
    return [
      this.#exposeRequests(),
      exposed('saola_limiter_refusals_total', 'counter', 'Requests refused by a limit.', [
        ...REFUSALS.map((reason, i): Sample => [{ reason }, this.#total(REFUSED + i)]),
      ]),
      exposed('saola_search_cache_hits_total', 'counter', 'Searches with a kept answer.', [
        [{}, this.#total(HITS)],
      ]),
      exposed('saola_search_cache_misses_total', 'counter', 'Searches without a kept answer.', [
        [{}, this.#total(MISSES)],
      ]),
      exposed('saola_usage_flush_lag_seconds', 'gauge', 'Age of the oldest unwritten count.', [
        [{}, sinceMs === 0 ? 0 : Math.max(0, nowMs - sinceMs) / 1000],
      ]),
      exposed('saola_event_loop_lag_seconds', 'gauge', 'Longest wait of a timer of late.', [
        ...this.#beating().map(({ thread, at }): Sample => [{ thread }, this.#lagS(at, nowMs)]),
      ]),
      exposed('saola_memory_heap_bytes', 'gauge', 'JavaScript objects of a thread.', [
        ...this.#beating().map(({ thread, at }): Sample => [{ thread }, this.#cells[at + HEAP]!]),
      ]),
    ].join('')
  }

  #exposeRequests(): string {
    const counts: Sample[] = []
    const latencies: Sample[] = []
    this.#routes.forEach((route, i) => {
      for (let digit = 1; digit <= CLASSES; digit++) {
        const labels = { route, status: `${digit}xx` }
        const row = (i * CLASSES + digit - 1) * ROW
        const buckets = this.#buckets(row)
        const count = buckets.at(-1) ?? 0
        if (count > 0) counts.push([labels, count])
        // Success is there from the start: rates begin at 0 then.
        if (count === 0 && digit !== 2) continue
        buckets.forEach((atMost, bucket) => {
          latencies.push([{ ...labels, le: BUCKETS_S[bucket] ?? '+Inf' }, atMost, '_bucket'])
        })
        latencies.push([labels, this.#total(row), '_sum'], [labels, count, '_count'])
      }
    })
    const name = 'saola_http_request_duration_seconds'
    return (
      exposed('saola_http_requests_total', 'counter', 'Requests answered.', counts) +
      exposed(name, 'histogram', 'Time from the request to its answer.', latencies)
    )
  }

  /** Answers of a row that took at most as long as each edge; the last are all. */
  #buckets(row: number): number[] {
    let atMost = 0
    return Array.from({ length: ROW - 1 }, (_, bucket) => {
      atMost += this.#total(row + 1 + bucket)
      return atMost
    })
  }

  /** Of all threads; 0 for no counts that are not written. */
  #countedSinceMs(): number {
    let sinceMs = 0
    for (let block = 0; block < this.#blocks; block++) {
      const of = this.#cells[block * BLOCK + SINCE_MS]!
      if (of !== 0 && (sinceMs === 0 || of < sinceMs)) sinceMs = of
    }
    return sinceMs
  }

  /** Threads that have measured themselves, and where their blocks are. */
  #beating(): { thread: string; at: number }[] {
    const main = this.#blocks - 1
    return Array.from({ length: this.#blocks }, (_, block) => ({
      thread: block === main ? 'main' : String(block),
      at: block * BLOCK,
    })).filter(({ at }) => this.#cells[at + BEAT_MS] !== 0)
  }

  /** One that is stuck right now has not measured that. */
  #lagS(at: number, nowMs: number): number {
    const silentS = (nowMs - this.#cells[at + BEAT_MS]!) / 1000
    return Math.max(this.#cells[at + LAG_S]!, silentS > BEAT_S ? silentS - BEAT_S : 0)
  }

  #total(cell: number): number {
    let total = 0
    for (let block = 0; block < this.#blocks; block++) total += this.#cells[block * BLOCK + cell]!
    return total
  }
}

/** Interval of a thread's measurements, seconds. */
export const BEAT_S = 0.5
