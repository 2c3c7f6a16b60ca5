import { LIMITER_BYTES } from '../access/limiter.ts'
import { RECENT_TABLE_BYTES } from '../access/recent-table.ts'
import { metricsBytes } from '../http/telemetry/metrics.ts'

/** The shared counters of all threads that answer requests. */
export interface SharedMemory {
  readonly limiter: SharedArrayBuffer
  readonly sessions: SharedArrayBuffer
  readonly demoLimiter: SharedArrayBuffer
  readonly mapLimiter: SharedArrayBuffer
  readonly metrics: SharedArrayBuffer
  /** One Int32: 1 once the server is about to stop. */
  readonly stopping: SharedArrayBuffer
}

export function allocateMemory(workers: number): SharedMemory {
  return {
    limiter: new SharedArrayBuffer(LIMITER_BYTES),
    sessions: new SharedArrayBuffer(RECENT_TABLE_BYTES),
    demoLimiter: new SharedArrayBuffer(RECENT_TABLE_BYTES),
    mapLimiter: new SharedArrayBuffer(RECENT_TABLE_BYTES),
    metrics: new SharedArrayBuffer(metricsBytes(workers)),
    stopping: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  }
}
