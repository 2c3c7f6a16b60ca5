import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { ServiceError } from '../base/errors.ts'
import type * as schema from './schema.ts'

/** What every function of this folder takes: the database, or a transaction on it. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, typeof schema>

export interface DatabaseOptions {
  /** PostgreSQL's address; null opens the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Data directory; made when it is not there. */
  readonly dataDir: string
}

export interface Database {
  readonly db: Db
  /** The driver below, for what drizzle has no words for. */
  readonly sql: Sql
  readonly kind: 'postgres' | 'embedded'
  /** Gives back connections, and the data directory when this process holds it. Safe to repeat. */
  close(): Promise<void>
}

/**
 * Opens the database. Throws `DATABASE_UNAVAILABLE` when it cannot be reached and `CONFLICT` when
 * another process holds the data directory and does not share it. Runs no migration.
 */
export async function openDatabase(_options: DatabaseOptions): Promise<Database> {
  throw new ServiceError('DATABASE_UNAVAILABLE', 'The database client is being written.')
}
