import type { PgDatabase } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { assert } from '../base/assert.ts'
import { ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { parsePostgresUrl } from '../postgres-url.ts'
import { type EmbeddedOptions, embeddedDatabase } from './embedded/embedded.ts'
import { type DatabasePlace, embeddedPlace, explainFailure, postgresPlace } from './failure.ts'
import { hostsOf, loginOf } from './postgres/driver-options.ts'
import { PostgresHosts } from './postgres/hosts.ts'
import { sslSettings } from './postgres/ssl.ts'
import * as schema from './schema.ts'

/** The first argument of every function of this folder: the database, or a transaction on it. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, typeof schema>

export interface DatabaseOptions {
  /** PostgreSQL's address; null opens the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Data directory. */
  readonly dataDir: string
  /** Whether a missing one is made, with a database in it; true unless this is false. */
  readonly mayCreate?: boolean
  /** Time that another process which holds the directory may take to answer; a minute. */
  readonly waitMsMax?: number
  /** Time that each host of PostgreSQL may take to accept a connection; 5 s. */
  readonly connectMsMax?: number
  /** Time that a statement of the embedded database may do nothing at all; half a minute. */
  readonly stuckMsMax?: number
  /** Gets messages for the operator; stderr without it. */
  readonly log?: Log
}

export interface Database {
  readonly db: Db
  /** The driver below, for what drizzle has no words for. */
  readonly sql: Sql
  readonly kind: 'postgres' | 'embedded'
  /**
   * The meaning of a failed query: a ServiceError with the cure when the database is gone, full or
   * refuses, else the driver's own error. Never shows a password or a bound value.
   */
  explain(error: unknown): unknown
  /**
   * From now on PostgreSQL may leave a statement without an answer for so long; then its connection
   * breaks. Where the host says nothing on the others either, all do, and the next host is asked.
   * For one that never works for long: a server, after its migrations. The embedded database has a
   * limit of its own.
   */
  limitSilence(msMax: number): void
  /** Gives back connections, and the data directory when this process holds it. Safe to repeat. */
  close(): Promise<void>
}

const POSTGRES_VERSION_MIN = 140_000
/** Whoever closes has no query under way; a connection that broke may think it has. */
const CLOSE_SECONDS_MAX = 2
/** A first start takes 3 s, recovery after a crash somewhat longer. */
const WAIT_MS_MAX = 60_000
const STUCK_MS_MAX = 30_000
const CONNECT_MS_MAX = 5_000

const DRIVER_OPTIONS = {
  // One for the flush of counts, one for a command's work, two for what happens meanwhile.
  max: 4,
  idle_timeout: 60,
  // Connections are made here, each within its time.
  connect_timeout: 0,
  // Statements without names survive connection poolers in front of PostgreSQL, and PGlite's one
  // session, at the price of a round trip each.
  prepare: false,
  // Types are known from the schema: this saves a query at every connection.
  fetch_types: false,
  backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 2),
  onnotice: () => {},
}

/**
 * Opens the database. Throws `DATABASE_UNAVAILABLE` when it cannot be reached, `CONFLICT` when
 * another process holds the data directory and does not share it, `NOT_FOUND` when there is no
 * database and none may be made. Runs no migration.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options
  const { waitMsMax = WAIT_MS_MAX, stuckMsMax = STUCK_MS_MAX } = options
  const { mayCreate = true, log = toStderr, connectMsMax = CONNECT_MS_MAX } = options
  if (databaseUrl !== null) return openPostgres(databaseUrl, connectMsMax)
  const database = await openEmbedded(dataDir, { waitMsMax, mayCreate, stuckMsMax, log })
  await closedUnless(database, () => checkVersion(database))
  return database
}

async function openPostgres(databaseUrl: string, connectMsMax: number): Promise<Database> {
  const url = parsePostgresUrl(databaseUrl)
  assert(url, 'the settings refuse what is no address')
  const ssl = sslSettings(url.params, process.env)
  const hosts = new PostgresHosts({
    hosts: hostsOf(url, process.env),
    ssl,
    connectMsMax,
    wantsPrimary: url.params.get('target_session_attrs') !== 'any',
  })
  const options = { ...DRIVER_OPTIONS, ...loginOf(url), ssl: false, host: 'hosts', port: 5432 }
  // Documented in the driver's README, absent from its types: where connections come from.
  const sql = postgres({ ...options, socket: () => hosts.connect() } as typeof options)
  const database = databaseOf(sql, 'postgres', postgresPlace(url, ssl.mode), {
    limitSilence: (msMax) => hosts.limitSilence(msMax),
    closeBelow: async () => hosts.close(),
  })
  await closedUnless(database, () => firstAnswer(database, hosts))
  return database
}

/** A host may turn out to be a standby, or to want connections of the other sort. */
async function firstAnswer(database: Database, hosts: PostgresHosts): Promise<void> {
  for (let tries = 0; ; tries++) {
    const before = hosts.changes
    try {
      return await checkVersion(database)
    } catch (error) {
      if (hosts.changes === before || tries >= 2 * hosts.count) throw error
    }
  }
}

async function closedUnless(database: Database, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await database.close()
    throw database.explain(error)
  }
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function openEmbedded(dataDir: string, how: EmbeddedOptions): Promise<Database> {
  const place = embeddedPlace(dataDir)
  const embedded = await embeddedDatabase(dataDir, how).catch((error: unknown) => {
    throw explainFailure(error, place)
  })
  const options = {
    ...DRIVER_OPTIONS,
    // Without the environment's settings for PostgreSQL servers (PGHOST …), which are not about
    // this one.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // Documented in the driver's README, absent from its types: where connections come from.
    socket: () => embedded.connect(),
  }
  return databaseOf(postgres(options), 'embedded', place, {
    limitSilence() {},
    closeBelow: () => embedded.close(),
  })
}

interface Below {
  limitSilence(msMax: number): void
  closeBelow(): Promise<void>
}

function databaseOf(
  sql: Sql,
  kind: Database['kind'],
  place: DatabasePlace,
  { limitSilence, closeBelow }: Below,
): Database {
  let closing: Promise<void> | null = null
  return {
    db: drizzle(sql, { schema }),
    sql,
    kind,
    explain: (error) => explainFailure(error, place),
    limitSilence,
    close() {
      closing ??= sql.end({ timeout: CLOSE_SECONDS_MAX }).then(closeBelow)
      return closing
    },
  }
}

async function checkVersion({ sql, kind }: Database): Promise<void> {
  const [row] = await sql<{ version: string }[]>`
    select current_setting('server_version_num') as version`
  const version = Number(row?.version)
  if (kind === 'postgres' && !(version >= POSTGRES_VERSION_MIN)) {
    throw new ServiceError(
      'DATABASE_UNAVAILABLE',
      `PostgreSQL ${Math.floor(version / 10_000)} is too old: Saola needs 14 or newer.`,
    )
  }
}
