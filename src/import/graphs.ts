import { Worker } from 'node:worker_threads'
import { AssertionError } from '../base/assert.ts'
import { ServiceError } from '../base/errors.ts'
import type { OsmOptions } from '../osm/read.ts'
import type { BuiltGraph, GraphSummary } from '../routing/build/build.ts'
import type { RoadNetwork } from '../routing/network.ts'
import { VEHICLES, type Vehicle } from '../routing/vehicle.ts'
import { readRoadNetwork } from './roads-network.ts'

/** First and only message to a worker. */
export interface GraphTask {
  readonly network: RoadNetwork
  readonly vehicle: Vehicle
}

/** What a worker answers: a graph, none because the vehicle can drive nowhere, or a bug of ours. */
export type GraphReply = { readonly built: BuiltGraph | null } | { readonly bug: string }

/** A routing file of a dataset. */
export interface RoutingFile {
  /** `routing-car.idx`, `routing-motobike.idx`. */
  readonly name: string
  readonly vehicle: Vehicle
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly summary: GraphSummary
}

/** Name of the file that holds the graph of a vehicle. */
export function routingFileName(vehicle: Vehicle): string {
  return `routing-${vehicle}.idx`
}

/**
 * Reads the roads of an extract once, builds the graphs of all vehicles from them, a thread each,
 * and checks them. Empty when the extract has no roads. Throws what `readOsm` throws, `INTERRUPTED`
 * included; no thread is left behind.
 */
export async function buildRoutingFiles(
  path: string,
  options: OsmOptions,
): Promise<readonly RoutingFile[]> {
  const network = await readRoadNetwork(path, options)
  if (network === null) return []
  // What reading leaves behind would otherwise lie beside the graphs: 400 MB of a country's.
  Bun.gc(true)
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  try {
    const built = await Promise.all(
      VEHICLES.map((vehicle) => inThread({ network, vehicle }, signal)),
    )
    return VEHICLES.flatMap((vehicle, i) => {
      const graph = built[i]
      return graph ? [{ name: routingFileName(vehicle), vehicle, ...graph }] : []
    })
  } finally {
    stop.abort()
  }
}

function inThread(task: GraphTask, signal: AbortSignal): Promise<BuiltGraph | null> {
  const worker = new Worker(new URL('./graph.worker.ts', import.meta.url))
  const answered = new Promise<BuiltGraph | null>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new ServiceError('INTERRUPTED', 'Building the road graphs was stopped.'))
    })
    worker.on('message', (reply: GraphReply) => {
      if ('bug' in reply) reject(new AssertionError(reply.bug))
      else resolve(reply.built)
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new AssertionError('a graph thread ended by itself')))
    worker.postMessage(task)
  })
  return answered.finally(async () => {
    worker.removeAllListeners()
    await worker.terminate()
  })
}
