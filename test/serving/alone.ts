import { allocateMemory } from '../../src/serving/memory.ts'
import type { Control, ServerOptions } from '../../src/serving/server.ts'
import type { PoolOptions } from '../../src/serving/workers.ts'

/* The answering side by itself, without a database behind it. */

/** Of so many threads, which log to `lines`. */
export function optionsAlone(workers: number, lines: string[] = []): ServerOptions {
  return {
    host: '127.0.0.1',
    opsAddress: null,
    settings: {
      corsOrigins: ['*'],
      trustedProxies: [],
      searchCacheBytes: 0,
      isOpsApart: false,
      hasPage: true,
      hasDocs: true,
      isMapKeyRequired: false,
      publicUrl: null,
      accessLog: null,
      databaseKind: 'embedded',
      version: '0',
    },
    directions: null,
    memory: allocateMemory(workers),
    worker: 0,
    workers,
    log: (line) => lines.push(line),
    accessLines: () => {},
  }
}

/** The same for threads, which hang for ever if `onStuck` is not told of it. */
export function poolAlone(
  workers: number,
  lines: string[] = [],
  parts: Partial<PoolOptions> = {},
): PoolOptions {
  const { worker, ...options } = optionsAlone(workers, lines)
  return { ...options, recheck: async () => {}, onStuck: (reason) => lines.push(reason), ...parts }
}

export const NO_CONTROL: Control = {
  databaseState: async () => 'up',
  usageOf: () => Promise.reject(new Error('nobody asks for usage here')),
  simplify: () => Promise.reject(new Error('nobody asks for polygons here')),
}
