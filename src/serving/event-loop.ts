import { BEAT_S, type Metrics } from '../http/telemetry/metrics.ts'

const BEAT_MS = BEAT_S * 1000
/** Together 15 s, the usual interval of Prometheus, so that it sees every lag. */
const BEATS = 30

/**
 * Measures how long the event loop of this thread lets a timer wait, until it is stopped.
 *
 *   lagsS  Float64[BEATS]  how late the last beats were, seconds
 */
export function watchEventLoop(metrics: Metrics): { stop(): void } {
  const lagsS = new Float64Array(BEATS)
  let beats = 0
  let dueMs = performance.now() + BEAT_MS
  let heapBytes = process.memoryUsage().heapUsed
  metrics.beat(Date.now(), 0, heapBytes)
  const timer = setInterval(() => {
    const nowMs = performance.now()
    lagsS[beats++ % BEATS] = Math.max(0, nowMs - dueMs) / 1000
    dueMs = nowMs + BEAT_MS
    // A look at the heap costs: twice a second it cost suggest two per cent.
    if (beats % BEATS === 0) heapBytes = process.memoryUsage().heapUsed
    metrics.beat(Date.now(), Math.max(...lagsS), heapBytes)
  }, BEAT_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
