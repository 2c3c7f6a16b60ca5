import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { isAlive, scratchDirectory } from './scratch.ts'

/*
 * A PostgreSQL for the suite, from Debian's binaries, in a temporary directory on a free port of
 * loopback. It refuses to run as root: then it runs as the user `postgres`.
 */

export interface PostgresServer {
  /** Address of the server's own database. */
  readonly url: string
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>
  start(): void
  /** Cuts all connections, as a crash does. */
  stop(): void
  /** Leaves all connections open and answers nothing, until it is thawed. */
  freeze(): void
  thaw(): void
  /** Stops it and removes all it has. */
  remove(): void
}

const USER = 'postgres'
const ABSENT = 'PostgreSQL is not installed (apt-get install postgresql)'

/**
 * Whether the suite can run on PostgreSQL; says so on stderr when not, and the caller skips. With
 * CI=true it should call `startPostgres` nevertheless, which fails.
 */
export function hasPostgres(): boolean {
  const isThere = newestInitdb() !== undefined
  if (!isThere) console.error(`${ABSENT}: its half of the database suite is skipped.`)
  return isThere
}

/**
 * Throws when PostgreSQL is not installed. `configure` may change what is in the new data
 * directory.
 */
export async function startPostgres(
  configure: (data: string) => void = () => {},
): Promise<PostgresServer> {
  const initdb = newestInitdb()
  if (initdb === undefined) throw new Error(ABSENT)
  const control = initdb.replace(/initdb$/, 'pg_ctl')
  const directory = scratchDirectory()
  const data = join(directory, 'data')
  if (isRoot()) run(['chown', USER, directory])
  runAsPostgres([initdb, '-D', data, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--no-sync'])
  configure(data)
  if (isRoot()) run(['chown', '-R', USER, data])
  const port = await freePort()
  const server = `postgres://${USER}@127.0.0.1:${port}`
  const options = `-F -p ${port} -k ${directory} -c listen_addresses=127.0.0.1`
  const log = join(directory, 'log')
  let databases = 0

  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  /** To the server and the processes of its connections. */
  function signalAll(signal: NodeJS.Signals): void {
    const pid = postmaster()
    process.kill(pid, signal)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    for (const child of children.split(' ')) process.kill(Number(child), signal)
  }
  function stop(): void {
    const pid = postmaster()
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) Bun.sleepSync(10)
  }
  const started: PostgresServer = {
    url: `${server}/postgres`,
    async createDatabase() {
      const name = `t${++databases}_${process.pid}`
      const sql = postgres(`${server}/postgres`, { max: 1 })
      await sql.unsafe(`create database ${name}`)
      await sql.end()
      return `${server}/${name}`
    },
    start() {
      runAsPostgres([control, '-D', data, '-w', '-l', log, '-o', options, 'start'])
    },
    stop,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    remove() {
      if (existsSync(join(data, 'postmaster.pid'))) stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  started.start()
  return started
}

function newestInitdb(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1)
}

/** A TCP port of loopback that nobody has at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

function runAsPostgres(command: readonly string[]): void {
  run(isRoot() ? ['runuser', '-u', USER, '--', ...command] : command)
}

function run(command: readonly string[]): void {
  // No pipes: the server would keep them open and this would wait for it to end.
  const { exitCode } = Bun.spawnSync([...command], {
    cwd: tmpdir(),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' },
  })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}`)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
