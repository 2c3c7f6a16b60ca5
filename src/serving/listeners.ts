import { reasonOf, ServiceError } from '../base/errors.ts'
import type { Listening } from '../http/request/as-sent.ts'
import { listenOn } from './port.ts'
import type { ServerOptions } from './server.ts'

/** A connection without traffic is cut after this: simplifying a country takes long. */
const IDLE_S_MAX = 120

type Server = Bun.Server<undefined>

/** The listeners of one thread: the public port and, in the first thread, the operators' port. */
export class Listeners {
  readonly #options: ServerOptions
  #public: Server | null = null
  #ops: Server | null = null

  constructor(options: ServerOptions) {
    this.#options = options
  }

  /** As `Serving.listen`; `ops`: null for none. */
  async open(port: number, listening: Listening, ops: Listening | null): Promise<string> {
    const { host, opsAddress, workers, worker, log } = this.#options
    this.#public = await listenOn(host, port, () => serve(listening, host, port, workers > 1))
    if (ops !== null && opsAddress !== null && worker === 0) {
      this.#ops = await openOps(ops, opsAddress)
      log(`Operators are answered on ${this.#ops.url.origin}.`)
    }
    return this.#public.url.origin
  }

  /** The address of a request; null when its connection is gone. */
  peerAddress(request: Request): string | null {
    return this.#public?.requestIP(request)?.address ?? null
  }

  /** Takes no more connections; cuts the remaining ones after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    const servers = [this.#public, this.#ops]
    const timer = setTimeout(() => {
      for (const server of servers) void server?.stop(true)
    }, graceMs)
    await Promise.all(servers.map((server) => server?.stop()))
    clearTimeout(timer)
  }
}

/** Throws `CONFLICT` with the name of the setting. */
async function openOps(ops: Listening, address: string): Promise<Server> {
  const { hostname, port } = addressOf(address)
  try {
    return await listenOn(hostname, port, () => serve(ops, hostname, port, false))
  } catch (error) {
    const message = reasonOf(error).replace(/--(?:port|host)/g, '--ops-address')
    throw new ServiceError('CONFLICT', message, { cause: error })
  }
}

/** The two halves of `127.0.0.1:9090`, or of `[::1]:9090`. */
function addressOf(text: string): { hostname: string; port: number } {
  const colon = text.lastIndexOf(':')
  const hostname = text.slice(0, colon).replace(/^\[|\]$/g, '')
  return { hostname, port: Number(text.slice(colon + 1)) }
}

function serve(
  { routes, fetch }: Listening,
  hostname: string,
  port: number,
  reusePort: boolean,
): Server {
  return Bun.serve({
    hostname,
    port,
    reusePort,
    idleTimeout: IDLE_S_MAX,
    // Each route has a limit with an error of its own: Bun would cut off a request of more than 128
    // MB without an id or JSON. A body that no route reads stays in the client's socket.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    routes,
    fetch,
  })
}
