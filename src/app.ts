import { resolve } from 'node:path'
import type { KeyId, UserId } from './access/key.ts'
import { Limiter } from './access/limiter.ts'
import { DAY_MS, dateOfDay, dayOf } from './access/window.ts'
import { assert } from './base/assert.ts'
import { type DatabaseState, reasonOf, ServiceError } from './base/errors.ts'
import type { DatasetId } from './base/ids.ts'
import type { Log } from './base/log.ts'
import { BUILTIN_EDITION, isOtherEdition } from './builtin-edition.ts'
import type { Config } from './config.ts'
import { DatasetStore } from './control/datasets.ts'
import { createDemoKey, demoLines } from './control/demo.ts'
import { drain } from './control/drain.ts'
import { DatabaseProbe } from './control/health.ts'
import { KeyRegister } from './control/keys.ts'
import { type Repeating, repeat } from './control/repeat.ts'
import { PoiSecretRegister } from './control/secrets.ts'
import { RoutingSwitch } from './control/switches.ts'
import { addKeptUsage, UsageLedger } from './control/usage.ts'
import { readUsageReport } from './control/usage-report.ts'
import type { LocalDataset } from './dataset.ts'
import { type Database, type Db, openDatabase } from './db/client.ts'
import { activeDataset } from './db/datasets.ts'
import { prepareDirectory } from './db/embedded/data-directory.ts'
import { migrate } from './db/migrate.ts'
import { dayTotals, forgetWriters } from './db/usage.ts'
import type { HttpSettings, UsagePeriod, UserUsage } from './http/request/deps.ts'
import { Metrics } from './http/telemetry/metrics.ts'
import type { DirectionsSettings } from './routing/answer.ts'
import { watchEventLoop } from './serving/event-loop.ts'
import { allocateMemory } from './serving/memory.ts'
import { within } from './serving/peer.ts'
import { portOf } from './serving/port.ts'
import type { Control, Serving } from './serving/server.ts'
import { Simplifier } from './serving/simplifier.ts'
import { createWorkers, type PoolOptions } from './serving/workers.ts'
import { VERSION } from './version.ts'

/*
 * The composition root. One side, the control plane, owns the database; the other, the serving
 * side, answers requests and uses only `Control` of the first:
 *
 *   database ▶ KeyRegister, DatasetStore ▶ setKeys, setDataset ▶ Serving ▶ answers
 *   database ◀ UsageLedger ◀ drainUsage ◀──────────────────────── Serving
 *
 * No request on a hot endpoint waits for the database: when it goes away, all but /health and
 * /v1/usage work on with the last data read.
 */

const KEYS_PAUSE_MS = 2_000 // a new or revoked key, or a switch, is honoured within 5 s
const DATASET_PAUSE_MS = 2_000
const SECRETS_PAUSE_MS = 5_000
const USAGE_PAUSE_MS = 5_000
/** A killed server loses its counts since the last pause; less than a second with the write. */
const JOURNAL_PAUSE_MS = 500
const SWEEP_PAUSE_MS = 600_000
/** A query of a hanging database does not fail: waiting for one ends after this. */
const USAGE_MS_MAX = 5_000
const LAST_RUNS_MS_MAX = 5_000
/** A sampled access log has one request of this many. */
const SAMPLED_OF = 100
const REAL_ONE = "'saola import vietnam' brings a real one."

const STANDS: Readonly<Record<DatabaseState, string>> = {
  up: 'answers',
  full: 'has no disk space left',
  'read-only': 'is read-only',
  away: 'is away',
}

export interface App {
  /** The address that it listens on: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Rejects when only a new start of the process can help. */
  readonly broken: Promise<never>
  /**
   * The server's state in one line. Resolves when all threads that answer requests have answered.
   */
  state(): Promise<string>
  /** Answers the open requests, writes the counts, gives everything back. */
  stop(): Promise<void>
}

/**
 * Starts a server. `log` gets messages for the operator, `accessLines` the requests that were
 * answered. `signal` ends a start under way.
 */
export async function startApp(
  config: Config,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
  accessLines: (lines: string) => void = () => {},
): Promise<App> {
  requireWorkers(config.workers)
  // Needed with PostgreSQL, too: it holds the files of the dataset.
  prepareDirectory(resolve(config.data), true)
  const database = await openDatabase({ ...databaseOf(config), log })
  // Closed from the last to the first, even if one of them fails.
  const closing = new AsyncDisposableStack()
  closing.defer(() => database.close())
  try {
    await prepareDatabase(database, log, signal)
    if (config.databaseStatementSeconds > 0) {
      database.limitSilence(config.databaseStatementSeconds * 1000)
    }
    return await serve({ config, database, log, accessLines }, closing)
  } catch (error) {
    await closing.disposeAsync()
    throw database.explain(error)
  }
}

function databaseOf({ databaseUrl, data, databaseConnectSeconds }: Config) {
  return { databaseUrl, dataDir: data, connectMsMax: databaseConnectSeconds * 1000 }
}

function requireWorkers(workers: number): void {
  if (workers === 1 || process.platform === 'linux') return
  throw new ServiceError(
    'INVALID_CONFIG',
    `--workers is ${workers}; only Linux divides the connections of one port. Leave it at 1.`,
  )
}

/** Brings the schema up to date, and installs the built-in dataset where there is none. */
async function prepareDatabase(database: Database, log: Log, signal: AbortSignal): Promise<void> {
  const { applied } = await migrate(database)
  if (applied.length > 0) log(`Migrated the database: ${applied.join(', ')}.`)
  const active = await activeDataset(database.db)
  if (active !== null && !isOtherEdition(active)) {
    if (active.sourceName === 'builtin') log(`${active.id} is the built-in dataset. ${REAL_ONE}`)
    return
  }
  // Loaded here: it builds indexes, which a server with a dataset never does.
  const { installBuiltin } = await import('./import/install-builtin.ts')
  const id = await installBuiltin(database.db, BUILTIN_EDITION, signal)
  const why = active === null ? 'No dataset was active' : `${active.id} is of another Saola`
  log(`${why}: put in the built-in one, ${id}. ${REAL_ONE}`)
}

interface Start {
  readonly config: Config
  readonly database: Database
  readonly log: Log
  readonly accessLines: (lines: string) => void
}

async function serve(
  { config, database, log, accessLines }: Start,
  closing: AsyncDisposableStack,
): Promise<App> {
  const memory = allocateMemory(config.workers)
  const probe = new DatabaseProbe(database)
  const settings = httpSettings(config, database.kind)
  const { host, port, opsAddress, workers } = config
  const directions = config.routingEnabled ? directionsSettings(config) : null
  const broken = Promise.withResolvers<never>()
  // Some callers do not wait for the end of the server.
  broken.promise.catch(() => {})
  const options: PoolOptions = {
    recheck: async () => control?.recheck(),
    onStuck: (reason) => broken.reject(new ServiceError('CONFLICT', reason)),
    ...{ host, opsAddress, settings, directions, memory, workers, log, accessLines },
  }
  const simplifier = new Simplifier()
  let control: ControlPlane | null = null
  closing.defer(() => control?.stop())
  closing.defer(() => simplifier.close())
  const asked: Control = {
    databaseState: () => probe.state(),
    async usageOf(userId, period) {
      assert(control, 'no request is answered before there is a control plane')
      return within(control.usageOf(userId, period), USAGE_MS_MAX, () => {
        throw new ServiceError('DATABASE_UNAVAILABLE', 'The database takes too long to answer.')
      })
    },
    simplify: (task) => simplifier.run(task),
  }
  const serving = createWorkers(options, asked)
  let graceMs = 0 // until there are requests
  closing.defer(() => serving.stop(graceMs))
  // Made before keys are read, so that it works from the first request on.
  const demo = config.demo ? await createDemoKey(database.db) : null
  const metrics = new Metrics(memory.metrics, workers)
  const eventLoop = watchEventLoop(metrics)
  closing.defer(() => eventLoop.stop())
  control = await startControl({ database, config, log }, serving, metrics)
  await seedDay(database, new Limiter(memory.limiter))
  const url = await serving.listen(port)
  graceMs = config.shutdownSeconds * 1000
  const drainMs = config.drainSeconds * 1000
  const { stopping } = memory
  const work = () => metrics.work()
  closing.defer(() => drain({ stopping, port: portOf(url), drainMs, graceMs, work, log }))
  log(`Saola ${VERSION.version} listens on ${url} (database: ${database.kind}).`)
  if (demo) for (const line of demoLines(demo.key, url)) log(line, 'warn')
  const state = async () => {
    await serving.ping()
    const stands = STANDS[await probe.state()]
    const dataset = control?.datasetId() ?? 'none'
    return `Serving dataset ${dataset} on ${url}; the database (${database.kind}) ${stands}.`
  }
  return { url, broken: broken.promise, state, stop: () => closing.disposeAsync() }
}

function httpSettings(config: Config, databaseKind: Database['kind']): HttpSettings {
  const { logFormat: format, accessLogQueries: hasQueries } = config
  const every = config.accessLog === 'all' ? 1 : SAMPLED_OF
  return {
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    isOpsApart: config.opsAddress !== null,
    hasPage: config.page === 'on',
    hasDocs: config.docs === 'on',
    isMapKeyRequired: config.mapKey === 'required',
    publicUrl: config.publicUrl?.replace(/\/$/, '') ?? null,
    searchCacheBytes: config.searchCacheMb * 1_000_000,
    accessLog: config.accessLog === 'off' ? null : { format, every, hasQueries },
    databaseKind,
    version: VERSION.version,
  }
}

function directionsSettings(config: Config): DirectionsSettings {
  return {
    detourFactor: config.routingDetourFactor,
    averageKmh: { car: config.routingCarKmh, motorbike: config.routingMotobikeKmh },
    snapRadiusM: config.routingSnapM,
  }
}

interface ControlPlane {
  /** The id of the dataset served; null for none. */
  datasetId(): DatasetId | null
  usageOf(userId: UserId, period: UsagePeriod): Promise<UserUsage>
  /** Reads all files of the dataset and replaces damaged ones. */
  recheck(): Promise<void>
  /** Ends all tasks, the writing of counts last. */
  stop(): Promise<void>
}

/** Reads keys and dataset for `serving`, and from then on keeps them and its counts up to date. */
async function startControl(
  { database, config, log }: Pick<Start, 'database' | 'config' | 'log'>,
  serving: Serving,
  metrics: Metrics,
): Promise<ControlPlane> {
  const { db } = database
  const keys = new KeyRegister(db, (records) => serving.setKeys(records))
  const routing = newRoutingSwitch(database, serving, log)
  const secrets = new PoiSecretRegister(db, (known) => serving.setPoiSecrets(known))
  const shelf = new DatasetStore(db, config.data, log)
  const drain = () => serving.drainUsage()
  const ownerOf = (id: KeyId) => keys.ownerOf(id)
  const ledger = new UsageLedger({ db, drain, ownerOf, directory: config.data, watch: metrics })

  const followDataset = () => follow(shelf, serving, log)
  const repeated = repeatedOn(database, log)

  await keys.refresh()
  await routing.refresh()
  await secrets.refresh()
  await followDataset()
  await addKeptUsage(database, config.data, log)
  const collect = () => ledger.collect()
  const journal = repeated('Keeping counts on the disk', JOURNAL_PAUSE_MS, collect)
  const usage = repeated('Writing usage', USAGE_PAUSE_MS, () => ledger.flush())
  const forgetting = repeated('Forgetting old writers of usage', DAY_MS, async () => {
    await forgetWriters(db)
  })
  // Once at the start, too: few servers run for a whole day. The task logs its failure.
  void forgetting.runNow().catch(() => {})
  const following = repeated('Following the active dataset', DATASET_PAUSE_MS, followDataset)
  const reading = [
    forgetting,
    following,
    repeated('Reading keys', KEYS_PAUSE_MS, () => keys.refresh()),
    repeated('Reading switches', KEYS_PAUSE_MS, () => routing.refresh()),
    repeated('Reading secrets', SECRETS_PAUSE_MS, () => secrets.refresh()),
    repeated('Deleting old files', SWEEP_PAUSE_MS, () => deleteOldFiles(shelf, config.data)),
  ]
  return {
    datasetId: () => shelf.current?.id ?? null,
    async usageOf(userId, period) {
      // Counts of this server that are not yet written belong to the answer, too.
      return usage
        .runNow()
        .then(() => userUsage(database.db, keys, userId, period))
        .catch((error: unknown) => {
          throw unreadUsage(database.explain(error))
        })
    },
    recheck() {
      shelf.distrust()
      return following.runNow()
    },
    async stop() {
      const silent = () => log('The database does not answer.', 'error')
      await within(lastRuns(reading, usage), LAST_RUNS_MS_MAX, silent)
      await journal.stop()
      await ledger.close(log)
    },
  }
}

/** Makes repeated tasks on the database; their failures say what to do. */
function repeatedOn(database: Database, log: Log) {
  return (name: string, pauseMs: number, onDatabase: () => Promise<void>): Repeating => {
    const task = async () => {
      const startMs = performance.now()
      await onDatabase().catch((error: unknown) => {
        throw database.explain(error)
      })
      log(`${name} took ${(performance.now() - startMs).toFixed(1)} ms.`, 'debug')
    }
    return repeat({ name, pauseMs, task, log })
  }
}

/** Serves the active dataset, if it is another one than before. */
async function follow(shelf: DatasetStore, serving: Serving, log: Log): Promise<void> {
  const dataset = await shelf.refresh()
  if (!dataset) return
  serving.setDataset(dataset)
  log(`Serving dataset ${dataset.id}.`)
  // No request waits for this.
  void logOtherRules(dataset, log)
}

/** Logs files of the dataset that were made by other rules than this program's. */
async function logOtherRules({ id, directory, files }: LocalDataset, log: Log): Promise<void> {
  try {
    const { otherRulesIn } = await import('./import/dataset/rules.ts')
    for (const line of otherRulesIn(directory, files)) log(`Dataset ${id}: ${line}`, 'warn')
  } catch (error) {
    log(`The rules of dataset ${id} cannot be compared: ${reasonOf(error)}`, 'warn')
  }
}

async function userUsage(
  db: Db,
  keys: KeyRegister,
  userId: UserId,
  period: UsagePeriod,
): Promise<UserUsage> {
  const nowMs = Date.now()
  const { keyIds, perDay } = keys.allowanceOf(userId, nowMs)
  const report = await readUsageReport(db, userId, period, dayOf(nowMs), keyIds)
  return { ...report, limitPerDay: perDay }
}

/** The error for a failed read of usage. A bug stays a bug. */
function unreadUsage(explained: unknown): unknown {
  const isAway =
    explained instanceof ServiceError &&
    (explained.code === 'DATABASE_UNAVAILABLE' || explained.code === 'DISK_FULL')
  if (!isAway) return explained
  return new ServiceError(
    'DATABASE_UNAVAILABLE',
    'Usage cannot be read while the database is away. Requests are still being counted.',
    { cause: explained },
  )
}

async function lastRuns(reading: readonly Repeating[], usage: Repeating): Promise<void> {
  await Promise.all(reading.map((task) => task.stop()))
  // The task logs its failure.
  await usage.runNow().catch(() => {})
  await usage.stop()
}

/** Files of deleted datasets, and leftovers of killed imports. */
async function deleteOldFiles(shelf: DatasetStore, dataDir: string): Promise<void> {
  await shelf.sweep()
  const { removeDeadScratch } = await import('./import/fetch/scratch.ts')
  await removeDeadScratch(dataDir)
}

function newRoutingSwitch({ db }: Database, serving: Serving, log: Log): RoutingSwitch {
  return new RoutingSwitch(db, (isOn) => {
    serving.setRouting(isOn)
    log(`Routing was switched ${isOn ? 'on' : 'off'}.`)
  })
}

/** Takes the database's counts of today off the limits of today. */
async function seedDay({ db }: Database, limiter: Limiter): Promise<void> {
  const nowMs = Date.now()
  for (const { keyId, requests } of await dayTotals(db, dateOfDay(dayOf(nowMs)))) {
    limiter.seedDay(keyId, requests, nowMs)
  }
}
