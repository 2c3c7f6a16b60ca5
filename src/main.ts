import { readFileSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { Command } from 'commander'
import { completionCommand } from './commands/about/completion.ts'
import { licencesCommand } from './commands/about/licences.ts'
import { versionCommand } from './commands/about/version.ts'
import { backupCommand } from './commands/backup/backup.ts'
import { restoreCommand } from './commands/backup/restore.ts'
import { benchCommand } from './commands/bench.ts'
import { configCommand } from './commands/config.ts'
import { checkFiles } from './commands/datasets/dataset-check.ts'
import { datasetsCommand } from './commands/datasets/datasets.ts'
import { doctorCommand } from './commands/doctor.ts'
import { askTerminal } from './commands/env/ask.ts'
import { type CommandEnv, EXIT_DONE, EXIT_FAILED, reportFailure } from './commands/env/command.ts'
import { leavePassword } from './commands/env/private-arguments.ts'
import { runInThread, type ThreadData, takesLong } from './commands/env/thread.ts'
import { unknownVariables } from './commands/env/variables.ts'
import { explainCommand } from './commands/explain.ts'
import { exportCommand } from './commands/export.ts'
import { convertCommand } from './commands/files/convert.ts'
import { geocodeCommand } from './commands/files/geocode.ts'
import { healthCommand } from './commands/health.ts'
import { importCommand } from './commands/import/import.ts'
import { updateCommand } from './commands/import/update.ts'
import { keysCommand } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { placesCommand } from './commands/places.ts'
import { plansCommand } from './commands/plans.ts'
import { routingCommand } from './commands/routing.ts'
import { secretsCommand } from './commands/secrets.ts'
import { serveCommand } from './commands/serve.ts'
import { usageCommand } from './commands/usage.ts'
import { usersCommand } from './commands/users.ts'
import { VERSION } from './version.ts'

/** Everything `saola` can be told to do, in the order of its help. */
const COMMANDS: readonly ((env: CommandEnv) => Command)[] = [
  serveCommand,
  importCommand,
  updateCommand,
  placesCommand,
  geocodeCommand,
  convertCommand,
  keysCommand,
  usersCommand,
  plansCommand,
  usageCommand,
  (env) => datasetsCommand(env, checkFiles),
  exportCommand,
  routingCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  secretsCommand,
  configCommand,
  doctorCommand,
  healthCommand,
  benchCommand,
  explainCommand,
  completionCommand,
  licencesCommand,
  versionCommand,
]

const REPEAT_MS = 300
const LINGER_MS = 500

/** The whole command line on `env`. Parsing throws a `CommanderError` that it has already told. */
export function buildProgram(env: CommandEnv): Command {
  const program = new Command('saola')
    .description('Geocoding, places, boundaries and routing for Vietnam, in one executable.')
    .version(VERSION.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError("Run 'saola --help', or 'saola <command> --help'.")
    .configureOutput({
      writeOut: (text) => env.out(text.trimEnd()),
      writeErr: (text) => env.log(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, 'saola: ')),
    })
    .exitOverride()
    .hook('preAction', (_, command) => {
      // A server says it in the form that its log has.
      if (command.name() === 'serve') return
      for (const warning of unknownVariables(env.variables)) env.log(warning)
    })
  for (const build of COMMANDS) adopt(program, build(env))
  return program
}

/** Runs one command line; the exit code. */
export async function run(argv: readonly string[], env: CommandEnv): Promise<number> {
  try {
    await buildProgram(env).parseAsync([...argv], { from: 'user' })
    return EXIT_DONE
  } catch (error) {
    return reportFailure(error, env, argv.includes('--json'))
  }
}

/** Adds a command with all below it, which `addCommand` alone leaves with their own settings. */
function adopt(parent: Command, command: Command): void {
  parent.addCommand(command)
  const inherit = (child: Command, from: Command): void => {
    child.copyInheritedSettings(from)
    for (const grandchild of child.commands) inherit(grandchild, child)
  }
  inherit(command, parent)
}

function processEnv(): CommandEnv {
  const controller = new AbortController()
  let stoppedAtMs: number | null = null
  const stop = (): void => {
    // A second signal means now: what must not be half-written is written to survive that. One
    // that comes at once is the first again, from a terminal and from the npm that started us.
    const nowMs = performance.now()
    if (stoppedAtMs !== null && nowMs - stoppedAtMs > REPEAT_MS) process.exit(EXIT_FAILED)
    stoppedAtMs ??= nowMs
    controller.abort()
  }
  // The reader of our output has gone: a command ends as it would have, a server goes on.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The terminal that it was started from has gone; `nohup` has it go on.
  if (!isHangupIgnored()) process.on('SIGHUP', stop)
  return {
    variables: process.env,
    out: (line) => void process.stdout.write(`${line}\n`),
    log: (line) => void process.stderr.write(`${line}\n`),
    progress(text) {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
    },
    ask:
      process.stdin.isTTY && process.stderr.isTTY
        ? (question) => askTerminal(question, controller.signal)
        : null,
    signal: controller.signal,
  }
}

/** Hangup is the first of the signals that Linux says a process ignores; true elsewhere. */
function isHangupIgnored(): boolean {
  try {
    const ignored = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(
      readFileSync('/proc/self/status', 'utf8'),
    )
    return ignored?.[1] === undefined || (Number.parseInt(ignored[1], 16) & 1) === 1
  } catch {
    return true
  }
}

// A thread of ours loads this file, too: main.worker.ts.
if (import.meta.main && isMainThread) {
  const argv = process.argv.slice(2)
  const env = processEnv()
  process.exitCode = await runPrivately(argv, env)
  // A database that hangs leaves connections open, which would hold a server that has stopped.
  // Other commands end by themselves: what they say may still be on its way.
  if (argv[0] === 'serve') setTimeout(() => process.exit(), LINGER_MS).unref()
}

async function runPrivately(argv: readonly string[], env: CommandEnv): Promise<number> {
  try {
    leavePassword()
  } catch (error) {
    return reportFailure(error, env, argv.includes('--json'))
  }
  return takesLong(argv) ? runInThread(newThread, argv, env) : run(argv, env)
}

function newThread(workerData: ThreadData): Worker {
  return new Worker(new URL('./main.worker.ts', import.meta.url), { workerData })
}
