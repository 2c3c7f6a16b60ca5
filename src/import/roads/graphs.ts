import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AssertionError } from '../../base/assert.ts'
import { ServiceError } from '../../base/errors.ts'
import type { OsmOptions } from '../../osm/read.ts'
import type { GraphSummary } from '../../routing/build/build.ts'
import type { RoadNetwork } from '../../routing/model/network.ts'
import { routingFile, VEHICLES, type Vehicle } from '../../routing/model/vehicle.ts'
import type { FileOnDisk } from '../fetch/built-file.ts'
import { requireSpace } from '../fetch/disk.ts'
import { readRoadNetwork } from './roads-network.ts'

/** First and only message to a worker. */
export interface GraphTask {
  readonly network: RoadNetwork
  readonly vehicle: Vehicle
  /** Path of the graph to be written. */
  readonly path: string
}

/**
 * The answer of a worker: a graph that is written and checked, none because the vehicle can drive
 * nowhere, an error of the system in writing, or a bug of ours.
 */
export type GraphReply =
  | { readonly written: WrittenGraph | null }
  | { readonly failure: { readonly code: string; readonly message: string } }
  | { readonly bug: string }

export interface WrittenGraph {
  readonly size: number
  readonly summary: GraphSummary
}

/** A routing file of a dataset, written to disk. */
export interface RoutingFile extends FileOnDisk {
  /** `routing-car.idx`, `routing-motobike.idx`. */
  readonly name: string
  readonly vehicle: Vehicle
  readonly summary: GraphSummary
}

/**
 * Reads the roads of an extract once, builds the graphs of all vehicles from them, a thread each,
 * which writes its own into `directory` and checks it: those of a country are half a gigabyte each,
 * which the rest of an import has better uses for. Empty when the extract has no roads. Throws what
 * `readOsm` throws, `INTERRUPTED` included, `DISK_FULL` before anything is built, and what writing
 * throws; no thread is left behind.
 */
export async function buildRoutingFiles(
  path: string,
  directory: string,
  options: OsmOptions,
): Promise<readonly RoutingFile[]> {
  const network = await readRoadNetwork(path, options)
  if (network === null) return []
  const bytes = VEHICLES.length * GRAPH_BYTES * network.wayNodes.length
  await requireSpace(directory, bytes, 'The road graphs')
  // Garbage of reading would otherwise stay beside the graphs: 400 MB of a country's.
  Bun.gc(true)
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const built = await Promise.allSettled(
    VEHICLES.map((vehicle) =>
      fileOf(network, vehicle, directory, signal).catch((error: unknown) => {
        // The first failure is the reason; the others are stopped, and waited for.
        stop.abort(error)
        throw error
      }),
    ),
  )
  if (stop.signal.aborted) throw stop.signal.reason
  const files = built.map((one) => (one.status === 'fulfilled' ? one.value : null))
  return files.filter((file) => file !== null)
}

async function fileOf(
  network: RoadNetwork,
  vehicle: Vehicle,
  directory: string,
  signal: AbortSignal,
): Promise<RoutingFile | null> {
  const name = routingFile(vehicle)
  const path = join(directory, name)
  const written = await inThread({ network, vehicle, path }, signal)
  return written && { name, vehicle, path, ...written }
}

/** Bytes for a node of a way, on the safe side: 51 in a car's graph, 63 in a motorbike's. */
const GRAPH_BYTES = 80

function interrupted(): ServiceError {
  return new ServiceError('INTERRUPTED', 'Building the road graphs was stopped.')
}

function inThread(task: GraphTask, signal: AbortSignal): Promise<WrittenGraph | null> {
  const worker = new Worker(new URL('./graph.worker.ts', import.meta.url))
  const answered = new Promise<WrittenGraph | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(interrupted()))
    worker.on('message', (reply: GraphReply) => {
      if ('bug' in reply) reject(new AssertionError(reply.bug))
      else if ('written' in reply) resolve(reply.written)
      else reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }))
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
