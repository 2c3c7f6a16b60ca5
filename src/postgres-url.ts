import { isIP } from 'node:net'
import type { Kind } from './setting-kind.ts'

/* The address of a PostgreSQL as libpq has it (its documentation, "Connection URIs"). */

export interface PostgresHost {
  /** A name, an IP address without brackets, or the directory of a Unix socket. */
  readonly host: string
  readonly port: number
}

export interface PostgresUrl {
  /** To be tried in this order; none for the default. */
  readonly hosts: readonly PostgresHost[]
  /** Null: the default, as for the two below. */
  readonly user: string | null
  readonly password: string | null
  readonly database: string | null
  /** `sslmode`, `sslrootcert` and whatever else it has. */
  readonly params: ReadonlyMap<string, string>
}

export const SSL_MODES = [
  ...(['disable', 'allow', 'prefer', 'require'] as const),
  ...(['verify-ca', 'verify-full'] as const),
] as const
export type SslMode = (typeof SSL_MODES)[number]

export const POSTGRES_PORT = 5432
const FORM =
  /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?(?:#.*)?$/is

/** Null for what is no such address. */
export function parsePostgresUrl(text: string): PostgresUrl | null {
  const [found, login = '', list = '', path = '', query = ''] = FORM.exec(text) ?? []
  if (found === undefined) return null
  const [user, ...rest] = login.split(':')
  const decoded = [user ?? '', rest.join(':'), path, ...list.split(',')].map(decode)
  if (decoded.includes(null)) return null
  const [name, password, database, ...entries] = decoded.map((part) => part ?? '')
  const params = new Map(new URLSearchParams(query))
  const hosts = list === '' ? hostsOf(params) : entries.map(hostOf)
  if (!hosts?.every((host) => host !== null)) return null
  return {
    hosts,
    user: name || params.get('user') || null,
    password: password || params.get('password') || null,
    database: database || params.get('dbname') || null,
    params,
  }
}

export function isSslMode(text: string): text is SslMode {
  return (SSL_MODES as readonly string[]).includes(text)
}

/** The setting of that kind. */
export function postgresUrl(): Kind<string | null> {
  return {
    accepts:
      'a URL such as postgres://user:password@host:5432/database, several hosts separated by ' +
      `commas, with %25 for a % sign, and with sslmode ${SSL_MODES.join(', ')}`,
    parse(text) {
      const url = parsePostgresUrl(text)
      const mode = url?.params.get('sslmode')
      return url && (mode === undefined || isSslMode(mode)) ? { value: text } : null
    },
  }
}

/**
 * `postgres://user:***@host/db`: the password of a URL, or of a text that means to be one. What
 * might belong to it is hidden, too, up to the last @: with an unescaped `/`, `?` or `#` in it, the
 * parser of URLs takes its rest for a path.
 */
export function hidePassword(text: string): string {
  return text
    .replace(/([?&][^=&]*pass[^=&]*=)[^&]*/gi, '$1***')
    .replace(/^((?:[^:/]*:\/\/)?[^:]*):(?!\/\/).*@/s, '$1:***@')
}

/** `host=a,b&port=1,2`; one port is that of all. Null for what is no port. */
function hostsOf(params: ReadonlyMap<string, string>): (PostgresHost | null)[] {
  const names = params.get('host')?.split(',') ?? []
  const ports = params.get('port')?.split(',') ?? []
  return names.map((host, i) => hostAt(host, ports.length === 1 ? ports[0] : ports[i]))
}

/** `h`, `h:5432`, `[::1]:5432`. */
function hostOf(entry: string): PostgresHost | null {
  const [found, v6, name, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(entry) ?? []
  if (found === undefined || (v6 !== undefined && isIP(v6) !== 6)) return null
  return hostAt(v6 ?? name ?? '', port)
}

function hostAt(host: string, port: string | undefined): PostgresHost | null {
  const number = port ? Number(port) : POSTGRES_PORT
  if (!Number.isInteger(number) || number < 1 || number > 65_535 || /\s/.test(host)) return null
  return { host: host || 'localhost', port: number }
}

/** Null where a % begins no escape. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
