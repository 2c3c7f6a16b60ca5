import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { reasonOf, ServiceError } from '../base/errors.ts'
import { counted } from '../base/shown-text.ts'
import { type Config, SETTING_NAMES } from '../config.ts'
import { faultOfFile, missingFiles, notHere } from '../control/datasets.ts'
import { listKeys } from '../db/api-keys.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { loadFileStarts } from '../db/dataset-files.ts'
import { activeDataset } from '../db/datasets.ts'
import { prepareDirectory } from '../db/embedded/data-directory.ts'
import { lockHolder, originalHolder } from '../db/embedded/data-lock.ts'
import { isWithoutTables } from '../db/failure.ts'
import { missingMigrations } from '../db/migrate.ts'
import { otherRules } from '../import/dataset/rules.ts'
import { freeBytes } from '../import/fetch/disk.ts'
import { reasonNotToListen, requireAddress } from '../serving/port.ts'
import { VERSION } from '../version.ts'
import { answer, type CommandEnv, configOf, newCommand, ReportedFailure } from './env/command.ts'

const DISK_FREE_BYTES_MIN = 2e9 // an import of the country, with its database and files
const MEMORY_BYTES_MIN = 3.4e9 // README, How fast: the same, with two road graphs
/** A server that answers within this on the port is a Saola. */
const HEALTH_MS_MAX = 3_000

/** One check; `message` has its finding and, unless `ok`, the cure. */
interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'fault'
  readonly message: string
}

export function doctorCommand(env: CommandEnv): Command {
  const command = newCommand(
    'doctor',
    'check this machine, the data directory, the database and the dataset; say what to do',
    SETTING_NAMES,
  )
  return command.action(async () => {
    const findings = await examine(configOf(command, env), env.log)
    answer(command, env, { findings }, () =>
      findings.map(({ name, state, message }) => `${state.padEnd(7)}  ${name}: ${message}`),
    )
    const faults = findings.filter(({ state }) => state === 'fault').length
    if (faults === 0) return
    env.log(`saola: ${faults} of ${findings.length} checks found a fault.`)
    throw new ReportedFailure()
  })
}

async function examine(config: Config, log: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [
    ok('version', `${VERSION.version}, commit ${VERSION.commit}, ${VERSION.platform}`),
    memory(),
    dataDirectory(config),
    await port(config),
  ]
  if (findings.some(({ name, state }) => name === 'data directory' && state === 'fault')) {
    return findings
  }
  if (existsSync(config.data)) findings.push(await disk(config.data))
  return [...findings, ...(await database(config, log))]
}

function memory(): Finding {
  const processors = counted(availableParallelism(), 'processor')
  const found = `${gigabytes(totalmem())}, ${processors}`
  return totalmem() >= MEMORY_BYTES_MIN
    ? ok('machine', found)
    : warning('machine', `${found}; importing the country wants ${gigabytes(MEMORY_BYTES_MIN)}.`)
}

function dataDirectory({ data, databaseUrl }: Config): Finding {
  const name = 'data directory'
  const path = resolve(data)
  try {
    prepareDirectory(path, false)
  } catch (error) {
    const isNone = error instanceof ServiceError && error.code === 'NOT_FOUND'
    // With PostgreSQL it holds copies only, which a server takes from there.
    return isNone && databaseUrl !== null
      ? warning(name, `there is none at ${path}: 'saola serve' makes it.`)
      : fault(name, reasonOf(error))
  }
  const original = originalHolder(path)
  if (original !== null) {
    const { pid, command } = original
    const found = `${path} is a copy of the one that process ${pid} (${command}) holds`
    return warning(name, `${found}. It is a database of its own, with its own keys and counts.`)
  }
  const holder = lockHolder(path)
  return ok(name, holder ? `${path}, held by process ${holder.pid} (${holder.command})` : path)
}

async function disk(data: string): Promise<Finding> {
  const bytes = await freeBytes(data)
  const free = `${gigabytes(bytes)} free`
  return bytes >= DISK_FREE_BYTES_MIN
    ? ok('disk', free)
    : warning('disk', `${free}; importing the country wants ${gigabytes(DISK_FREE_BYTES_MIN)}.`)
}

/** The port is free, or Saola itself answers on it. */
async function port({ host, port: number }: Config): Promise<Finding> {
  const place = `${isIPv6(host) ? `[${host}]` : host}:${number}`
  try {
    await requireAddress(host)
    Bun.serve({ hostname: host, port: number, fetch: () => new Response() }).stop(true)
    return ok('port', `${place} is free`)
  } catch (error) {
    const health = await healthAt(place)
    if (health !== null) return ok('port', `a server answers on ${place}, its health: ${health}`)
    return fault('port', `${place} cannot be listened on: ${reasonNotToListen(error)}.`)
  }
}

/** The `status` of a server; null when none answers there. */
async function healthAt(place: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(HEALTH_MS_MAX)
    const body: unknown = await (await fetch(`http://${place}/health`, { signal })).json()
    return typeof body === 'object' && body !== null && 'status' in body
      ? String(body.status)
      : null
  } catch {
    return null
  }
}

async function database(config: Config, log: (line: string) => void): Promise<Finding[]> {
  const { databaseUrl, data } = config
  let opened: Database
  try {
    opened = await openDatabase({ databaseUrl, dataDir: data, mayCreate: false, log })
  } catch (error) {
    return [fault('database', reasonOf(error))]
  }
  try {
    const missing = await missingMigrations(opened.db)
    if (missing.length > 0) return [withoutTables(opened, `lacks ${missing.join(', ')}`)]
    const keys = await listKeys(opened.db)
    const nowMs = Date.now()
    const usable = keys.filter(
      ({ revokedAt, expiresAt }) =>
        revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs),
    ).length
    return [
      ok('database', `${opened.kind}, reachable`),
      usable > 0
        ? ok('keys', `${usable} of ${keys.length} usable`)
        : warning('keys', "none is usable: make one with 'saola keys create'."),
      await dataset(opened, config.data),
      ...(await rules(opened)),
    ]
  } catch (error) {
    if (isWithoutTables(error)) return [withoutTables(opened, 'its tables not made yet')]
    const explained = opened.explain(error)
    return [fault('database', reasonOf(explained))]
  } finally {
    await opened.close()
  }
}

function withoutTables({ kind }: Database, found: string): Finding {
  const cure = "'saola serve' makes them when it starts, 'saola migrate' without serving."
  return warning('database', `${kind}, reachable, ${found}: ${cure}`)
}

async function dataset({ db }: Database, data: string): Promise<Finding> {
  const active = await activeDataset(db)
  if (!active) {
    return warning('dataset', "none is active: 'saola serve' puts the built-in one in its place.")
  }
  const faults: string[] = []
  for (const file of active.manifest) {
    const path = join(data, 'datasets', active.id, file.name)
    const found = await faultOfFile(path, file)
    // A server takes missing files from the database when it starts.
    if (found !== null && found !== 'is not there') faults.push(`${path} ${found}`)
  }
  if (faults.length > 0) {
    const cure = 'A starting server takes them from the database again.'
    return warning('dataset', `${faults.join('; ')}. ${cure}`)
  }
  const missing = missingFiles(data, active)
  const found = `${active.id} from ${active.sourceName}, ${counted(active.manifest.length, 'file')}`
  return ok('dataset', missing.length === 0 ? `${found} whole` : `${found}. ${notHere(missing)}`)
}

/** Whether the active dataset was made by the rules of this program. */
async function rules({ db }: Database): Promise<Finding[]> {
  const active = await activeDataset(db)
  if (!active) return []
  const others = otherRules(await loadFileStarts(db, active.id))
  if (others.length === 0) return [ok('rules', 'the dataset was made with those of this Saola')]
  return others.map((found) => warning('rules', found))
}

function ok(name: string, message: string): Finding {
  return { name, state: 'ok', message }
}

function warning(name: string, message: string): Finding {
  return { name, state: 'warning', message }
}

function fault(name: string, message: string): Finding {
  return { name, state: 'fault', message }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
