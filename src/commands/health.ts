import { isIPv6 } from 'node:net'
import type { Command } from 'commander'
import { reasonOf } from '../base/errors.ts'
import { answer, type CommandEnv, configOf, newCommand, ReportedFailure } from './env/command.ts'

const PATHS = ['/health', '/ready'] as const
const ANSWER_MS_MAX = 5_000
/** Address for asking a server that listens everywhere. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** A server's answer under one of the paths; `status` is 0 without an answer. */
interface Found {
  readonly path: string
  readonly status: number
  readonly text: string
}

export function healthCommand(env: CommandEnv): Command {
  const command = newCommand(
    'health',
    'ask the server at this address whether it is healthy and ready; exit code 0 or 1',
    ['host', 'port', 'opsAddress'],
  )
  return command.action(async () => {
    const { host, port, opsAddress } = configOf(command, env)
    const asked = LOOPBACK[host] ?? host
    const address = `${isIPv6(asked) ? `[${asked}]` : asked}:${port}`
    const origin = `http://${opsAddress?.replace(/^0\.0\.0\.0:/, '127.0.0.1:') ?? address}`
    const found = await Promise.all(PATHS.map((path) => ask(origin, path)))
    const isOk = found.every(({ status }) => status === 200)
    const answers = Object.fromEntries(found.map(({ path, ...rest }) => [path.slice(1), rest]))
    answer(command, env, { ok: isOk, url: origin, ...answers }, () =>
      found.map(({ path, status, text }) => `${origin}${path}: ${status || 'no answer'} ${text}`),
    )
    if (!isOk) throw new ReportedFailure()
  })
}

async function ask(origin: string, path: string): Promise<Found> {
  try {
    const response = await fetch(origin + path, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    return { path, status: response.status, text: (await response.text()).trim() }
  } catch (error) {
    return { path, status: 0, text: reasonOf(error) }
  }
}
