import { POSTGRES_PORT, type PostgresHost, type PostgresUrl } from '../../postgres-url.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Not for the server: it would refuse a connection with an unknown setting. */
const OURS = new Set([
  ...['host', 'port', 'user', 'password', 'dbname'],
  ...['sslmode', 'sslrootcert', 'target_session_attrs', 'connect_timeout'],
])

/** At least one: of the address, else of the environment as libpq reads it, else this machine. */
export function hostsOf({ hosts }: PostgresUrl, variables: Variables): readonly PostgresHost[] {
  if (hosts.length > 0) return hosts
  const port = Number(variables['PGPORT']) || POSTGRES_PORT
  return (variables['PGHOST'] || 'localhost').split(',').map((host) => ({ host, port }))
}

/** User and database for the driver, which takes missing values from the environment. */
export function loginOf({ user, password, database, params }: PostgresUrl) {
  const connection = Object.fromEntries([...params].filter(([name]) => !OURS.has(name)))
  return {
    connection: { application_name: 'saola', ...connection },
    ...(user !== null && { user }),
    ...(password !== null && { password }),
    ...(database !== null && { database }),
  }
}
