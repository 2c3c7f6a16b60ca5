import { Worker } from 'node:worker_threads'
import type { KeyRecord } from '../access/key.ts'
import type { PoiSecret } from '../access/poi-token.ts'
import { UsageCounter } from '../access/usage-counter.ts'
import { errorText } from '../base/error-text.ts'
import type { Log } from '../base/log.ts'
import type { LocalDataset } from '../dataset.ts'
import { Metrics } from '../http/telemetry/metrics.ts'
import { Peer, within } from './peer.ts'
import { freePort, portOf } from './port.ts'
import type { Control, ServerOptions, Serving } from './server.ts'

/** The options of a worker; the logs stay with the main thread. */
export type WorkerOptions = Omit<ServerOptions, 'log' | 'accessLines'>

/** The functions that a worker calls, besides `Control`. */
export interface Logbook {
  log: Log
  accessLines(lines: string): void
}

export interface PoolOptions extends Omit<ServerOptions, 'worker'> {
  /** Verifies the files of the dataset served; sets it anew if one had to be replaced. */
  readonly recheck: () => Promise<void>
  /** Called for a thread that neither answers nor can be ended. */
  readonly onStuck: (reason: string) => void
}

interface Slot {
  readonly worker: Worker
  readonly peer: Peer<Serving>
  /** Beats since its last sign of life, a message or an answer to a request. */
  silentBeats: number
  /** Its `Metrics.workOf` at the last beat. */
  work: number
  /** Whether it listens. */
  isUp: boolean
}

const RESTART_MS = 1_000
/** Interval at which each thread is asked for a sign of life. */
const BEAT_MS = 1_000
/** Beats, not time: where the whole machine stands still, no thread is at fault. */
const SILENT_BEATS_MAX = 5
/** Beats for a thread that is starting, on a busy machine. */
const START_BEATS_MAX = 60
const RECHECK_MS_MAX = 60_000
/** JavaScript is broken off at once; a system call of a thread cannot be. */
const END_MS_MAX = 5_000
/** A worker that takes longer is busy with one long answer: its counts come with a later batch. */
const DRAIN_MS_MAX = 2_000
/** Time for a worker's work after its last request: closing its own threads. */
const STOP_MS_MAX = 2_000
/** Lines of workers remembered, to recognize the same line from another worker. */
const REMEMBERED_LINES_MAX = 64

/**
 * Several threads that answer requests on one port, among which the system divides connections. All
 * of them map the same files, so that these are in memory once, and count limits, sessions and
 * metrics in the same `SharedMemory`. A thread that dies, or gives no sign of life, is replaced,
 * and the new one gets the last settings. The connections of the dead one break, and its counts
 * since the last `drainUsage` are lost.
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
  readonly #recentLines = new Map<string, Set<number>>()
  readonly #metrics: Metrics
  readonly #watch: NodeJS.Timeout
  #keys: readonly KeyRecord[] = []
  #secrets: readonly PoiSecret[] = []
  #dataset: LocalDataset | null = null
  #isRoutingOn = true
  /** 0 before they listen. */
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
    this.#metrics = new Metrics(options.memory.metrics, options.workers)
    this.#slots = Array.from({ length: options.workers }, (_, number) => this.#start(number))
    this.#watch = setInterval(() => this.#beat(), BEAT_MS)
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
    for (const slot of this.#living()) slot.isUp = true
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
    clearInterval(this.#watch)
    await Promise.all(
      this.#living().map(async ({ worker, peer }) => {
        const stopped = peer.call('stop', graceMs).catch(() => {})
        await within(stopped, graceMs + STOP_MS_MAX, () => {})
        await within(this.#takeUsage(peer), DRAIN_MS_MAX, () => {})
        await within<unknown>(worker.terminate(), STOP_MS_MAX, () => {})
      }),
    )
  }

  /** Never fails: a worker that ends before it has answered is logged elsewhere. */
  async #takeUsage(peer: Peer<Serving>): Promise<void> {
    await peer.call('drainUsage').then(
      (rows) => this.#usage.restore(rows),
      () => {},
    )
  }

  #start(number: number): Slot {
    const { log, accessLines, recheck, onStuck, ...rest } = this.#options
    const worker = this.#newWorker({ ...rest, worker: number })
    const { databaseState, usageOf, simplify } = this.#control
    const ours: Control & Logbook = {
      databaseState,
      usageOf,
      simplify,
      log: (...event) => this.#log(number, event),
      accessLines,
    }
    const peer = new Peer<Serving>(worker, ours)
    const slot: Slot = { worker, peer, silentBeats: 0, work: 0, isUp: false }
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

  /** Asks all for a sign of life, and replaces those that have not given one for long. */
  #beat(): void {
    this.#slots.forEach((slot, number) => {
      if (slot === null) return
      const heard = () => {
        slot.silentBeats = 0
      }
      if (slot.silentBeats === 0) slot.peer.call('ping').then(heard, heard)
      // Under a flood of new connections the runtime answers only requests for a long time.
      const work = this.#metrics.workOf(number)
      slot.silentBeats = work === slot.work ? slot.silentBeats + 1 : 1
      slot.work = work
      const beatsMax = slot.isUp ? SILENT_BEATS_MAX : START_BEATS_MAX
      if (slot.silentBeats === beatsMax + 1) void this.#replace(number, slot)
    })
  }

  async #replace(number: number, slot: Slot): Promise<void> {
    const { log, recheck, onStuck } = this.#options
    const thread = `Thread ${number} for answering requests`
    log(`${thread} gives no sign of life. The dataset is verified, then it is replaced.`, 'error')
    const checked = recheck().catch((error: unknown) => log(errorText(error), 'error'))
    await within(checked, RECHECK_MS_MAX, () => log('That takes too long.', 'error'))
    if (this.#isStopping) return
    if (slot.silentBeats <= SILENT_BEATS_MAX) return log(`${thread} is back by itself.`)
    const isEnded = slot.worker.terminate().then(() => true)
    if (await within(isEnded, END_MS_MAX, () => false)) return
    onStuck(`${thread} hangs in the system and cannot be ended: the server has to.`)
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
      () => {
        slot.isUp = true
        this.#options.log(`Thread ${number} for answering requests is back.`)
      },
      // Its end starts the next one.
      () => void worker.terminate(),
    )
  }

  #living(): Slot[] {
    return this.#slots.filter((slot) => slot !== null)
  }

  #tellAll(tell: (peer: Peer<Serving>) => Promise<void>): void {
    for (const { peer } of this.#living()) this.#tell(tell(peer))
  }

  /** A message that cannot reach an ending worker is sent to its successor. */
  #tell(delivery: Promise<void>): void {
    delivery.catch((error: unknown) => {
      if (!this.#isStopping) this.#options.log(String(error), 'error')
    })
  }

  /** Logs a line of a worker, unless another worker has logged it for the same event. */
  #log(number: number, event: Parameters<Log>): void {
    const [line] = event
    const others = this.#recentLines.get(line)
    if (others && !others.has(number)) {
      others.add(number)
      return
    }
    this.#recentLines.delete(line)
    this.#recentLines.set(line, new Set([number]))
    for (const oldest of this.#recentLines.keys()) {
      if (this.#recentLines.size <= REMEMBERED_LINES_MAX) break
      this.#recentLines.delete(oldest)
    }
    this.#options.log(...event)
  }
}
