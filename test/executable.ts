import { executable, isUpToDate } from '../build.ts'

/** Path of this machine's executable, built anew when it is older than its sources. */
export function saolaExecutable(): string {
  if (!isUpToDate()) {
    const build = Bun.spawnSync([process.execPath, 'build.ts'], { cwd: `${import.meta.dir}/..` })
    if (build.exitCode !== 0) throw new Error(build.stderr.toString())
  }
  return executable()
}

/** What a command prints that it runs to its end in `cwd`, with nothing in its environment. */
export function runSaola(cwd: string, ...argv: readonly string[]): string {
  const options = { cwd, env: {} }
  const { exitCode, stdout, stderr } = Bun.spawnSync([saolaExecutable(), ...argv], options)
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString()
}

export interface RunningServer {
  readonly url: string
  readonly process: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** Everything it has written to stderr so far. */
  log(): string
  /** Asks it to stop; the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Starts `saola serve --json …` on a free port and waits until it listens. */
export async function startServer(
  command: readonly string[],
  options: {
    readonly cwd: string
    readonly env: Record<string, string>
    readonly flags?: readonly string[]
  },
): Promise<RunningServer> {
  const { flags = [], cwd } = options
  // Nobody but the test of the drain waits for it.
  const env = { SAOLA_DRAIN_SECONDS: '0', ...options.env }
  const server = Bun.spawn([...command, 'serve', '--json', '--port', '0', ...flags], {
    cwd,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let log = ''
  const logEnded = (async () => {
    for await (const text of server.stderr.pipeThrough(new TextDecoderStream())) log += text
  })()
  let out = ''
  for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
    out += text
    if (out.includes('\n')) break
  }
  if (!out.includes('\n')) {
    await logEnded
    throw new Error(`The server did not start:\n${log}`)
  }
  const { url } = JSON.parse(out) as { url: string }
  return {
    url,
    process: server,
    log: () => log,
    async stop(signal = 'SIGTERM') {
      server.kill(signal)
      const code = await server.exited
      await logEnded
      return code
    },
  }
}
