/*
 * Requests a second of the compiled executable on an imported dataset, against a bare Bun.serve
 * that returns the same bytes, in one run on one machine: what design.md sets its floors by.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SCOPES } from '../src/access/key.ts'
import { createKey, revokeKey } from '../src/db/api-keys.ts'
import { type Db, openDatabase } from '../src/db/client.ts'
import { type RunningServer, saolaExecutable, startServer } from '../test/executable.ts'
import type { Inputs } from './inputs.ts'

/** What is asked often is compiled anew until some 200,000 requests are served. */
const WARM_UP_SECONDS = 15
/** Asked for again after the load: a fast answer has to be the right one. */
const CHECKED_ANSWERS = 200
const PAUSE_MS = 200
const ATTEMPTS = 50

export const TABLE_HEAD = [
  '| Endpoint | Saola, req/s | bare, req/s | ratio | p99, ms | bare p99, ms | ratio |',
  '|---|--:|--:|--:|--:|--:|--:|',
].join('\n')

export interface Measured {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
}

/** A running server and all that it takes to measure it. */
export interface Subject {
  readonly db: Db
  readonly dataDir: string
  /** From its start to its first answer. */
  readonly startMs: number
  readonly server: RunningServer
  readonly key: string
  readonly scratch: string
  /** How many each of the two servers is measured for. */
  readonly seconds: string
  readonly connections: string
}

/** Starts a server on the dataset that the command line names, lets it be measured, ends it. */
export async function withSubject(run: (subject: Subject) => Promise<void>): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      'database-url': { type: 'string' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      // Equal searches are not answered from memory unless that is what is measured.
      'search-cache-mb': { type: 'string', default: '0' },
    },
  })
  if (values.data === undefined) {
    console.error('Say with --data where an imported dataset is: saola import FILE --data DIR')
    process.exit(2)
  }
  const dataDir = values.data
  const databaseUrl = values['database-url'] ?? null
  const command = [saolaExecutable()]
  const env = {
    SAOLA_DATA: dataDir,
    SAOLA_SEARCH_CACHE_MB: values['search-cache-mb'],
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const scratch = mkdtempSync(join(tmpdir(), 'saola-bench-'))
  const startedMs = performance.now()
  const server = await startServer(command, { cwd: process.cwd(), env })
  await fetch(`${server.url}/v1/demo/suggest?input=ha%20noi`)
  const startMs = performance.now() - startedMs
  const database = await openDatabase({ databaseUrl, dataDir })
  const { db } = database
  const { id, key } = await createKey(db, {
    userName: 'bench',
    organisation: null,
    scopes: SCOPES,
    plan: 'unlimited',
    expiresAt: null,
  })
  try {
    const { seconds, connections } = values
    const subject = { db, dataDir, startMs, server, key, scratch, seconds, connections }
    await keyHonoured(subject)
    await run(subject)
  } finally {
    await revokeKey(db, id)
    await database.close()
    await server.stop()
    rmSync(scratch, { recursive: true })
  }
}

/** A new key takes a moment to reach a running server. */
async function keyHonoured(subject: Subject): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const response = await ask(subject, '/v1/usage')
    if (response.status === 200) return
    await Bun.sleep(PAUSE_MS)
  }
  throw new Error(`The server did not take the key:\n${subject.server.log()}`)
}

export function ask({ server, key }: Subject, path: string, token?: string): Promise<Response> {
  const headers = new Headers({ 'X-API-Key': key })
  if (token !== undefined) headers.set('X-POI-Token', token)
  return fetch(server.url + path, { headers })
}

/** A row of the table. Only paths that are answered with 200 are asked for. */
export async function compare(subject: Subject, inputs: Inputs): Promise<string> {
  const { server, scratch } = subject
  const recorded: Record<string, string> = {}
  const lines: string[] = []
  for (const path of inputs.paths) {
    const token = inputs.tokens?.get(path)
    const response = await ask(subject, path, token)
    if (response.status !== 200) continue
    // As the bare server finds it in a request, which writes some characters otherwise: ' as %27.
    const { pathname, search } = new URL(path, server.url)
    recorded[pathname + search] = await response.text()
    lines.push(`${pathname}${search} ${token ?? ''}\n`)
  }
  if (Object.keys(recorded).length === 0) return `| \`${inputs.endpoint}\` | no answer to measure |`
  const recordedFile = join(scratch, 'recorded.json')
  const pathsFile = join(scratch, 'paths.txt')
  await Bun.write(recordedFile, JSON.stringify(recorded))
  await Bun.write(pathsFile, lines.join(''))
  const script = join(import.meta.dir, 'bare-server.ts')
  const bare = Bun.spawn([process.execPath, script, recordedFile], { stdout: 'pipe' })
  try {
    const bareUrl = await firstLine(bare.stdout)
    await measure(subject, server.url, pathsFile, String(WARM_UP_SECONDS))
    await measure(subject, bareUrl, pathsFile, String(WARM_UP_SECONDS))
    const ours: Measured[] = []
    const theirs: Measured[] = []
    // In turns, so that whatever else the machine does slows down both.
    for (let second = 0; second < Number(subject.seconds); second++) {
      ours.push(await measure(subject, server.url, pathsFile, '1'))
      theirs.push(await measure(subject, bareUrl, pathsFile, '1'))
    }
    const changed = await changedAnswers(subject, inputs, recorded)
    const note = changed === 0 ? '' : ` ${changed} ANSWERS are not what they were before the load`
    return rowOf(inputs.endpoint, together(ours), together(theirs)) + note
  } finally {
    bare.kill()
    await bare.exited
  }
}

/** How many of a sample are no longer answered as they were recorded, asked for all at once. */
async function changedAnswers(
  subject: Subject,
  { paths, tokens }: Inputs,
  recorded: Readonly<Record<string, string>>,
): Promise<number> {
  const step = Math.ceil(paths.length / CHECKED_ANSWERS)
  const sample = paths.filter((_, i) => i % step === 0)
  const isSame = await Promise.all(
    sample.map(async (path) => {
      const { pathname, search } = new URL(path, subject.server.url)
      const before = recorded[pathname + search]
      const response = await ask(subject, path, tokens?.get(path))
      const now = await response.text()
      return before === undefined || now === before
    }),
  )
  return isSame.filter((same) => !same).length
}

/** Of several runs: all requests, and the percentiles of the run in the middle. */
export function together(runs: readonly Measured[]): Measured {
  const sum = (field: 'requests' | 'seconds' | 'failures') =>
    runs.reduce((total, run) => total + run[field], 0)
  const middle = (field: 'p50Ms' | 'p99Ms') =>
    runs.map((run) => run[field]).sort((a, b) => a - b)[runs.length >> 1] ?? Number.NaN
  return {
    requests: sum('requests'),
    seconds: sum('seconds'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    failures: sum('failures'),
  }
}

export function rowOf(endpoint: string, ours: Measured, bare: Measured): string {
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
  const failed = [
    ours.failures > 0 ? ` ${ours.failures} of ours FAILED` : '',
    bare.failures > 0 ? ` ${bare.failures} of the bare server FAILED` : '',
  ]
  return `| ${cells.join(' | ')} |${failed.join('')}`
}

/** One run of wrk over the paths of a file. */
export async function measure(
  { key, connections }: Subject,
  url: string,
  pathsFile: string,
  seconds: string,
  encoding?: string,
): Promise<Measured> {
  const script = join(import.meta.dir, 'wrk.lua')
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
  const wrk = Bun.spawn(
    ['wrk', ...options, '--', pathsFile, key, ...(encoding ? [encoding] : [])],
    { stdout: 'pipe' },
  )
  const out = await wrk.stdout.text()
  const line = out.split('\n').find((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk printed no figures:\n${out}`)
  return JSON.parse(line) as Measured
}

export async function firstLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text.trim()
}

/** Resident now, mapped files that it has touched included; Linux only. */
export function memoryOf({ server }: Subject): string {
  const status = `/proc/${server.process.pid}/status`
  if (!existsSync(status)) return ''
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
  return `Memory: ${(Number(kilobytes) / 1000).toFixed(0)} MB.`
}
