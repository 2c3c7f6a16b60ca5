import type { Command } from 'commander'
import type { App } from '../app.ts'
import { reasonOf } from '../base/errors.ts'
import { type Log, newLog } from '../base/log.ts'
import { type Config, SETTING_NAMES } from '../config.ts'
import { notifierOf, ServiceManager, watchdogMsOf } from '../control/service-manager.ts'
import {
  type CommandEnv,
  configOf,
  EXIT_FAILED,
  newCommand,
  ReportedFailure,
  reportFailure,
} from './env/command.ts'
import { unknownVariables } from './env/variables.ts'

/** For what comes after the last request: the last counts, the threads, the database. */
const LAST_MS_MAX = 30_000

export function serveCommand(env: CommandEnv): Command {
  const command = newCommand('serve', 'answer requests until stopped', SETTING_NAMES)
  return command.action(async () => {
    const config = configOf(command, env)
    const { logFormat: format, logLevel: level } = config
    const log = newLog({ format, level, now: Date.now, write: env.log })
    const isJson = command.opts()['json'] === true
    for (const warning of unknownVariables(env.variables)) log(warning, 'warn')
    try {
      await serve(config, { ...env, log, accessLines: env.log }, isJson)
    } catch (error) {
      const errorEnv = { ...env, log: (line: string) => log(line, 'error') }
      throw new ReportedFailure(reportFailure(error, errorEnv, isJson))
    }
  })
}

interface ServeEnv extends Omit<CommandEnv, 'log'> {
  readonly log: Log
  readonly accessLines: (lines: string) => void
}

async function serve(config: Config, env: ServeEnv, isJson: boolean): Promise<void> {
  const { log, signal, accessLines } = env
  // Loaded here: the other commands start without a web server in memory.
  const { startApp } = await import('../app.ts')
  const app = await startApp(config, log, signal, accessLines)
  const manager = await serviceManager(app, env)
  if (isJson) env.out(JSON.stringify({ url: app.url }))
  const stopped = aborted(signal)
  const fault = await Promise.race([stopped, app.broken]).catch((error: unknown) => error)
  manager?.stop()
  log('Stopping.')
  const limitS = config.drainSeconds + 2 * config.shutdownSeconds + LAST_MS_MAX / 1000
  const timer = setTimeout(() => {
    log(`Not all of the server has stopped after ${limitS} s; it ends now.`, 'error')
    process.exit(EXIT_FAILED)
  }, limitS * 1000)
  await app.stop()
  clearTimeout(timer)
  log('Stopped.')
  if (fault instanceof Error) throw fault
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

/**
 * The service manager to notify; null where none has started the server, or it cannot be reached.
 */
async function serviceManager(app: App, { variables, log }: ServeEnv) {
  try {
    const notify = await notifierOf(variables)
    if (notify === null) return null
    const watchdogMs = watchdogMsOf(variables)
    return new ServiceManager({ notify, watchdogMs, state: app.state, log })
  } catch (error) {
    log(`The service manager is told nothing: ${reasonOf(error)}`, 'error')
    return null
  }
}
