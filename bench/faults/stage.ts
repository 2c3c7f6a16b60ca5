import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BlackHole, startBlackHole } from '../../test/black-hole.ts'
import { type RunningServer, saolaExecutable, startServer } from '../../test/executable.ts'
import { freePort, type PostgresServer, startPostgres } from '../../test/postgres.ts'
import { scratchDirectory } from '../../test/scratch.ts'
import { hasSmallDisks, mountSmallDisk, type SmallDisk } from '../../test/small-disk.ts'

/* The executable on a data directory of its own, and all that can be done to it from outside. */

const DISK_MB = 640
const HEALTH_PAUSE_MS = 100
const SETTLED_MS_MAX = 30_000
const DRAIN_SECONDS = '1'

export interface Kill {
  readonly atMs: number
  readonly exitedAtMs: number
}

/** A line that the server wrote at level error, or that is not of its log. */
export interface ErrorLine {
  readonly atMs: number
  readonly message: string
}

interface StageParts {
  readonly directory: string
  readonly disk: SmallDisk | null
  readonly postgres: PostgresServer | null
  readonly proxy: BlackHole | null
  /** Straight to the database, with no proxy; empty for the embedded one. */
  readonly databaseUrl: string
  readonly port: number
}

export class Stage {
  readonly port: number
  readonly disk: SmallDisk | null
  readonly postgres: PostgresServer | null
  readonly proxy: BlackHole | null
  readonly kills: Kill[] = []
  readonly errors: ErrorLine[] = []
  /** What did not go as it has to: a stop, a start, a command. */
  readonly failures: string[] = []
  readonly #parts: StageParts
  #server: RunningServer | null = null

  private constructor(parts: StageParts) {
    this.#parts = parts
    this.port = parts.port
    this.disk = parts.disk
    this.postgres = parts.postgres
    this.proxy = parts.proxy
  }

  static async open(withPostgres: boolean): Promise<Stage> {
    const disk = hasSmallDisks() ? mountSmallDisk(DISK_MB) : null
    const directory = disk?.directory ?? scratchDirectory()
    mkdirSync(join(directory, 'data'))
    const postgres = withPostgres ? await startPostgres() : null
    const databaseUrl = (await postgres?.createDatabase()) ?? ''
    const proxy = postgres && (await startBlackHole(Number(new URL(databaseUrl).port)))
    const port = await freePort()
    return new Stage({ directory, disk, postgres, proxy, databaseUrl, port })
  }

  /** Whether requests are to be answered; not while it starts or stops. */
  get isUp(): boolean {
    return this.#server !== null
  }

  get dataDirectory(): string {
    return join(this.#parts.directory, 'data')
  }

  async start(workers: number): Promise<void> {
    const flags = ['--port', String(this.port)]
    const options = { cwd: this.#parts.directory, env: this.#environment(workers), flags }
    this.#server = await startServer([saolaExecutable()], options)
  }

  /** Starts a server and kills it so soon that it may not listen yet. */
  async killStarting(workers: number, afterMs: number): Promise<void> {
    const child = Bun.spawn([saolaExecutable(), 'serve', '--port', String(this.port)], {
      cwd: this.#parts.directory,
      env: this.#environment(workers),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    })
    const log = child.stderr.text()
    await Bun.sleep(afterMs)
    const atMs = Date.now()
    child.kill('SIGKILL')
    await child.exited
    this.kills.push({ atMs, exitedAtMs: Date.now() })
    this.#keepErrors(await log)
  }

  async kill(): Promise<void> {
    const server = this.#takeServer()
    const atMs = Date.now()
    await server.stop('SIGKILL')
    this.kills.push({ atMs, exitedAtMs: Date.now() })
    this.#keepErrors(server.log())
  }

  /** Stops it as an operator does. */
  async stop(): Promise<void> {
    const server = this.#takeServer()
    const code = await server.stop('SIGTERM')
    if (code !== 0) this.failures.push(`The server stopped with exit code ${code}.`)
    this.#keepErrors(server.log())
  }

  /** What the running server has written so far. */
  log(): string {
    return this.#server?.log() ?? ''
  }

  /** The JSON that a command prints. Throws with what it wrote when it fails. */
  async saola<T>(...argv: readonly string[]): Promise<T> {
    const { code, out, log } = await this.run(...argv).ended
    if (code !== 0) throw new Error(`saola ${argv.join(' ')} ended with ${code}:\n${out}${log}`)
    return JSON.parse(out) as T
  }

  /** Runs a command with `--json`. */
  run(...argv: readonly string[]) {
    const env = { DATABASE_URL: this.#parts.databaseUrl, SAOLA_DATA: this.dataDirectory }
    const child = Bun.spawn([saolaExecutable(), ...argv, '--json'], {
      cwd: this.#parts.directory,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const texts = Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    const ended = texts.then(([out, log, code]) => ({ out, log, code }))
    return { child, ended }
  }

  /** Waits until the server says that it and its database are well; reports when it does not. */
  async recovered(from: string): Promise<void> {
    const isWell = await within(SETTLED_MS_MAX, async () => {
      const response = await fetch(`http://127.0.0.1:${this.port}/health`, { keepalive: false })
      return response.status === 200
    })
    const limit = `${SETTLED_MS_MAX / 1000} s`
    if (!isWell) this.failures.push(`/health is not 200 within ${limit} after ${from}.`)
  }

  async close(): Promise<void> {
    if (this.#server !== null) await this.#server.stop('SIGKILL')
    this.proxy?.close()
    this.postgres?.remove()
    this.disk?.unmount()
    rmSync(this.#parts.directory, { recursive: true, force: true })
  }

  #environment(workers: number): Record<string, string> {
    return {
      DATABASE_URL: this.#proxied(this.#parts.databaseUrl),
      SAOLA_DATA: this.dataDirectory,
      SAOLA_DRAIN_SECONDS: DRAIN_SECONDS,
      SAOLA_LOG_FORMAT: 'json',
      SAOLA_WORKERS: String(workers),
    }
  }

  #proxied(databaseUrl: string): string {
    if (this.proxy === null) return databaseUrl
    const url = new URL(databaseUrl)
    url.port = String(this.proxy.port)
    return url.href
  }

  #takeServer(): RunningServer {
    const server = this.#server
    if (server === null) throw new Error('no server runs')
    this.#server = null
    return server
  }

  #keepErrors(log: string): void {
    for (const line of log.split('\n')) {
      if (line === '') continue
      const event = eventOf(line)
      if (event === null) this.errors.push({ atMs: Date.now(), message: line })
      else if (event.level === 'error') {
        this.errors.push({ atMs: Date.parse(event.time), message: event.message })
      }
    }
  }
}

/** Whether `condition` comes true in time; a condition that throws is not true. */
export async function within(
  limitMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const endMs = performance.now() + limitMs
  for (;;) {
    if (await (async () => condition())().catch(() => false)) return true
    if (performance.now() > endMs) return false
    await Bun.sleep(HEALTH_PAUSE_MS)
  }
}

function eventOf(line: string): { time: string; level: string; message: string } | null {
  try {
    return JSON.parse(line) as { time: string; level: string; message: string }
  } catch {
    return null
  }
}
