import { readFileSync } from 'node:fs'
import { reasonOf, ServiceError } from './base/errors.ts'
import { LEVELS, type Level, type LogFormat } from './base/log.ts'
import { hidePassword, postgresUrl } from './postgres-url.ts'
import {
  boolean,
  decimal,
  hostAndPort,
  integer,
  isNetwork,
  isOrigin,
  type Kind,
  list,
  matching,
  oneOf,
  webUrl,
} from './setting-kind.ts'

/** One thing an operator can set. The help texts, `saola config` and the README come from here. */
export interface Setting<T> {
  readonly flag: string
  /** The environment variable; the flag wins over it. */
  readonly env: string
  /** Name of the value in help texts, with its unit when it has one. */
  readonly value: string
  readonly default: T
  readonly kind: Kind<T>
  readonly description: string
  /** Whether the value may hold a password, which is then hidden wherever it is shown. */
  readonly secret?: true
}

/** Infers `T`, so that the table keeps the type of every value. */
function setting<T>(fields: Setting<T>): Setting<T> {
  return fields
}

/** Every setting there is. A key here is the name that the flag gets from the argument parser. */
export const SETTINGS = {
  port: setting({
    flag: '--port',
    env: 'SAOLA_PORT',
    value: 'port',
    default: 8080,
    kind: integer(0, 65_535),
    description: 'TCP port to listen on; 0 takes a free one and says which',
  }),
  host: setting({
    flag: '--host',
    env: 'SAOLA_HOST',
    value: 'address',
    default: '127.0.0.1',
    kind: matching('a host name or an IP address', /^[\w.:%-]+$/),
    description: 'address to listen on; 0.0.0.0 for every IPv4 interface',
  }),
  opsAddress: setting<string | null>({
    flag: '--ops-address',
    env: 'SAOLA_OPS_ADDRESS',
    value: 'host:port',
    default: null,
    kind: hostAndPort(),
    description: 'where /metrics, /ready and details of /health are, instead of the public port',
  }),
  page: setting<'on' | 'off'>({
    flag: '--page',
    env: 'SAOLA_PAGE',
    value: 'on|off',
    default: 'on',
    kind: oneOf(['on', 'off']),
    description: 'whether there is a map page at /',
  }),
  docs: setting<'on' | 'off'>({
    flag: '--docs',
    env: 'SAOLA_DOCS',
    value: 'on|off',
    default: 'on',
    kind: oneOf(['on', 'off']),
    description: 'whether there are documentation and guide at /docs',
  }),
  data: setting({
    flag: '--data',
    env: 'SAOLA_DATA',
    value: 'dir',
    default: './saola-data',
    kind: matching('a directory that exists or can be made', /^.+$/),
    description: 'data directory: embedded database, dataset files, lock and socket',
  }),
  databaseUrl: setting<string | null>({
    flag: '--database-url',
    env: 'DATABASE_URL',
    value: 'url',
    default: null,
    kind: postgresUrl(),
    description: 'PostgreSQL 14 to 18 to keep everything in; without it the embedded database',
    secret: true,
  }),
  databaseUrlFile: setting<string | null>({
    flag: '--database-url-file',
    env: 'DATABASE_URL_FILE',
    value: 'file',
    default: null,
    kind: matching('a file that can be read', /^.+$/),
    description: 'file that holds the URL of PostgreSQL, which tells nobody else its password',
  }),
  databaseConnectSeconds: setting({
    flag: '--database-connect-seconds',
    env: 'SAOLA_DATABASE_CONNECT_SECONDS',
    value: 'seconds',
    default: 5,
    kind: integer(1, 600),
    description: 'how long one host of PostgreSQL may take to accept a connection',
  }),
  databaseStatementSeconds: setting({
    flag: '--database-statement-seconds',
    env: 'SAOLA_DATABASE_STATEMENT_SECONDS',
    value: 'seconds',
    default: 5,
    kind: integer(0, 3600),
    description:
      'how long PostgreSQL may leave the server unanswered; it then asks another host; 0 waits',
  }),
  workers: setting({
    flag: '--workers',
    env: 'SAOLA_WORKERS',
    value: 'threads',
    default: 1,
    kind: integer(1, 64),
    description: 'threads that answer requests; more than 1 on Linux only',
  }),
  trustedProxies: setting<readonly string[]>({
    flag: '--trusted-proxies',
    env: 'TRUSTED_PROXIES',
    value: 'addresses',
    default: [],
    kind: list('IP addresses and networks (10.0.0.0/8), separated by commas', isNetwork),
    description: 'proxies whose X-Forwarded-For is believed when demo and map page count by client',
  }),
  corsOrigins: setting<readonly string[]>({
    flag: '--cors-origins',
    env: 'SAOLA_CORS_ORIGINS',
    value: 'origins',
    default: ['*'],
    kind: list('* or origins (https://example.com), separated by commas', isOrigin),
    description: 'web origins whose pages may call the service',
  }),
  drainSeconds: setting({
    flag: '--drain-seconds',
    env: 'SAOLA_DRAIN_SECONDS',
    value: 'seconds',
    default: 1,
    kind: integer(0, 3600),
    description: 'how long a stopping server, not /ready now, takes connections; 0 loses requests',
  }),
  shutdownSeconds: setting({
    flag: '--shutdown-seconds',
    env: 'SAOLA_SHUTDOWN_SECONDS',
    value: 'seconds',
    default: 10,
    kind: integer(0, 3600),
    description: 'how long a stopping server then waits for the requests it is answering',
  }),
  searchCacheMb: setting({
    flag: '--search-cache-mb',
    env: 'SAOLA_SEARCH_CACHE_MB',
    value: 'megabytes',
    default: 32,
    kind: integer(0, 4096),
    description: 'memory of each thread for answers to equal searches; 0 searches every time',
  }),
  mapKey: setting<'none' | 'required'>({
    flag: '--map-key',
    env: 'SAOLA_MAP_KEY',
    value: 'none|required',
    default: 'none',
    kind: oneOf(['none', 'required']),
    description: 'whether tiles and style of the base map want an API key',
  }),
  publicUrl: setting<string | null>({
    flag: '--public-url',
    env: 'SAOLA_PUBLIC_URL',
    value: 'url',
    default: null,
    kind: webUrl(),
    description: 'where clients reach the server behind a proxy; the style of the map names it',
  }),
  routingEnabled: setting({
    flag: '--routing-enabled',
    env: 'ROUTING_ENABLED',
    value: 'true|false',
    default: true,
    kind: boolean(),
    description: "whether directions are answered; false wins over 'saola routing on'",
  }),
  routingDetourFactor: setting({
    flag: '--routing-detour-factor',
    env: 'SAOLA_ROUTING_DETOUR_FACTOR',
    value: 'factor',
    default: 1.3,
    kind: decimal(1, 3),
    description: 'estimated routes: ratio of the road distance to the straight-line distance',
  }),
  routingCarKmh: setting({
    flag: '--routing-car-kmh',
    env: 'SAOLA_ROUTING_CAR_KMH',
    value: 'km/h',
    default: 35,
    kind: integer(1, 150),
    description: 'estimated routes: average speed of a car, km/h',
  }),
  routingMotobikeKmh: setting({
    flag: '--routing-motobike-kmh',
    env: 'SAOLA_ROUTING_MOTOBIKE_KMH',
    value: 'km/h',
    default: 30,
    kind: integer(1, 150),
    description: 'estimated routes: average speed of a motorbike, km/h',
  }),
  routingSnapM: setting({
    flag: '--routing-snap-m',
    env: 'SAOLA_ROUTING_SNAP_M',
    value: 'metres',
    default: 1000,
    kind: integer(1, 10_000),
    description:
      'metres from origin or destination to the nearest road beyond which a route is estimated',
  }),
  logFormat: setting<LogFormat>({
    flag: '--log-format',
    env: 'SAOLA_LOG_FORMAT',
    value: 'text|json',
    default: 'text',
    kind: oneOf(['text', 'json']),
    description: 'whether the log is text for people or one JSON object a line',
  }),
  logLevel: setting<Level>({
    flag: '--log-level',
    env: 'SAOLA_LOG_LEVEL',
    value: 'level',
    default: 'info',
    kind: oneOf(LEVELS),
    description: 'the least important events that are logged',
  }),
  accessLog: setting<'off' | 'sampled' | 'all'>({
    flag: '--access-log',
    env: 'SAOLA_ACCESS_LOG',
    value: 'off|sampled|all',
    default: 'off',
    kind: oneOf(['off', 'sampled', 'all']),
    description: 'whether one request of 100, or each, has a line in the log',
  }),
  accessLogQueries: setting({
    flag: '--access-log-queries',
    env: 'SAOLA_ACCESS_LOG_QUERIES',
    value: 'true|false',
    default: false,
    kind: boolean(),
    description: 'whether these lines have the query, which tells what people look for',
  }),
  demo: setting({
    flag: '--demo',
    env: 'SAOLA_DEMO',
    value: 'true|false',
    default: false,
    kind: boolean(),
    description: 'while there is no key at all, make a demo user and key and print it once',
  }),
} as const

export type SettingName = keyof typeof SETTINGS
type ValueOf<S> = S extends Setting<infer T> ? T : never
export type Config = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

export type Origin = 'flag' | 'environment' | 'default'

/** A setting as it is in force, fit to be shown: passwords hidden. */
export interface SettingInForce {
  readonly name: SettingName
  readonly value: string
  readonly origin: Origin
}

/** The argument parser's values by setting name. */
export type Flags = Readonly<Record<string, unknown>>
export type Variables = Readonly<Record<string, string | undefined>>

/**
 * The settings in force: flag before environment before default. An empty variable counts as
 * unset. Throws `INVALID_CONFIG` that names every value it refuses, not just the first.
 */
export function resolveConfig(flags: Flags, variables: Variables): Config {
  const faults: string[] = []
  function read<T>(name: SettingName, { kind, ...rest }: Setting<T>): T {
    const given = givenText(name, flags, variables)
    if (given.text === null) return rest.default
    const parsed = kind.parse(given.text)
    if (parsed) return parsed.value
    const shown = rest.secret ? hidePassword(given.text) : given.text
    const where = nameOf(rest, given)
    faults.push(`${where} is ${JSON.stringify(shown)}; it accepts ${kind.accepts}`)
    return rest.default
  }
  const config: Config = {
    port: read('port', SETTINGS.port),
    host: read('host', SETTINGS.host),
    opsAddress: read('opsAddress', SETTINGS.opsAddress),
    page: read('page', SETTINGS.page),
    docs: read('docs', SETTINGS.docs),
    data: read('data', SETTINGS.data),
    databaseUrl: databaseUrlOf(flags, variables, faults, () =>
      read('databaseUrl', SETTINGS.databaseUrl),
    ),
    databaseUrlFile: read('databaseUrlFile', SETTINGS.databaseUrlFile),
    databaseConnectSeconds: read('databaseConnectSeconds', SETTINGS.databaseConnectSeconds),
    databaseStatementSeconds: read('databaseStatementSeconds', SETTINGS.databaseStatementSeconds),
    workers: read('workers', SETTINGS.workers),
    trustedProxies: read('trustedProxies', SETTINGS.trustedProxies),
    corsOrigins: read('corsOrigins', SETTINGS.corsOrigins),
    drainSeconds: read('drainSeconds', SETTINGS.drainSeconds),
    shutdownSeconds: read('shutdownSeconds', SETTINGS.shutdownSeconds),
    searchCacheMb: read('searchCacheMb', SETTINGS.searchCacheMb),
    mapKey: read('mapKey', SETTINGS.mapKey),
    publicUrl: read('publicUrl', SETTINGS.publicUrl),
    routingEnabled: read('routingEnabled', SETTINGS.routingEnabled),
    routingDetourFactor: read('routingDetourFactor', SETTINGS.routingDetourFactor),
    routingCarKmh: read('routingCarKmh', SETTINGS.routingCarKmh),
    routingMotobikeKmh: read('routingMotobikeKmh', SETTINGS.routingMotobikeKmh),
    routingSnapM: read('routingSnapM', SETTINGS.routingSnapM),
    logFormat: read('logFormat', SETTINGS.logFormat),
    logLevel: read('logLevel', SETTINGS.logLevel),
    accessLog: read('accessLog', SETTINGS.accessLog),
    accessLogQueries: read('accessLogQueries', SETTINGS.accessLogQueries),
    demo: read('demo', SETTINGS.demo),
  }
  if (faults.length > 0) throw new ServiceError('INVALID_CONFIG', `${faults.join('.\n')}.`)
  return config
}

/** Every setting with the value in force and where it came from. Throws as `resolveConfig` does. */
export function settingsInForce(flags: Flags, variables: Variables): readonly SettingInForce[] {
  resolveConfig(flags, variables)
  return SETTING_NAMES.map((name) => {
    const given = givenText(name, flags, variables)
    const text = given.text ?? defaultText(name)
    const value = SETTINGS[name].secret ? hidePassword(text) : text
    return { name, value, origin: given.origin }
  })
}

/** The default as it would be typed; `not set` for null, `none` for an empty list. */
export function defaultText(name: SettingName): string {
  const value = SETTINGS[name].default
  if (value === null) return 'not set'
  return Array.isArray(value) ? value.join(',') || 'none' : String(value)
}

interface Given {
  readonly text: string | null
  readonly origin: Origin
}

/** By which name it was given. */
function nameOf({ flag, env }: { flag: string; env: string }, { origin }: Given): string {
  return origin === 'flag' ? flag : env
}

function givenText(name: SettingName, flags: Flags, variables: Variables): Given {
  const flag = flags[name]
  if (flag !== undefined) return { text: String(flag), origin: 'flag' }
  const variable = variables[SETTINGS[name].env]
  if (variable) return { text: variable, origin: 'environment' }
  return { text: null, origin: 'default' }
}

/** The URL that is given, or stands in the file that is given; of both, a flag wins. */
function databaseUrlOf(
  flags: Flags,
  variables: Variables,
  faults: string[],
  read: () => string | null,
): string | null {
  const [url, file] = (['databaseUrl', 'databaseUrlFile'] as const).map((name) => {
    return givenText(name, flags, variables)
  }) as [Given, Given]
  const isBoth = url.text !== null && url.origin === file.origin
  const { databaseUrl, databaseUrlFile } = SETTINGS
  const name = nameOf(databaseUrlFile, file)
  if (isBoth) faults.push(`${name} and ${nameOf(databaseUrl, url)} are both given; keep one`)
  if (isBoth || file.text === null || url.origin === 'flag') return read()
  try {
    const parsed = databaseUrl.kind.parse(readFileSync(file.text, 'utf8').trim())
    if (parsed) return parsed.value
    faults.push(`${name} is ${file.text}; that file does not hold ${databaseUrl.kind.accepts}`)
  } catch (error) {
    faults.push(`${name} cannot be read: ${reasonOf(error)}`)
  }
  return null
}
