import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import initdbWasm from '../../../node_modules/@electric-sql/pglite/dist/initdb.wasm' with {
  type: 'file',
}
import pgliteData from '../../../node_modules/@electric-sql/pglite/dist/pglite.data' with {
  type: 'file',
}
import pgliteWasm from '../../../node_modules/@electric-sql/pglite/dist/pglite.wasm' with {
  type: 'file',
}
import { reasonOf } from '../../base/errors.ts'
import { diskGauge } from './disk-space.ts'
import { type EngineBeat, running, step } from './engine-beat.ts'
import { FIRST_DATABASE } from './first-database.ts'
import { queryMessage } from './wire-frames.ts'
import { serveWire, type WireServer } from './wire-server.ts'

/*
 * The embedded database in a separate thread, so that a long statement stalls no other work.
 * Clients connect to the socket; the parent only opens and closes it.
 */

export type EmbeddedRequest =
  | {
      readonly kind: 'open'
      readonly directory: string
      readonly socketPath: string
      /** Of the data directory, for clients that ask (`directoryIdentity`). */
      readonly identity: string
      /** Written here, watched by the parent. */
      readonly beat: EngineBeat
    }
  | { readonly kind: 'close' }

type Opening = Extract<EmbeddedRequest, { readonly kind: 'open' }>

export type EmbeddedReply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' }
  /** Not an answer: the disk has become nearly full, or is no longer. */
  | { readonly kind: 'disk'; readonly isLow: boolean }

const CONNECTIONS_MAX = 32
const SILENT_OWNER_MS_MAX = 30_000
/** A process may have 256 by default on some systems, sockets and indexes included. */
const OPEN_FILES_MAX = 128

/** Of the databases that PGlite makes and opens: PostgreSQL's major version. */
const ENGINE_MAJOR = '18'
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // A log that has done its duty is deleted; the engine would keep up to 1 GB of it to use again.
  ...['-c', 'wal_recycle=off', '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
  // No replica reads it: a rewritten table need not be in it.
  ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
]
/** In the report of a failure after which the engine answers nothing more, such as a full disk. */
const PANIC = Buffer.from('SPANIC\0VPANIC\0')
/** Segments of 16 MB. The engine alone, without PostgreSQL's other processes, never shortens it. */
const LOG_SEGMENTS_MAX = 4

declare const self: Worker

let pglite: PGlite | null = null
let server: WireServer | null = null
/** Of the data directory, open while its database is. */
let parent: number | null = null

self.onmessage = async ({ data }: MessageEvent<EmbeddedRequest>) => {
  try {
    if (data.kind === 'open') {
      await openDirectory(data)
      reply({ kind: 'opened' })
    } else {
      await server?.close()
      await pglite?.close()
      if (parent !== null) closeSync(parent)
      reply({ kind: 'closed' })
    }
  } catch (error) {
    reply({ kind: 'failed', reason: reasonOf(error) })
  }
}

async function openDirectory({ directory, socketPath, identity, beat }: Opening): Promise<void> {
  const parts = await engineParts()
  if (!existsSync(directory)) await create(directory, parts)
  checkMajor(directory)
  const steady = steadyDirectory(dirname(directory))
  const dataDir = join(steady, basename(directory))
  const database = await PGlite.create({ ...parts, dataDir, startParams: START_PARAMS })
  pglite = database
  watchFiles(database, beat)
  await useUpLog(database, dataDir)
  const [version] = (await database.query<{ server_version: string }>('show server_version')).rows
  const engine = engineOf(database, beat, diskGauge(dataDir))
  server = await serveWire(
    {
      ...engine,
      isLogLong: () => logSegments(dataDir).length > LOG_SEGMENTS_MAX,
      serverVersion: version?.server_version ?? '',
      directory: identity,
      // The next client finds no listener and opens the database anew.
      giveUp: () => process.exit(1),
    },
    // Elsewhere where the path is too long.
    dirname(socketPath) === dirname(directory) ? join(steady, basename(socketPath)) : socketPath,
    { connectionsMax: CONNECTIONS_MAX, silentOwnerMsMax: SILENT_OWNER_MS_MAX },
  )
}

/** The engine, with its state and that of its disk. */
function engineOf(database: PGlite, beat: EngineBeat, isDiskLow: () => boolean) {
  let hasPanicked = false
  let isReadOnly = false
  async function execute(message: Uint8Array, onData: (bytes: Uint8Array) => void): Promise<void> {
    const onRawData = (bytes: Uint8Array) => {
      hasPanicked ||= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(PANIC)
      onData(bytes)
    }
    await running(beat, () => database.execProtocolRawStream(message, { onRawData }))
  }
  return {
    execute,
    isInTransaction: () => database.isInTransaction(),
    isBroken: () => hasPanicked,
    async prepare() {
      const isLow = isDiskLow()
      if (isLow === isReadOnly) return
      const state = isLow ? 'on' : 'off'
      await execute(queryMessage(`set default_transaction_read_only = ${state}`), () => {})
      isReadOnly = isLow
      reply({ kind: 'disk', isLow })
    },
  }
}

/**
 * A path of the data directory that holds after a move. The engine opens files by their path for as
 * long as it runs, and the socket is deleted by its path: with another directory in the place of
 * ours, those would be that one's. Linux has a name for an open directory.
 */
function steadyDirectory(directory: string): string {
  if (process.platform !== 'linux') return directory
  parent = openSync(directory, 'r')
  return `/proc/self/fd/${parent}`
}

function checkMajor(directory: string): void {
  const major = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (major === ENGINE_MAJOR) return
  throw new Error(
    `it was made by an engine of version ${major}, this Saola has ${ENGINE_MAJOR}; ` +
      'use the Saola that made it, or another data directory',
  )
}

/**
 * Counts each use of a file, which shows that the engine makes progress, and syncs written files.
 * PGlite leaves all writing to the operating system: it turns fsync off, and its file system for
 * Node has none. A power cut could then take the whole database. With the function that Emscripten
 * calls for fsync, and PostgreSQL set to use that one for its log, a commit is on the disk.
 */
function watchFiles(database: PGlite, beat: EngineBeat): void {
  const nodefs: unknown = Reflect.get(database.Module, 'NODEFS')
  const operations = Object(nodefs).stream_ops
  if (typeof operations !== 'object') throw new Error('the engine has no file system for Node')
  operations.fsync = ({ nfd }: { nfd?: number }) => {
    step(beat)
    if (nfd !== undefined) fsyncSync(nfd) // a directory has none
    return 0
  }
  for (const name of ['read', 'write']) {
    const operation = operations[name]
    operations[name] = (...args: unknown[]) => {
      step(beat)
      return operation(...args)
    }
  }
}

function logSegments(directory: string): string[] {
  return readdirSync(join(directory, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
}

/**
 * An older Saola has left segments in store, up to 1 GB, which are deleted only after their use:
 * each is begun, and the next one then. The engine itself keeps one.
 */
async function useUpLog(database: PGlite, directory: string): Promise<void> {
  const now = 'select pg_walfile_name(pg_current_wal_insert_lsn()) as name'
  const [current] = (await database.query<{ name: string }>(now)).rows
  const inStore = logSegments(directory).filter((name) => name > (current?.name ?? name))
  if (inStore.length <= 1) return
  for (const _ of inStore) {
    await database.exec("select pg_logical_emit_message(false, 'saola', ''), pg_switch_wal()")
  }
  await database.exec('checkpoint')
}

/** Makes a database under another name first: one that was left half-made is never opened. */
async function create(directory: string, parts: PGliteOptions): Promise<void> {
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  if (FIRST_DATABASE === null) {
    const database = await PGlite.create({ ...parts, dataDir: unfinished })
    await database.close()
  } else {
    await new Bun.Archive(await Bun.file(FIRST_DATABASE).bytes()).extract(unfinished)
  }
  const entries = readdirSync(unfinished, { recursive: true, withFileTypes: true })
  // The engine lets everybody write, and the modes in an archive are not certain.
  chmodSync(unfinished, 0o700)
  for (const entry of entries) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
  }
  const files = entries.filter((entry) => entry.isFile())
  // Many at once: the file system then writes its journal a few times, not a thousand times.
  for (let at = 0; at < files.length; at += OPEN_FILES_MAX) {
    const some = files.slice(at, at + OPEN_FILES_MAX)
    await Promise.all(some.map(({ parentPath, name }) => syncFile(join(parentPath, name))))
  }
  renameSync(unfinished, directory)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

/** PGlite's own way to find its parts fails in the executable: there they are embedded files. */
async function engineParts(): Promise<PGliteOptions> {
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all(
    [pgliteWasm, initdbWasm].map(async (path) =>
      WebAssembly.compile(await Bun.file(path).arrayBuffer()),
    ),
  )
  if (!pgliteWasmModule || !initdbWasmModule) throw new Error('the database engine is missing')
  return { pgliteWasmModule, initdbWasmModule, fsBundle: Bun.file(pgliteData) }
}

function reply(message: EmbeddedReply): void {
  self.postMessage(message)
}
