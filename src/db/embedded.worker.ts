import { existsSync, renameSync, rmSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import initdbWasm from '../../node_modules/@electric-sql/pglite/dist/initdb.wasm' with {
  type: 'file',
}
import pgliteData from '../../node_modules/@electric-sql/pglite/dist/pglite.data' with {
  type: 'file',
}
import pgliteWasm from '../../node_modules/@electric-sql/pglite/dist/pglite.wasm' with {
  type: 'file',
}
import { serveWire, type WireServer } from './wire-server.ts'

/*
 * The embedded database in a thread of its own, so that a long statement stalls nobody else. Who
 * wants something of it connects to the socket; the parent only says open and close.
 */

export type EmbeddedRequest =
  | { readonly kind: 'open'; readonly directory: string; readonly socketPath: string }
  | { readonly kind: 'close' }

export type EmbeddedReply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' }

const CONNECTIONS_MAX = 32
const SILENT_OWNER_MS_MAX = 30_000

declare const self: Worker

let pglite: PGlite | null = null
let server: WireServer | null = null

self.onmessage = async ({ data }: MessageEvent<EmbeddedRequest>) => {
  try {
    if (data.kind === 'open') {
      await open(data.directory, data.socketPath)
      reply({ kind: 'opened' })
    } else {
      await server?.close()
      await pglite?.close()
      reply({ kind: 'closed' })
    }
  } catch (error) {
    reply({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}

async function open(directory: string, socketPath: string): Promise<void> {
  const parts = await engineParts()
  if (!existsSync(directory)) await create(directory, parts)
  const database = await PGlite.create({ ...parts, dataDir: directory })
  pglite = database
  const [version] = (await database.query<{ server_version: string }>('show server_version')).rows
  server = await serveWire(
    {
      execute: (message, onRawData) => database.execProtocolRawStream(message, { onRawData }),
      isInTransaction: () => database.isInTransaction(),
      serverVersion: version?.server_version ?? '',
    },
    socketPath,
    { connectionsMax: CONNECTIONS_MAX, silentOwnerMsMax: SILENT_OWNER_MS_MAX },
  )
}

/** Makes a database under another name first: one that was left half-made is never opened. */
async function create(directory: string, parts: PGliteOptions): Promise<void> {
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const database = await PGlite.create({ ...parts, dataDir: unfinished })
  await database.close()
  renameSync(unfinished, directory)
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
