/*
 * Requests a second of the compiled executable, against a bare Bun.serve that returns the same
 * bytes, in one run on one machine: what design.md sets its floors by.
 *
 *   bun bench/http.ts --data DIR [--seconds 5] [--connections 32] [--database-url URL]
 *
 * DIR holds an imported dataset. Needs wrk. Prints a table in Markdown.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SCOPES } from '../src/access/key.ts'
import { samplePlaces, seededRandom } from '../src/commands/bench.ts'
import { createKey, revokeKey } from '../src/db/api-keys.ts'
import { openDatabase } from '../src/db/client.ts'
import type { Place } from '../src/search/place.ts'
import { type RunningServer, saolaExecutable, startServer } from '../test/executable.ts'
import { type Inputs, inputsOf } from './inputs.ts'

const SAMPLE_PLACES = 4_000
const WARM_UP_SECONDS = 2
const SEED = 20_261_120

interface Measured {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'database-url': { type: 'string' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
  },
})
if (values.data === undefined) {
  console.error('Say with --data where an imported dataset is: saola import FILE --data DIR')
  process.exit(2)
}
const dataDir = values.data
const databaseUrl = values['database-url'] ?? null
const scratch = mkdtempSync(join(tmpdir(), 'saola-bench-'))

async function main(): Promise<void> {
  const command = [saolaExecutable()]
  const env = { SAOLA_DATA: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const startedMs = performance.now()
  const server = await startServer(command, { cwd: process.cwd(), env })
  await fetch(`${server.url}/v1/demo/suggest?input=ha%20noi`)
  const firstAnswerMs = performance.now() - startedMs
  const database = await openDatabase({ databaseUrl, dataDir })
  const key = await createKey(database.db, {
    userName: 'bench',
    organisation: null,
    scopes: SCOPES,
    plan: 'unlimited',
    expiresAt: null,
  })
  try {
    await keyHonoured(server, key.key)
    const places = await samplePlaces(database.db, SAMPLE_PLACES, seededRandom(SEED))
    const addresses = await addressesOf(server, key.key, places)
    console.log(
      '| Endpoint | Saola, req/s | bare, req/s | ratio | p99, ms | bare p99, ms | ratio |',
    )
    console.log('|---|--:|--:|--:|--:|--:|--:|')
    for (const inputs of inputsOf(places, addresses, seededRandom(SEED))) {
      console.log(await compare(server, key.key, inputs))
    }
    console.log(`\nStart to first answer: ${firstAnswerMs.toFixed(0)} ms. ${memoryOf(server)}`)
  } finally {
    await revokeKey(database.db, key.id)
    await database.close()
    await server.stop()
    rmSync(scratch, { recursive: true })
  }
}

/** A new key takes a moment to reach a running server. */
async function keyHonoured(server: RunningServer, key: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const response = await ask(server, key, '/v1/usage')
    if (response.status === 200) return
    await Bun.sleep(200)
  }
  throw new Error(`The server did not take the key:\n${server.log()}`)
}

async function addressesOf(
  server: RunningServer,
  key: string,
  places: readonly Place[],
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  for (const { id } of places) {
    const response = await ask(server, key, `/v1/place/resolve?id=${encodeURIComponent(id)}`)
    if (response.status !== 200) continue
    const { result } = (await response.json()) as { result: { address: string } }
    addresses.set(id, result.address)
  }
  return addresses
}

function ask(server: RunningServer, key: string, path: string): Promise<Response> {
  return fetch(server.url + path, { headers: { 'X-API-Key': key } })
}

/** A row of the table. Only paths that are answered with 200 are asked for. */
async function compare(server: RunningServer, key: string, inputs: Inputs): Promise<string> {
  const recorded: Record<string, string> = {}
  for (const path of inputs.paths) {
    const response = await ask(server, key, path)
    if (response.status === 200) recorded[path] = await response.text()
  }
  if (Object.keys(recorded).length === 0) return `| \`${inputs.endpoint}\` | no answer to measure |`
  const recordedFile = join(scratch, 'recorded.json')
  const pathsFile = join(scratch, 'paths.txt')
  await Bun.write(recordedFile, JSON.stringify(recorded))
  await Bun.write(pathsFile, `${Object.keys(recorded).join('\n')}\n`)
  const bare = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'bare-server.ts'), recordedFile],
    {
      stdout: 'pipe',
    },
  )
  try {
    const bareUrl = await firstLine(bare.stdout)
    await measure(server.url, pathsFile, key, WARM_UP_SECONDS)
    await measure(bareUrl, pathsFile, key, WARM_UP_SECONDS)
    const ours = await measure(server.url, pathsFile, key, Number(values.seconds))
    const theirs = await measure(bareUrl, pathsFile, key, Number(values.seconds))
    return rowOf(inputs.endpoint, ours, theirs)
  } finally {
    bare.kill()
    await bare.exited
  }
}

function rowOf(endpoint: string, ours: Measured, bare: Measured): string {
  const rate = ({ requests, seconds }: Measured): number => requests / seconds
  const cells = [
    `\`${endpoint}\``,
    rate(ours).toFixed(0),
    rate(bare).toFixed(0),
    `${((100 * rate(ours)) / rate(bare)).toFixed(0)} %`,
    ours.p99Ms.toFixed(2),
    bare.p99Ms.toFixed(2),
    `${(ours.p99Ms / bare.p99Ms).toFixed(1)} ×`,
  ]
  const failures = ours.failures + bare.failures
  return `| ${cells.join(' | ')} |${failures > 0 ? ` ${failures} FAILED` : ''}`
}

async function measure(
  url: string,
  pathsFile: string,
  key: string,
  seconds: number,
): Promise<Measured> {
  const script = join(import.meta.dir, 'wrk.lua')
  const wrk = Bun.spawn(
    ['wrk', '-t1', `-c${values.connections}`, `-d${seconds}s`, '-s', script, url].concat(
      '--',
      pathsFile,
      key,
    ),
    { stdout: 'pipe' },
  )
  const out = await wrk.stdout.text()
  const line = out.split('\n').find((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk printed no figures:\n${out}`)
  return JSON.parse(line) as Measured
}

async function firstLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text.trim()
}

/** Resident now, mapped files that it has touched included; Linux only. */
function memoryOf({ process: { pid } }: RunningServer): string {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return ''
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
  return `Memory: ${(Number(kilobytes) / 1000).toFixed(0)} MB.`
}

await main()
