import type { Command } from 'commander'
import { SETTING_NAMES } from '../config.ts'
import { type CommandEnv, configOf, newCommand } from './env/command.ts'

export function serveCommand(env: CommandEnv): Command {
  const command = newCommand('serve', 'answer requests until stopped', SETTING_NAMES)
  return command.action(async () => {
    const config = configOf(command, env)
    // Loaded here: the other commands start without a web server in memory.
    const { startApp } = await import('../app.ts')
    const app = await startApp(config, env.log, env.signal)
    if (command.opts()['json'] === true) env.out(JSON.stringify({ url: app.url }))
    if (!env.signal.aborted) {
      await new Promise((resolve) => env.signal.addEventListener('abort', resolve, { once: true }))
    }
    env.log('Stopping.')
    await app.stop()
    env.log('Stopped.')
  })
}
