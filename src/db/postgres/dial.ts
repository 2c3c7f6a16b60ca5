import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { PostgresHost } from '../../postgres-url.ts'
import type { SslSettings } from './ssl.ts'

/* One connection to one host, encrypted or not, up to where PostgreSQL's startup begins. */

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const OFFERS_TLS = 'S'.charCodeAt(0)
const KEEP_ALIVE_MS = 5_000

/** An error with a code that `explainFailure` knows. */
export function dialError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Throws what the network, the time limit, or the server's certificate refuses. */
export async function dialPostgres(
  host: PostgresHost,
  ssl: SslSettings,
  isEncrypted: boolean,
  waitMsMax: number,
): Promise<Socket> {
  const plain = connectTo(host)
  // Without a listener, a late error would end the process.
  plain.on('error', () => {})
  const late = () => plain.destroy(dialError('CONNECT_TIMEOUT', 'it takes too long to connect'))
  const timer = setTimeout(late, waitMsMax)
  try {
    await happens(plain, 'connect')
    plain.setKeepAlive(true, KEEP_ALIVE_MS)
    plain.setNoDelay(true)
    if (!isEncrypted || isDirectory(host)) return plain
    if (await offersTls(plain)) return await encrypted(plain, host, ssl)
    if (ssl.mode === 'prefer') return plain
    throw dialError('NO_TLS', 'the server offers no TLS')
  } catch (error) {
    plain.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function connectTo(host: PostgresHost): Socket {
  if (isDirectory(host)) return connect(`${host.host}/.s.PGSQL.${host.port}`)
  return connect(host.port, host.host)
}

/** Path of a Unix socket. */
function isDirectory({ host }: PostgresHost): boolean {
  return host.startsWith('/')
}

async function offersTls(socket: Socket): Promise<boolean> {
  const answered = happens<Buffer>(socket, 'data')
  socket.write(SSL_REQUEST)
  const answer = await answered
  // Bytes in the clear behind it would be taken for encrypted.
  if (answer.length !== 1) throw dialError('NO_TLS', 'the server answers something else to TLS')
  return answer[0] === OFFERS_TLS
}

async function encrypted(
  socket: Socket,
  { host }: PostgresHost,
  { check, authorities }: SslSettings,
): Promise<Socket> {
  const secured = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== null && { ca: authorities }),
    rejectUnauthorized: check !== 'nothing',
    ...(check !== 'name' && { checkServerIdentity: () => undefined }),
  })
  secured.on('error', () => {})
  // The one below ends with an error of its own, of the time limit too.
  socket.once('error', (error) => secured.destroy(error))
  await happens(secured, 'secureConnect')
  return secured
}

/** Throws when the socket fails or closes before. */
function happens<T>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      socket.off(event, done).off('error', fail).off('close', close)
    }
    const done = (value: T): void => {
      end()
      resolve(value)
    }
    const fail = (error: Error): void => {
      end()
      reject(error)
    }
    const close = (): void => fail(dialError('CONNECTION_CLOSED', 'the connection was closed'))
    socket.on(event, done).on('error', fail).on('close', close)
  })
}
