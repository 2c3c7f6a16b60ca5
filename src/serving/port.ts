import { ServiceError } from '../base/errors.ts'

/**
 * The port, or for 0 one that is free. Workers share it, which the system would also let them do
 * with those of another Saola that runs already: so it is asked for alone first. Throws `CONFLICT`.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const listener = await listenOn(host, port, () =>
    Bun.listen({ hostname: host, port, socket: { data() {} } }),
  )
  const taken = listener.port
  listener.stop(true)
  return taken
}

/** Of an address such as `http://127.0.0.1:8080`, which leaves out 80. */
export function portOf(url: string): number {
  return Number(new URL(url).port) || 80
}

/** The listener that `listen` opens. Throws `CONFLICT`, which says what to do. */
export async function listenOn<T>(host: string, port: number, listen: () => T): Promise<T> {
  try {
    await requireAddress(host)
    return listen()
  } catch (cause) {
    const reason = reasonNotToListen(cause)
    const more = reason === PORT_TAKEN ? "; 'saola doctor' says more" : ''
    throw new ServiceError('CONFLICT', `Cannot listen on ${host}:${port}: ${reason}${more}.`, {
      cause,
    })
  }
}

/**
 * Throws `ENOTFOUND` when the system knows no address of `host`. For such a name Bun's listeners
 * throw the error number of any call before, be it that of a port that is taken.
 */
export async function requireAddress(host: string): Promise<void> {
  try {
    // As the listeners ask: `/etc/hosts`, DNS and whatever else the system is set up with.
    await Bun.dns.lookup(host, { backend: 'system' })
  } catch (cause) {
    throw Object.assign(new Error(`${host} has no address`, { cause }), { code: 'ENOTFOUND' })
  }
}

/** Why a listener could not be opened and what to do, without the last full stop. */
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
