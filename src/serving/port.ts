import { ServiceError } from '../base/errors.ts'

/**
 * The port, or for 0 one that is free. Workers share it, which the system would also let them do
 * with those of another Saola that runs already: so it is asked for alone first. Throws `CONFLICT`.
 */
export function freePort(host: string, port: number): number {
  try {
    const listener = Bun.listen({ hostname: host, port, socket: { data() {} } })
    const taken = listener.port
    listener.stop(true)
    return taken
  } catch (cause) {
    throw cannotListen(host, port, cause)
  }
}

export function cannotListen(host: string, port: number, cause: unknown): ServiceError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : NO_SUCH_HOST
  return new ServiceError(
    'CONFLICT',
    `Cannot listen on ${host}:${port}: ${ADVICE[code] ?? `the system says ${code}.`}`,
    { cause },
  )
}

/** What Bun says when a name has no address: as a listener nothing, as a server EINVAL. */
const NO_SUCH_HOST = 'EINVAL'
const WRONG_HOST =
  'this machine has no such address. Give --host one that it has; 0.0.0.0 is every IPv4 one.'

const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'the port is taken. Stop what holds it, or choose another with --port; ' +
    "'saola doctor' says more.",
  EACCES: 'this user may not take that port. Choose one from 1024 on with --port.',
  EADDRNOTAVAIL: WRONG_HOST,
  [NO_SUCH_HOST]: WRONG_HOST,
}
