import type { Command } from 'commander'
import type { App } from '../app.ts'
import { reasonOf } from '../base/errors.ts'
import { SETTING_NAMES } from '../config.ts'
import { notifierOf, ServiceManager, watchdogMsOf } from '../control/service-manager.ts'
import { type CommandEnv, configOf, newCommand } from './env/command.ts'

export function serveCommand(env: CommandEnv): Command {
  const command = newCommand('serve', 'answer requests until stopped', SETTING_NAMES)
  return command.action(async () => {
    const config = configOf(command, env)
    // Loaded here: the other commands start without a web server in memory.
    const { startApp } = await import('../app.ts')
    const app = await startApp(config, env.log, env.signal)
    const manager = await serviceManager(app, env)
    if (command.opts()['json'] === true) env.out(JSON.stringify({ url: app.url }))
    if (!env.signal.aborted) {
      await new Promise((resolve) => env.signal.addEventListener('abort', resolve, { once: true }))
    }
    manager?.stop()
    env.log('Stopping.')
    await app.stop()
    env.log('Stopped.')
  })
}

/** Told that the server is ready; null where none has started it, or it cannot be told. */
async function serviceManager(app: App, { variables, log }: CommandEnv) {
  try {
    const notify = await notifierOf(variables)
    if (notify === null) return null
    const watchdogMs = watchdogMsOf(variables)
    return new ServiceManager({ notify, watchdogMs, state: app.state, log })
  } catch (error) {
    log(`The service manager is told nothing: ${reasonOf(error)}`)
    return null
  }
}
