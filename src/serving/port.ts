import { connect } from 'node:net'
import { ServiceError } from '../base/errors.ts'

/** On this machine a connection is made at once, or refused. */
const CONNECT_MS_MAX = 1_000

/**
 * The port, or for 0 a free one. Workers share it. The system would also let them share it with
 * those of another Saola that runs already, so the port must have no listener yet. A listener for a
 * moment would find that out, too, but break the connections that are made to it. Throws
 * `CONFLICT`.
 */
export async function freePort(host: string, port: number): Promise<number> {
  if (port === 0) return unusedPort(host)
  if (await isAnswered(host, port)) throw cannotListen(host, port, PORT_TAKEN)
  return port
}

async function unusedPort(host: string): Promise<number> {
  const listener = await listenOn(host, 0, () =>
    Bun.listen({ hostname: host, port: 0, socket: { data() {} } }),
  )
  const { port } = listener
  listener.stop(true)
  return port
}

/** Whether a connection is taken there. The system may choose that port for our end, too. */
function isAnswered(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: CONNECT_MS_MAX })
  socket.on('connect', () => resolve(socket.localPort !== port))
  socket.on('timeout', () => resolve(false))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** The port of an address such as `http://127.0.0.1:8080`, which leaves out 80. */
export function portOf(url: string): number {
  return Number(new URL(url).port) || 80
}

/** The listener that `listen` opens. Throws `CONFLICT` with the cure. */
export async function listenOn<T>(host: string, port: number, listen: () => T): Promise<T> {
  try {
    await requireAddress(host)
    return listen()
  } catch (cause) {
    throw cannotListen(host, port, reasonNotToListen(cause), cause)
  }
}

function cannotListen(host: string, port: number, reason: string, cause?: unknown): ServiceError {
  const more = reason === PORT_TAKEN ? "; 'saola doctor' says more" : ''
  const message = `Cannot listen on ${host}:${port}: ${reason}${more}.`
  return new ServiceError('CONFLICT', message, { cause })
}

/**
 * Throws `ENOTFOUND` when the system knows no address of `host`. For such a name Bun's listeners
 * throw the error number of any earlier call, even that of a port in use.
 */
export async function requireAddress(host: string): Promise<void> {
  try {
    // As the listeners resolve it: `/etc/hosts`, DNS and all other sources of the system.
    await Bun.dns.lookup(host, { backend: 'system' })
  } catch (cause) {
    throw Object.assign(new Error(`${host} has no address`, { cause }), { code: 'ENOTFOUND' })
  }
}

/** The reason why a listener could not be opened, with its cure, without the last full stop. */
export function reasonNotToListen(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
  if (code === null) return `the system says ${String(cause)}`
  return REASONS[code] ?? `the system says ${code}`
}

const PORT_TAKEN = 'the port is taken. Stop what holds it, or choose another with --port'
const WRONG_HOST =
  'this machine has no such address. Give --host one that it has; 0.0.0.0 is every IPv4 one'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: PORT_TAKEN,
  EACCES: 'this user may not take that port. Choose one from 1024 on with --port',
  EADDRNOTAVAIL: WRONG_HOST,
  ENOTFOUND: WRONG_HOST,
}
