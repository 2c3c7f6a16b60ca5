import { Worker } from 'node:worker_threads'
import type { KeyRecord } from '../access/key.ts'
import type { PoiSecret } from '../access/poi-token.ts'
import { UsageCounter } from '../access/usage-counter.ts'
import { errorText } from '../base/error-text.ts'
import type { Log } from '../base/log.ts'
import type { LocalDataset } from '../dataset.ts'
import { Peer, within } from './peer.ts'
import { freePort, portOf } from './port.ts'
import type { Control, ServerOptions, Serving } from './server.ts'

/** What a worker is made with; the logs stay with the main thread. */
export type WorkerOptions = Omit<ServerOptions, 'log' | 'accessLines'>

/** What a worker calls besides `Control`. */
export interface Logbook {
  log: Log
  accessLines(lines: string): void
}

export type PoolOptions = Omit<ServerOptions, 'worker'>

interface Slot {
  readonly worker: Worker
  readonly peer: Peer<Serving>
}

const RESTART_MS = 1_000
/** A worker that takes longer is busy with one long answer: its counts come with a later batch. */
const DRAIN_MS_MAX = 2_000
/** For what a worker does after its last request: closing its own threads. */
const STOP_MS_MAX = 2_000
/** Of the lines that workers logged, to tell when they say the same. */
const REMEMBERED_LINES_MAX = 64

/**
 * Several threads that answer requests on one port, among which the system divides connections. All
 * of them map the same files, so that these are in memory once, and count limits, sessions and
 * metrics in the same `SharedMemory`. One that dies is started again with what was set last; its
 * connections break, and what it had counted since the last `drainUsage` is lost with it.
 */
export function createWorkers(
  options: PoolOptions,
  control: Control,
  newWorker: (options: WorkerOptions) => Worker = startWorker,
): Serving {
  return new WorkerPool(options, control, newWorker)
}

function startWorker(options: WorkerOptions): Worker {
  return new Worker(new URL('./serving.worker.ts', import.meta.url), { workerData: options })
}

class WorkerPool implements Serving {
  readonly #options: PoolOptions
  readonly #control: Control
  readonly #newWorker: (options: WorkerOptions) => Worker
  /** By number of the worker; null while it is dead. */
  readonly #slots: (Slot | null)[]
  readonly #usage = new UsageCounter()
  readonly #said = new Map<string, Set<number>>()
  #keys: readonly KeyRecord[] = []
  #secrets: readonly PoiSecret[] = []
  #dataset: LocalDataset | null = null
  #isRoutingOn = true
  /** 0 until they listen. */
  #port = 0
  #isStopping = false

  constructor(
    options: PoolOptions,
    control: Control,
    newWorker: (options: WorkerOptions) => Worker,
  ) {
    this.#options = options
    this.#control = control
    this.#newWorker = newWorker
    this.#slots = Array.from({ length: options.workers }, (_, number) => this.#start(number))
  }

  setKeys(records: readonly KeyRecord[]): void {
    this.#keys = records
    this.#tellAll((peer) => peer.call('setKeys', records))
  }

  setPoiSecrets(secrets: readonly PoiSecret[]): void {
    this.#secrets = secrets
    this.#tellAll((peer) => peer.call('setPoiSecrets', secrets))
  }

  setDataset(dataset: LocalDataset): void {
    this.#dataset = dataset
    this.#tellAll((peer) => peer.call('setDataset', dataset))
  }

  setRouting(isOn: boolean): void {
    this.#isRoutingOn = isOn
    this.#tellAll((peer) => peer.call('setRouting', isOn))
  }

  async listen(port: number): Promise<string> {
    const { host, workers } = this.#options
    this.#port = workers > 1 ? await freePort(host, port) : port
    const urls = await Promise.all(
      this.#living().map(({ peer }) => peer.call('listen', this.#port)),
    )
    const [url] = urls
    if (url === undefined) throw new Error('No thread for answering requests could be started.')
    this.#port = portOf(url)
    return url
  }

  async ping(): Promise<void> {
    const asked = this.#slots.map((slot, number) => {
      if (slot === null) throw new Error(`Thread ${number} is being started again.`)
      return slot.peer.call('ping')
    })
    await Promise.all(asked)
  }

  async drainUsage() {
    await Promise.all(
      this.#living().map(({ peer }) => within(this.#takeUsage(peer), DRAIN_MS_MAX, () => {})),
    )
    return this.#usage.drain()
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      this.#living().map(async ({ worker, peer }) => {
        const stopped = peer.call('stop', graceMs).catch(() => {})
        await within(stopped, graceMs + STOP_MS_MAX, () => {})
        await within(this.#takeUsage(peer), DRAIN_MS_MAX, () => {})
        await worker.terminate()
      }),
    )
  }

  /** Never fails: a worker that ends before it has answered is logged where that is seen. */
  async #takeUsage(peer: Peer<Serving>): Promise<void> {
    await peer.call('drainUsage').then(
      (rows) => this.#usage.restore(rows),
      () => {},
    )
  }

  #start(number: number): Slot {
    const { log, accessLines, ...rest } = this.#options
    const worker = this.#newWorker({ ...rest, worker: number })
    const { isDatabaseUp, usageOf, simplify } = this.#control
    const ours: Control & Logbook = {
      isDatabaseUp,
      usageOf,
      simplify,
      log: (...event) => this.#log(number, event),
      accessLines,
    }
    const slot = { worker, peer: new Peer<Serving>(worker, ours) }
    let fault = ''
    worker.on('error', (error) => {
      fault = `: ${errorText(error)}`
    })
    worker.on('exit', () => {
      slot.peer.lose(`Thread ${number} for answering requests has ended${fault}`)
      if (this.#slots[number] === slot) this.#slots[number] = null
      if (this.#isStopping) return
      log(
        `Thread ${number} for answering requests ended and is started again${fault || '.'}`,
        'error',
      )
      setTimeout(() => this.#restart(number), RESTART_MS)
    })
    return slot
  }

  #restart(number: number): void {
    if (this.#isStopping) return
    const slot = this.#start(number)
    this.#slots[number] = slot
    const { peer, worker } = slot
    this.#tell(peer.call('setKeys', this.#keys))
    this.#tell(peer.call('setPoiSecrets', this.#secrets))
    this.#tell(peer.call('setRouting', this.#isRoutingOn))
    if (this.#dataset) this.#tell(peer.call('setDataset', this.#dataset))
    if (this.#port === 0) return
    peer.call('listen', this.#port).then(
      () => this.#options.log(`Thread ${number} for answering requests is back.`),
      // Its end is what starts it once more.
      () => void worker.terminate(),
    )
  }

  #living(): Slot[] {
    return this.#slots.filter((slot) => slot !== null)
  }

  #tellAll(tell: (peer: Peer<Serving>) => Promise<void>): void {
    for (const { peer } of this.#living()) this.#tell(tell(peer))
  }

  /** What cannot be told to a worker that is ending is told to the one in its place. */
  #tell(told: Promise<void>): void {
    told.catch((error: unknown) => {
      if (!this.#isStopping) this.#options.log(String(error), 'error')
    })
  }

  /** Logs a line of a worker, unless it is what another has said of the same event. */
  #log(number: number, event: Parameters<Log>): void {
    const [line] = event
    const others = this.#said.get(line)
    if (others && !others.has(number)) {
      others.add(number)
      return
    }
    this.#said.delete(line)
    this.#said.set(line, new Set([number]))
    for (const oldest of this.#said.keys()) {
      if (this.#said.size <= REMEMBERED_LINES_MAX) break
      this.#said.delete(oldest)
    }
    this.#options.log(...event)
  }
}
