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
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ServiceError(
    'CONFLICT',
    `Cannot listen on ${host}:${port}: ${reason} Stop what holds that port, or choose another ` +
      "with --port; 'saola doctor' says more.",
    { cause },
  )
}
