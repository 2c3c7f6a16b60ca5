import { randomUUID } from 'node:crypto'
import { DEMO_PER_MINUTE, IpLimiter, MAP_TILES_PER_MINUTE } from '../access/ip-limiter.ts'
import type { KeyRecord, UserId } from '../access/key.ts'
import { KeyTable } from '../access/key-table.ts'
import { Limiter } from '../access/limiter.ts'
import type { PoiSecret } from '../access/poi-token.ts'
import { Sessions } from '../access/session.ts'
import { UsageCounter, type UsageRow } from '../access/usage-counter.ts'
import { errorText } from '../base/error-text.ts'
import type { DatabaseState } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { closedDataset, type LocalDataset, type OpenDataset, openDataset } from '../dataset.ts'
import type { HttpDeps, HttpSettings, UsagePeriod, UserUsage } from '../http/request/deps.ts'
import { createHttp, createOps } from '../http/server.ts'
import { AccessLog } from '../http/telemetry/access-log.ts'
import { Metrics } from '../http/telemetry/metrics.ts'
import { DIRECTIONS_DEFAULTS, type DirectionsSettings } from '../routing/answer.ts'
import { routingLeftOut, routingSwitchedOff } from '../routing/service.ts'
import { AdminBoundaries, noBoundaries } from './admin-boundaries.ts'
import { watchEventLoop } from './event-loop.ts'
import { Listeners } from './listeners.ts'
import type { SharedMemory } from './memory.ts'
import { PoiTokens } from './poi-tokens.ts'
import type { SimplifyTask } from './simplifier.ts'

/** Calls from the serving side to the control plane. */
export interface Control {
  databaseState(): Promise<DatabaseState>
  /** Throws `DATABASE_UNAVAILABLE`. */
  usageOf(userId: UserId, period: UsagePeriod): Promise<UserUsage>
  /** As `Simplifier.run`: one at a time for all threads. */
  simplify(task: SimplifyTask): Promise<string>
}

/** Calls from the control plane to the serving side, in one thread or in many. */
export interface Serving {
  setKeys(records: readonly KeyRecord[]): void
  /** Sets the secrets for tokens of POIs, the current one first; called before `listen`. */
  setPoiSecrets(secrets: readonly PoiSecret[]): void
  /** Takes effect between two requests. */
  setDataset(dataset: LocalDataset): void
  /** Switches directions on or off; they are on before the first call. */
  setRouting(isOn: boolean): void
  /**
   * Opens the port, or for 0 a free one, and returns its address: `http://127.0.0.1:8080`. Throws
   * `CONFLICT` when it cannot.
   */
  listen(port: number): Promise<string>
  /**
   * Resolves when every thread that answers requests has answered this; rejects when one is gone.
   */
  ping(): Promise<void>
  /** All counts since the last call. */
  drainUsage(): Promise<readonly UsageRow[]>
  /** Takes no more connections; cuts the remaining ones after `graceMs`. */
  stop(graceMs: number): Promise<void>
}

export interface ServerOptions {
  readonly host: string
  /** The operators' address, `127.0.0.1:9090`; null to use only the public one. */
  readonly opsAddress: string | null
  readonly settings: HttpSettings
  /** Null for a server without directions, whatever `setRouting` says. */
  readonly directions: DirectionsSettings | null
  readonly memory: SharedMemory
  /** Number of this worker, from 0, and count of workers. */
  readonly worker: number
  readonly workers: number
  readonly log: Log
  /** Gets lines about requests, with `\n` between them. */
  readonly accessLines: (lines: string) => void
}

/** One thread that answers requests. */
export function createServer(options: ServerOptions, control: Control): Serving {
  const { memory, log } = options
  let keys = new KeyTable([])
  let dataset = closedDataset()
  let isRoutingOn = true
  let boundaries: Pick<AdminBoundaries, 'textOf'> = noBoundaries()
  const tokens = new PoiTokens()
  const listeners = new Listeners(options)
  const usage = new UsageCounter()
  const accessLog = newAccessLog(options)
  const metrics = new Metrics(memory.metrics, options.worker)
  const eventLoop = watchEventLoop(metrics)
  const deps: HttpDeps = {
    ...lookUpsOf(() => dataset),
    adminBoundaries: (query) => boundaries.textOf(query),
    directions(query) {
      requireRouting(options, isRoutingOn)
      return dataset.directions(query)
    },
    checkPoiToken: (token, id, nowMs) => tokens.check(token, id, nowMs),
    poiTile: (tile, encoding, nowMs) => ({
      body: dataset.poiTile(tile, tokens.writer(nowMs), encoding),
      maxAgeS: tokens.secondsLeft(nowMs),
    }),
    usageOf: control.usageOf,
    databaseState: control.databaseState,
    now: Date.now,
    elapsedMs: () => performance.now(),
    newRequestId: randomUUID,
    keys: () => keys,
    ...sharedBy(memory),
    metrics,
    usage,
    peerAddress: (request) => listeners.peerAddress(request),
    logError: (error, requestId) =>
      log(`Request ${requestId} failed: ${errorText(error)}`, 'error', requestId),
    accessLog,
    settings: options.settings,
  }
  const http = createHttp(deps)
  const ops = options.opsAddress === null ? null : createOps(deps)
  return {
    setKeys(records) {
      keys = new KeyTable(records)
    },
    setPoiSecrets(secrets) {
      tokens.secrets = secrets
    },
    setDataset(local) {
      dataset = openDataset(local, log, options.directions ?? DIRECTIONS_DEFAULTS)
      boundaries = new AdminBoundaries(local, control.simplify, log)
    },
    setRouting(isOn) {
      isRoutingOn = isOn
    },
    listen: (port) => listeners.open(port, http.listening, ops?.listening ?? null),
    ping: async () => {},
    async drainUsage() {
      metrics.handOver()
      return usage.drain()
    },
    async stop(graceMs) {
      await listeners.stop(graceMs)
      accessLog?.flush()
      eventLoop.stop()
    },
  }
}

function newAccessLog({ settings, accessLines }: ServerOptions): AccessLog | null {
  return settings.accessLog && new AccessLog(settings.accessLog, Date.now, accessLines)
}

type LookUps = Pick<
  HttpDeps,
  | ('suggest' | 'geocode' | 'resolve' | 'convert' | 'unitsOf' | 'reverse' | 'addressAt')
  | ('boundariesAt' | 'pois' | 'poiDetail' | 'map' | 'datasetId' | 'datasetMadeAtMs')
>

/** The functions of the current dataset, and no others. */
function lookUpsOf(dataset: () => OpenDataset): LookUps {
  return {
    suggest: (query) => dataset().suggest(query),
    geocode: (query) => dataset().geocode(query),
    resolve: (id, lang) => dataset().resolve(id, lang),
    convert: (query) => dataset().convert(query),
    unitsOf: (place) => dataset().unitsOf(place),
    reverse: (query) => dataset().reverse(query),
    addressAt: (point, lang) => dataset().addressAt(point, lang),
    boundariesAt: (point, levels) => dataset().boundariesAt(point, levels),
    pois: (query) => dataset().pois(query),
    poiDetail: (id, nowMs) => dataset().poiDetail(id, nowMs),
    map: () => dataset().map(),
    datasetId: () => dataset().id,
    datasetMadeAtMs: () => dataset().madeAtMs,
  }
}

/** The counters and limits that all threads share. */
function sharedBy(memory: SharedMemory) {
  const stopping = new Int32Array(memory.stopping)
  return {
    limiter: new Limiter(memory.limiter),
    sessions: new Sessions(memory.sessions),
    demoLimiter: new IpLimiter(DEMO_PER_MINUTE, memory.demoLimiter),
    mapLimiter: new IpLimiter(MAP_TILES_PER_MINUTE, memory.mapLimiter),
    isStopping: () => stopping[0] !== 0,
  }
}

function requireRouting({ directions }: ServerOptions, isOn: boolean): void {
  if (directions === null) throw routingLeftOut()
  if (!isOn) throw routingSwitchedOff()
}
